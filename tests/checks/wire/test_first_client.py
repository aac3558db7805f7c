"""The client at the head of the document plays a deal, as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

from tests.protocol.readme import README
from tests.server.processes import server

IN_TIME_S = 50.0
MOST_LINES = 30


def first_client() -> str:
    """The first program of the document."""
    found = re.search(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert found is not None
    return found[1]


def test_it_is_short_and_needs_two_libraries() -> None:
    lines = [line for line in first_client().splitlines() if line]

    assert len(lines) <= MOST_LINES
    imported = {line for line in lines if re.match(r"import |from ", line)}
    assert imported == {"import asyncio, sys", "import msgpack, websockets"}


def test_it_plays_a_deal(tmp_path: Path) -> None:
    program = tmp_path / "first.py"
    program.write_text(first_client(), "utf-8")

    with server() as running:
        running.await_ready()
        played = subprocess.run(
            [sys.executable, str(program), running.url],
            capture_output=True,
            text=True,
            timeout=IN_TIME_S,
            check=False,
            cwd=tmp_path,
        )

    assert played.stderr == ""
    assert played.returncode == 0
    assert played.stdout.strip() in {"team 0", "team 1", "draw"}
