"""`tarocco replay`, from words to lines and files."""

import io
import json
from pathlib import Path
from typing import Any

import msgpack
import pytest

from client_cli import replaying
from client_cli.arguments import LiveFlags, ReplayFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.offline.replay import replay
from client_cli.texts import Texts
from tests.client_cli.records import random_record


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(random_record(1)), "utf-8")
    return str(file)


def request(*operands: str, seat: int | None = None, **flags: Any) -> Request:
    return Request(
        "replay",
        operands,
        plain=True,
        live=LiveFlags(seat=seat),
        replay=ReplayFlags(**flags),
    )


def stopped(wanted: Request) -> Stopped:
    with pytest.raises(Stopped) as caught:
        replay(wanted, Texts())
    return caught.value


def test_one_event_from_one_seat(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(request(path, seat=2, at=37), Texts()) is Exit.DONE

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Event 37 of ")
    assert lines[0].endswith(", as seat 2 (Bea) knew it.")
    assert sum(" holds " in line for line in lines) == 1


def test_all_events_line_by_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(request(path), Texts()) is Exit.DONE

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Team 0: seat 0 (Ada) and seat 2 (Bea)."
    assert lines[6].startswith("1. Seat ")
    assert lines[-1].startswith("Result: ")


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_viewpoints_begin_with_the_hands_that_they_saw(
    path: str, capsys: pytest.CaptureFixture[str], seat: int | None
) -> None:
    replay(request(path, seat=seat), Texts())

    hands = [line for line in capsys.readouterr().out.splitlines() if " holds " in line]
    names = ["seat 0 (Ada)", "seat 1 (bot)", "seat 2 (Bea)", "seat 3 (bot)"]
    seen = names if seat is None else [names[seat]]
    assert [hand.split(" holds ")[0].lower() for hand in hands] == [
        name.lower() for name in seen
    ]


def test_record_from_a_pipe(
    path: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = io.BytesIO(Path(path).read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(record))

    assert replay(Request("replay", ("-",)), Texts()) is Exit.DONE

    assert capsys.readouterr().out.startswith("Team 0: ")


def test_terminal_steps(
    path: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stepped: list[object] = []
    monkeypatch.setattr(replaying, "_is_terminal", lambda: True)
    monkeypatch.setattr(replaying, "step_through", stepped.append)
    wanted = Request("replay", (path,))

    assert replay(wanted, Texts()) is Exit.DONE

    assert len(stepped) == 1
    assert capsys.readouterr().out.startswith("Team 0: ")


def test_export_as_json_has_the_viewpoint_applied(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    replay(request(path, seat=1, export="json"), Texts())

    data = json.loads(capsys.readouterr().out)
    assert (data["v"], data["format"], data["seat"]) == (1, "tarocco-replay/1", 1)
    assert (data["viewer"], data["finished"]) == ("seat", True)
    assert data["names"] == ["Ada", "bot", "Bea", "bot"]
    kinds = [event["kind"] for event in data["events"]]
    assert kinds[:2] == ["deal_started", "discarded"]
    assert kinds[-1] == "deal_settled"
    assert [event["n"] for event in data["events"]] == list(range(1, len(kinds) + 1))
    assert "hands" not in data["events"][0]


@pytest.mark.parametrize("seat", [None, 1])
def test_export_ends_with_the_event_that_is_named(
    path: str, capsys: pytest.CaptureFixture[str], seat: int | None
) -> None:
    replay(request(path, seat=seat, at=5, export="json"), Texts())

    events = json.loads(capsys.readouterr().out)["events"]
    assert [event["n"] for event in events] == [1, 2, 3, 4, 5]


def test_export_up_to_an_event_after_the_last_one(path: str) -> None:
    assert stopped(request(path, at=500, export="json")).code is Exit.WRONG_USE


def test_export_as_msgpack_says_the_same(
    path: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    replay(request(path, export="msgpack"), Texts())
    packed: Any = msgpack.unpackb(capsysbinary.readouterr().out)
    replay(request(path, export="json"), Texts())

    assert packed == json.loads(capsysbinary.readouterr().out)
    assert packed["seat"] is None


def test_record_without_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = random_record(1)
    del record["names"]
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(record), "utf-8")

    replay(request(str(file), export="json"), Texts())

    assert json.loads(capsys.readouterr().out)["names"] is None


# -------------------------------------------------------------- what cannot be


@pytest.mark.parametrize("operands", [(), ("a", "b")])
def test_one_record_is_needed(operands: tuple[str, ...]) -> None:
    assert stopped(request(*operands)).code is Exit.WRONG_USE


def test_event_after_the_last_one(path: str) -> None:
    end = stopped(request(path, at=500))

    assert end.code is Exit.WRONG_USE
    assert end.why.startswith("Possible: 1-")


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"format": "tarocco-deal/1"}'])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    file = tmp_path / "deal.json"
    file.write_text(text)

    assert stopped(request(str(file))).code is Exit.BAD_RECORD


def test_record_that_breaks_a_rule(tmp_path: Path) -> None:
    record = random_record(1)
    record["tricks"][0], record["tricks"][1] = record["tricks"][1], record["tricks"][0]
    record["discards"] = record["discards"][:1]
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(record))

    assert stopped(request(str(file))).code is Exit.BAD_RECORD


def test_file_that_is_not_there() -> None:
    assert stopped(request("missing.json")).code is Exit.NOT_FOUND
