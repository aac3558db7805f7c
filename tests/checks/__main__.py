"""Run every check in turn and tell at the end, by the exit code, whether all passed.

Format, lint, types, floors and locks come first, each under a header and with the
time it took; a failure does not stop the others. Then pytest runs with branch
coverage, which counts what happens in its own processes and not in those that tests
start: tracing these would cost them a third of their time. Its closing line is kept
back until coverage has had its say, since whoever reads the output looks for that line
at the end.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tests.checks.locks import faults

ROOT = Path(__file__).resolve().parents[2]
# Its script may be out of reach where the path is long or has spaces.
FLOORS = "import importlinter.cli; importlinter.cli.lint_imports_command()"
TOOLS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff format --check", ("-m", "ruff", "format", "--check", ".")),
    ("ruff check", ("-m", "ruff", "check", ".")),
    ("mypy", ("-m", "mypy")),
    ("lint-imports", ("-c", FLOORS, "--no-logo")),
)
# One more than a small machine has processors, since many tests wait for processes.
PYTEST = ("-m", "pytest", "--numprocesses=3", "--dist=loadscope")
WHOLE = ("--include=engine/*,protocol/*", "--fail-under=100")
MEASURED = ("--include=server/*,client_cli/*",)


def python(arguments: Sequence[str]) -> bool:
    """Run this interpreter on the checkout; tell whether it ended well."""
    return subprocess.call([sys.executable, *arguments], cwd=ROOT) == 0


def locks() -> bool:
    """Print what is wrong with the locks; tell whether nothing is."""
    found = faults(ROOT)
    print("\n".join(found) or "Locks fit pyproject.toml.")
    return not found


def timed(name: str, check: Callable[[], bool]) -> bool:
    """Run one check under a header and say how it went and how long it took."""
    print(f"\n== {name}", flush=True)
    started = time.monotonic()
    passed = check()
    took = time.monotonic() - started
    print(f"   {'passed' if passed else 'FAILED'}, {took:.1f} s", flush=True)
    return passed


def run_tests(arguments: Sequence[str]) -> bool:
    """Run all tests with coverage; engine and protocol must be covered in full."""
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    command = [sys.executable, *PYTEST, "--cov", "--cov-report=", *colour, *arguments]
    # Else each of the many processes that tests start would compile its modules anew.
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    closing = ""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as child:
        for line in child.stdout or ():
            print(closing, end="", flush=True)
            closing = line
    covered = report()
    print(closing, end="", flush=True)
    return child.returncode == 0 and covered


def report() -> bool:
    """Print what the tests leave out; only engine and protocol are held to all."""
    print("\n-- server and client, without the processes of tests", flush=True)
    python(("-m", "coverage", "report", *MEASURED))
    print("\n-- engine and protocol, every branch", flush=True)
    covered = python(("-m", "coverage", "report", *WHOLE))
    if not covered:
        print("FAILED: engine and protocol are not covered in full")
    print(flush=True)
    return covered


def main(arguments: Sequence[str]) -> int:
    """Run all checks, pytest with the arguments; give the exit code."""
    checks: list[tuple[str, Callable[[], bool]]] = [
        (name, partial(python, command)) for name, command in TOOLS
    ]
    checks.append(("locks", locks))
    failed = [name for name, check in checks if not timed(name, check)]
    if failed:
        print(f"\nFAILED before the tests: {', '.join(failed)}")
    print("\n== pytest", flush=True)
    passed = run_tests(arguments)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
