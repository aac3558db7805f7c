"""What a person may wish beside the deal: to talk, a claim, a card back, a hint.

None of these is a move, so none of them waits for an answer before the next move. What
the table's options rule out is answered here; all else is the table's to judge.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, assert_never

from client_cli.live.happenings import Aim, Order
from client_cli.live.hint_words import why_no_hint
from client_cli.live.moves import Result
from client_cli.live.table_talk import phrase_in, phrases_line, why_not_said
from client_cli.live.vocabulary import spoken
from client_cli.live.wishes import Claim, Hint, Mute, Talk, Undo
from client_cli.texts import message
from protocol.codes import ErrorCode
from protocol.updates import SessionEndedError

if TYPE_CHECKING:
    from typing import TypeAlias

    from client_cli.live.confirming import Confirming
    from client_cli.live.happenings import Giving
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from client_cli.live.table_talk import Muted
    from protocol.fold import Known

    Aside: TypeAlias = Talk | Mute | Claim | Undo | Hint

_NOT_NOW: Final = {
    "claim": message(
        "Not now. The rest is claimed on one's own lead, from the fifth trick on, while "
        "no other claim waits."
    ),
    "undo": message(
        "Not now. Only the card that you have just played can come back, and you may "
        "ask for it once."
    ),
    "say": message("While a deal is played only phrases are said."),
}
_MOST_LETTERS: Final = 200
_MOST_BYTES: Final = 512


class Asides:
    """Grants the wishes of one seat beside its moves."""

    def __init__(
        self, parts: Parts, seat: OwnSeat, confirming: Confirming, muted: Muted
    ) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._confirming = confirming
        self._muted = muted

    def grant(self, wish: Aside) -> Result:
        """Do what is wished, or say why not."""
        known = self._seat.known
        if known is None:
            return self._refuse(self._texts.say("Nothing is known of the table yet."))
        match wish:
            case Talk(text):
                return self._say(text, known)
            case Mute(who, on):
                line = self._muted.change(who, known, self._texts, on=on)
                self._parts.screen.answer([line])
                return Result.FINE
            case Claim(ours):
                return self._claim(known, ours=ours)
            case Undo():
                return self._undo(known)
            case Hint():
                return self._hint(known)
            case _:
                assert_never(wish)

    def _say(self, text: str, known: Known) -> Result:
        talk, session = known.view.options.talk, self._parts.session
        why, table = why_not_said(known, self._texts), self._seat.table
        phrase = None if talk == "off" else phrase_in(text, self._texts)
        if not text and talk != "off":
            self._parts.screen.answer([phrases_line(self._texts)])
            return Result.FINE
        if phrase is not None:
            return self._send(lambda: session.say(table, phrase=phrase), "say")
        if why is not None:
            phrases = [] if talk == "off" else [phrases_line(self._texts)]
            return self._refuse(why, *phrases)
        if len(text) > _MOST_LETTERS or len(text.encode()) > _MOST_BYTES:
            return self._refuse(self._texts.say("That is too long to be said."))
        return self._send(lambda: session.say(table, text=text), "say")

    def _claim(self, known: Known, *, ours: bool) -> Result:
        """A claim shows the hand to all, and that cannot be taken back."""
        if not known.view.options.claims:
            return self._refuse(
                self._texts.say("At this table the rest is not claimed.")
            )
        session, table = self._parts.session, self._seat.table

        def claim() -> Result:
            return self._send(lambda: session.claim(table, ours=ours), "claim")

        if not self._confirming.is_wanted(final=True):
            return claim()
        if ours:
            question = self._texts.say(
                "Show your cards and claim all tricks that are left?"
            )
        else:
            question = self._texts.say(
                "Show your cards and give up all tricks that are left?"
            )
        return self._confirming.before(claim, question)

    def _undo(self, known: Known) -> Result:
        if not known.view.options.undo:
            return self._refuse(self._texts.say("At this table no card is taken back."))
        session, table = self._parts.session, self._seat.table
        return self._send(lambda: session.undo(table), "undo")

    def _hint(self, known: Known) -> Result:
        why = why_no_hint(known, self._texts)
        if why is None and not self._parts.session.online:
            why = self._texts.say("The server is away: no hint now.")
        if why is not None:
            return self._refuse(why)
        self._parts.happenings.do(self._ask_for_hint())
        return Result.FINE

    async def _ask_for_hint(self) -> None:
        """The answer comes as news of its own; of a lost connection none does."""
        with suppress(SessionEndedError):  # the session's own last word follows
            await self._parts.session.hint(self._seat.table)

    def _send(self, command: Giving, word: str) -> Result:
        order = Order(Aim.ASIDE, spoken(word, self._texts), word=word)
        self._parts.happenings.send(command, order)
        return Result.FINE

    def _refuse(self, *lines: str) -> Result:
        self._parts.screen.complain(lines)
        return Result.WRONG


def not_now(order: Order, code: str) -> str | None:
    """What is said of a wish that came at the wrong time; None for another refusal."""
    return _NOT_NOW.get(order.word) if code == ErrorCode.PHASE else None
