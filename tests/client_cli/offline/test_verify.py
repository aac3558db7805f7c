import json
import re
from pathlib import Path
from typing import Any

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.offline.verify import verify_record
from client_cli.texts import Texts
from tests.client_cli.records import example, random_record


def file_with(folder: Path, data: Any) -> str:
    path = folder / "deal.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(path)


def test_a_deal_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record(5)

    assert verify_record(file_with(tmp_path, record), Texts()) is Exit.DONE
    out = capsys.readouterr().out
    assert record["commitment"] in out
    assert "what 1 seat added." in out
    assert f"seat {record['dealer']}" in out


def test_dealer_that_followed_from_the_deal_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = random_record(5)
    record["dealer_drawn"] = False  # another context: the hands no longer follow

    with pytest.raises(Stopped):
        verify_record(file_with(tmp_path, record), Texts())
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"secret": "00" * 32}, "commitment"),
        ({"commitment": "11" * 32}, "commitment"),
        ({"entropies": ["", "", "", ""]}, None),
        ({"deal": 2}, None),
        ({"table": "OTHER"}, None),
        ({"secret": None}, "secret"),
        ({"commitment": None}, "commitment"),
        ({"tricks": []}, "tricks"),
    ],
)
def test_what_does_not_hold(
    change: dict[str, Any], place: str | None, tmp_path: Path
) -> None:
    record = {**random_record(5), **change}

    with pytest.raises(Stopped) as stopped:
        verify_record(file_with(tmp_path, record), Texts())

    assert stopped.value.code is Exit.BAD_RECORD
    if place is None:  # the dealer or the hands, as chance has it
        assert re.search(
            "follows? from secret, table, deal,?( dealer)? and entropies together",
            stopped.value.why,
        )
    else:
        assert f"At {place}: " in stopped.value.why


@pytest.mark.parametrize("data", ["", "[1", example()])
def test_what_proves_nothing(data: Any, tmp_path: Path) -> None:
    with pytest.raises(Stopped) as stopped:
        verify_record(file_with(tmp_path, data), Texts())

    assert stopped.value.code is Exit.BAD_RECORD
