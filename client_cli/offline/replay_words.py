"""Events of a recorded deal, and how it stands, in sentences; seats by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from client_cli.cards import all_on_screen, as_held, on_screen
from client_cli.offline.history import discards_seen, hands_seen
from client_cli.offline.sheets import sheet_from
from client_cli.score_lines import Labels, capital, deal_lines, points_of
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
from engine.seats import TEAMS, next_seat
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
        self._last = last

    def place(self, happened: Happened, viewpoint: Viewpoint) -> str:
        """Which event it is, and from where it is seen."""
        texts, number = self._texts, happened.number
        if viewpoint is None:
            return texts.say(
                "Event {number} of {last}, all hands open.",
                number=number,
                last=self._last,
            )
        return texts.say(
            "Event {number} of {last}, as {seat} knew it.",
            number=number,
            last=self._last,
            seat=self._labels.seat(viewpoint),
        )

    def event(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """What happened: one line, and the whole score at the end."""
        texts, event, state = self._texts, happened.event, happened.state
        match event:
            case DealStarted(dealer):
                return [texts.say("{seat} has dealt.", seat=self._seat(dealer))]
            case Discarded():
                return [self._discarded(state, viewpoint)]
            case Declared(seat):
                return [self._declared(seat, state)]
            case Skipped(seat):
                return [texts.say("{seat} declares nothing.", seat=self._seat(seat))]
            case CardPlayed(seat, card):
                code = on_screen(code_of(card))
                return [
                    texts.say("{seat} played {card}.", seat=self._seat(seat), card=code)
                ]
            case TakenBack(seat, card):
                code = on_screen(code_of(card))
                return [
                    texts.say(
                        "{seat} takes {card} back.", seat=self._seat(seat), card=code
                    )
                ]
            case TrickWon(seat):
                number, winner = len(state.tricks), self._labels.seat(seat)
                line = texts.say(
                    "Trick {number} goes to {seat}.", number=number, seat=winner
                )
                return [line]
            case DealSettled():
                return deal_lines(sheet_from(state), self._labels, texts)
            case _:
                assert_never(event)

    def hands(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """The cards in the hands that the viewpoint saw, after an event."""
        return [
            self._texts.say(
                "{seat} holds {cards}.",
                seat=self._seat(seat),
                cards=_in_order(hand.codes),
            )
            for seat, hand in hands_seen(happened.state, viewpoint).items()
            if len(hand)
        ]

    def standing(self, happened: Happened, viewpoint: Viewpoint) -> list[str]:
        """How the deal stands after an event, as far as the viewpoint knew."""
        state, texts = happened.state, self._texts
        lines = self.hands(happened, viewpoint)
        # What has just been discarded was said as the event.
        if discards_seen(state, viewpoint) and not isinstance(
            happened.event, Discarded
        ):
            lines.append(self._discarded(state, viewpoint))
        lines += self._shown(state, viewpoint)
        if state.trick:
            lines.append(texts.say("On the table: {cards}.", cards=self._trick(state)))
        lines += self._teams(state)
        if state.turn is not None:
            seat = self._labels.seat(state.turn)
            lines.append(texts.say("It is the turn of {seat}.", seat=seat))
        return lines

    def _seat(self, seat: Seat) -> str:
        return capital(self._labels.seat(seat))

    def _discarded(self, state: DealState, viewpoint: Viewpoint) -> str:
        dealer, seen = self._seat(state.dealer), discards_seen(state, viewpoint)
        if not seen:
            return self._texts.say("{seat} has discarded two cards.", seat=dealer)
        cards = all_on_screen(seen)
        return self._texts.say(
            "{seat} has discarded {cards}.", seat=dealer, cards=cards
        )

    def _declared(self, seat: Seat, state: DealState) -> str:
        score = public_view_of(state).answers[seat]
        cards = () if score is None else score.public_cards.codes
        return self._texts.say(
            "{seat} declares {points} and shows {cards}.",
            seat=self._seat(seat),
            points=points_of(0 if score is None else score.total, self._texts),
            cards=_in_order(cards),
        )

    def _shown(self, state: DealState, viewpoint: Viewpoint) -> list[str]:
        """Declared cards still held by seats whose hand is not seen (H33)."""
        seen = hands_seen(state, viewpoint)
        return [
            self._texts.say(
                "Shown and still held, {seat}: {cards}.",
                seat=self._labels.seat(seat),
                cards=_in_order(cards.codes),
            )
            for seat, cards in enumerate(public_view_of(state).shown)
            if len(cards) and seat not in seen
        ]

    def _teams(self, state: DealState) -> list[str]:
        """What everybody knows of the score while a deal runs: points and tricks."""
        first, second = (self._labels.team(team) for team in TEAMS)
        public = public_view_of(state)
        declared = [0, 0]
        for seat, answer in enumerate(public.answers):
            if answer is not None:
                declared[seat % 2] += answer.total
        return [
            self._texts.say(
                "Declared, {first}: {one}; {second}: {other}.",
                first=first,
                one=declared[0],
                second=second,
                other=declared[1],
            ),
            self._texts.say(
                "Tricks, {first}: {one}; {second}: {other}.",
                first=first,
                one=public.tricks_won[0],
                second=second,
                other=public.tricks_won[1],
            ),
        ]

    def _trick(self, state: DealState) -> str:
        return ", ".join(
            f"{self._labels.seat(next_seat(state.leader, steps))} "
            f"{on_screen(code_of(card))}"
            for steps, card in enumerate(state.trick)
        )


def _in_order(cards: tuple[str, ...]) -> str:
    return all_on_screen(as_held(cards))
