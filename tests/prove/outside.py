"""Parts that are programs of their own: tests at full length, fuzzing, load, bots."""

import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.prove.part import Effort, Shown

ROOT = Path(__file__).resolve().parents[2]
PART_S = 4 * 3600.0
"""Nothing of the campaign takes longer."""
REAL = ("tests/faults", "tests/system", "tests/contracts")
FUZZ_S = 60.0
DECISIONS = 10_000
LOAD = ("L3", "L4", "L6", "L7", "L8", "restart")
SHORTEN = 10.0
LEVELS = ("medium", "expert")


def processes(_effort: Effort) -> Shown:
    """Real faults on real processes, at full length."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "junit.xml"
        words = ["-m", "pytest", *REAL, "--long", "-q", f"--junitxml={file}"]
        done = _ran([*words, "-n", "2", "--dist", "loadfile", "--timeout", "1800"])
        results = _results(file) if file.exists() else Counter({"failed": 1})
    return Shown(
        "Faults on real processes and stores",
        tuple((f"tests {word}", str(count)) for word, count in sorted(results.items())),
        results["failed"],
        _tail(done) if results["failed"] else "",
    )


def _results(file: Path) -> Counter[str]:
    counts: Counter[str] = Counter(passed=0, failed=0)
    for case in ET.parse(file).iter("testcase"):  # noqa: S314 - written by our own tests
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            counts["failed"] += 1
        elif "skipped" in kinds:
            counts["skipped"] += 1
        else:
            counts["passed"] += 1
    return counts


def fuzzed(effort: Effort) -> Shown:
    """Bad inputs to everything that reads."""
    seconds = max(0.05, FUZZ_S * effort.scale)
    done = _ran(["-m", "tests.fuzz", "--seconds", str(seconds), "--json"])
    said = _object(done)
    tried: dict[str, int] = said.get("tried", {})
    faults = int(said.get("faults", 1))
    rows = [(f"inputs: {name}", str(count)) for name, count in tried.items()]
    total = ("bad inputs tried", str(sum(tried.values())))
    return Shown("Bad inputs", (total, *rows), faults, _tail(done) if faults else "")


def fair(effort: Effort) -> Shown:
    """Bots see nothing hidden, repeat themselves, and keep to the rules."""
    rows, bad, details = [], 0, []
    for level in LEVELS:
        count = effort.of(DECISIONS, least=50)
        words = ["-m", "tests.bench.fairness", "--level", level]
        done = _ran([*words, "--decisions", str(count), "--jobs", str(effort.jobs)])
        bad += done.returncode != 0
        rows.append((f"decisions of {level}", f"at least {count}"))
        details.append(done.stdout.strip())
    return Shown("Bots", tuple(rows), bad, _block("\n".join(details)))


def loaded(effort: Effort) -> Shown:
    """Servers under load, with people who come and go, a rabble, and faults."""
    with tempfile.TemporaryDirectory() as folder:
        data, pages = Path(folder) / "load.json", Path(folder) / "load.md"
        words = ["-m", "tests.bench.load", "--step", *LOAD]
        words += ["--shorten", f"{max(1.0, SHORTEN / effort.scale):g}"]
        done = _ran([*words, "--json", str(data), "--report", str(pages)])
        if not data.exists():
            return Shown("Load", (), 1, _tail(done))
        reports = json.loads(data.read_text("utf-8"))
        details = pages.read_text("utf-8").replace("\n# ", "\n### ")
    rows = [
        (report["step"]["name"], line)
        for report in reports
        for line in report["verdicts"]
    ]
    broken = sum(not report["kept_all_promises"] for report in reports)
    return Shown("Load", tuple(rows), broken, details.replace("# ", "### ", 1))


def _ran(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=PART_S,
    )


def _object(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The object in the last line that was told; empty without one."""
    lines = done.stdout.strip().splitlines()
    try:
        said = json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _tail(done: subprocess.CompletedProcess[str]) -> str:
    lines = [*done.stdout.splitlines()[-60:], *done.stderr.splitlines()[-60:]]
    return _block("\n".join(lines))


def _block(text: str) -> str:
    return f"```text\n{text}\n```" if text else ""
