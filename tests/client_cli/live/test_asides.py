from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import LiveFlags
from client_cli.live.asides import Asides, not_now
from client_cli.live.confirming import Confirming
from client_cli.live.happenings import Aim, Done, Order
from client_cli.live.moves import Result
from client_cli.live.seat import Confirm, OwnSeat
from client_cli.live.table_talk import Muted
from client_cli.live.wishes import Claim, Hint, Mute, Talk, Undo
from client_cli.taste import Taste
from protocol.to_server import Claim as ClaimCommand
from protocol.to_server import Say
from protocol.to_server import Undo as UndoCommand
from protocol.updates import HintTold, SessionEndedError
from tests.client_cli.pretend import TABLE, options_with
from tests.client_cli.rig import Rig
from tests.client_cli.situations import hints, known_with, view_of_seat


class Bench:
    """The asides of a seat at a table with some options."""

    def __init__(
        self, folder: Path, *, flags: LiveFlags | None = None, **options: Any
    ) -> None:
        self.rig = Rig(folder, flags=flags)
        view = view_of_seat(options={**options_with(1), **options})
        self.seat = OwnSeat(TABLE, known_with(view))
        self.muted = Muted()
        self.confirming = Confirming(self.rig.parts, self.seat)
        self.asides = Asides(self.rig.parts, self.seat, self.confirming, self.muted)

    async def sent(self) -> tuple[Any, Order]:
        done = await self.rig.happenings.get()
        assert isinstance(done, Done)
        await self.rig.happenings.close()
        return self.rig.session.commands[-1], done.order


async def test_a_phrase_is_said(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.asides.grant(Talk("Good luck!")) is Result.FINE

    command, order = await bench.sent()
    assert isinstance(command, Say)
    assert (command.phrase, command.text) == ("good_luck", None)
    assert (order.aim, order.word) == (Aim.ASIDE, "say")
    assert not bench.seat.busy


async def test_a_text_is_said_where_texts_are_allowed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, talk="always")
    bench.asides.grant(Talk("ciao!"))

    command, _ = await bench.sent()
    assert (command.phrase, command.text) == (None, "ciao!")


@pytest.mark.parametrize(
    ("options", "typed", "complaint"),
    [
        ({"talk": "phrases"}, "ciao", "At this table only phrases are said.\nType say"),
        ({"talk": "free"}, "ciao", "While a deal is played only phrases are said."),
        ({"talk": "off"}, "ciao", "At this table nothing is said.\n"),
        ({"talk": "off"}, "hello", "At this table nothing is said.\n"),
        ({"talk": "off"}, "", "At this table nothing is said.\n"),
        ({"talk": "always"}, "x" * 201, "That is too long to be said.\n"),
        ({"talk": "always"}, "\U0001f600" * 129, "That is too long to be said.\n"),
    ],
)
def test_what_cannot_be_said(
    tmp_path: Path, options: dict[str, Any], typed: str, complaint: str
) -> None:
    bench = Bench(tmp_path, **options)

    assert bench.asides.grant(Talk(typed)) is Result.WRONG
    assert bench.rig.complained.startswith(complaint)
    assert bench.rig.session.commands == []


def test_without_words_the_phrases_are_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path)

    assert bench.asides.grant(Talk("")) is Result.FINE
    assert "1 Hello!" in bench.rig.said[0]


def test_muting_is_told_to_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path)

    assert bench.asides.grant(Mute("Maya", on=True)) is Result.FINE
    assert bench.rig.said == ["You do not hear Maya any more; nobody is told."]
    assert bench.rig.session.commands == []


@pytest.mark.parametrize("ours", [True, False])
async def test_a_claim_is_asked_once(tmp_path: Path, *, ours: bool) -> None:
    bench = Bench(tmp_path)
    assert bench.asides.grant(Claim(ours)) is Result.FINE

    assert bench.seat.confirm is Confirm.MOVE
    assert "Show your cards and " in bench.rig.complained
    assert bench.rig.session.commands == []
    bench.confirming.said_yes()
    command, order = await bench.sent()
    assert isinstance(command, ClaimCommand)
    assert command.ours is ours
    assert order.word == "claim"


async def test_a_claim_without_a_question(tmp_path: Path) -> None:
    bench = Bench(tmp_path, flags=LiveFlags(taste=Taste(confirm="never")))
    bench.asides.grant(Claim(ours=True))

    assert isinstance((await bench.sent())[0], ClaimCommand)


def test_no_claim_where_the_table_has_none(tmp_path: Path) -> None:
    bench = Bench(tmp_path, claims=False)

    assert bench.asides.grant(Claim(ours=True)) is Result.WRONG
    assert bench.rig.complained == "At this table the rest is not claimed.\n"


async def test_a_card_is_asked_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path, undo=True)
    assert bench.asides.grant(Undo()) is Result.FINE

    assert isinstance((await bench.sent())[0], UndoCommand)


def test_no_card_comes_back_where_the_table_does_not_allow_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, undo=False)

    assert bench.asides.grant(Undo()) is Result.WRONG
    assert bench.rig.complained == "At this table no card is taken back.\n"


async def test_a_hint_is_asked_for_and_comes_as_news(tmp_path: Path) -> None:
    bench, told = Bench(tmp_path), hints(("SF", 1))
    bench.rig.session.hints = [told]
    assert bench.asides.grant(Hint()) is Result.FINE

    assert await bench.rig.session.updates.get() == HintTold(told)
    assert not bench.seat.busy


async def test_a_hint_that_the_end_overtakes_is_no_fault(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.rig.session.hints = [SessionEndedError(None, sent=False)]
    await bench.asides._ask_for_hint()


def test_no_hint_where_the_table_has_none(tmp_path: Path) -> None:
    bench = Bench(tmp_path, hints=False)

    assert bench.asides.grant(Hint()) is Result.WRONG
    assert bench.rig.complained == "At this table no hints are given.\n"


def test_no_hint_while_the_server_is_away(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.rig.session.online = False

    assert bench.asides.grant(Hint()) is Result.WRONG
    assert bench.rig.complained == "The server is away: no hint now.\n"


def test_nothing_is_wished_before_the_table_is_known(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.seat.known = None

    assert bench.asides.grant(Undo()) is Result.WRONG


def test_what_comes_at_the_wrong_time_is_said_so() -> None:
    claim = Order(Aim.ASIDE, "claim", word="claim")

    assert "from the fifth trick on" in (not_now(claim, "E_PHASE") or "")
    assert not_now(claim, "E_PAUSED") is None
    assert not_now(Order(Aim.MOVE, "SF"), "E_PHASE") is None
