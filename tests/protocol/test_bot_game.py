"""A bot at a table: whole deals, and everything that can come between."""

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from protocol.bot_game import (
    LOST_S,
    BotGame,
    GameListener,
    GameOverError,
    LostError,
    Over,
)
from protocol.bot_seat import BotSeat
from protocol.bot_thread import BotThread
from protocol.bots import BotView
from protocol.codes import Retry
from protocol.fold import Known
from protocol.to_client import Ok, Refused
from protocol.to_server import (
    Back,
    Declare,
    Discard,
    Play,
    Reply,
    Skip,
    Start,
)
from protocol.updates import (
    Answered,
    Changed,
    Ended,
    EndReason,
    Gone,
    Lost,
    NoAnswerError,
    Online,
    Overrun,
    SessionEndedError,
)
from protocol.views import DealView
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable
from tests.server.rig import until

if TYPE_CHECKING:
    from protocol.client import Session
    from protocol.updates import Update

IN_TIME_S = 20.0
ENDED = Ended(1, EndReason.CLOSED_THERE, 4004, Retry.NEVER, "revoked")


class FirstCard:
    """Plays the first legal card; `wrong` answers nonsense instead."""

    def __init__(self, *, wrong: bool = False) -> None:
        self.wrong = wrong

    def discard(self, view: BotView) -> tuple[str, ...]:
        return view.discardable[:2]

    def declare(self, view: BotView) -> bool:
        return view.offer is not None

    def play(self, view: BotView) -> str:
        return "XX" if self.wrong else view.legal[0]


class Listener(GameListener):
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.deals: list[int] = []
        self.lost: list[str] = []
        self.chances: dict[int, bytes] = {}

    async def heard(self, update: "Update") -> None:
        self.updates.append(update)

    async def deal_over(self, known: Known, deal: DealView) -> None:
        assert known.view.deal == deal
        self.deals.append(deal.deal)

    async def chance_added(self, number: int, entropy: bytes) -> None:
        assert number not in self.chances
        self.chances[number] = entropy

    async def turn_lost(self, why: str) -> None:
        self.lost.append(why)


class Rig:
    """A bot at a pretended table."""

    def __init__(
        self,
        table: PretendTable | None = None,
        *,
        deals: int | None = 1,
        bot: FirstCard | None = None,
        lost_s: float = IN_TIME_S,
        listener: GameListener | None = None,
    ) -> None:
        self.session = PretendSession(table)
        self.heard = Listener()
        self.seat = BotSeat(BotThread(bot or FirstCard()), limit_s=IN_TIME_S)
        self.game = BotGame(
            cast("Session", self.session),
            table=TABLE,
            seat=self.seat,
            listeners=[listener or self.heard],
            deals=deals,
            lost_s=lost_s,
        )

    async def play(self) -> None:
        """Sit down and play; fails if nothing ends it."""
        await self.session.sit(TABLE)
        await self.go_on()

    async def go_on(self) -> None:
        """Play where it sits; fails if nothing ends it."""
        async with asyncio.timeout(IN_TIME_S):
            await self.game.run()

    def given(self, kind: type) -> int:
        """How many commands of a kind were given."""
        return sum(isinstance(one, kind) for one in self.session.commands)


def refused(code: str) -> Refused:
    return Refused.model_validate(
        {"n": 1, "code": code, "rule": None, "args": {}, "legal": None}
    )


def control(seat: int, word: str) -> dict[str, Any]:
    return {"kind": "control", "seat": seat, "control": word, "connected": True}


# ------------------------------------------------------------------ whole deals


@pytest.mark.parametrize("you", range(4))
async def test_bot_plays_a_deal_from_each_seat(you: int) -> None:
    rig = Rig(PretendTable(you=you))

    await rig.play()

    assert rig.session.table.state is not None
    dealer = rig.session.table.state.dealer
    assert rig.heard.deals == [1]
    assert rig.given(Play) == 15
    assert rig.given(Discard) == (dealer == you)
    assert rig.given(Declare) + rig.given(Skip) == 1
    assert rig.seat.tally.all_lost == 0


async def test_bot_plays_as_many_deals_as_it_was_told() -> None:
    rig = Rig(deals=3)

    await rig.play()

    assert rig.heard.deals == [1, 2, 3]
    assert rig.given(Start) == 3


async def test_listeners_hear_what_chance_the_table_has_taken() -> None:
    rig = Rig(deals=2)
    await rig.session.sit(TABLE)
    rig.session.answer_with = [refused("E_STALE")]

    await rig.go_on()

    offered = [one.entropy for one in rig.session.commands if isinstance(one, Start)]
    assert len(offered) == 3
    assert rig.heard.chances == {1: offered[1], 2: offered[2]}


async def test_bot_plays_the_match_that_the_table_was_opened_for() -> None:
    rig = Rig(PretendTable(deals=2), deals=None)

    await rig.play()

    assert rig.heard.deals == [1, 2]


