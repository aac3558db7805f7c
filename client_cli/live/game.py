"""A game: the loop between the table and the person.

Everything that happens comes through one queue and is dealt with here, one after the
other, until the game has an exit code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.exits import Exit
from client_cli.live import endings
from client_cli.live.agreements import agreement_question
from client_cli.live.ahead import Ahead, Release
from client_cli.live.asides import not_now
from client_cli.live.asking import Asking
from client_cli.live.closing_words import (
    input_ended_line,
    interrupt_line,
    kept_lines,
    not_sent_line,
    return_line,
)
from client_cli.live.connection import Connection
from client_cli.live.discarding import NoPreview
from client_cli.live.giving_up import give_seat_up
from client_cli.live.happenings import (
    Aim,
    Broke,
    Done,
    Interrupted,
    Order,
    WaitOver,
    aim_of,
)
from client_cli.live.hint_words import hint_lines, refusal_of_hint
from client_cli.live.keyboard import InputEnded, Typed
from client_cli.live.moves import Moves, Result
from client_cli.live.next_deal import NextDeal, match_is_over
from client_cli.live.refusals import refusal_lines
from client_cli.live.seat import Confirm, OwnSeat
from client_cli.live.server_time import TimeShort
from client_cli.live.standing import Standing
from client_cli.live.table_news import TableNews
from client_cli.live.turns import Turns
from client_cli.live.vocabulary import spoken
from client_cli.live.waiting_room import FirstDeal, WaitingRoom
from protocol.codes import ErrorCode
from protocol.to_client import Ok, Refused
from protocol.updates import (
    Answered,
    CaughtUp,
    Changed,
    Gone,
    HintTold,
    LobbyChanged,
    NoAnswerError,
    Overrun,
    PastTold,
    PreviewTold,
    Replaced,
    SessionEndedError,
    Talked,
)

if TYPE_CHECKING:
    from client_cli.live.agreements import Agreement
    from client_cli.live.happenings import Happening
    from client_cli.live.parts import Parts
    from protocol.fold import Known
    from protocol.to_client import Hints
    from protocol.views import DealView


class Game:
    """One table, from sitting down to leaving it."""

    def __init__(
        self, parts: Parts, table: str, first_deal: FirstDeal = FirstDeal.AT_ONCE
    ) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._screen = parts.screen
        self._seat = OwnSeat(table)
        self._room = WaitingRoom(parts, self._seat, first_deal)
        self._next_deal = NextDeal(parts, self._seat, self._room)
        self._connection = Connection(parts)
        self._news_of_table = TableNews(parts, self._seat, self._connection)
        self._ahead = ahead = Ahead(auto_play=parts.flags.taste.auto_play)
        self._moves = Moves(parts, self._seat)
        self._asking = Asking(parts, self._seat, ahead, self._moves)
        muted = self._news_of_table.muted
        self._turns = Turns(parts, self._seat, self._moves, ahead, muted)
        self._kept: set[int] = set()
        self._interrupted = False
        self._verified = True

    async def run(self) -> Exit:
        """Play until there is an exit code.

        Raises:
            Stopped: The game cannot go on.
        """
        while True:
            happening = await self._parts.happenings.get()
            code = self._react(happening)
            if code is None:
                code = self._look()
            self._screen.look(self._standing())
            if code is not None:
                if self._seat.leaving:
                    await give_seat_up(self._parts.session, self._seat.table)
                return code

    def _standing(self) -> Standing:
        return Standing(
            self._seat,
            self._parts.comforts.order.order,
            self._ahead.card,
            self._news_of_table.muted.now,
            self._room.is_open,
            self._parts.url,
        )

    # ------------------------------------------------------------ reactions

    def _react(self, happening: Happening) -> Exit | None:
        match happening:
            case Typed() | InputEnded() | Interrupted():
                return self._from_person(happening)
            case WaitOver():
                raise endings.lost(
                    self._parts.wait_s,
                    self._texts,
                    can_return=self._parts.can_return,
                )
            case Done():
                return self._done(happening)
            case Broke(fault):
                raise fault
            case Changed() | Replaced() | Gone() | Overrun() | Answered() | HintTold():
                return self._news(happening)
            case Talked(said):
                self._news_of_table.heard(said)
                return None
            case TimeShort() | Release() | NoPreview() | PreviewTold():
                self._came_back(happening)
                return None
            case LobbyChanged() | PastTold():
                return None  # nobody here has asked for it
            case _:
                self._connection.tell(happening)
                if isinstance(happening, CaughtUp):
                    self._news_of_table.caught_up(happening)
                return None

    def _from_person(self, happening: Typed | InputEnded | Interrupted) -> Exit | None:
        match happening:
            case Typed(line):
                return self._typed(line)
            case InputEnded():
                return self._input_ended()
            case _:
                return self._interrupt()

    def _came_back(
        self, happening: TimeShort | Release | NoPreview | PreviewTold
    ) -> None:
        """Something comes that this client has waited for."""
        match happening:
            case Release():
                asks = self._asking.release(happening)
            case TimeShort(deadline_ms):
                asks = self._asking.time_is_short(deadline_ms)
            case _:
                asks = self._turns.looked_ahead(happening)
        if asks:
            self._wait_for_line()

    def _news(
        self, update: Changed | Replaced | Gone | Overrun | Answered | HintTold
    ) -> Exit | None:
        match update:
            case Changed() if self._is_news(update.known):
                self._news_of_table.changed(update)
            case Replaced() if self._is_news(update.known):
                self._news_of_table.replaced(update)
            case Gone(table, code) if table == self._seat.table:
                if not self._seat.leaving:
                    raise endings.gone(code, self._texts)
            case Overrun():
                self._news_of_table.overrun(update)
            case Answered(command, answer):
                return self._done(Done(Order(aim_of(command)), answer))
            case HintTold(hints):
                return self._hint_told(hints)
            case _:
                pass  # another table of this session
        return None

    def _is_news(self, known: Known) -> bool:
        """Whether it is of this table, and not from before one sat down there."""
        came_to_sit = known.view.you is not None or self._seat.known is not None
        return known.view.table == self._seat.table and came_to_sit

    def _done(self, done: Done) -> Exit | None:
        match done.outcome:
            case Ok():
                self._granted(done.outcome, done.order)
            case Refused():
                return self._refused(done.outcome, done.order)
            case NoAnswerError(sent=True):
                # Still sent again until it is answered; the answer comes by itself.
                self._screen.note(self._texts.say("No answer yet; still waiting."))
            case SessionEndedError():
                pass  # the session's own last word follows
            case _:
                self._not_sent(done.order)
        return None

    def _not_sent(self, order: Order) -> None:
        """What was typed did not reach the server: it is told, and asked for again."""
        if order.aim in {Aim.MOVE, Aim.START}:
            self._seat.busy = False
        if order.typed:
            self._screen.complain([not_sent_line(order.typed, self._texts)])
        self._seat.ask_again()

    def _granted(self, ok: Ok, order: Order) -> None:
        if order.aim in {Aim.REPLY, Aim.ASIDE}:
            return
        self._seat.answered(ok.version)
        if order.aim is Aim.START:
            self._next_deal.granted()

    def _refused(self, refused: Refused, order: Order) -> Exit | None:
        if order.aim is Aim.REPLY:
            return None  # the wish is over: nobody has to answer it any more
        if order.aim is Aim.ASIDE:
            return self._aside_refused(refused, order)
        self._seat.busy = False
        if order.aim is Aim.START and refused.code == ErrorCode.PHASE:
            self._next_deal.too_late()
            return None
        lines = refusal_lines(refused, order.cards, self._seat.known, self._texts)
        if order.aim is Aim.START:
            raise endings.no_deal(" ".join(lines), self._texts)
        self._screen.complain(lines)
        self._seat.refusal = lines
        self._wait_for_line()
        if refused.code == ErrorCode.STALE:
            return None
        return self._wrong()

    def _aside_refused(self, refused: Refused, order: Order) -> Exit | None:
        line = not_now(order, refused.code)
        lines = refusal_lines(refused, (), self._seat.known, self._texts)
        self._screen.complain(lines if line is None else [self._texts.say(line)])
        self._wait_for_line()
        return None if refused.code == ErrorCode.STALE else self._wrong()

    def _hint_told(self, hints: Hints) -> Exit | None:
        known = self._seat.known
        if known is None or hints.table != self._seat.table:
            return None
        refusal = refusal_of_hint(hints, known, self._texts)
        if refusal is None:
            self._screen.answer(hint_lines(hints, self._texts))
        else:
            self._screen.complain([refusal])
        self._wait_for_line()
        return None if hints.code is None else self._wrong()

    def _wrong(self) -> Exit | None:
        """A wish could not be granted: scripts end, people try again."""
        flags = self._parts.flags
        if self._parts.is_script and not flags.keep_going:
            self._seat.leaving = True
            return Exit.ILLEGAL_ACTION
        return None

    # ----------------------------------------------------------- the person

    def _typed(self, line: str) -> Exit | None:
        self._interrupted = False
        self._screen.line_came()
        self._parts.comforts.attention.acted()
        match self._room.grant(line) or self._turns.grant(line):
            case Result.WRONG:
                self._wait_for_line()
                return self._wrong()
            case Result.LEAVE if self._is_over:
                return self._match_over()
            case Result.LEAVE:
                self._seat.leaving = True
                return Exit.DONE
            case Result.NEXT_DEAL:
                if self._seat.known is not None:
                    self._next_deal.want(self._seat.known)
            case Result.FINE:
                self._wait_for_line()
        return None

    def _wait_for_line(self) -> None:
        """Let the person type, if something is asked."""
        asked = self._seat.is_asked or self._seat.confirm is not Confirm.NOTHING
        if self._room.wants_lines or (asked and not self._parts.flags.autopilot):
            self._screen.prompt()
            self._parts.keyboard.ask()

    def _input_ended(self) -> Exit | None:
        if self._is_over:
            return self._match_over()
        way, reserved_ms = self._parts.flags.on_eof, self._parts.reserved_ms
        if way == "bot" and not self._parts.can_return:
            way = "leave"
        self._screen.complain([input_ended_line(way, reserved_ms, self._texts)])
        self._seat.leaving = way == "leave"
        return None if way == "wait" else Exit.INPUT_ENDED

    def _interrupt(self) -> Exit | None:
        can_return = self._parts.can_return
        if self._interrupted or self._parts.is_script:
            self._seat.leaving = not can_return
            if can_return:
                self._screen.complain([return_line(self._texts)])
            return Exit.INTERRUPTED
        self._interrupted = True
        kept_ms = self._parts.reserved_ms if can_return else None
        self._screen.complain([interrupt_line(kept_ms, self._texts)])
        self._wait_for_line()
        return None

    # ------------------------------------------------------------ the table

    def _look(self) -> Exit | None:
        """See what the table asks for, after everything that happened."""
        known = self._seat.known
        if known is None:
            return None
        self._asking.keep_up(known)
        deal = known.view.deal
        settled = deal is not None and deal.settlement is not None
        if deal is not None and settled and deal.deal not in self._kept:
            return self._deal_over(deal)
        if known.view.closed is not None:
            raise endings.table_closed(known.view.closed, self._texts)
        if known.view.you is None:
            raise endings.sent_away(self._texts)
        if not self._parts.session.online or self._connection.catching_up:
            self._seat.ask_again()  # it may be over when the server is back
            return None
        if deal is None or settled:
            if self._next_deal.look(known):
                self._wait_for_line()
            return None
        wanted = self._seat.wanted_anew()
        if wanted is not None:
            self._ask_to_agree(wanted, known)
        if self._seat.asks_anew() and self._asking.ask(known):
            self._wait_for_line()
        return None

    def _ask_to_agree(self, wanted: Agreement, known: Known) -> None:
        """Put the question; where nobody can answer, play goes on."""
        if self._parts.is_script:
            self._moves.reply(agrees=False)
            return
        yes, no = (spoken(word, self._texts) for word in ("yes", "no"))
        question = agreement_question(wanted, known, self._texts, yes=yes, no=no)
        self._screen.ask(question)
        self._seat.confirm = Confirm.AGREEMENT
        self._wait_for_line()

    def _deal_over(self, deal: DealView) -> Exit | None:
        known = self._seat.known
        if known is None:
            return None
        self._kept.add(deal.deal)
        kept = self._parts.keeper.keep(known.view)
        if kept is not None:
            self._verified &= kept.fault is None
            lines = kept_lines(kept, self._texts)
            self._screen.complain(lines.complaints)
            self._screen.say(lines.said)
        if known.view.closed is not None or (
            self._parts.is_script and match_is_over(known)
        ):
            return self._match_over()
        if self._next_deal.look(known):
            self._wait_for_line()
        return None

    def _match_over(self) -> Exit:
        self._seat.leaving = True
        return Exit.DONE if self._verified else Exit.BAD_RECORD

    @property
    def _is_over(self) -> bool:
        return self._seat.known is not None and match_is_over(self._seat.known)
