"""What a typed line leads to: a command to the table, an answer, or a complaint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from client_cli.card_names import CardNames
from client_cli.cards import on_screen
from client_cli.exits import Stopped
from client_cli.live.ahead import may_choose
from client_cli.live.answers import Looking, answer_lines
from client_cli.live.asides import Asides
from client_cli.live.confirming import Confirming
from client_cli.live.corrections import correction
from client_cli.live.explanations import explained
from client_cli.live.laying_away import LayingAway
from client_cli.live.moves import Result, own_moor
from client_cli.live.next_deal import match_is_over
from client_cli.live.questions import question_lines
from client_cli.live.reasons import why_lines
from client_cli.live.seat import Confirm
from client_cli.live.serving import auto_line, cancel_line, order_line
from client_cli.live.vocabulary import spoken
from client_cli.live.wishes import (
    Again,
    Cards,
    Claim,
    Explain,
    Hint,
    Misused,
    Mute,
    NoCard,
    NotUnderstood,
    Rules,
    Senseless,
    Signal,
    Talk,
    Undo,
    Why,
    Wish,
    Word,
    wish_in,
)
from client_cli.rule_topics import reading_width, rules_text
from client_cli.safe_text import shown
from protocol.updates import PreviewTold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from client_cli.live.ahead import Ahead
    from client_cli.live.discarding import NoPreview
    from client_cli.live.moves import Moves
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from client_cli.live.table_talk import Muted
    from protocol.fold import Known

_MOST_CARDS = 17


class Turns:
    """Grants wishes for one seat."""

    def __init__(
        self, parts: Parts, seat: OwnSeat, moves: Moves, ahead: Ahead, muted: Muted
    ) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._ahead = ahead
        self._moves = moves
        self._confirming = Confirming(parts, seat)
        self._laying_away = LayingAway(parts, seat, moves, self._confirming)
        self._asides = Asides(parts, seat, self._confirming, muted)
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
            case Confirm.AGREEMENT if wish in {Word.YES, Word.NO}:
                return self._moves.reply(agrees=wish is Word.YES)
            case Confirm.MOVE if wish is Word.YES:
                return self._confirming.said_yes()
            case Confirm.MOVE if wish is Word.NOTHING:
                return self._confirming.again()
            case Confirm.QUIT | Confirm.MOVE if wish is Word.NO:
                return self._answered([self._texts.say("Nothing was done.")])
            case Confirm.QUIT | Confirm.NEXT_DEAL | Confirm.AGREEMENT | Confirm.MOVE:
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
        """Ask once, while there is something to lose; a script means what it says."""
        known = self._seat.known
        if self._parts.is_script or (known is not None and match_is_over(known)):
            return Result.LEAVE
        question = self._texts.say(
            "Leave for good? A bot plays your cards to the end. Type {yes} or {no}. "
            "To keep the seat, press Ctrl-C twice instead.",
            yes=spoken("yes", self._texts),
            no=spoken("no", self._texts),
        )
        return self._confirming.ask(Confirm.QUIT, question)

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
            case Talk() | Mute() | Claim() | Undo() | Hint():
                return self._asides.grant(wish)
            case Signal():
                return self._signal(wish)
            case Explain(number):
                return self._explain(number)
            case Misused() | NoCard() | NotUnderstood():
                return self._wrong(correction(wish, self._texts))
            case _:
                assert_never(wish)

    def _word(self, word: Word) -> Result:
        match word:
            case Word.DECLARE:
                return self._declare_or_skip(self._moves.declare)
            case Word.SKIP:
                return self._declare_or_skip(self._moves.skip)
            case Word.ORDER | Word.AUTO | Word.CANCEL:
                return self._answered([self._settled_anew(word)])
            case Word.QUIT:
                return self._leave()
            case Word.NOTHING | Word.YES | Word.NO:
                return self._asked_again()
            case _:
                known = self._seat.known
                return self._answered(
                    answer_lines(word, known, self._texts, self._looking(known))
                )

    def _looking(self, known: Known | None) -> Looking:
        comforts = self._parts.comforts
        deadline_ms = None if known is None else known.situation.deadline
        return Looking(
            comforts.order.order,
            comforts.time.left_ms(deadline_ms),
            online=self._parts.session.online,
        )

    def _settled_anew(self, word: Literal[Word.ORDER, Word.AUTO, Word.CANCEL]) -> str:
        """Change how the person is served; says what holds from now on."""
        match word:
            case Word.ORDER:
                return order_line(self._parts.comforts.order.change(), self._texts)
            case Word.AUTO:
                self._ahead.auto_play = not self._ahead.auto_play
                return auto_line(self._texts, on=self._ahead.auto_play)
            case Word.CANCEL:
                line = cancel_line(self._ahead.card, self._texts)
                self._ahead.forget()
                return line

    def _answered(self, lines: Sequence[str]) -> Result:
        self._parts.screen.answer(lines)
        return Result.FINE

    def _wrong(self, line: str) -> Result:
        self._parts.screen.complain([line])
        return Result.WRONG

    def _asked_again(self) -> Result:
        known = self._seat.known
        if known is None or not self._seat.is_asked:
            return self._answered([self._moves.not_now()])
        return self._answered(question_lines(known, self._texts))

    def _rules(self, topic: str | None) -> Result:
        try:
            text = rules_text(topic, self._texts, reading_width())
        except Stopped as unknown:
            return self._wrong(f"{unknown.what} {unknown.why}")
        return self._answered(text.splitlines())

    def _signal(self, wish: Signal) -> Result:
        known = self._seat.known
        if known is not None and known.view.options.signals == "off":
            return self._wrong(self._texts.say("At this table no signals are given."))
        self._seat.sign = wish.sign
        if wish.code is not None:
            return self._with_cards(Cards((wish.code,), "play"))
        line = self._texts.say(
            "The next card that you lead goes with {sign}.", sign=wish.sign
        )
        return self._answered([line])

    def _explain(self, number: int | None) -> Result:
        known = self._seat.known
        if known is None:
            nothing = self._texts.say("Nothing is known of the table yet.")
            return self._answered([nothing])
        lines = explained(number, known, self._texts)
        if lines is not None:
            return self._answered(lines)
        return self._wrong(
            self._texts.say(
                "There is no line {number}. All lines: {explain}.",
                number=number,
                explain=spoken("explain", self._texts),
            )
        )

    # ---------------------------------------------------------------- moves

    def _declare_or_skip(self, move: Callable[[], Result]) -> Result:
        if self._seat.is_asked and self._confirming.is_wanted(final=False):
            question = self._texts.say("Declare everything?")
            if move == self._moves.skip:
                question = self._texts.say("Declare nothing?")
            return self._confirming.before(move, question)
        return move()

    def _with_cards(self, wish: Cards) -> Result:
        known = self._seat.known
        if known is None or not self._seat.is_asked:
            return self._out_of_turn(wish)
        if len(wish.codes) > _MOST_CARDS:
            return self._wrong(self._texts.say("These are too many cards."))
        discarding = known.situation.phase == "discard"
        if wish.word == "discard" or (discarding and not wish.word):
            return self._choose_discards(known, wish.codes)
        if len(wish.codes) != 1:
            return self._wrong(self._texts.say("One card at a time is played."))
        return self._play(own_moor(wish.codes, known)[0])

    def _play(self, code: str) -> Result:
        self._ahead.forget()
        if not self._confirming.is_wanted(final=False):
            return self._moves.play(code)
        question = self._texts.say("Play {card}?", card=self._names.said(code))
        return self._confirming.before(lambda: self._moves.play(code), question)

    def _out_of_turn(self, wish: Cards) -> Result:
        """A single card is kept for one's turn; a script answers what is asked."""
        known = self._seat.known
        playing = known is not None and known.situation.phase == "play"
        single = len(wish.codes) == 1 and wish.word != "discard"
        if (
            known is None
            or not (playing and single and self._seat.is_current)
            or self._parts.is_script
        ):
            return self._wrong(self._moves.not_now())
        code = own_moor(wish.codes, known)[0]
        if not may_choose(known, code):
            return self._wrong(" ".join(why_lines(self._seat, code, self._texts)))
        self._ahead.choose(code, known)
        line = self._texts.say(
            "{card} is played at your turn, unless the trick changes. {cancel} (x) "
            "takes it back.",
            card=on_screen(code),
            cancel=spoken("cancel", self._texts),
        )
        return self._answered([line])

    def _choose_discards(self, known: Known, typed: tuple[str, ...]) -> Result:
        codes = own_moor(typed, known)
        if len(set(codes)) == 2 and set(codes) <= {*known.situation.discardable}:
            return self._laying_away.choose(codes)
        return self._moves.discard(codes)  # what does not fit, the server explains

    def looked_ahead(self, answer: PreviewTold | NoPreview) -> bool:
        """The table says what a discard would leave, or was waited for long enough.

        Gives whether the person was asked something.
        """
        told = answer.message if isinstance(answer, PreviewTold) else answer
        return self._laying_away.told(told)