async def test_deal_that_was_over_before_does_not_count() -> None:
    rig = Rig(deals=1)
    await rig.play()
    again = Rig(rig.session.table, deals=1)

    await again.play()

    assert again.heard.deals == [2]


async def test_bot_that_answers_nonsense_loses_turns_and_not_the_table() -> None:
    rig = Rig(bot=FirstCard(wrong=True))

    await rig.play()

    assert rig.heard.deals == [1]
    assert rig.given(Play) == 15
    assert len(rig.heard.lost) == 15
    assert rig.heard.lost[0].startswith("E_NO_SUCH_CARD")


async def test_nobody_has_to_listen() -> None:
    rig = Rig(bot=FirstCard(wrong=True), listener=GameListener())

    await rig.play()

    assert rig.given(Play) == 15


async def test_clock_of_the_table_bounds_the_time_for_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[float] = []
    rig = Rig(PretendTable(turn_ms=10_000))
    move = rig.seat.move

    async def noted(view: BotView, most_s: float) -> Any:
        limits.append(most_s)
        return await move(view, most_s)

    monkeypatch.setattr(rig.seat, "move", noted)
    await rig.play()

    assert set(limits) == {8.0}


# --------------------------------------------------------------- what others want


async def test_bot_does_not_agree_to_what_others_ask() -> None:
    rig = Rig()
    table = rig.session.table
    await rig.session.sit(TABLE)
    await rig.session.start(TABLE)
    asked = table.events({"kind": "undo_asked", "seat": 2})
    situation = asked.situation
    assert situation is not None
    asked = asked.model_copy(
        update={"situation": situation.model_copy(update={"asked": "undo"})}
    )
    rig.session.tell(asked)
    rig.session.answer_with = [Ok(n=3, table=TABLE, version=None, dup=False)]
    task = asyncio.create_task(rig.game.run())
    await until(lambda: rig.given(Reply))
    rig.session.tell(
        table.events({"kind": "undo_answered", "seat": table.you, "agrees": False})
    )

    async with asyncio.timeout(IN_TIME_S):
        await task

    replies = [one for one in rig.session.commands if isinstance(one, Reply)]
    assert [reply.agrees for reply in replies] == [False]
    assert rig.given(Play) == 15


async def test_bot_takes_its_seat_back_from_the_servers_bot() -> None:
    rig = Rig()
    table = rig.session.table
    await rig.session.sit(TABLE)
    rig.session.tell(table.begin())
    assert table.state is not None
    assert table.state.turn != table.you
    rig.session.tell(table.events(control(table.you, "bot")))
    task = asyncio.create_task(rig.game.run())

    await until(lambda: rig.given(Back))
    rig.session.tell(table.events(control(table.you, "person")))
    await until(rig.session.updates.empty)
    rig.session.tell(*table.others())

    async with asyncio.timeout(IN_TIME_S):
        await task
    assert rig.given(Back) == 1


async def test_onlooker_does_nothing() -> None:
    rig = Rig()
    snapshot = rig.session.table.snapshot()
    view = snapshot.view.model_copy(update={"you": None})
    rig.session.tell(snapshot.model_copy(update={"view": view}))
    rig.session.updates.put_nowait(ENDED)

    with pytest.raises(GameOverError):
        await rig.game.run()

    assert not rig.session.commands


async def test_bot_that_is_ready_waits_for_the_others() -> None:
    rig = Rig()
    rig.session.table.seats[0]["ready"] = True
    await rig.session.sit(TABLE)
    rig.session.updates.put_nowait(ENDED)

    with pytest.raises(GameOverError):
        await rig.game.run()

    assert not rig.given(Start)


# ------------------------------------------------------------------- refusals


async def test_move_that_came_too_late_is_chosen_anew() -> None:
    rig = Rig()
    rig.session.answer_with = [
        Ok(n=1, table=TABLE, version=None, dup=False),
        refused("E_PHASE"),
        refused("E_STALE"),
    ]
    rig.session.tell(rig.session.table.snapshot())

    await rig.play()

    assert rig.session.refreshed == 2
    assert rig.heard.deals == [1]


async def test_table_that_refuses_everything_ends_the_game() -> None:
    rig = Rig()
    rig.session.tell(rig.session.table.snapshot())
    rig.session.answer_with = [refused("E_PAUSED")] * 3

    with pytest.raises(GameOverError) as caught:
        await rig.game.run()

    assert (caught.value.over, caught.value.code) == (Over.REFUSED, "E_PAUSED")
    assert rig.session.refreshed == 2


async def test_refusal_that_comes_late_is_a_refusal() -> None:
    rig = Rig()
    rig.session.answer_with = [
        Ok(n=1, table=TABLE, version=None, dup=False),
        NoAnswerError(sent=True),
    ]
    rig.session.tell(rig.session.table.snapshot())
    rig.session.updates.put_nowait(
        Answered(Start(n=2, table=TABLE), refused("E_STALE"))
    )

    await rig.play()

    assert rig.session.refreshed == 1
    assert rig.heard.deals == [1]


