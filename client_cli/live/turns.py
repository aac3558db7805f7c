"""What a typed line leads to: a command to the table, an answer, or a complaint.

Only what is asked of the seat is sent. What certainly is not its turn is answered here;
all else is left to the server's judgement.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, assert_never

from client_cli.card_names import CardNames
from client_cli.cards import ANY_MOOR, MOORS, all_on_screen, on_screen
from client_cli.exits import Stopped
from client_cli.live.answers import answer_lines
from client_cli.live.corrections import correction
from client_cli.live.happenings import Aim, Order
from client_cli.live.questions import question_lines, turn_line
from client_cli.live.reasons import why_lines
from client_cli.live.seat import Confirm
from client_cli.live.vocabulary import spoken
from client_cli.live.wishes import (
    Again,
    Cards,
    Misused,
    NoCard,
    NotUnderstood,
    Rules,
    Senseless,
    Why,
    Wish,
    Word,
    wish_in,
)
from client_cli.rule_topics import reading_width, rules_text
from client_cli.safe_text import shown
from protocol.to_server import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.fold import Known
    from protocol.to_client import Answer

_MOST_CARDS = 17


class Result(Enum):
    """What came of a typed line."""

    FINE = "granted, answered, or on its way"
    WRONG = "not understood, or not possible now"
    LEAVE = "the person leaves for good"
    NEXT_DEAL = "the person wants the next deal"


class Turns:
    """Grants wishes for one seat."""

    def __init__(self, parts: Parts, seat: OwnSeat) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._names = CardNames(parts.texts)

    def grant(self, line: str) -> Result:
        """Do what a typed line asks for."""
        wish = wish_in(line, self._names, self._texts)
        confirm, self._seat.confirm = self._seat.confirm, Confirm.NOTHING
        decided = self._confirmed(confirm, wish)
        if decided is not None:
            return decided
        if confirm is Confirm.AGREEMENT or isinstance(wish, Senseless):
            self._seat.confirm = confirm  # the question still waits for its answer
        if confirm is not Confirm.NOTHING and isinstance(wish, Senseless):
            return self._wrong(self._no_answer(line))
        return self._granted(wish)

    # ----------------------------------------------------------- confirming

    def _confirmed(self, confirm: Confirm, wish: Wish) -> Result | None:
        """What the answer to a question leads to; None if it was none."""
        match confirm:
            case Confirm.NOTHING:
                return None
            case Confirm.QUIT if wish in {Word.YES, Word.QUIT}:
                return Result.LEAVE  # said twice is as good as yes
            case Confirm.NEXT_DEAL if wish in {Word.YES, Word.NOTHING}:
                return Result.NEXT_DEAL
            case Confirm.NEXT_DEAL if wish is Word.NO:
                return self._leave()
            case Confirm.DISCARD if wish is Word.YES:
                return self.discard(self._seat.chosen)
            case Confirm.DISCARD if wish is Word.NOTHING:
                return self._ask_to_discard(self._seat.chosen)
            case Confirm.AGREEMENT if wish in {Word.YES, Word.NO}:
                return self.reply(agrees=wish is Word.YES)
            case Confirm.QUIT | Confirm.DISCARD if wish is Word.NO:
                return self._answered([self._texts.say("Nothing was done.")])
            case Confirm.QUIT | Confirm.NEXT_DEAL | Confirm.DISCARD | Confirm.AGREEMENT:
                return None
            case _:
                assert_never(confirm)

    def _no_answer(self, line: str) -> str:
        return self._texts.say(
            "{word} is no answer to this. Type {yes} or {no}.",
            word=shown(line.strip(), 40),
            yes=spoken("yes", self._texts),
            no=spoken("no", self._texts),
        )

    def _leave(self) -> Result:
        """Ask once; a script means what it says."""
        if self._parts.is_script:
            return Result.LEAVE
        question = self._texts.say(
            "Leave for good? A bot plays your cards to the end. Type {yes} or {no}. "
            "To keep the seat, press Ctrl-C twice instead.",
            yes=spoken("yes", self._texts),
            no=spoken("no", self._texts),
        )
        return self._asked(Confirm.QUIT, question)

    def _asked(self, confirm: Confirm, question: str) -> Result:
        self._seat.confirm = confirm
        self._parts.screen.ask(question)
        return Result.FINE

    # ------------------------------------------------------------- granting

    def _granted(self, wish: Wish) -> Result:
        match wish:
            case Word():
                return self._word(wish)
            case Cards():
                return self._with_cards(wish)
            case Why(code):
                return self._answered(why_lines(self._seat, code, self._texts))
            case Again(number):
                self._parts.screen.again(number)
                return Result.FINE
            case Rules(topic):
                return self._rules(topic)
            case Misused() | NoCard() | NotUnderstood():
                return self._wrong(correction(wish, self._texts))
            case _:
                assert_never(wish)

    def _word(self, word: Word) -> Result:
        match word:
            case Word.DECLARE:
                return self.declare()
            case Word.SKIP:
                return self._move(self._parts.session.skip, spoken("skip", self._texts))
            case Word.QUIT:
                return self._leave()
            case Word.NOTHING | Word.YES | Word.NO:
                return self._asked_again()
            case _:
                return self._answered(answer_lines(word, self._seat.known, self._texts))

    def _answered(self, lines: Sequence[str]) -> Result:
        self._parts.screen.answer(lines)
        return Result.FINE

    def _wrong(self, line: str) -> Result:
        self._parts.screen.complain([line])
        return Result.WRONG

    def _asked_again(self) -> Result:
        known = self._seat.known
        if known is None or not self._seat.is_asked:
            return self._answered([self._not_now()])
        return self._answered(question_lines(known, self._texts))

    def _not_now(self) -> str:
        known = self._seat.known
        if known is None or self._seat.busy:
            return self._texts.say("One moment: the table has not answered yet.")
        return " ".join([self._texts.say("Not now."), turn_line(known, self._texts)])

    def _rules(self, topic: str | None) -> Result:
        try:
            text = rules_text(topic, self._texts, reading_width())
        except Stopped as unknown:
            return self._wrong(f"{unknown.what} {unknown.why}")
        return self._answered(text.splitlines())

    # ---------------------------------------------------------------- moves

    def _move(
        self,
        command: Callable[[str], Coroutine[None, None, Answer]],
        typed: str,
        cards: tuple[str, ...] = (),
    ) -> Result:
        if not self._seat.is_asked:
            return self._wrong(self._not_now())
        self._seat.busy = True
        if not self._parts.session.online:
            line = self._texts.say(
                "The server is away: {typed} is sent when it is back.", typed=typed
            )
            self._parts.screen.note(line)
        order = Order(Aim.MOVE, typed, cards)
        self._parts.happenings.send(lambda: command(self._seat.table), order)
        return Result.FINE

    def _with_cards(self, wish: Cards) -> Result:
        known = self._seat.known
        if known is None or not self._seat.is_asked:
            return self._wrong(self._not_now())
        if len(wish.codes) > _MOST_CARDS:
            return self._wrong(self._texts.say("These are too many cards."))
        discarding = known.situation.phase == "discard"
        if wish.word == "discard" or (discarding and not wish.word):
            return self._choose_discards(known, wish.codes)
        if len(wish.codes) != 1:
            return self._wrong(self._texts.say("One card at a time is played."))
        return self.play(_own_moor(wish.codes, known)[0])

    def _choose_discards(self, known: Known, typed: tuple[str, ...]) -> Result:
        codes = _own_moor(typed, known)
        fitting = len(set(codes)) == 2 and set(codes) <= {*known.situation.discardable}
        if not fitting or self._parts.is_script:
            return self.discard(codes)  # what does not fit, the server explains
        return self._ask_to_discard(codes)

    def _ask_to_discard(self, codes: tuple[str, ...]) -> Result:
        """An empty line is no answer: what cannot be taken back needs a word."""
        self._seat.chosen = codes
        question = self._texts.say(
            "Lay {cards} away? That cannot be taken back. Type {yes} or {no}.",
            cards=all_on_screen(codes),
            yes=spoken("yes", self._texts),
            no=spoken("no", self._texts),
        )
        return self._asked(Confirm.DISCARD, question)

    def play(self, code: str) -> Result:
        """Play a card."""
        return self._move(
            lambda table: self._parts.session.play(table, code),
            on_screen(code),
            (code,),
        )

    def declare(self) -> Result:
        """Declare everything."""
        return self._move(self._parts.session.declare, spoken("declare", self._texts))

    def reply(self, *, agrees: bool) -> Result:
        """Answer the wish of another seat."""
        table = self._seat.table
        self._parts.happenings.send(
            lambda: self._parts.session.command(
                lambda n: Reply(n=n, table=table, agrees=agrees)
            ),
            Order(Aim.REPLY, spoken("yes" if agrees else "no", self._texts)),
        )
        return Result.FINE

    def discard(self, codes: tuple[str, ...]) -> Result:
        """Lay cards away, without asking again."""
        return self._move(
            lambda table: self._parts.session.discard(table, codes),
            " ".join([spoken("discard", self._texts), *map(on_screen, codes)]),
            codes,
        )


def _own_moor(typed: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """The codes with one's own lowest Moors for `MR`, those that fit now first."""
    situation, deal = known.situation, known.view.deal
    hand = () if deal is None else deal.hand or ()
    usable = [*situation.legal, *situation.discardable]
    free = sorted(
        (moor for moor in MOORS if moor in hand and moor not in typed),
        key=lambda moor: moor not in usable,
    )
    codes: list[str] = []
    for code in typed:
        if code == ANY_MOOR:
            codes.append(free.pop(0) if free else MOORS[0])
        else:
            codes.append(code)
    return tuple(codes)
