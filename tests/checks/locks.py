"""The locked dependencies: made with uv, checked without a network.

requirements.lock holds what a player and a host need, requirements-dev.lock the same
pins and the tools for tests. Both begin with a digest of the dependencies that
pyproject.toml names, so that a change there without new locks is found; and they name
no registry, so that whoever installs from them may use a mirror.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

EXTRAS = ("--extra=ar", "--extra=bots", "--extra=server")
ROLES = {
    "requirements.lock": (*EXTRAS, "--group=build"),
    "requirements-dev.lock": (*EXTRAS, "--group=dev"),
}
RUN, DEV = ROLES


def head(root: Path) -> str:
    """Give the lines that tie a lock to the dependencies it is made from."""
    content = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    project = content["project"]
    part = [
        project["requires-python"],
        project.get("dependencies"),
        project.get("optional-dependencies"),
        content.get("dependency-groups"),
    ]
    digest = hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()
    return (
        "# Made by `python3 run.py lock`, for every system and Python from 3.11 on.\n"
        f"# Digest of the dependencies in pyproject.toml: {digest[:24]}\n"
    )


def pins(lock: str) -> list[str]:
    """Cut a lock into its pins, each with its marker and the lines of its hashes."""
    found: list[str] = []
    for line in lock.splitlines(keepends=True):
        if line.startswith(" ") and found:
            found[-1] += line
        elif not line.startswith("#"):
            found.append(line)
    return found


def faults(root: Path) -> list[str]:
    """Say what is wrong with the locks of a checkout; nothing when they are right."""
    locks = {name: (root / name).read_text("utf-8") for name in ROLES}
    found = []
    for name, lock in locks.items():
        if not lock.startswith(head(root)):
            found.append(f"{name} is not made from pyproject.toml: python3 run.py lock")
        if "://" in lock:
            found.append(f"{name} names an address")
        found += [
            f"{name} has no version or no hash for: {pin.split()[0]}"
            for pin in pins(lock)
            if "==" not in pin.split()[0] or "--hash=sha256:" not in pin
        ]
    found += [
        f"{DEV} does not have this pin of {RUN}: {pin.split()[0]}"
        for pin in pins(locks[RUN])
        if pin not in pins(locks[DEV])
    ]
    return found


def make(root: Path, options: Sequence[str]) -> int:
    """Write both locks anew; a pin that still fits stays unless uv is told otherwise.

    Args:
        root: The checkout.
        options: More for `uv pip compile`, such as `--upgrade` or
            `--upgrade-package=NAME`.

    Returns:
        The exit code of uv; on any but 0 both locks are unchanged.
    """
    inside = shutil.which("uv", path=str(Path(sys.executable).parent))
    command = [inside or "uv", "pip", "compile", "pyproject.toml", "--quiet"]
    command += ["--universal", "--python-version=3.11", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", *options]
    fresh = {name: root / f".venv.{name}" for name in ROLES}
    try:
        for name, path in fresh.items():
            if (root / name).exists():
                shutil.copy(root / name, path)
            # One version of each package, whatever the role.
            same = ("--constraint", fresh[RUN].name) if name == DEV else ()
            code = subprocess.call(
                [*command, *ROLES[name], *same, "--output-file", path.name], cwd=root
            )
            if code:
                return code
        for name, path in fresh.items():
            content = "".join(pins(path.read_text("utf-8")))
            (root / name).write_text(head(root) + content, "utf-8")
    finally:
        for path in fresh.values():
            path.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(make(Path(__file__).resolve().parents[2], sys.argv[1:]))