async def test_command_that_never_left_is_given_again() -> None:
    rig = Rig()
    rig.session.tell(rig.session.table.snapshot())
    rig.session.answer_with = [NoAnswerError(sent=False)]
    rig.session.updates.put_nowait(Online(1, welcome(), 10, same_session=True))

    await rig.go_on()

    assert rig.given(Start) == 2


@pytest.mark.parametrize(("lost_s", "wait_s"), [(2.0, 2.0), (999.0, LOST_S)])
async def test_answer_is_waited_for_no_longer_than_a_lost_server(
    lost_s: float, wait_s: float
) -> None:
    rig = Rig(lost_s=lost_s)

    await rig.play()

    assert rig.session.waits_s - {None} == {wait_s}


async def test_session_that_ends_under_a_command_says_why_itself() -> None:
    rig = Rig()
    rig.session.tell(rig.session.table.snapshot())
    rig.session.answer_with = [SessionEndedError(ENDED, sent=True)]
    rig.session.updates.put_nowait(ENDED)

    with pytest.raises(GameOverError) as caught:
        await rig.game.run()

    assert caught.value.ended == ENDED


# -------------------------------------------------------------------- the ends


@pytest.mark.parametrize(
    ("update", "over", "code", "ended"),
    [
        (Gone(TABLE, "E_KICKED"), Over.GONE, "E_KICKED", None),
        (ENDED, Over.ENDED, "", ENDED),
        (Online(1, welcome(), 10, same_session=False), Over.SEAT_LOST, "", None),
    ],
    ids=["gone", "ended", "another session"],
)
async def test_end_of_the_seat_ends_the_game(
    update: "Update", over: Over, code: str, ended: Ended | None
) -> None:
    rig = Rig()
    rig.session.updates.put_nowait(update)

    with pytest.raises(GameOverError) as caught:
        await rig.game.run()

    end = caught.value
    assert (end.over, end.code, end.ended) == (over, code, ended)


async def test_closed_table_ends_the_game() -> None:
    rig = Rig()
    rig.session.table.closed = "host"

    with pytest.raises(GameOverError) as caught:
        await rig.play()

    assert (caught.value.over, caught.value.code) == (Over.CLOSED, "host")


async def test_other_tables_are_not_ours() -> None:
    rig = Rig()
    rig.session.updates.put_nowait(Gone("OTHER", "left"))
    other = rig.session.table.snapshot()
    view = other.view.model_copy(update={"table": "OTHER"})
    update = rig.session.update_for(other.model_copy(update={"view": view}))
    rig.session.updates.put_nowait(update)

    await rig.play()

    assert rig.heard.deals == [1]


async def test_bot_acts_only_on_what_it_has_heard_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that writes down what it hears must not be asked before it heard why."""
    heard: list[int] = []
    asked: list[int] = []

    class Hears(GameListener):
        async def heard(self, update: "Update") -> None:
            if isinstance(update, Changed):
                heard.append(update.known.mark.version)

    rig = Rig(listener=Hears())
    command = rig.session.command

    async def noted(build: Any, *, wait_s: float) -> Any:
        known = rig.session.known(TABLE)
        assert known is not None
        asked.append(known.mark.version)
        assert not heard or heard[-1] == asked[-1]
        return await command(build, wait_s=wait_s)

    await rig.session.sit(TABLE)
    monkeypatch.setattr(rig.session, "command", noted)
    await rig.go_on()

    assert len(asked) > 15


async def test_slow_bot_goes_on_from_how_things_stand() -> None:
    rig = Rig()
    await rig.session.sit(TABLE)
    await rig.session.start(TABLE)
    while not rig.session.updates.empty():
        rig.session.updates.get_nowait()
    rig.session.updates.put_nowait(Overrun(3, online=True, tables=()))

    await rig.go_on()

    assert rig.heard.deals == [1]


async def test_first_word_of_a_session_is_no_loss() -> None:
    rig = Rig()
    rig.session.updates.put_nowait(Online(1, welcome(), None, same_session=False))

    await rig.play()

    assert rig.heard.deals == [1]


async def test_lost_server_is_waited_for_only_so_long() -> None:
    rig = Rig(lost_s=0.01)
    rig.session.updates.put_nowait(Lost(1, 1006, "cut"))
    rig.session.updates.put_nowait(Lost(2, 1006, "cut again"))

    with pytest.raises(LostError):
        await rig.game.run()


async def test_server_that_comes_back_is_not_lost() -> None:
    rig = Rig(lost_s=0.0)
    rig.session.updates.put_nowait(Lost(1, 1006, "cut"))
    rig.session.updates.put_nowait(Online(1, welcome(), 10, same_session=True))
    game = asyncio.create_task(rig.game.run())
    await until(lambda: len(rig.heard.updates) == 2)
    await rig.session.sit(TABLE)

    async with asyncio.timeout(IN_TIME_S):
        await game

    assert rig.heard.deals == [1]
    assert any(isinstance(update, Changed) for update in rig.heard.updates)
