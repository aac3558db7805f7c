"""The deal that is played at a table, as a story told from one's own place there.

Everything in it was told by the table to that place, so nothing hidden can get in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, get_args

from client_cli.deal_words import DealWords
from client_cli.labels import labels_for, team_lines
from protocol.fold import Known, Mark, fold
from protocol.items import (
    CardPlayed,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from protocol.to_client import Events
from protocol.views import NOTHING_TO_DO, DealView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from client_cli.stepping import Viewpoint
    from client_cli.texts import Texts
    from protocol.items import Item
    from protocol.views import View

Event: TypeAlias = (
    DealStarted | Discarded | Declared | Skipped | CardPlayed | TrickWon | TakenBack
)
"""What has a number here, as in the record of the deal once it is over."""
_EPOCH = b"the deal"


class PastFault(Exception):  # noqa: N818 - what the table told does not fit
    """The items do not follow on the view, or there is no deal in it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event, and the deal right after it."""

    event: Event
    deal: DealView


def views_of(start: View, items: Sequence[Item]) -> Iterator[tuple[Item, View]]:
    """Each item with the table right after it.

    Raises:
        PastFault: An item does not fit.
    """
    known = Known(Mark(_EPOCH, 0, b""), start, NOTHING_TO_DO)
    for version, item in enumerate(items, 1):
        after = fold(known, _told_alone(start.table, version, item))
        if not isinstance(after, Known):
            raise PastFault
        known = after
        yield item, known.view


def view_after(start: View, items: Sequence[Item]) -> View:
    """The table after all of the items.

    Raises:
        PastFault: An item does not fit.
    """
    view = start
    for _item, after in views_of(start, items):
        view = after
    return view


def _told_alone(table: str, version: int, item: Item) -> Events:
    return Events(
        table=table,
        epoch=_EPOCH,
        first=version,
        token=b"",
        at=0,
        items=(item,),
        situation=None,
    )


class PastStory:
    """Tells what has happened in a deal that is not over.

    Args:
        start: The table when its cards had just been dealt.
        items: What happened since.
        texts: The language.

    Raises:
        PastFault: They do not fit together.
    """

    def __init__(self, start: View, items: Sequence[Item], texts: Texts) -> None:
        if start.deal is None:
            raise PastFault
        self._you = start.you
        self._texts = texts
        self._moments = [Moment(_dealing(start.deal), start.deal)]
        view = start
        for item, view in views_of(start, items):
            if isinstance(item, get_args(Event)) and view.deal is not None:
                self._moments.append(Moment(item, view.deal))
        self._names = [info.name or "" for info in view.seats]
        self._words = DealWords(labels_for({"names": self._names}, texts), texts)
        self._closed = self._not_shown_again(view)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._moments)

    @property
    def viewpoints(self) -> tuple[Viewpoint]:
        """One's own place alone."""
        return (self._you,)

    def teams(self) -> list[str]:
        """Who plays with whom."""
        return team_lines(self._words.labels, self._texts)

    def opening(self, _viewpoint: Viewpoint) -> list[str]:
        """One's own hand as dealt."""
        return self._hand(self._moments[0].deal)

    def event(self, number: int, _viewpoint: Viewpoint) -> list[str]:
        """What happened; no line if the table does not let it be shown again (H26)."""
        if number in self._closed:
            return []
        moment = self._moments[number - 1]
        return [self._sentence(moment.event, moment.deal)]

    def moment(self, number: int, viewpoint: Viewpoint) -> list[str]:
        """Which event it is, what happened, and how the deal stood after it."""
        lines = [self._place(number)]
        if number in self._closed:
            closed = self._texts.say(
                "While the deal is played, this table lets the last trick be seen "
                "again, and none before it."
            )
            return [*lines, closed]
        moment = self._moments[number - 1]
        return [
            *lines,
            *self.event(number, viewpoint),
            *self._standing(moment.event, moment.deal),
        ]

    def next_trick(self, number: int) -> int:
        """The number of the next event that ends a trick, or else of the last event."""
        for later in range(number, self.last):
            if isinstance(self._moments[later].event, TrickWon):
                return later + 1
        return self.last

    def data(self, last: int, _viewpoint: Viewpoint) -> dict[str, object]:
        """The events up to one, as they were told; `hidden` if not to be shown again."""
        events = [
            {"n": number, "kind": "hidden"}
            if number in self._closed
            else {"n": number, **moment.event.model_dump()}
            for number, moment in enumerate(self._moments[:last], 1)
        ]
        return {
            "seat": self._you,
            "viewer": "onlooker" if self._you is None else "seat",
            "finished": False,
            "names": self._names,
            "events": events,
        }

    def _not_shown_again(self, view: View) -> range:
        """The events of tricks that may not be looked at again (H26).

        Onlookers neither: whoever plays could look on with another client.
        """
        if view.options.recall == "all":
            return range(0)
        kept = len(self._moments[-1].deal.tricks) - 1
        numbers = [
            number
            for number, moment in enumerate(self._moments, 1)
            if isinstance(moment.event, CardPlayed | TrickWon | TakenBack)
        ]
        closed = [
            number
            for number in numbers
            if isinstance(self._moments[number - 1].event, TrickWon)
            and len(self._moments[number - 1].deal.tricks) == kept
        ]
        return range(numbers[0], closed[-1] + 1) if closed else range(0)

    def _place(self, number: int) -> str:
        if self._you is not None:
            return self._words.place(number, self.last, self._you)
        return self._texts.say(
            "Event {number} of {last}, as onlookers saw it.",
            number=number,
            last=self.last,
        )

    def _sentence(self, event: Event, deal: DealView) -> str:
        words = self._words
        match event:
            case DealStarted(dealer=dealer):
                return words.dealt(dealer)
            case Discarded(seat=seat, cards=cards):
                return words.discarded(seat, cards or ())
            case Declared(seat=seat, score=score):
                return words.declared(seat, score.total, score.public_cards)
            case Skipped(seat=seat):
                return words.skipped(seat)
            case CardPlayed(seat=seat, card=card):
                return words.played(seat, card)
            case TakenBack(seat=seat, card=card):
                return words.taken_back(seat, card)
            case TrickWon(winner=winner):
                return words.trick_won(len(deal.tricks), winner)

    def _standing(self, event: Event, deal: DealView) -> list[str]:
        """How the deal stood, as far as it was known here."""
        lines = self._hand(deal)
        if deal.discards and not isinstance(event, Discarded):
            lines.append(self._words.discarded(deal.dealer, deal.discards))
        played = {card for trick in deal.tricks for card in trick.cards} | {*deal.trick}
        declared = [0, 0]
        for seat, made in enumerate(deal.declarations):
            if made is None or made.score is None:
                continue
            declared[seat % 2] += made.score.total
            held = [card for card in made.score.public_cards if card not in played]
            if held and seat != self._you:
                lines.append(self._words.still_held(seat, held))
        if deal.trick:
            lines.append(self._words.on_the_table(deal.leader, deal.trick))
        return lines + self._words.by_team((declared[0], declared[1]), deal.tricks_won)

    def _hand(self, deal: DealView) -> list[str]:
        if self._you is None or not deal.hand:
            return []
        return [self._words.holds(self._you, deal.hand)]


def _dealing(deal: DealView) -> DealStarted:
    """The dealing, as it was told to whoever saw the table right after it."""
    return DealStarted(
        deal=deal.deal, dealer=deal.dealer, counts=deal.counts, hand=deal.hand
    )
