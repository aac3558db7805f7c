from pathlib import Path
from typing import Any

import pytest

from client_cli.live.confirming import Confirming
from client_cli.live.discarding import NoPreview
from client_cli.live.laying_away import LayingAway, asked_ahead
from client_cli.live.moves import Moves, Result
from client_cli.live.seat import Confirm, OwnSeat
from protocol.previews import Previewed
from protocol.to_server import Discard
from protocol.updates import SessionEndedError
from tests.client_cli.live.test_turns import DISCARD
from tests.client_cli.pretend import TABLE, PretendSession
from tests.client_cli.rig import Rig
from tests.client_cli.situations import known_with, offer
from tests.support.store_values import eventually

CARDS = ("S6", "B7")


def previewed(**changes: Any) -> Previewed:
    return Previewed.model_validate(
        {
            "table": TABLE,
            "version": 7,
            "cards": CARDS,
            "whole": offer("DR", "DF", "BG", "MT", "S6", "B7"),
            "rest": offer("DR", "DF", "BG", "MT"),
            "code": None,
            **changes,
        }
    )


class Bench:
    """A dealer who lays cards away, at a table that answers when it is told to."""

    def __init__(self, folder: Path) -> None:
        session = PretendSession()
        session.tells_previews = False
        self.rig = Rig(folder, session=session)
        self.seat = OwnSeat(TABLE, DISCARD)
        confirming = Confirming(self.rig.parts, self.seat)
        moves = Moves(self.rig.parts, self.seat)
        self.laying = LayingAway(self.rig.parts, self.seat, moves, confirming)

    async def choose(self) -> None:
        assert self.laying.choose(CARDS) is Result.FINE
        await eventually(lambda: bool(self.rig.session.previews))


@pytest.fixture(name="bench")
def _bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


async def test_the_table_is_asked_before_the_person_is(bench: Bench) -> None:
    await bench.choose()
    assert bench.rig.session.previews == [CARDS]
    assert bench.seat.busy
    assert bench.rig.complained == ""

    assert bench.laying.told(previewed())

    assert bench.rig.said == [
        "After this discard you could declare 15 points:",
        "Sequence. Coins: DR, BG as DQ, DF, with MT added. 4 cards, 15 points (R27).",
        "Lost by this discard: nothing.",
    ]
    assert bench.seat.confirm is Confirm.MOVE
    assert "Lay S6, B7 away?" in bench.rig.complained
    assert not bench.seat.busy
    await bench.rig.happenings.close()


async def test_who_hears_nothing_is_asked_all_the_same(bench: Bench) -> None:
    await bench.choose()

    happening = await bench.rig.happenings.get()  # when the wait is over
    assert happening == NoPreview(CARDS)
    assert bench.laying.told(happening)

    assert bench.seat.confirm is Confirm.MOVE
    assert bench.rig.said == []
    await bench.rig.happenings.close()


async def test_a_refused_question_leaves_the_reason_to_the_discard(
    bench: Bench,
) -> None:
    await bench.choose()

    assert bench.laying.told(previewed(whole=None, rest=None, code="E_PHASE"))

    assert bench.rig.said == []
    assert bench.seat.confirm is Confirm.MOVE
    await bench.rig.happenings.close()


async def test_an_answer_about_other_cards_asks_nothing(bench: Bench) -> None:
    await bench.choose()

    assert not bench.laying.told(NoPreview(("S6", "DF")))
    assert not bench.laying.told(previewed(cards=("S6", "DF")))

    assert bench.seat.confirm is Confirm.NOTHING
    assert bench.laying.told(previewed())
    assert not bench.laying.told(NoPreview(CARDS))
    await bench.rig.happenings.close()


async def test_a_turn_that_is_over_is_not_asked_about(bench: Bench) -> None:
    await bench.choose()
    bench.seat.take(known_with(phase="discard", turn=2))

    assert not bench.laying.told(previewed())

    assert bench.seat.confirm is Confirm.NOTHING
    assert not bench.seat.busy
    await bench.rig.happenings.close()


async def test_a_lost_connection_is_not_waited_for(bench: Bench) -> None:
    bench.rig.session.online = False

    bench.laying.choose(CARDS)

    assert bench.seat.confirm is Confirm.MOVE
    assert bench.rig.session.previews == []


async def test_who_asks_for_no_question_gets_no_preview(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.laying._confirming.is_wanted = lambda **_: False  # type: ignore[method-assign]

    bench.laying.choose(CARDS)
    await eventually(lambda: bool(bench.rig.session.commands))

    assert isinstance(bench.rig.session.commands[-1], Discard)
    assert bench.rig.session.previews == []
    await bench.rig.happenings.close()


async def test_the_sessions_own_last_word_is_left_to_the_session(bench: Bench) -> None:
    bench.rig.session.preview_fails = SessionEndedError(None, sent=False)

    await asked_ahead(bench.rig.parts.session, TABLE, CARDS)

    assert bench.rig.session.previews == [CARDS]
