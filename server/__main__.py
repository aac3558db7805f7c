"""`tarocco-server`, or `python -m server`.

Nothing is imported here before it is needed: help is there at once, and a process that
is started by way of this file only to think for bots stays small.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the command."""
    from server.commands.run import run  # noqa: PLC0415 - see above

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
