"""The one report of a campaign, as Markdown."""

from collections.abc import Sequence

from tests.prove.part import Effort, Shown

HEADLINES = ("seeds run", "planted faults found", "bad inputs tried")
"""Rows that are said at the top."""


def report(shown: Sequence[Shown], effort: Effort, took_s: float, when: str) -> str:
    """Everything that was shown, the most important first."""
    violations = sum(one.violations for one in shown)
    verdict = "No promise was found broken." if not violations else "NOT ALL IS WELL."
    top = [
        ("violations", str(violations)),
        *(row for one in shown for row in one.rows if row[0] in HEADLINES),
        *((one.title, _word(one)) for one in shown),
        ("effort", f"{effort.scale:g} of a whole campaign, {effort.jobs} processes"),
        ("took", f"{took_s / 60:.0f} min"),
    ]
    parts = [f"# What was tried to break the promises, {when}", verdict, _table(top)]
    for one in shown:
        parts += [f"## {one.title}", _table(one.rows)]
        parts += [one.details] if one.details else []
    return "\n\n".join(parts) + "\n"


def _word(one: Shown) -> str:
    return "well" if not one.violations else f"{one.violations} VIOLATIONS"


def _table(rows: Sequence[tuple[str, str]]) -> str:
    lines = ["| | |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in rows]
    return "\n".join(lines)
