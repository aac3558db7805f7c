"""Events of a recorded deal, and how it stands, in sentences; seats by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from client_cli.deal_words import DealWords
from client_cli.offline.history import discards_seen, hands_seen
from client_cli.offline.sheets import sheet_from
from client_cli.score_lines import Labels, deal_lines
from engine.cards import code_of
from engine.events import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.plain import codes
from engine.view import public_view_of

if TYPE_CHECKING:
    from client_cli.offline.history import Happened, Viewpoint
    from client_cli.texts import Texts
    from engine.deal import DealState
    from engine.seats import Seat


class ReplayWords:
    """Says what happened in one deal.

    Args:
        labels: What its seats and teams are called.
        texts: The language.
        last: The number of its last event.
    """

    def __init__(self, labels: Labels, texts: Texts, last: int) -> None:
        self._labels = labels
        self._texts = texts
        self._words = DealWords(labels, texts)
        self._last = last

    def place(self, happened: Happened, viewpoint: Viewpoint) -> str:
        """Which event it is, and from where it is seen."""
        return self._words.place(happened.number, self._last, viewpoint)

    def event(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """What happened: one line, and the whole score at the end."""
        words, event, state = self._words, happened.event, happened.state
        match event:
            case DealStarted(dealer):
                return [words.dealt(dealer)]
            case Discarded():
                return [self._discarded(state, viewpoint)]
            case Declared(seat):
                return [self._declared(seat, state)]
            case Skipped(seat):
                return [words.skipped(seat)]
            case CardPlayed(seat, card):
                return [words.played(seat, code_of(card))]
            case TakenBack(seat, card):
                return [words.taken_back(seat, code_of(card))]
            case TrickWon(seat):
                return [words.trick_won(len(state.tricks), seat)]
            case DealSettled():
                return deal_lines(sheet_from(state), self._labels, self._texts)
            case _:
                assert_never(event)

    def hands(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """The cards in the hands that the viewpoint saw, after an event."""
        return [
            self._words.holds(seat, hand.codes)
            for seat, hand in hands_seen(happened.state, viewpoint).items()
            if len(hand)
        ]

    def standing(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """How the deal stands after an event, as far as the viewpoint knew."""
        state, words = happened.state, self._words
        lines = self.hands(happened, viewpoint)
        # What has just been discarded was said as the event.
        if discards_seen(state, viewpoint) and not isinstance(
            happened.event, Discarded
        ):
            lines.append(self._discarded(state, viewpoint))
        lines += self._shown(state, viewpoint)
        if state.trick:
            lines.append(words.on_the_table(state.leader, codes(state.trick)))
        public = public_view_of(state)
        declared = [0, 0]
        for seat, answer in enumerate(public.answers):
            if answer is not None:
                declared[seat % 2] += answer.total
        lines += words.by_team((declared[0], declared[1]), public.tricks_won)
        if state.turn is not None:
            lines.append(words.turn(state.turn))
        return lines

    def _discarded(self, state: DealState, viewpoint: Viewpoint) -> str:
        return self._words.discarded(state.dealer, discards_seen(state, viewpoint))

    def _declared(self, seat: Seat, state: DealState) -> str:
        score = public_view_of(state).answers[seat]
        if score is None:
            return self._words.declared(seat, 0, ())
        return self._words.declared(seat, score.total, score.public_cards.codes)

    def _shown(self, state: DealState, viewpoint: Viewpoint) -> list[str]:
        """Declared cards still held by seats whose hand is not seen (H33)."""
        seen = hands_seen(state, viewpoint)
        return [
            self._words.still_held(seat, cards.codes)
            for seat, cards in enumerate(public_view_of(state).shown)
            if len(cards) and seat not in seen
        ]
