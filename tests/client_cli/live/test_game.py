"""Whole games in line mode, against real rules and without a network."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.game import Game
from client_cli.live.happenings import (
    Aim,
    Broke,
    Done,
    Interrupted,
    Order,
    WaitOver,
)
from client_cli.live.keyboard import Keyboard, Typed
from client_cli.taste import Taste
from client_cli.texts import texts_in
from engine.deal import Phase
from engine.errors import RuleCode, RuleViolation
from engine.players.by_rule import MEDIUM
from engine.verification import verify
from engine.view import view_of
from protocol.codes import Retry
from protocol.to_client import Answer, Events, Hints, Ok, Refused, Said, Snapshot
from protocol.to_server import (
    Claim,
    Command,
    Leave,
    Play,
    Reply,
    Say,
    Skip,
    Start,
)
from protocol.updates import (
    Answered,
    CaughtUp,
    Changed,
    Ended,
    EndReason,
    Gone,
    HintTold,
    LobbyChanged,
    Lost,
    NoAnswerError,
    Online,
    Overrun,
    Replaced,
    SessionEndedError,
    Talked,
    TooManyCommandsError,
)
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable
from tests.client_cli.rig import Rig
from tests.client_cli.situations import hints, known_with, view_of_seat
from tests.support.store_values import eventually

AUTOPILOT = LiveFlags(autopilot=True)
SCRIPT = LiveFlags(no_input=True)


def stale(n: int = 1) -> Refused:
    return Refused(n=n, code="E_STALE", rule=None, args={}, legal=None)


def games_in(folder: Path) -> list[dict[str, Any]]:
    paths = sorted((folder / "games").glob("*.json"))
    return [json.loads(path.read_text("utf-8")) for path in paths]


def moves(secret_of: PretendTable, *, forced: bool = True) -> list[str]:
    """The lines that play a deal to its end, as a person would type them.

    Args:
        secret_of: The table, for its cards.
        forced: Whether to give also those cards beside which no other is allowed.
    """
    twin = PretendTable(you=secret_of.you, secret=secret_of.secret)
    twin.begin()
    twin.others()
    lines = []
    while twin.state is not None and twin.state.phase is not Phase.SETTLED:
        view = view_of(twin.state, twin.you)
        action = MEDIUM.choose(view)
        match type(action).__name__:
            case "Discard":
                lines.append("discard " + " ".join(codes_of(action)))
            case "PlayCard" if not forced and len(view.legal) == 1:
                pass
            case "PlayCard":
                lines += codes_of(action)
            case word:
                lines.append(word.lower())
        twin.act(action)
        twin.others()
    return lines


def codes_of(action: Any) -> list[str]:
    from engine.plain import codes  # noqa: PLC0415

    return codes(getattr(action, "cards", None) or [action.card])


async def test_autopilot_plays_a_deal_to_the_verified_score(tmp_path: Path) -> None:
    rig = Rig(tmp_path, flags=AUTOPILOT)

    assert await rig.play() is Exit.DONE
    assert rig.said[0] == "Table QF7K2."
    assert any(line.startswith("Trick 15 won by ") for line in rig.said)
    assert any(line.startswith("Result: ") for line in rig.said)
    assert isinstance(rig.session.commands[-1], Leave)
    assert rig.complained == ""
    (record,) = games_in(tmp_path)
    assert record["table"] == TABLE


async def test_ones_own_chance_is_in_the_deal(tmp_path: Path) -> None:
    # The deck follows from it, so the same seed deals other cards each time.
    rig = Rig(tmp_path, flags=AUTOPILOT)
    await rig.play()

    (record,) = games_in(tmp_path)
    start = next(one for one in rig.session.commands if isinstance(one, Start))
    assert start.entropy is not None
    assert record["entropies"][0] == start.entropy.hex()
    verify(record)
    assert any("your own chance is in it" in line for line in rig.said)


async def test_several_deals_in_a_row(tmp_path: Path) -> None:
    session = PretendSession(PretendTable(deals=3))
    rig = Rig(tmp_path, session=session, flags=AUTOPILOT, texts=texts_in("it"))

    assert await rig.play() is Exit.DONE
    assert [record["deal"] for record in games_in(tmp_path)] == [1, 2, 3]
    assert sum(line.startswith("Risultato: ") for line in rig.said) == 3


class Fixed(PretendTable):
    """Deals the same cards whatever the player adds."""

    def begin(self, entropy: bytes = b"") -> Events:
        del entropy
        return super().begin()


@pytest.mark.parametrize("you", range(4))
async def test_a_person_plays_a_deal_line_by_line(you: int, tmp_path: Path) -> None:
    table = Fixed(you=you)
    lines = moves(table)
    answers = [line for each in lines for line in with_confirmation(each)]
    rig = Rig(tmp_path, *answers, session=PretendSession(table))

    code = await rig.play()

    # The chance that was offered is not in the deal, and that is found out.
    assert code is Exit.BAD_RECORD
    assert "does not verify, at entropies" in rig.complained
    assert any(line.startswith("Trick 15 won by ") for line in rig.said)
    assert rig.complained.count("> ") == len(answers) + 1  # and another match?


def with_confirmation(line: str) -> list[str]:
    return [line, "yes"] if line.startswith("discard") else [line]


async def test_a_script_plays_a_deal(tmp_path: Path) -> None:
    table = Fixed()
    rig = Rig(tmp_path, *moves(table), session=PretendSession(table), flags=SCRIPT)

    assert await rig.play() is Exit.BAD_RECORD  # as above


async def test_the_first_illegal_action_ends_a_script(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "nonsense", flags=SCRIPT)

    assert await rig.play() is Exit.ILLEGAL_ACTION
    assert "nonsense is neither a word nor a card" in rig.complained


def illegal_card(table: PretendTable) -> str:
    """A card that this seat may not play at its first turn."""
    twin = PretendTable(you=table.you, secret=table.secret)
    twin.begin()
    twin.others()
    assert twin.state is not None
    view = view_of(twin.state, twin.you)
    return (view.hand - view.legal).codes[0]


async def test_a_refusal_names_the_rule_and_ends_a_script(tmp_path: Path) -> None:
    table = Fixed()
    rig = Rig(
        tmp_path, illegal_card(table), session=PretendSession(table), flags=SCRIPT
    )

    assert await rig.play() is Exit.ILLEGAL_ACTION
    assert re.search(r"Not allowed\. .* Allowed: .* Rule R9\.", rig.complained)


async def test_with_keep_going_a_script_goes_on(tmp_path: Path) -> None:
    table = Fixed()
    flags = LiveFlags(no_input=True, keep_going=True)
    lines = [illegal_card(table), "nonsense", *moves(table)]
    rig = Rig(tmp_path, *lines, session=PretendSession(table), flags=flags)

    assert await rig.play() is Exit.BAD_RECORD
    assert "Rule R9." in rig.complained


async def test_a_person_tries_again_after_a_refusal(tmp_path: Path) -> None:
    table = Fixed()
    rig = Rig(tmp_path, illegal_card(table), "why", session=PretendSession(table))

    assert await rig.play() is Exit.INPUT_ENDED
    assert rig.said[-1] in rig.complained  # `why` gives the refusal again


@pytest.mark.parametrize(
    ("way", "code", "left"),
    [("bot", Exit.INPUT_ENDED, False), ("leave", Exit.INPUT_ENDED, True)],
)
async def test_input_ends(
    way: Any,
    code: Exit,
    *,
    left: bool,
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, flags=LiveFlags(on_eof=way))

    assert await rig.play() is code
    assert isinstance(rig.session.commands[-1], Leave) == left


async def test_input_ends_and_the_table_waits(tmp_path: Path) -> None:
    rig = Rig(tmp_path, flags=LiveFlags(on_eof="wait"))
    rig.happenings.put(Interrupted())
    rig.happenings.put(Interrupted())

    assert await rig.play() is Exit.INTERRUPTED


async def test_ctrl_c_twice_keeps_the_seat(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.happenings.put(Interrupted())
    rig.happenings.put(Interrupted())

    assert await rig.play() is Exit.INTERRUPTED
    assert "Ctrl-C again to leave." in rig.complained
    assert "tarocco resume" in rig.complained
    assert not any(isinstance(one, Leave) for one in rig.session.commands)


async def test_ctrl_c_ends_a_script_at_once(tmp_path: Path) -> None:
    rig = Rig(tmp_path, flags=LiveFlags(no_input=True))
    rig.happenings.put(Interrupted())

    assert await rig.play() is Exit.INTERRUPTED
    assert "Ctrl-C again" not in rig.complained


async def test_ctrl_c_gives_up_a_seat_that_nobody_could_come_back_to(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, can_return=False)
    rig.happenings.put(Interrupted())
    rig.happenings.put(Interrupted())

    assert await rig.play() is Exit.INTERRUPTED
    assert "resume" not in rig.complained
    assert isinstance(rig.session.commands[-1], Leave)


async def test_input_that_ends_gives_up_a_seat_that_nobody_could_come_back_to(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, can_return=False)

    assert await rig.play() is Exit.INPUT_ENDED
    assert "You have left your seat to a bot." in rig.complained
    assert isinstance(rig.session.commands[-1], Leave)


async def test_a_typed_line_forgets_the_first_ctrl_c(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "hand", "quit", "yes")
    rig.happenings.put(Interrupted())

    assert await rig.play() is Exit.DONE
    assert isinstance(rig.session.commands[-1], Leave)


async def test_the_next_deal_is_asked_for(tmp_path: Path) -> None:
    table = Fixed(deals=2)
    session = PretendSession(table)
    lines = [line for each in moves(table) for line in with_confirmation(each)]
    rig = Rig(tmp_path, *lines, "yes", "quit", "yes", session=session)

    assert await rig.play() is Exit.DONE
    assert "Next deal: type yes. To leave: quit." in rig.complained
    assert any(line.startswith("Deal 2.") for line in rig.said)


class LosesTheFirst(PretendSession):
    """One move is never sent."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        if isinstance(build(1), Play) and not self.lost:
            self.lost += 1
            raise NoAnswerError(sent=False)
        return await super().command(build, wait_s=wait_s)


