import io
import json
from pathlib import Path
from typing import Any

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.offline.score import score_record, score_stream
from client_cli.texts import Texts
from tests.client_cli.records import example, random_record

TEXTS = Texts()


def file_with(folder: Path, data: Any) -> str:
    path = folder / "deal.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(path)


def test_breakdown_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = score_record(file_with(tmp_path, example()), TEXTS, as_json=False)

    lines = capsys.readouterr().out.splitlines()
    assert code is Exit.DONE
    assert lines[0] == "Team 0: seat 0 and seat 2."
    assert lines[-1] == "Result: team 1, 390 to 66: won by 324."


def test_names_of_a_saved_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score_record(file_with(tmp_path, random_record(3)), TEXTS, as_json=False)

    assert "seat 0 (Ada)" in capsys.readouterr().out


def test_breakdown_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score_record(file_with(tmp_path, example()), TEXTS, as_json=True)

    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["v"], answer["result"]) == (True, 1, "team 1")
    assert answer["teams"][0]["value_sum"] == 35


@pytest.mark.parametrize(
    ("data", "code"),
    [("{", "E_BAD_JSON"), ({"format": "x"}, "E_BAD_RECORD")],
)
@pytest.mark.parametrize("form", ["json", "text"])
def test_bad_record(
    data: Any,
    code: str,
    form: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(Stopped) as stopped:
        score_record(file_with(tmp_path, data), TEXTS, as_json=form == "json")

    assert stopped.value.code is Exit.BAD_RECORD
    out = capsys.readouterr().out
    assert (json.loads(out)["code"] if form == "json" else out) == (
        code if form == "json" else ""
    )


def test_a_file_that_is_no_json_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Stopped):
        score_record(file_with(tmp_path, " "), TEXTS, as_json=True)

    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "code": "E_BAD_JSON",
        "rule": "R18",
        "at": "record",
        "message": "The record is no JSON that can be read: empty.",
    }


def test_stream_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_with(tmp_path, json.dumps(example()) + "\n[]\n")

    assert score_stream(path, TEXTS) is Exit.DONE
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False]


def test_stream_of_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1\n2")))
    score_stream("-", TEXTS)

    assert capsys.readouterr().out.count("\n") == 2


def test_no_such_file() -> None:
    with pytest.raises(Stopped) as stopped:
        score_stream("/no/such/file", TEXTS)

    assert stopped.value.code is Exit.NOT_FOUND
