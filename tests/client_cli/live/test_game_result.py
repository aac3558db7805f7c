"""A whole game as one object, told when it is over."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

from client_cli.exits import Exit
from client_cli.live.deal_keeper import KeptDeal
from client_cli.live.game_result import GameResult, NotedHappenings
from client_cli.live.happenings import WaitOver
from engine.deal import Phase
from tests.client_cli.live.test_start import Home
from tests.client_cli.pretend import TABLE, dealt
from tests.client_cli.situations import known_with, view_of_seat

if TYPE_CHECKING:
    from protocol.client import Session


def test_nothing_has_come_of_a_game_that_did_not_begin() -> None:
    assert json.loads(GameResult().told(Exit.UNREACHABLE)) == {
        "v": 1,
        "code": 3,
        "table": None,
        "seat": None,
        "deals": [],
        "match": None,
    }


def test_a_deal_that_is_not_over_is_none() -> None:
    result = GameResult()
    result.sat_down(TABLE)
    result.saw(known_with())

    told = json.loads(result.told(Exit.INPUT_ENDED))
    assert (told["table"], told["seat"], told["deals"]) == (TABLE, "south", [])
    assert told["match"] == {"NS": 0, "EW": 0}


def test_another_table_is_no_part_of_the_game() -> None:
    result = GameResult()
    result.sat_down("OTHER")
    result.saw(known_with())

    assert json.loads(result.told(Exit.DONE))["seat"] is None


def test_who_has_lost_his_seat_has_no_margin() -> None:
    _, known = dealt(until=Phase.SETTLED)
    result = GameResult()
    result.sat_down(TABLE)
    result.saw(known_with(view_of_seat(None, deal=known.view.deal)))

    (deal,) = json.loads(result.told(Exit.NOT_FOUND))["deals"]
    assert deal["margin"] is None


async def test_each_deal_is_told_with_its_record_as_seen_from_the_seat() -> None:
    session, known = dealt(you=1, until=Phase.SETTLED)
    result = GameResult()
    result.sat_down(TABLE)
    happenings = NotedHappenings(cast("Session", session), result)
    happenings.put(WaitOver())
    happenings.put(session.update_for(session.table.snapshot()))
    assert await happenings.get() == WaitOver()
    await happenings.get()
    path = Path("games", "deal.json")
    result.kept(1, KeptDeal(None, promised=True, has_own_chance=True, path=path))

    deal_view = known.view.deal
    assert deal_view is not None
    assert deal_view.settlement is not None
    theirs, ours = deal_view.settlement.teams
    told = json.loads(result.told(Exit.DONE))
    (deal,) = told["deals"]
    assert told["seat"] == "east"
    assert (deal["deal"], deal["verified"], deal["record"]) == (1, True, str(path))
    assert deal["EW"] == {
        "card_points": ours.card_points,
        "last_trick": ours.last_trick,
        "captured": ours.captured,
        "declared": ours.declared,
        "total": ours.total,
    }
    assert deal["margin"] == ours.total - theirs.total


def test_a_game_of_the_autopilot_is_one_object(tmp_path: Path) -> None:
    code, lines, err = Home(tmp_path).run("play", "--autopilot", "--json")

    assert code == Exit.DONE, err
    (line,) = lines
    told = json.loads(line)
    (deal,) = told["deals"]
    assert (told["code"], deal["verified"]) == (0, True)
    assert Path(deal["record"]).exists()
    assert told["match"] == {"NS": deal["NS"]["total"], "EW": deal["EW"]["total"]}


def test_a_game_that_cannot_begin_is_one_object_too(tmp_path: Path) -> None:
    server = ("--server", "127.0.0.1:1", "--timeout", "100ms")
    code, lines, err = Home(tmp_path).run("play", "--json", *server)

    assert code == Exit.UNREACHABLE
    assert "cannot be reached." in err
    assert json.loads(lines[0])["code"] == code
