"""Sentences about a deal that is told once more; seats by their numbers and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.cards import all_on_screen, as_held, on_screen
from client_cli.score_lines import Labels, capital, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.stepping import Viewpoint
    from client_cli.texts import Texts


class DealWords:
    """Says single facts of one deal.

    Args:
        labels: What its seats and teams are called.
        texts: The language.
    """

    def __init__(self, labels: Labels, texts: Texts) -> None:
        self.labels = labels
        self.texts = texts

    def place(self, number: int, last: int, viewpoint: Viewpoint) -> str:
        """Which event of how many it is, and from where it is seen; None sees all."""
        if viewpoint is None:
            return self.texts.say(
                "Event {number} of {last}, all hands open.", number=number, last=last
            )
        return self.texts.say(
            "Event {number} of {last}, as {seat} knew it.",
            number=number,
            last=last,
            seat=self.labels.seat(viewpoint),
        )

    def dealt(self, seat: int) -> str:
        """The cards were dealt."""
        return self.texts.say("{seat} has dealt.", seat=self._seat(seat))

    def discarded(self, seat: int, cards: Sequence[str]) -> str:
        """The dealer has laid two cards away, of which there are none if unseen."""
        if not cards:
            return self.texts.say(
                "{seat} has discarded two cards.", seat=self._seat(seat)
            )
        return self.texts.say(
            "{seat} has discarded {cards}.",
            seat=self._seat(seat),
            cards=all_on_screen(cards),
        )

    def declared(self, seat: int, total: int, cards: Sequence[str]) -> str:
        """A seat has declared, and shown cards."""
        return self.texts.say(
            "{seat} declares {points} and shows {cards}.",
            seat=self._seat(seat),
            points=points_of(total, self.texts),
            cards=_in_order(cards),
        )

    def skipped(self, seat: int) -> str:
        """A seat has declared nothing."""
        return self.texts.say("{seat} declares nothing.", seat=self._seat(seat))

    def played(self, seat: int, card: str) -> str:
        """A card was played."""
        return self.texts.say(
            "{seat} played {card}.", seat=self._seat(seat), card=on_screen(card)
        )

    def taken_back(self, seat: int, card: str) -> str:
        """A card was taken back."""
        return self.texts.say(
            "{seat} takes {card} back.", seat=self._seat(seat), card=on_screen(card)
        )

    def trick_won(self, number: int, winner: int) -> str:
        """A trick has a winner."""
        return self.texts.say(
            "Trick {number} goes to {seat}.",
            number=number,
            seat=self.labels.seat(winner),
        )

    def holds(self, seat: int, cards: Sequence[str]) -> str:
        """The hand of a seat."""
        return self.texts.say(
            "{seat} holds {cards}.", seat=self._seat(seat), cards=_in_order(cards)
        )

    def still_held(self, seat: int, cards: Sequence[str]) -> str:
        """Declared cards that have not been played (H33)."""
        return self.texts.say(
            "Shown and still held, {seat}: {cards}.",
            seat=self.labels.seat(seat),
            cards=_in_order(cards),
        )

    def on_the_table(self, leader: int, trick: Sequence[str]) -> str:
        """The cards of a trick that is not complete."""
        cards = ", ".join(
            f"{self.labels.seat((leader + steps) % 4)} {on_screen(card)}"
            for steps, card in enumerate(trick)
        )
        return self.texts.say("On the table: {cards}.", cards=cards)

    def by_team(
        self, declared: tuple[int, int], tricks_won: tuple[int, int]
    ) -> list[str]:
        """What everybody knows of the score while a deal runs."""
        first, second = self.labels.team(0), self.labels.team(1)
        return [
            self.texts.say(
                "Declared, {first}: {one}; {second}: {other}.",
                first=first,
                one=declared[0],
                second=second,
                other=declared[1],
            ),
            self.texts.say(
                "Tricks, {first}: {one}; {second}: {other}.",
                first=first,
                one=tricks_won[0],
                second=second,
                other=tricks_won[1],
            ),
        ]

    def turn(self, seat: int) -> str:
        """Who is to act."""
        return self.texts.say("It is the turn of {seat}.", seat=self.labels.seat(seat))

    def _seat(self, seat: int) -> str:
        return capital(self.labels.seat(seat))


def _in_order(cards: Sequence[str]) -> str:
    return all_on_screen(as_held(cards))
