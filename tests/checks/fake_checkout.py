"""A small checkout in which a person gives commands to run.py.

The installer is a fake uv that writes down what it is asked, and the environment it
makes holds a fake interpreter that writes down what it is started with. Both are
shell scripts. No network.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

RUN = Path(__file__).resolve().parents[2] / "run.py"
PROJECT = '[project]\nname = "small"\nversion = "1"\n[tool.ruff]\nline-length = 88\n'
UV = """#!/bin/sh
PATH=/usr/bin:/bin
echo "$*" >> "$FAKES/asked"
for last; do :; done
case "$1" in
venv)
    mkdir -p "$last/bin" "$last/lib/python3/site-packages"
    cp "$FAKES/python" "$last/bin/python" ;;
pip) eval "${FAKE_INSTALL:-:}" ;;
esac
"""
PYTHON = """#!/bin/sh
printf '%s\\n' "$PWD" "safe ${PYTHONSAFEPATH:-no}" "$@" > "$FAKES/started"
echo "$TAROCCO_COMMAND" > "$FAKES/called"
exit 7
"""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A small checkout, and a person in another folder who gives commands in it."""

    root: Path
    person: Path
    fakes: Path

    def command(self, *arguments: str, **settings: str) -> "subprocess.Popen[str]":
        environment = {"PATH": str(self.fakes / "bin"), "FAKES": str(self.fakes)}
        return subprocess.Popen(
            [sys.executable, str(self.root / "run.py"), *arguments],
            cwd=self.person,
            env=environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **settings: str) -> tuple[int, str]:
        """Give the command; get its exit code and what it says to the person."""
        with self.command(*arguments, **settings) as process:
            told = process.communicate()[1]
        return process.returncode, told

    def asked(self) -> list[str]:
        """Say what uv was asked for since the last time, one request a line."""
        path = self.fakes / "asked"
        lines = path.read_text().splitlines() if path.exists() else []
        path.write_text("")
        return lines

    def started(self) -> list[str]:
        """Say what the interpreter of the environment was started with."""
        return (self.fakes / "started").read_text().splitlines()

    def called(self) -> str:
        """Say as what the interpreter was told that the person started it."""
        return (self.fakes / "called").read_text().rstrip("\n")

    def change(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))


def write_program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def make_checkout(folder: Path) -> Checkout:
    """Make a checkout whose path has spaces, with run.py and a fake uv."""
    made = Checkout(folder / "a check out", folder / "person", folder / "fakes")
    for place in (made.root, made.person, made.fakes):
        place.mkdir()
    shutil.copy(RUN, made.root)
    (made.root / "pyproject.toml").write_text(PROJECT)
    (made.root / "requirements.lock").write_text("# one\n")
    (made.root / "requirements-dev.lock").write_text("# two\n")
    write_program(made.fakes / "python", PYTHON)
    write_program(made.fakes / "bin" / "uv", UV)
    return made
