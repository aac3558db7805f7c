"""A session without a socket: messages and times in, messages and updates out.

Everything that the asyncio client decides is decided here: hello and its answer, which
command goes next and which goes again, gaps and how they are closed, and when an answer
is overdue. Times are seconds of any steady clock, handed in with each call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from protocol.codec import BadMessage, Unknown, decode_to_client
from protocol.codes import Advice, ErrorCode, advice_for
from protocol.fold import GapReason
from protocol.lobby_list import LobbyList
from protocol.outbox import Order, Outbox
from protocol.previews import Preview, Previewed
from protocol.reaction import Reaction, Waits
from protocol.tables import Tables
from protocol.to_client import (
    Answer,
    Error,
    Events,
    GoAway,
    Hints,
    LobbyRows,
    Ok,
    PastEvents,
    Pong,
    Refused,
    Replayed,
    Said,
    Snapshot,
    StoreState,
    Welcome,
)
from protocol.to_server import (
    Command,
    Hello,
    Hint,
    Leave,
    Lobby,
    Mute,
    Past,
    Ping,
    Quick,
    Sit,
    Unwatch,
)
from protocol.updates import (
    HintTold,
    LobbyChanged,
    Notice,
    Online,
    PastTold,
    PreviewTold,
    StoreAway,
    StoreBack,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.to_server import Question, StandingRequest
    from protocol.updates import Update

_ASK_AGAIN_S: Final = 2.0
_RESEND_MS: Final = 500
_RESEND_MOST_MS: Final = 30_000


class Conversation:
    """One session over one connection after the other.

    Args:
        hello: What to say first; `resume` is replaced by newer tokens as they come.
        answer_s: How long any answer may take before the connection is given up.
        most_orders: How many commands may wait.
    """

    def __init__(self, hello: Hello, *, answer_s: float, most_orders: int) -> None:
        self._hello = hello
        self._outbox = Outbox(most_orders)
        self._waits = Waits(answer_s)
        self.tables = Tables(self._waits)
        """What the session follows; to be read only."""
        self.lobby = LobbyList()
        """The open tables, if they are wanted; to be read only."""
        self._session: str | None = None
        self._welcomed = False
        self._lost_at_s: float | None = None
        self._resend_s: float | None = None
        self._ask_again_s: float | None = None
        self.goaway: GoAway | None = None
        """The newest `goaway` of this connection."""
        self.no_version = False
        """Whether the two sides share no version of the protocol."""
        self.not_let_in: str | None = None
        """Code of the error with which the server answered this connection's hello."""

    # ------------------------------------------------------------- connection

    def opened(self, now_s: float) -> Reaction:
        """A connection is open: greet."""
        self.goaway = None
        self.not_let_in = None
        self._waits.begin("hello", now_s)
        return Reaction(send=[self._hello])

    def lost(self, now_s: float) -> None:
        """The connection is gone; what was under way has to go again."""
        if self._welcomed:
            self._lost_at_s = now_s
        self._welcomed = False
        self._resend_s = None
        self._ask_again_s = None
        self._waits.clear()
        self._outbox.link_lost()
        self.tables.link_lost()

    @property
    def wake_s(self) -> float | None:
        """When `tick` has to be called, at the latest."""
        times = (self._waits.first_s, self._resend_s, self._ask_again_s)
        return min((time for time in times if time is not None), default=None)

    def tick(self, now_s: float) -> Reaction:
        """Time has passed: notice what is overdue, send again what was put off."""
        late = self._waits.late(now_s)
        if late is not None:
            return Reaction(drop=f"no answer: {late}")
        reaction = Reaction()
        if self._ask_again_s is not None and self._ask_again_s <= now_s:
            self._ask_again_s = None
            self.tables.ask_again(reaction, now_s)
            self._ask_for_lobby(reaction, now_s, only_if=self.lobby.asked)
        if self._resend_s is not None and self._resend_s <= now_s:
            self._resend_s = None
        self._send_next(reaction, now_s)
        return reaction

    # --------------------------------------------------------------- requests

    def order(self, build: Callable[[int], Command]) -> Order:
        """Take a command; it goes out when it is its turn, see `Outbox.add`."""
        return self._outbox.add(build)

    def withdraw(self, order: Order, now_s: float) -> bool:
        """Take a command back if it certainly does not count, see `Outbox`."""
        withdrawn = self._outbox.withdraw(order)
        if withdrawn and self._resend_s is not None:
            self._resend_s = now_s  # the next one need not wait for it
        return withdrawn

    def send_next(self, now_s: float) -> Reaction:
        """Send the next command, if one may go now."""
        reaction = Reaction()
        self._send_next(reaction, now_s)
        return reaction

    def ping(self, stamp: int, now_s: float) -> Reaction:
        """Ask for a `pong`."""
        self._waits.begin("ping", now_s)
        return Reaction(send=[Ping(t=stamp)])

    def refresh(self, table: str, now_s: float) -> Reaction:
        """Ask for a table as a whole, also for one that is not followed yet."""
        reaction = Reaction()
        self.tables.follow([table])
        if self._welcomed:
            self.tables.ask(table, reaction, now_s)
        return reaction

    def request(self, message: StandingRequest | Question, now_s: float) -> Reaction:
        """Ask for something that may have to be asked again on each connection."""
        reaction = Reaction()
        match message:
            case Lobby():
                self.lobby.wish = message
                self.lobby.asked = True
                self._ask_for_lobby(reaction, now_s)
            case Mute():
                if self.tables.mute(message) and self._welcomed:
                    reaction.send.append(message)
            case Past() | Hint() | Preview():
                reaction.send += [message] if self._welcomed else []
            case Unwatch(table=table):
                if self.tables.looks_on_at(table):
                    self.tables.forget(table, "unwatched", reaction)
                    reaction.send += [message] if self._welcomed else []
            case _:
                assert_never(message)
        return reaction

    def close(self) -> tuple[Order, ...]:
        """End it: the orders that will never be answered."""
        return self._outbox.close()

    # ---------------------------------------------------------------- answers

    def take(self, data: bytes, now_s: float, now_ms: int) -> Reaction:
        """React to a message of the server.

        Args:
            data: The frame.
            now_s: Steady time in seconds, as everywhere here.
            now_ms: Time of day, for the stamps of updates.
        """
        reaction = Reaction()
        message = decode_to_client(data)
        match message:
            case Welcome():
                self._take_welcome(message, reaction, now_s, now_ms)
            case Ok() | Refused():
                self._take_answer(message, reaction, now_s)
            case Events() | Snapshot():
                self.tables.take_news(message, reaction, now_s)
                # Who was too slow has missed other things as well.
                slow = isinstance(message, Snapshot) and message.reason == "slow"
                self._ask_for_lobby(
                    reaction, now_s, only_if=slow and self.lobby.is_wanted
                )
            case Replayed():
                self.tables.take_replayed(message, reaction, now_s)
            case Pong():
                self._waits.end("ping")
                reaction.pongs.append(message)
            case Said():
                self.tables.take_talk(message, reaction)
            case LobbyRows():
                self._take_lobby(message, reaction, now_s)
            case StoreState() | PastEvents() | Hints() | Previewed():
                reaction.updates.append(_update_of(message, now_ms))
            case Error() | GoAway() | Unknown() | BadMessage():
                reaction.updates.append(Notice(message))
                self._take_notice(message, reaction, now_s)
            case _:
                assert_never(message)
        return reaction

    def _take_welcome(
        self, welcome: Welcome, reaction: Reaction, now_s: float, now_ms: int
    ) -> None:
        low, high = self._hello.versions
        if not low <= welcome.version <= high:
            self.no_version = True
            reaction.drop = f"the server chose version {welcome.version}"
            return
        self._waits.end("hello")
        reaction.token = welcome.resume
        # From now on the token says who this is.
        news = {"resume": welcome.resume, "login": None}
        self._hello = self._hello.model_copy(update=news)
        same = self._session in {None, welcome.session}
        if not same:
            self._forget_session(reaction)
        self._session = welcome.session
        self._outbox.number_above(welcome.last_n)
        away_ms = None
        if self._lost_at_s is not None:
            away_ms = round(1_000 * (now_s - self._lost_at_s))
        reaction.updates.append(Online(now_ms, welcome, away_ms, same_session=same))
        self._welcomed = True
        self.tables.follow(seat.table for seat in welcome.seats)
        reaction.send += self.tables.mutes
        self.tables.ask_all(GapReason.MISSED, reaction, now_s)
        self._ask_for_lobby(reaction, now_s, only_if=self.lobby.is_wanted)
        self._send_next(reaction, now_s)

    def _forget_session(self, reaction: Reaction) -> None:
        """Another session answers: nobody knows what became of the last command."""
        order = self._outbox.lost_with_session()
        if order is not None:
            reaction.lost.append(order)
        self.tables.forget_all()

    def _take_answer(self, answer: Answer, reaction: Reaction, now_s: float) -> None:
        command = self._outbox.under_way(answer.n)
        if command is None:
            return  # the answer to something that was settled before
        self._waits.end("command")
        if isinstance(answer, Refused) and _goes_again(command, answer):
            doubtful = answer.code == ErrorCode.STORE_AWAY
            self._outbox.put_off(answer, doubtful=doubtful)
            self._resend_s = now_s + _resend_wait_ms(answer) / 1_000
            return
        order = self._outbox.settle()
        if isinstance(answer, Refused):
            self._outbox.number_above(_int_argument(answer, "last_n", 0))
        else:
            self._take_grant(command, answer, reaction, now_s)
        reaction.answers.append((order, command, answer))
        self._send_next(reaction, now_s)

    def _take_grant(
        self, command: Command, ok: Ok, reaction: Reaction, now_s: float
    ) -> None:
        """A command counts: it may have led to a table, or away from one."""
        match command:
            case Leave(table=table):
                self.tables.forget(table, "left", reaction)
            case Sit() | Quick() if ok.table is not None:
                self.tables.follow([ok.table])
                if self.tables.known_of(ok.table) is None:
                    self.tables.ask(ok.table, reaction, now_s)
            case _:
                pass

    def _take_lobby(self, message: LobbyRows, reaction: Reaction, now_s: float) -> None:
        before = self.lobby.rows
        if not self.lobby.take(message):
            self._ask_for_lobby(reaction, now_s, only_if=not self.lobby.asked)
            return
        if message.more:
            self._waits.begin("lobby", now_s)
        else:
            self._waits.end("lobby")
        update = LobbyChanged(before, self.lobby.rows or (), complete=not message.more)
        reaction.updates.append(update)

    def _ask_for_lobby(
        self, reaction: Reaction, now_s: float, *, only_if: bool = True
    ) -> None:
        if self._welcomed and only_if:
            reaction.send.append(self.lobby.ask())
            self._waits.begin("lobby", now_s)

    def _take_notice(
        self,
        message: Error | GoAway | Unknown | BadMessage,
        reaction: Reaction,
        now_s: float,
    ) -> None:
        match message:
            case Error(n=None) if not self._welcomed:
                self.not_let_in = message.code
            case Error(n=None):
                self.tables.take_error(message, reaction)
                if advice_for(message.code) is Advice.RESEND:
                    self._waits.end("lobby")
                    self._ask_again_s = now_s + _ASK_AGAIN_S
            case Error(n=int(number), code=code):
                refused = Refused(n=number, code=code, rule=None, args={}, legal=None)
                self._take_answer(refused, reaction, now_s)
            case GoAway():
                self.goaway = message
            case BadMessage() if self._welcomed:
                # It may have been news of any table.
                self.tables.ask_all(GapReason.NO_SNAPSHOT, reaction, now_s)
            case _:
                pass

    def _send_next(self, reaction: Reaction, now_s: float) -> None:
        if not self._welcomed or self._resend_s is not None:
            return
        command = self._outbox.next_to_send()
        if command is not None:
            reaction.send.append(command)
            self._waits.begin("command", now_s)


def _update_of(
    message: StoreState | PastEvents | Hints | Previewed, now_ms: int
) -> Update:
    match message:
        case PastEvents():
            return PastTold(message)
        case Hints():
            return HintTold(message)
        case Previewed():
            return PreviewTold(message)
        case StoreState(state="away"):
            return StoreAway(now_ms)
        case StoreState(state="back"):
            return StoreBack(now_ms)
        case _:
            return Notice(message)  # a state of the store that newer servers know


def _goes_again(command: Command, refused: Refused) -> bool:
    """Whether a refused command is sent again without a word to whoever gave it.

    Whoever has tried too many passwords has to hear of it: a server cuts those off who
    go on all the same.
    """
    has_guessed = isinstance(command, Sit) and bool(command.password)
    if has_guessed and refused.code == ErrorCode.RATE:
        return False
    return advice_for(refused.code) is Advice.RESEND


def _resend_wait_ms(refused: Refused) -> int:
    """How long to wait before sending a refused command again."""
    return min(max(_int_argument(refused, "retry_ms", _RESEND_MS), 0), _RESEND_MOST_MS)


def _int_argument(refused: Refused, name: str, without: int) -> int:
    value = refused.args.get(name)
    return value if isinstance(value, int) else without
