"""What a game says and asks, kept as the state of the screen instead of printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_cli.live.seat import Confirm
from client_cli.screens.actions import USUAL_KEYS, Keymap
from client_cli.screens.state import Notice, Panel, ScreenState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from client_cli.live.seat import OwnSeat
    from client_cli.live.standing import Standing
    from protocol.fold import Known
    from protocol.previews import Previewed

_KEPT: Final = 200
"""Lines of the log."""
_SHORT: Final = 150
"""Letters of an answer that fits the message."""


class FullDisplay:
    """The state of the screen; whoever draws it is told of each change.

    Args:
        trick_over: Called when a trick is complete; it rests until `rested` is called.
        keys: Which key does what.
    """

    def __init__(
        self,
        trick_over: Callable[[], None] | None = None,
        keys: Keymap = USUAL_KEYS,
    ) -> None:
        self.state = ScreenState(keys=keys)
        self._trick_over = trick_over
        self._said: tuple[str, ...] = ()
        self._complained: tuple[str, ...] = ()
        self._answering = False
        """Whether what comes now answers a line."""
        self.result_seen = False
        """Whether a line came since the deal was settled."""
        self._watch: Callable[[], None] | None = None

    @property
    def last_words(self) -> tuple[str, ...]:
        """What is worth printing when the screen has gone.

        A complaint to which no line has come, or what was said of a settled deal:
        whether it verifies, and where its record is.
        """
        return self._complained or (self._said if _is_settled(self.state) else ())

    def watched_by(self, watch: Callable[[], None] | None) -> None:
        """Call this after each change; None for nobody."""
        self._watch = watch

    def take(self, state: ScreenState) -> None:
        """The screen is like this from now on."""
        self.state = state
        if self._watch is not None:
            self._watch()

    def say(self, lines: Iterable[str]) -> None:
        """Put lines into the log; the last one is the message."""
        said = tuple(lines)
        if said:
            self._said = said
            self._log(said)
            self._notice(Notice(said[-1]))

    def talk(self, line: str, *, own: bool) -> None:
        """Keep what somebody says, beside telling it; whoever speaks has read the rest."""
        state = self.state
        talk = (*state.talk, line)[-_KEPT:]
        unread = 0 if own else min(state.unread + 1, len(talk))
        self.take(replace(state, talk=talk, unread=unread))
        self.say([line])

    def ask_turn(self, lines: Iterable[str]) -> None:  # noqa: ARG002 - drawn as known
        """What is asked the screen shows by itself; that it was too soon is over."""
        if self.state.notice.too_soon:
            self.take(replace(self.state, notice=Notice()))

    def again(self, number: int) -> None:  # noqa: ARG002 - the log shows what fits
        """Open the log."""
        self.take(replace(self.state, panel=Panel.LOG, scroll=0))

    def answer(self, lines: Iterable[str]) -> None:
        """Open the answer on top of the table; a short one is the message."""
        answer = tuple(lines)
        if len(answer) == 1 and len(answer[0]) <= _SHORT:
            self._notice(Notice(answer[0]))
            return
        self.take(replace(self.state, panel=Panel.ANSWER, answer=answer, scroll=0))

    def invite(self, lines: Iterable[str]) -> None:
        """The room shows its invitation at any time; say that it was asked for."""
        for line in list(lines)[:1]:
            self._notice(Notice(line))

    def preview(self, answer: Previewed, lines: Iterable[str]) -> None:  # noqa: ARG002 - drawn as counted
        """Show what a discard would leave to declare."""
        self.take(replace(self.state, preview=answer))

    def note(self, line: str) -> None:
        """Show progress as the message."""
        self._log((line,))
        self._notice(Notice(line))

    def ask(self, question: str) -> None:
        """Show a question until a line comes."""
        asked = (*self.state.question, question)
        self.take(replace(self.state, question=asked))

    def complain(self, lines: Iterable[str]) -> None:
        """Show a warning until a line comes."""
        said = tuple(lines)
        if said:
            self._complained = said
            self._log(said)
            too_soon = self._answering and not self.state.asked
            self._notice(Notice(" ".join(said), warns=True, too_soon=too_soon))

    def warn(self, lines: Iterable[str]) -> None:
        """Show what has happened until a line comes."""
        said = tuple(lines)
        self._log(said)
        self._notice(Notice(" ".join(said), warns=True))

    def prompt(self) -> None:
        """A line may be typed at any time."""

    def line_came(self) -> None:
        """What was asked or complained of before has been seen."""
        self._complained = ()
        self._answering = True
        self.result_seen = _is_settled(self.state)
        self.take(replace(self.state, notice=Notice(), question=()))

    def look(self, standing: Standing) -> None:
        """Take in how the game stands."""
        state, seat = self.state, standing.seat
        self._answering = False
        hand = () if seat.known is None else _hand(seat)
        waits = seat.confirm is not Confirm.NOTHING
        over = _tricks(seat.known) > _tricks(state.known) > -1
        self.take(
            replace(
                state,
                known=seat.known,
                asked=seat.is_asked,
                confirm=seat.confirm,
                question=state.question if waits else (),
                cursor=state.cursor if state.cursor in hand else None,
                chosen=tuple(code for code in state.chosen if code in hand),
                resting=state.resting or over,
                order=standing.order,
                ahead=standing.ahead,
                muted=standing.muted,
                in_room=standing.in_room,
                url=standing.url,
            )
        )
        if over and self._trick_over is not None:
            self._trick_over()

    def rested(self) -> None:
        """The last trick has been seen."""
        self.take(replace(self.state, resting=False))

    def _log(self, lines: tuple[str, ...]) -> None:
        self.take(replace(self.state, log=(*self.state.log, *lines)[-_KEPT:]))

    def _notice(self, notice: Notice) -> None:
        """A warning stays until a line comes; what is said else goes to the log."""
        if notice.warns or not self.state.notice.warns:
            self.take(replace(self.state, notice=notice))


def _is_settled(state: ScreenState) -> bool:
    return state.deal is not None and state.deal.settlement is not None


def _tricks(known: Known | None) -> int:
    """How many tricks of a deal that runs are complete; -1 without one."""
    deal = None if known is None else known.view.deal
    return -1 if deal is None or deal.settlement is not None else len(deal.tricks)


def _hand(seat: OwnSeat) -> tuple[str, ...]:
    deal = None if seat.known is None else seat.known.view.deal
    return () if deal is None else deal.hand or ()
