import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from client_cli.exits import Exit
from client_cli.live.autopilot import Play, choice_for
from client_cli.live.happenings import Aim, Done, Order, WaitOver
from client_cli.live.json_stream import JsonHappenings
from client_cli.texts import Texts
from engine.deal import Phase
from protocol.to_client import Refused
from protocol.updates import HintTold
from tests.client_cli.live.test_start import Home
from tests.client_cli.pretend import TABLE, PretendSession, dealt
from tests.client_cli.situations import hints

if TYPE_CHECKING:
    from protocol.client import Session


async def told(session: PretendSession, *happenings: Any) -> list[dict[str, Any]]:
    """The lines for some happenings."""
    output = io.StringIO()
    stream = JsonHappenings(
        cast("Session", session), lambda: 1_000, Texts(), output=output
    )
    for happening in happenings:
        stream.put(happening)
        assert await stream.get() is happening
    return [json.loads(line) for line in output.getvalue().splitlines()]


async def test_running_deal_is_a_state_and_a_question() -> None:
    session, known = dealt(until=Phase.PLAY)
    update = session.update_for(session.table.snapshot())

    state, turn = await told(session, update)
    assert (state["ev"], turn["ev"], turn["ask"]) == ("state", "turn", "play")
    assert state["hand"] == turn["hand"]
    assert turn["legal"] == list(known.situation.legal)
    assert turn["left_s"] is None


async def test_table_that_was_set_back_is_an_event_before_its_state() -> None:
    session, _ = dealt(until=Phase.PLAY)
    before = session.update_for(session.table.snapshot())
    session.table.version -= 1
    after = session.update_for(session.table.snapshot("rewound"))

    kinds = [line["ev"] for line in await told(session, before, after)]

    assert kinds == ["state", "turn", "set_back", "state", "turn"]


async def test_a_hint_is_a_line_of_its_own() -> None:
    asked = hints(("B7 B10", 5), declare=False)

    assert await told(PretendSession(), HintTold(asked)) == [
        {
            "v": 1,
            "ev": "hint",
            "table": TABLE,
            "level": "expert",
            "declare": False,
            "candidates": [{"cards": ["B7", "B10"], "points": 5}],
            "code": None,
        }
    ]


async def test_clock_is_told_in_seconds() -> None:
    session, _ = dealt(until=Phase.PLAY)
    snapshot = session.table.snapshot()
    situation = snapshot.situation.model_copy(update={"deadline": 31_000})
    update = session.update_for(snapshot.model_copy(update={"situation": situation}))

    assert (await told(session, update))[1]["left_s"] == 30.0


async def test_events_come_before_the_question() -> None:
    session, known = dealt(until=Phase.PLAY)
    choice = choice_for(known)
    assert isinstance(choice, Play)
    await session.play(TABLE, choice.card)
    updates = [session.updates.get_nowait() for _ in range(session.updates.qsize())]

    lines = await told(session, *updates)
    kinds = [line["ev"] for line in lines]
    assert lines[0]["card"] == choice.card
    assert kinds[-1] == "turn"
    assert kinds.count("turn") == 1


async def test_refusal_has_a_code_and_what_is_allowed() -> None:
    session, known = dealt(until=Phase.PLAY)
    refused = Refused.model_validate(
        {"n": 1, "code": "E_MUST_FOLLOW", "rule": "R9", "args": {}, "legal": ["SF"]}
    )
    shown = session.update_for(session.table.snapshot())

    error = (await told(session, shown, Done(Order(Aim.MOVE, "bq", ("BQ",)), refused)))[
        -1
    ]
    assert error["ev"] == "error"
    assert (error["code"], error["card"], error["legal"]) == (
        "E_MUST_FOLLOW",
        "BQ",
        ["SF"],
    )
    assert error["led_suit"] == known.situation.led
    assert error["msg"].startswith("Not allowed.")


async def test_what_is_no_news_is_no_line() -> None:
    assert await told(PretendSession(), WaitOver()) == []


def test_script_plays_a_deal_by_json(tmp_path: Path) -> None:
    home, kinds = Home(tmp_path), []
    with home.start("play", "--jsonl", "--pace", "0") as client:
        assert client.stdin is not None
        assert client.stdout is not None
        for line in map(json.loads, client.stdout):
            kinds.append(line["ev"])
            if line["ev"] == "turn":
                cards = {"discard": 2, "play": 1}.get(line["ask"], 0)
                answer = " ".join(line["legal"][:cards]) or "skip"
                client.stdin.write(f"{answer}\n")
                client.stdin.flush()
        _, err = client.communicate(timeout=50)
    home.end_server()

    assert client.returncode == Exit.DONE, err
    assert kinds.count("trick") == 15
    assert kinds.count("score") == 2
