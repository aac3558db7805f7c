"""The table of settings in server/README.md follows from server/settings.py.

python -m tests.deploy.manual    writes it anew between its marks
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel

from server.settings import Settings, TableSettings
from tests.deploy.files import ROOT

MANUAL = ROOT / "server" / "README.md"
BEGIN = "<!-- settings: python -m tests.deploy.manual -->"
END = "<!-- end of settings -->"
_SOURCE = ROOT / "server" / "settings.py"


def table() -> str:
    """The table, section by section, as the manual has it."""
    lines = ["", "| setting | default | meaning |", "|---|---|---|"]
    lines += _rows(Settings, Settings.model_construct(), "")
    lines += [
        "| **Tables: `[table]` in a file, `TAROCCO_TABLE__` before the name** | | |"
    ]
    lines += _rows(TableSettings, TableSettings(), "table.")
    return "\n".join([*lines, "", ""])


def _rows(kind: type[BaseModel], values: BaseModel, prefix: str) -> Iterator[str]:
    text = _SOURCE.read_text("utf-8")
    source = text.splitlines()
    parts = ast.parse(text).body
    (body,) = (
        part.body
        for part in parts
        if isinstance(part, ast.ClassDef) and part.name == kind.__name__
    )
    for field, doc in pairwise(body):
        if not isinstance(field, ast.AnnAssign):
            continue
        assert isinstance(field.target, ast.Name)
        section = source[field.lineno - 2].strip()
        if section.startswith("# "):
            yield f"| **{section[2:].rstrip('.')}** | | |"
        value = getattr(values, field.target.id)
        if isinstance(value, BaseModel):
            continue
        assert isinstance(doc, ast.Expr), f"{field.target.id} has no meaning"
        assert isinstance(doc.value, ast.Constant)
        meaning = " ".join(str(doc.value.value).split())
        yield f"| `{prefix}{field.target.id}` | {_default(value)} | {meaning} |"


def _default(value: object) -> str:
    match value:
        case None:
            return ""
        case Path():
            return "`~/.local/state/tarocco/server`, or in `XDG_STATE_HOME`"
        case bool() | str():
            return f"`{json.dumps(value)}`"
        case float() | int():
            return f"{value:g}" if isinstance(value, float) else str(value)
        case Iterable():
            return f"`{json.dumps(sorted(map(str, value)))}`"
        case _:
            raise AssertionError(value)


def rewritten(manual: str) -> str:
    """The manual with the table as it should be."""
    before, _, rest = manual.partition(BEGIN)
    _, _, after = rest.partition(END)
    assert rest
    assert after
    return f"{before}{BEGIN}\n{table()}{END}{after}"


if __name__ == "__main__":
    MANUAL.write_text(rewritten(MANUAL.read_text("utf-8")), "utf-8")
