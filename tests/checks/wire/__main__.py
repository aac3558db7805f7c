"""Make the documents of the protocol from its models.

python -m tests.checks.wire             writes what is out of date
python -m tests.checks.wire --check     only tells, by the exit code
python -m tests.checks.wire --record    plays the examples anew, then writes
"""

import sys
from collections.abc import Sequence

from tests.checks.wire.documents import ROOT, outdated, write


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; give the exit code."""
    if arguments == ["--check"]:
        found = outdated()
        for path in found:
            print(f"{path.relative_to(ROOT)} is out of date")
        return 1 if found else 0
    if arguments == ["--record"]:
        # Needs a whole server; the documents alone need none.
        from tests.checks.wire.recording import record  # noqa: PLC0415

        record()
    elif arguments:
        print(__doc__)
        return 2
    for path in write():
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