async def test_an_autopilot_tries_again_what_was_not_sent(tmp_path: Path) -> None:
    session = LosesTheFirst()
    rig = Rig(tmp_path, session=session, flags=AUTOPILOT)

    assert await rig.play() is Exit.DONE
    assert session.lost == 1
    assert len(games_in(tmp_path)) == 1


async def test_a_server_that_stays_away(tmp_path: Path) -> None:
    rig = Rig(tmp_path, wait_s=30.0)
    rig.happenings.put(WaitOver())

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.UNREACHABLE


async def test_a_broken_task_is_a_fault(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.happenings.put(Broke(LookupError("no idea")))

    with pytest.raises(LookupError):
        await rig.play()


@pytest.mark.parametrize(
    ("update", "code"),
    [
        (Gone(TABLE, "E_NO_TABLE"), Exit.NOT_FOUND),
        (Gone(TABLE, "E_TABLE_CLOSED"), Exit.TABLE_CLOSED),
        (Ended(1, EndReason.FAULT, None, Retry.NEVER, "x"), Exit.FAULT),
    ],
)
async def test_what_ends_a_game_from_outside(
    update: Any, code: Exit, tmp_path: Path
) -> None:
    rig = Rig(tmp_path)
    rig.session.updates.put_nowait(update)

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is code


async def test_a_table_that_is_closed(tmp_path: Path) -> None:
    table = PretendTable()
    rig = Rig(tmp_path, session=PretendSession(table))
    rig.session.answer_with = []
    table.begin()
    table.closed = "host"

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert (stopped.value.code, stopped.value.why) == (Exit.TABLE_CLOSED, "host")


async def test_updates_of_other_tables_are_nothing_to_this_game(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, "quit", "yes")
    rig.session.updates.put_nowait(Gone("OTHER", "E_NO_TABLE"))

    assert await rig.play() is Exit.DONE


async def test_a_move_for_a_turn_that_is_over_is_no_mistake(tmp_path: Path) -> None:
    session = StaleOnce()
    rig = Rig(tmp_path, session=session, flags=AUTOPILOT)

    await rig.play()
    assert "Too late. The table has gone on" in rig.complained


class StaleOnce(PretendSession):
    """Refuses the first move as outdated and shows the table anew."""

    def do(self, command: Any) -> None:
        if isinstance(command, Start):
            self.answer_with = [stale()]
            super().do(command)
            self.tell(self.table.snapshot("asked"))
            self.tell(self.table.snapshot("asked"))
        else:
            super().do(command)


async def test_an_answer_that_comes_late(tmp_path: Path) -> None:
    session = PretendSession()
    session.answer_with = []
    rig = Rig(tmp_path, "skip", "quit", "yes", session=session)
    late = Ok(n=9, table=TABLE, version=1, dup=True)
    session.updates.put_nowait(Answered(Start(n=9, table=TABLE), late))

    await rig.play()
    assert "> " in rig.complained


class Unanswered(PretendSession):
    """Begins a deal and gives no answer to a skip."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(Fixed())
        self.fault = fault
        self.rig: Rig | None = None

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        if not isinstance(build(1), Skip):
            return await super().command(build, wait_s=wait_s)
        if self.rig is not None:  # comes after the outcome of this command
            put = self.rig.happenings.put
            asyncio.get_running_loop().call_soon(put, WaitOver())
        raise self.fault


@pytest.mark.parametrize(
    ("answer", "flags", "code", "told"),
    [
        (hints(("SF", 12)), LiveFlags(), None, "+12: SF."),
        (hints(("SF", 12)), SCRIPT, None, "+12: SF."),
        (hints(("SF", 12), version=1), SCRIPT, None, "The hint came too late: "),
        (hints(code="E_PHASE"), LiveFlags(), None, "No hint now: "),
        (hints(code="E_PHASE"), SCRIPT, Exit.ILLEGAL_ACTION, "No hint now: "),
    ],
)
async def test_a_hint_is_told_and_the_next_line_taken(
    answer: Hints, flags: LiveFlags, code: Exit | None, told: str, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, flags=flags)
    game = Game(rig.parts, TABLE)
    game._seat.take(known_with())

    assert game._react(HintTold(answer)) is code
    assert told in rig.output.getvalue() + rig.complained
    assert rig.keyboard.asked == 1


async def test_what_happened_before_one_sat_down_is_no_news(tmp_path: Path) -> None:
    """While one looked on, to see the promise of the deal."""
    rig = Rig(tmp_path)
    game = Game(rig.parts, TABLE)
    snapshot, events = PretendTable().snapshot(), Fixed().begin()
    looking = known_with(view_of_seat(None))
    game._react(Changed(events, looking, looking))
    game._react(Replaced(snapshot, looking, looking))

    assert game._look() is None
    assert rig.said == []


async def test_a_hint_for_another_table_is_nobodys(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    game = Game(rig.parts, "TABLE")
    game._seat.take(known_with())

    assert game._react(HintTold(hints(("SF", 12)))) is None
    assert rig.said == []


async def test_a_command_that_may_still_count_is_waited_for(tmp_path: Path) -> None:
    session = Unanswered(NoAnswerError(sent=True))
    session.rig = rig = Rig(tmp_path, "skip", session=session)

    with pytest.raises(Stopped):
        await rig.play()
    assert "No answer yet; still waiting." in rig.complained
    assert rig.keyboard.asked == 1


@pytest.mark.parametrize("fault", [NoAnswerError(sent=False), TooManyCommandsError()])
async def test_a_command_that_does_not_count_is_asked_again(
    fault: Exception, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, "skip", session=Unanswered(fault))

    assert await rig.play() is Exit.INPUT_ENDED
    assert "Not sent: skip. You are asked again" in rig.complained
    assert rig.keyboard.asked == 2


class GoesAway(PretendSession):
    """Is away when the first skip comes, and back as soon as that was told."""

    def __init__(self) -> None:
        super().__init__(Fixed())
        self.rig: Rig | None = None
        self.asked_while_away: int | None = None
        self._returning: asyncio.Task[None] | None = None

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        if not isinstance(build(1), Skip) or self._returning is not None:
            return await super().command(build, wait_s=wait_s)
        self.online = False
        self._returning = asyncio.create_task(self._come_back())
        raise NoAnswerError(sent=False)

    async def _come_back(self) -> None:
        rig = self.rig
        assert rig is not None
        await eventually(lambda: "Not sent" in rig.complained)
        self.asked_while_away = rig.keyboard.asked
        self.online = True
        known = self.known(TABLE)
        assert known is not None
        self.updates.put_nowait(Online(1, welcome(), 9_000, same_session=True))
        self.updates.put_nowait(CaughtUp(TABLE, 0, known))


async def test_what_could_not_be_sent_is_asked_again_after_the_return(
    tmp_path: Path,
) -> None:
    session = GoesAway()
    session.rig = rig = Rig(tmp_path, "skip", "skip", session=session)

    assert await rig.play() is Exit.INPUT_ENDED
    assert rig.complained.index("Not sent: skip.") < rig.complained.index("Back after")
    assert session.asked_while_away == 1
    assert sum("Type skip" in line for line in rig.said) == 2
    assert isinstance(session.commands[-1], Skip)


async def test_news_that_came_too_fast_are_made_up_for(tmp_path: Path) -> None:
    session = PretendSession()
    rig = Rig(tmp_path, "quit", "yes", session=session)
    update = session.update_for(session.table.snapshot())
    session.updates.put_nowait(Overrun(9, online=True, tables=(update.known,)))

    assert await rig.play() is Exit.DONE


async def test_what_was_missed_is_told_as_such(tmp_path: Path) -> None:
    session = PretendSession()
    rig = Rig(tmp_path, session=session, flags=LiveFlags(on_eof="leave"))
    session.updates.put_nowait(Lost(1, 1006, "cut"))
    update = session.update_for(session.table.snapshot())
    session.updates.put_nowait(update)

    await rig.play()
    assert "Connection lost" in rig.complained
    assert "The table as it is now:" in rig.said


async def test_table_that_was_set_back_is_told_as_such(tmp_path: Path) -> None:
    session = PretendSession()
    rig = Rig(tmp_path, session=session, flags=LiveFlags(on_eof="leave"))
    session.updates.put_nowait(session.update_for(session.table.snapshot()))
    session.table.version -= 1  # of the same history, as of a store put back
    session.updates.put_nowait(session.update_for(session.table.snapshot("asked")))

    await rig.play()

    told = rig.said.index("The server has lost the last moves: the table was set back.")
    assert rig.said[told + 1] == "The table as it is now:"


async def test_somebody_says_something(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "quit", "yes")
    for table in (TABLE, "OTHER"):
        said = Said(
            table=table, number=1, seat=None, name="Maya", phrase="hello", text=None
        )
        rig.session.updates.put_nowait(Talked(said))
    rig.session.updates.put_nowait(LobbyChanged(None, ()))

    await rig.play()
    assert rig.said.count("Maya says: Hello!") == 1


class Claimed(PretendSession):
    """East claims the rest as soon as the cards are dealt."""

    def __init__(self) -> None:
        super().__init__(Fixed())

    def do(self, command: Command) -> None:
        super().do(command)
        if isinstance(command, Start):
            claim = {"kind": "claim_made", "seat": 1, "ours": True, "hand": ["S6"]}
            self.tell(self.table.events(claim))


def replies(session: PretendSession) -> list[bool]:
    return [one.agrees for one in session.commands if isinstance(one, Reply)]


async def test_a_claim_is_answered(tmp_path: Path) -> None:
    lines = ["hand", "points", "yes"]
    rig = Rig(tmp_path, *lines, session=Claimed(), flags=LiveFlags(on_eof="leave"))

    assert await rig.play() is Exit.INPUT_ENDED
    assert "Does East get all tricks that are left? Type yes or no." in rig.complained
    assert replies(rig.session) == [True]


class BackWithAClaim(Claimed):
    """The connection is lost and back while a claim waits for an answer."""

    def do(self, command: Command) -> None:
        super().do(command)
        if isinstance(command, Start):
            known = self.known(TABLE)
            assert known is not None
            self.updates.put_nowait(Lost(1, 1006, "cut"))
            self.updates.put_nowait(Online(1, welcome(), 9_000, same_session=True))
            self.updates.put_nowait(CaughtUp(TABLE, 0, known))


async def test_a_wish_is_put_again_after_the_return(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=BackWithAClaim())

    await rig.play()
    question = "Does East get all tricks that are left?"
    assert rig.complained.rindex(question) > rig.complained.index("Back after")


async def test_a_script_agrees_to_nothing_and_plays_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Claimed(), flags=AUTOPILOT)

    await rig.play()
    assert replies(rig.session) == [False]
    assert any(line.startswith("Trick 15 won by ") for line in rig.said)


class Moved(PretendSession):
    """What was missed while away comes after the return."""

    def do(self, command: Command) -> None:
        super().do(command)
        if isinstance(command, Start):
            self.updates.put_nowait(Online(1, welcome(), 9_000, same_session=True))
            self.tell(self.table.events({"kind": "paused"}))


async def test_what_happened_meanwhile_is_marked(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Moved(Fixed()))

    await rig.play()
    place = rig.said.index("Meanwhile:")
    assert rig.said[place + 1] == "The table pauses."
    assert "Back after 9 seconds." in rig.complained


class Busy(PretendSession):
    """Somebody else has begun the deal already."""

    def do(self, command: Command) -> None:
        if isinstance(command, Start):
            self.tell(self.table.begin(), *self.table.others())
            raise RuleViolation(RuleCode.WRONG_PHASE, "It runs.")
        super().do(command)


async def test_a_deal_that_somebody_else_has_begun(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Busy(), flags=AUTOPILOT)

    # Nothing of ours was taken into the deal, and nothing is missed in it.
    assert await rig.play() is Exit.DONE
    assert any("the deck is the one promised, and" in line for line in rig.said)


async def test_a_deal_that_the_server_does_not_begin(tmp_path: Path) -> None:
    refused = Refused(n=2, code="E_NOT_ALLOWED", rule=None, args={}, legal=None)
    rig = Rig(tmp_path)
    table = rig.session.table
    rig.session.tell(table.snapshot())
    rig.session.answer_with = [Ok(n=1, table=TABLE, version=2, dup=False), refused]

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.REFUSED
    assert "options of the table" in stopped.value.why


class Ending(PretendSession):
    """The session ends while a command is on its way."""

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        if not isinstance(build(1), Start):
            return await super().command(build, wait_s=wait_s)
        ended = Ended(1, EndReason.CLOSED_THERE, 4005, Retry.NEVER, "taken over")
        self.updates.put_nowait(ended)
        raise SessionEndedError(ended, sent=True)


async def test_the_last_word_is_the_sessions(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Ending())

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.REFUSED


async def test_leaving_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    session = PretendSession()
    rig = Rig(tmp_path, "quit", "yes", session=session)
    session.no_answer_to = Leave

    assert await rig.play() is Exit.DONE


# ---------------------------------------------------------------- beside the deal


PHASE = Refused(n=9, code="E_PHASE", rule=None, args={}, legal=None)


class Phased(PretendSession):
    """The table refuses everything beside the deal, mostly for its time."""

    def __init__(self, table: PretendTable, refused: Refused = PHASE) -> None:
        super().__init__(table)
        self.refused = refused

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        if isinstance(build(1), Claim | Say):
            self.answer_with = [self.refused]
        return await super().command(build, wait_s=wait_s)


async def test_a_wish_at_the_wrong_time_says_when_it_would_be_right(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, "claim ours", "yes", session=Phased(Fixed()))

    assert await rig.play() is Exit.INPUT_ENDED
    assert "The rest is claimed on one's own lead" in rig.complained


async def test_a_wish_beside_the_deal_is_no_move(tmp_path: Path) -> None:
    table = Fixed()
    lines = [
        "y hello",
        *(each for line in moves(table) for each in with_confirmation(line)),
    ]
    rig = Rig(tmp_path, *lines, session=PretendSession(table))

    assert await rig.play() is Exit.BAD_RECORD  # the deal was played to its end
    assert sum(isinstance(each, Say) for each in rig.session.commands) == 1


async def test_a_wish_that_came_too_late_ends_no_script(tmp_path: Path) -> None:
    session = Phased(Fixed(), stale())
    rig = Rig(tmp_path, "say hello", "nonsense", session=session, flags=SCRIPT)

    assert await rig.play() is Exit.ILLEGAL_ACTION
    assert "nonsense is neither a word nor a card" in rig.complained


async def test_a_script_ends_where_a_wish_is_refused(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "say hello", session=Phased(Fixed()), flags=SCRIPT)

    assert await rig.play() is Exit.ILLEGAL_ACTION


async def test_forced_cards_are_played_by_themselves(tmp_path: Path) -> None:
    table = Fixed()
    free = moves(table, forced=False)
    lines = [each for line in free for each in with_confirmation(line)]
    flags = LiveFlags(taste=Taste(auto_play=True))
    rig = Rig(tmp_path, *lines, session=PretendSession(table), flags=flags)

    assert await rig.play() is Exit.BAD_RECORD  # the deal was played to its end
    played = [each.card for each in rig.session.commands if isinstance(each, Play)]
    assert len(played) == 15 > len(free)


async def test_whose_turn_it_is_is_told_after_the_return(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=BackWithAClaim())

    await rig.play()
    assert "It is your turn." in rig.said


async def test_a_turn_that_nearly_ends_is_warned_of_twice(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Hurried(Fixed()))
    rig.parts = replace(rig.parts, keyboard=cast("Keyboard", Silent()))

    async with asyncio.TaskGroup() as tasks:
        game = tasks.create_task(rig.play())
        await eventually(lambda: rig.complained.count("Time left: ") == 2)
        rig.happenings.put(Interrupted())
        rig.happenings.put(Interrupted())
    assert game.result() is Exit.INTERRUPTED


class Silent:
    """Somebody who types nothing."""

    def ask(self) -> None:
        pass


class Hurried(PretendSession):
    """Each turn has so little time that its warnings come at once."""

    def tell(self, *messages: Events | Snapshot) -> None:
        for message in messages:
            situation = message.situation
            if situation is not None and situation.turn == self.table.you:
                hurried = situation.model_copy(update={"deadline": 4})
                super().tell(message.model_copy(update={"situation": hurried}))
            else:
                super().tell(message)


@pytest.mark.parametrize(
    "outcome",
    [Ok(n=1, table=TABLE, version=9, dup=False), NoAnswerError(sent=False), stale()],
)
def test_a_move_on_its_way_is_not_ended_by_a_wish(
    tmp_path: Path, outcome: Ok | Refused | NoAnswerError
) -> None:
    game = Game(Rig(tmp_path).parts, TABLE)
    game._seat.busy = True
    game._react(Done(Order(Aim.ASIDE, "say", word="say"), outcome))

    assert game._seat.busy


def test_a_wait_begins_with_ones_own_last_line(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    attention = rig.parts.comforts.attention
    attention._now_s = lambda: 50.0
    Game(rig.parts, TABLE)._react(Typed("help"))

    assert attention._waits_since_s == 50.0


# ------------------------------------------------------------------------ moves.txt


async def test_a_file_of_moves_plays_a_deal(tmp_path: Path) -> None:
    """As `tarocco play --no-input < moves.txt`, at a table that deals known cards."""
    table = Fixed()
    script = tmp_path / "moves.txt"
    script.write_text("".join(f"{line}\n" for line in moves(table)), "utf-8")
    rig = Rig(tmp_path, session=PretendSession(table), flags=SCRIPT)
    with script.open("rb") as file:
        keyboard = Keyboard(file.fileno(), eager=False, deliver=rig.happenings.put)
        keyboard.start(asyncio.get_running_loop())
        rig.parts = replace(rig.parts, keyboard=keyboard)

        assert await rig.play() is Exit.BAD_RECORD  # our chance is not in these cards
    assert any(line.startswith("Result: ") for line in rig.said)
