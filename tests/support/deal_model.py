"""A deal as a person would keep it on paper: who holds what, and whose turn it is.

It judges actions and follows them in the words of the rules, on card codes and with the
oracle's judgement of cards, so that `decide` can be compared with it.
"""

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import code_of
from engine.events import DealStarted
from tests.reference.cards import NEVER_DISCARDED
from tests.reference.oracle import explain, legal, trick_winner


class DealModel:
    """The hands, the trick, and what each seat has said."""

    def __init__(self, started: DealStarted) -> None:
        self.dealer = int(started.dealer)
        self.hands = [set(hand.codes) for hand in started.hands]
        self.leader = (self.dealer + 1) % 4  # R6
        self.discards: list[str] = []
        self.declares: list[bool | None] = [None] * 4
        self.trick: list[str] = []
        self.tricks: list[list[str]] = []

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None after the last trick."""
        if not self.discards:
            return self.dealer
        if len(self.tricks) == 15:
            return None
        return (self.leader + len(self.trick)) % 4

    def allows(self, action: Action) -> bool:
        """Whether the rules allow the action now."""
        if action.seat != self.turn:
            return False
        held = self.hands[action.seat]
        match action:
            case Discard(_, cards):
                codes = set(map(code_of, cards))
                two = len(cards) == len(codes) == 2
                free = codes <= held and not codes & NEVER_DISCARDED
                return not self.discards and two and free  # R5
            case Declare(seat):
                something = explain(held)["total"] > 0
                return self._is_asked(seat) and something  # A27
            case Skip(seat):
                return self._is_asked(seat)  # R7
            case PlayCard(_, card):
                return bool(self.discards) and code_of(card) in legal(held, self.trick)

    def follow(self, action: Action) -> None:
        """Do what an allowed action says."""
        match action:
            case Discard(seat, cards):
                self.discards = list(map(code_of, cards))
                self.hands[seat] -= set(self.discards)
            case Declare(seat):
                self.declares[seat] = True
            case Skip(seat):
                self.declares[seat] = False
            case PlayCard(seat, card):
                if self.declares[seat] is None:
                    self.declares[seat] = False  # A27
                self._play(seat, code_of(card))

    def record(self) -> dict[str, object]:
        """The record of the whole deal, for the oracle to score."""
        return {
            "format": "tarocco-deal/1",
            "dealer": self.dealer,
            "discards": self.discards,
            "declares": [bool(declared) for declared in self.declares],
            "tricks": self.tricks,
        }

    def _is_asked(self, seat: int) -> bool:
        return bool(self.discards) and self.declares[seat] is None

    def _play(self, seat: int, code: str) -> None:
        self.hands[seat].remove(code)
        self.trick.append(code)
        if len(self.trick) == 4:
            self.leader = (self.leader + trick_winner(self.trick)) % 4
            self.tricks.append(self.trick)
            self.trick = []
