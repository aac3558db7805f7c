"""What a bot is asked and may answer; no rule is needed to check an answer.

A bot is a class with three methods, `discard`, `declare` and `play`; each gets a
`BotView` and gives back its answer, at once or as something to be awaited:

    class FirstCard:
        def discard(self, view): return view.discardable[:2]
        def declare(self, view): return True
        def play(self, view): return view.legal[0]

Which cards are legal and what could be declared stands in the view. The same class
plays at a server's table, by `BotGame`, and offline against others.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, assert_never

from engine.cards import CARDS_OF, Suit, card_of
from engine.errors import RuleViolation
from engine.seats import Seat, next_seat, team_of
from protocol.codes import ErrorCode
from protocol.views import DealView, Situation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from protocol.fold import Known
    from protocol.scores import Combinations

CARDS_TO_DISCARD: Final = 2
_YES_OR_NO: Final = (
    "Whether to declare is answered by True or False, in a line by declare or skip."
)


class Question(Enum):
    """What a seat is asked at its turn; the value is the phase of the deal."""

    DISCARD = "discard"
    DECLARE = "declare"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class BotView:
    """What the seat on turn knows: everything public, and its own cards."""

    seat: Seat
    """One's own seat, 0 to 3 in playing order; the partner's is two further on."""
    deal: DealView
    """The whole deal as this seat sees it: tricks, declarations, hands by number."""
    situation: Situation
    """What may be done now."""

    @property
    def question(self) -> Question:
        """What is asked."""
        return Question(self.situation.phase)

    @property
    def hand(self) -> tuple[str, ...]:
        """One's own cards, as codes in card order."""
        return self.deal.hand or ()

    @property
    def discardable(self) -> tuple[str, ...]:
        """Cards that may be laid away, when asked to discard; at least two."""
        return self.situation.discardable

    @property
    def offer(self) -> Combinations | None:
        """What would be declared, when asked to declare."""
        return self.situation.offer

    @property
    def legal(self) -> tuple[str, ...]:
        """Cards that may be played, when asked to play; at least one."""
        return self.situation.legal

    @property
    def trick(self) -> tuple[tuple[Seat, str], ...]:
        """The cards on the table with the seats that played them, in order."""
        leader = Seat(self.deal.leader)
        return tuple(
            (next_seat(leader, steps), card)
            for steps, card in enumerate(self.deal.trick)
        )

    @property
    def winning(self) -> Seat | None:
        """The seat whose card wins the trick so far; None if no card does."""
        place = self.situation.winning
        return None if place is None else next_seat(Seat(self.deal.leader), place)

    @property
    def is_ours(self) -> bool:
        """Whether the trick so far is won by this seat's team."""
        return self.winning is not None and self.is_friend(self.winning)

    def is_friend(self, seat: int) -> bool:
        """Whether a seat belongs to this seat's team: itself or the partner."""
        return team_of(Seat(seat)) == team_of(self.seat)


class Bot(Protocol):
    """A player that is a program; each method may be `async` as well."""

    def discard(self, view: BotView, /) -> Sequence[str] | Awaitable[Sequence[str]]:
        """Two different cards of `view.discardable`, as the dealer."""

    def declare(self, view: BotView, /) -> bool | Awaitable[bool]:
        """Whether to declare `view.offer`; not asked of a hand that has nothing."""

    def play(self, view: BotView, /) -> str | Awaitable[str]:
        """One card of `view.legal`."""


@dataclass(frozen=True, slots=True)
class DiscardMove:
    """Lay these two cards away."""

    cards: tuple[str, str]


@dataclass(frozen=True, slots=True)
class DeclareMove:
    """Declare everything, or nothing."""

    wish: bool


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play this card."""

    card: str


Move: TypeAlias = DiscardMove | DeclareMove | PlayMove


class WrongAnswerError(ValueError):
    """An answer that the rules do not allow, or that is none.

    Args:
        code: The refusal that a server would give.
        card: The card that is meant, if it is one.
        sentence: What is wrong, where the code's own sentence would not tell.
    """

    def __init__(
        self, code: ErrorCode, card: str | None = None, sentence: str = ""
    ) -> None:
        super().__init__(sentence or code.sentence)
        self.code = code
        self.card = card


def asked_view(known: Known) -> BotView | None:
    """What one's own seat is asked at a table; None when it is not its turn."""
    you, deal, situation = known.view.you, known.view.deal, known.situation
    if you is None or deal is None or situation.turn != you or known.view.paused:
        return None
    return BotView(you, deal, situation)


def has_no_choice(view: BotView) -> bool:
    """Whether the seat is asked to declare and has nothing to declare (A27)."""
    offer = view.offer
    return view.question is Question.DECLARE and (offer is None or not offer.total)


def move_in(answer: object, view: BotView) -> Move:
    """The move that an answer means.

    Raises:
        WrongAnswerError: It is none that may be made now.
    """
    match view.question:
        case Question.DISCARD:
            return DiscardMove(_two_cards(answer, view))
        case Question.DECLARE:
            if not isinstance(answer, bool):
                raise WrongAnswerError(ErrorCode.PHASE, sentence=_YES_OR_NO)
            return DeclareMove(answer)
        case Question.PLAY:
            return PlayMove(_legal_card(answer, view))
        case _:
            assert_never(view.question)


def fallback_move(view: BotView) -> Move:
    """What a seat does whose bot fails: always allowed, never clever."""
    match view.question:
        case Question.DISCARD:
            first, second, *_ = view.discardable
            return DiscardMove((first, second))
        case Question.DECLARE:
            return DeclareMove(wish=False)
        case Question.PLAY:
            return PlayMove(view.legal[0])
        case _:
            assert_never(view.question)


def _two_cards(answer: object, view: BotView) -> tuple[str, str]:
    cards = answer if isinstance(answer, list | tuple) else ()
    if len(cards) != CARDS_TO_DISCARD:
        raise WrongAnswerError(ErrorCode.DISCARD_COUNT)
    first, second = (_held_card(card, view) for card in cards)
    for card in (first, second):
        if card not in view.discardable:
            raise WrongAnswerError(ErrorCode.DISCARD_PROTECTED, card)
    if first == second:
        raise WrongAnswerError(ErrorCode.CARD_TWICE, first)
    return first, second


def _legal_card(answer: object, view: BotView) -> str:
    card = _held_card(answer, view)
    if card in view.legal:
        return card
    led = view.situation.led
    follows = led is not None and any(
        card_of(one) in CARDS_OF[Suit(led)] for one in view.legal
    )
    code = ErrorCode.MUST_FOLLOW if follows else ErrorCode.MUST_TRUMP
    raise WrongAnswerError(code, card)


def _held_card(answer: object, view: BotView) -> str:
    if not isinstance(answer, str):
        raise WrongAnswerError(ErrorCode.NO_SUCH_CARD)
    try:
        card_of(answer)
    except RuleViolation:
        raise WrongAnswerError(ErrorCode.NO_SUCH_CARD) from None
    if answer not in view.hand:
        raise WrongAnswerError(ErrorCode.NOT_IN_HAND, answer)
    return answer
