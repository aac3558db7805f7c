"""Fuzzing led by what inputs reach in the code, with `atheris`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz.corpus import folder_of, keep
from tests.fuzz.target import Target

END_S = 60.0
SEED = "seed"
KEPT = 20
"""Of one run."""
OURS = ["engine", "protocol", "server", "client_cli"]


def follow(target: Target, seconds: float) -> int:
    """Fuzz one target for so long, in a process of its own; the exit code.

    What found a fault goes into the corpus, and the shortest inputs of those that
    reached something new.
    """
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        learned, faults = work / "learned", work / "fault-"
        learned.mkdir()
        for number, data in enumerate(target.seeds()):
            (learned / f"{SEED}{number}").write_bytes(data)
        words = [sys.executable, "-m", "tests.fuzz.guided", target.name, str(learned)]
        words += [str(folder_of(target))] if folder_of(target).is_dir() else []
        words += [f"-max_total_time={seconds:.0f}", f"-artifact_prefix={faults}"]
        code = subprocess.run(words, check=False, timeout=seconds + END_S).returncode
        for file in work.glob("fault-*"):
            print(f"kept in {keep(target, file.read_bytes())}", file=sys.stderr)
        new = [file for file in learned.iterdir() if not file.name.startswith(SEED)]
        for data in sorted((file.read_bytes() for file in new), key=len)[:KEPT]:
            keep(target, data)
    return 1 if code else 0


def _led() -> None:
    """The process that is led: its words are the target's name and libFuzzer's."""
    import atheris  # noqa: PLC0415 - only the extra `fuzz` has it

    # All that is loaded from here on is followed, and the libraries are not.
    with atheris.instrument_imports(include=OURS):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415

    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    _led()
