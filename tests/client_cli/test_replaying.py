"""A story as the command line wants it; here one with an event that is not told."""

import json
from typing import Any

import msgpack
import pytest

from client_cli import replaying
from client_cli.arguments import ReplayFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.replaying import tell
from client_cli.stepping import Viewpoint
from client_cli.texts import Texts


class ThreeEvents:
    """Of three events the second is not told."""

    last = 3
    viewpoints = (1,)

    def teams(self) -> list[str]:
        return ["the teams"]

    def opening(self, viewpoint: Viewpoint) -> list[str]:
        return [f"the hand of {viewpoint}"]

    def event(self, number: int, viewpoint: Viewpoint) -> list[str]:
        return [] if number == 2 else [f"event for {viewpoint}", "and more"]

    def moment(self, number: int, viewpoint: Viewpoint) -> list[str]:
        return [f"moment {number} for {viewpoint}"]

    def next_trick(self, number: int) -> int:
        return min(number + 2, 3)

    def data(self, last: int, viewpoint: Viewpoint) -> dict[str, object]:
        return {"seat": viewpoint, "events": list(range(1, last + 1))}


def wanted(**flags: Any) -> Request:
    return Request("replay", ("QF7K2",), plain=True, replay=ReplayFlags(**flags))


def test_all_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    tell(ThreeEvents(), 1, wanted(), Texts())

    assert capsys.readouterr().out.splitlines() == [
        "the teams",
        "the hand of 1",
        "1. event for 1",
        "and more",
        "3. event for 1",
        "and more",
    ]


def test_from_a_trick_on(capsys: pytest.CaptureFixture[str]) -> None:
    tell(ThreeEvents(), 1, wanted(from_trick=2), Texts())

    assert capsys.readouterr().out.splitlines()[2] == "3. event for 1"


def test_events_come_one_by_one_also_in_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(replaying, "_is_terminal", lambda: True)
    monkeypatch.setattr("time.sleep", pauses.append)
    request = Request("replay", ("QF7K2",), replay=ReplayFlags(pause_s=0.5))
    tell(ThreeEvents(), 1, request, Texts())

    assert pauses == [0.5] * 3
    assert "3. event for 1" in capsys.readouterr().out.splitlines()


def test_one_event(capsys: pytest.CaptureFixture[str]) -> None:
    tell(ThreeEvents(), 1, wanted(at=2), Texts())

    assert capsys.readouterr().out == "moment 2 for 1\n"


def test_event_that_there_is_none_of() -> None:
    with pytest.raises(Stopped) as caught:
        tell(ThreeEvents(), 1, wanted(at=4), Texts())

    assert caught.value.code is Exit.WRONG_USE
    assert caught.value.why == "Possible: 1-3."


def test_exports(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    data = {"v": 1, "format": "tarocco-replay/1", "seat": 1, "events": [1, 2]}

    tell(ThreeEvents(), 1, wanted(at=2, export="json"), Texts())
    assert json.loads(capsysbinary.readouterr().out) == data
    tell(ThreeEvents(), 1, wanted(at=2, export="msgpack"), Texts())
    assert msgpack.unpackb(capsysbinary.readouterr().out) == data


def test_in_a_terminal_it_is_stepped_through(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stepped: list[object] = []
    monkeypatch.setattr(replaying, "_is_terminal", lambda: True)
    monkeypatch.setattr(replaying, "step_through", stepped.append)

    tell(ThreeEvents(), 1, Request("replay", ("QF7K2",)), Texts())

    assert len(stepped) == 1
    assert capsys.readouterr().out == "the teams\n"
