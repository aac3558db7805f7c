"""`tarocco` and `python -m client_cli`."""

from __future__ import annotations

import sys

from client_cli.run import run


def main() -> None:
    """Do what the command line says and end with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
