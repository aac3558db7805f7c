import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from client_cli.exits import Exit
from client_cli.live.deal_keeper import DealKeeper, KeptDeal
from engine.deal import Phase
from engine.dealing import commitment_to
from engine.players.by_rule import MEDIUM
from engine.verification import verify
from engine.view import view_of
from protocol.items import DealCommitted, Hidden
from protocol.views import View
from tests.client_cli.live.test_game import (
    Fixed,
    games_in,
    moves,
    with_confirmation,
)
from tests.client_cli.pretend import SECRET, PretendSession, PretendTable, dealt
from tests.client_cli.rig import Rig
from tests.client_cli.situations import deal_data, view_of_seat

PROMISE = commitment_to(SECRET)
AT = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture(name="view")
def settled_view() -> View:
    _, known = dealt(until=Phase.SETTLED)
    return known.view


def keeper(folder: Path) -> DealKeeper:
    return DealKeeper(folder, now=lambda: AT)


def committed(commitment: bytes, deal: int = 1) -> DealCommitted:
    return DealCommitted(deal=deal, commitment=commitment)


def test_a_deal_that_holds_is_saved(view: View, tmp_path: Path) -> None:
    keeping = keeper(tmp_path)
    keeping.saw_item(Hidden())
    keeping.saw_item(committed(commitment_to(SECRET)))

    kept = keeping.keep(view)
    assert kept is not None
    assert (kept.fault, kept.promised) == (None, True)
    assert kept.path is not None
    verify(json.loads(kept.path.read_text()))


def test_another_secret_than_the_promised_one(view: View, tmp_path: Path) -> None:
    keeping = keeper(tmp_path)
    keeping.saw_item(committed(bytes(32)))
    keeping.saw_item(committed(commitment_to(SECRET)))  # a second promise is none

    kept = keeping.keep(view)
    assert kept is not None
    assert kept.fault == "commitment"


def test_ones_own_chance_left_out(view: View, tmp_path: Path) -> None:
    keeping = keeper(tmp_path)
    keeping.added(1, b"x" * 32)

    kept = keeping.keep(view)
    assert kept is not None
    assert kept.fault == "entropies"


def test_a_promise_that_was_not_seen(view: View, tmp_path: Path) -> None:
    kept = keeper(tmp_path).keep(view)

    assert kept is not None
    assert (kept.fault, kept.promised) == (None, False)


def test_a_deal_is_kept_once_also_by_who_comes_back(view: View, tmp_path: Path) -> None:
    before = keeper(tmp_path)
    before.saw_item(committed(commitment_to(SECRET)))
    before.keep(view)
    back = DealKeeper(tmp_path, now=lambda: AT + timedelta(minutes=1))

    assert back.keep(view) is None
    assert len(list((tmp_path / "games").iterdir())) == 1


async def test_coming_back_between_two_deals_says_nothing_of_the_first_again(
    tmp_path: Path,
) -> None:
    table = Fixed(deals=2)
    lines = [line for each in moves(table) for line in with_confirmation(each)]
    before = Rig(tmp_path, *lines, session=PretendSession(table))
    assert await before.play() is Exit.INPUT_ENDED
    assert any(line.startswith("Record: ") for line in before.said)

    back = Rig(tmp_path, session=PretendSession(table))
    assert await back.play() is Exit.INPUT_ENDED
    assert "Next deal: type yes. To leave: quit." in back.complained
    assert not [line for line in back.said if re.match("Verified|Record", line)]
    assert len(games_in(tmp_path)) == 1


def test_a_view_tells_the_promise_of_the_deal_that_runs_or_comes(
    tmp_path: Path,
) -> None:
    for case, (view, number) in enumerate(
        (
            (view_of_seat(deal=None, deals_played=0), 1),
            (view_of_seat(), 1),
            (view_of_seat(deal=None, commitment=None), 0),
        )
    ):
        keeping = keeper(tmp_path / str(case))
        keeping.saw_view(view)
        _, known = dealt(until=Phase.SETTLED)
        kept = keeping.keep(known.view)
        assert kept is not None
        assert kept.promised == (number == 1)


def test_nothing_is_kept_before_the_end(tmp_path: Path) -> None:
    _, known = dealt()

    assert keeper(tmp_path).keep(known.view) is None
    assert keeper(tmp_path).keep(view_of_seat(deal=None)) is None


def test_a_folder_that_cannot_be_written(view: View) -> None:
    kept = keeper(Path("/dev/null/x")).keep(view)

    assert kept is not None
    assert kept.path is None
    assert kept.problem == "Not a directory (/dev/null/x/games)"


def test_the_next_deal_is_kept_apart(tmp_path: Path) -> None:
    table = PretendTable(deals=2)
    keeping = keeper(tmp_path)
    keeping.saw_view(View.model_validate(table.view()))
    table.begin()
    table.number = 1

    keeping.saw_item(committed(bytes(32), deal=2))
    keeping.saw_view(View.model_validate(table.view()))
    _, known = dealt(until=Phase.SETTLED)
    kept = keeping.keep(known.view)
    assert kept is not None
    assert kept.fault is None


def onlookers_view(**changes: Any) -> View:
    return view_of_seat(None, deal=None, **changes)


def record_with(entropy: bytes, *, seated: View, folder: Path) -> KeptDeal:
    """The first deal, dealt with these bytes, by somebody who was seated like that."""
    table = PretendTable()
    table.begin(entropy)
    session = PretendSession(table)
    session.update_for(table.snapshot())
    for message in table.others():
        session.update_for(message)
    while table.state is not None and table.state.turn is not None:
        action = MEDIUM.choose(view_of(table.state, table.state.turn))
        session.update_for(table.act(action))
    keeping = keeper(folder)
    keeping.offered(onlookers_view(), entropy)
    keeping.saw_view(seated)
    known = session.known(table.view()["table"])
    assert known is not None
    kept = keeping.keep(known.view)
    assert kept is not None
    return kept


@pytest.mark.parametrize(
    ("seated", "counts"),
    [
        (view_of_seat(deal=None, commitment=PROMISE), True),
        (view_of_seat(commitment=PROMISE), True),  # with whom the table was complete
        (view_of_seat(deal=deal_data(deal=2)), False),
    ],
    ids=["waits", "deal begins", "deals have gone by"],
)
def test_bytes_that_came_with_the_seat_are_in_the_next_deal(
    seated: View, *, counts: bool, tmp_path: Path
) -> None:
    kept = record_with(bytes(range(32)), seated=seated, folder=tmp_path)
    assert (kept.has_own_chance, kept.fault) == (counts, None)


def test_bytes_that_are_not_in_the_deal_are_missed(tmp_path: Path) -> None:
    _, known = dealt(until=Phase.SETTLED)
    keeping = keeper(tmp_path)
    keeping.offered(onlookers_view(), bytes(range(32)))
    keeping.saw_view(view_of_seat(deal=None, commitment=PROMISE))

    kept = keeping.keep(known.view)
    assert kept is not None
    assert kept.fault is not None


def test_a_view_of_an_onlooker_settles_nothing(tmp_path: Path) -> None:
    _, known = dealt(until=Phase.SETTLED)
    keeping = keeper(tmp_path)
    keeping.offered(onlookers_view(), bytes(range(32)))
    keeping.saw_view(onlookers_view(commitment=PROMISE))

    kept = keeping.keep(known.view)
    assert kept is not None
    assert not kept.has_own_chance
