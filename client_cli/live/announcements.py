"""What happens at a table, in sentences, as it happens.

Pure: items of the table's history in, lines out, each one fact. What one's own seat did
is said in the second person, so that nobody has to look for himself in the third.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from client_cli.card_names import CardNames
from client_cli.cards import MATTO, all_on_screen, as_held, on_screen
from client_cli.live.company import CompanyItem, company_lines
from client_cli.live.hand_order import HandOrder
from client_cli.live.places import places_in
from client_cli.live.recital import deal_lines, hand_lines, seat_lines
from client_cli.live.sheets import combined_from, sheet_from
from client_cli.safe_text import shown
from client_cli.score_lines import combined_lines
from client_cli.score_lines import deal_lines as result_lines
from protocol.clock_items import LagNoted
from protocol.items import (
    CardPlayed,
    DealCommitted,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    EntropyAdded,
    Hidden,
    SignGiven,
    Skipped,
    TakenBack,
    TrickWon,
    UnknownItem,
)

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.items import Item
    from protocol.updates import Changed

_CARDS_IN_TRICK = 4


def announced(
    update: Changed, texts: Texts, order: HandOrder = HandOrder.HIGH_FIRST
) -> list[str]:
    """The sentences for what is new in an update, in order."""
    announcer = _Announcer(update, texts, order)
    lines: list[str] = []
    for item in update.message.items[update.fresh_from :]:
        lines += announcer.lines_for(item)
    return lines


class _Announcer:
    """Goes through the items of one update and knows where in the trick it is."""

    def __init__(self, update: Changed, texts: Texts, order: HandOrder) -> None:
        deal = update.before.view.deal
        self._texts = texts
        self._order = order
        self._names = CardNames(texts)
        self._before = update.before.view
        self._offer = update.before.situation.offer
        self._known = update.known
        self._places = places_in(update.known.view, texts)
        self._trick = list(deal.trick) if deal else []
        self._number = len(deal.tricks) + 1 if deal else 1
        self._tricks_won = list(deal.tricks_won) if deal else [0, 0]

    def lines_for(self, item: Item) -> list[str]:
        if isinstance(item, CompanyItem):
            return company_lines(item, self._places, deal_runs=self._deal_runs())
        match item:
            case DealStarted():
                return self._deal_started()
            case Discarded():
                return [self._discarded(item)]
            case Declared():
                return self._declared(item)
            case Skipped(seat=seat):
                return [self._skipped(seat)]
            case CardPlayed() | SignGiven() | TakenBack() | TrickWon():
                return [self._in_the_trick(item)]
            case DealSettled():
                return self._settled(item)
            case (
                DealCommitted() | EntropyAdded() | LagNoted() | Hidden() | UnknownItem()
            ):
                return []
            case _:
                assert_never(item)

    def _deal_runs(self) -> bool:
        deal = self._before.deal
        return deal is not None and deal.settlement is None

    def _direction(self, seat: int) -> str:
        return self._places.direction(seat)

    # ------------------------------------------------------------------ deal

    def _deal_started(self) -> list[str]:
        view = self._known.view
        self._trick, self._number, self._tricks_won = [], 1, [0, 0]
        if view.deal is None:
            return []
        return [
            *seat_lines(view, self._texts),
            *deal_lines(view.deal, self._places),
            *hand_lines(view.deal, self._texts, self._order),
        ]

    def _discarded(self, item: Discarded) -> str:
        if item.cards is not None:
            cards = all_on_screen(item.cards)
            return self._texts.say("You discarded {cards}.", cards=cards)
        seat = self._direction(item.seat)
        return self._texts.say("{seat} has discarded two cards.", seat=seat)

    def _declared(self, item: Declared) -> list[str]:
        score = combined_from(item.score)
        cards = all_on_screen(as_held(score.public_cards))
        points = self._texts.count("{number} point", "{number} points", score.total)
        if self._places.is_you(item.seat):
            head = self._texts.say(
                "You declared {points}. Everybody sees {cards}.",
                points=points,
                cards=cards,
            )
            return [head]
        head = self._texts.say(
            "{seat} declares {points} and shows {cards}.",
            seat=self._direction(item.seat),
            points=points,
            cards=cards,
        )
        return [head, *combined_lines(score, self._texts)]

    def _skipped(self, seat: int) -> str:
        if self._places.is_you(seat):
            offer = self._offer
            if offer is None or not offer.total:
                return self._texts.say("You declare nothing.")
            return self._texts.count(
                "You declare nothing: {number} point stays undeclared.",
                "You declare nothing: {number} points stay undeclared.",
                offer.total,
            )
        where = self._direction(seat)
        return self._texts.say("{seat} declares nothing.", seat=where)

    # ----------------------------------------------------------------- trick

    def _in_the_trick(self, item: CardPlayed | SignGiven | TakenBack | TrickWon) -> str:
        match item:
            case CardPlayed():
                return self._card_played(item)
            case SignGiven(seat=seat, sign=sign) if self._places.is_you(seat):
                return self._texts.say("You signal {sign}.", sign=shown(sign))
            case SignGiven(seat=seat, sign=sign):
                return self._texts.say(
                    "{seat} signals {sign}.",
                    seat=self._direction(seat),
                    sign=shown(sign),
                )
            case TakenBack(seat=seat, card=card):
                self._take_back()
                if self._places.is_you(seat):
                    code = on_screen(card)
                    return self._texts.say("You take {card} back.", card=code)
                return self._texts.say(
                    "{seat} takes {card} back.",
                    seat=self._direction(seat),
                    card=on_screen(card),
                )
            case TrickWon():
                return self._trick_won(item)
            case _:
                assert_never(item)

    def _take_back(self) -> None:
        """One card less; a complete trick lies open again."""
        tricks = self._before.deal.tricks if self._before.deal else ()
        if not self._trick and tricks:
            last = tricks[-1]
            self._trick = list(last.cards)
            self._number -= 1
            self._tricks_won[last.winner % 2] -= 1
        self._trick = self._trick[:-1]

    def _card_played(self, item: CardPlayed) -> str:
        texts, own = self._texts, self._places.is_you(item.seat)
        card, seat = self._names.said(item.card), self._direction(item.seat)
        self._trick.append(item.card)
        if own and item.by == "person":
            line = texts.say("You played {card}.", card=card)
        elif own:
            line = texts.say("{card} was played for you.", card=card)
        elif item.by != "person" and self._belongs_to_person(item.seat):
            line = texts.say("{card} was played for {seat}.", card=card, seat=seat)
        else:
            line = texts.say("{seat} played {card}.", seat=seat, card=card)
        if len(self._trick) == 1:
            number = texts.say("Trick {number}.", number=self._number)
            line = f"{number} {line}"
        return " ".join([line, *self._about(item)])

    def _belongs_to_person(self, seat: int) -> bool:
        return self._before.seats[seat].occupant == "person"

    def _about(self, item: CardPlayed) -> list[str]:
        """What a player has to know of the card that has just fallen."""
        texts, place = self._texts, len(self._trick)
        if item.card == MATTO:
            if place == 1:
                return [texts.say("The next card sets the suit.")]
            side = self._places.team(item.seat % 2)
            return [texts.say("It cannot win, and stays with {side}.", side=side)]
        deal = self._known.view.deal
        current = deal is not None and list(deal.trick) == self._trick
        if current and place > 1 and self._known.situation.winning == place - 1:
            return [texts.say("It wins so far.")]
        return []

    def _trick_won(self, item: TrickWon) -> str:
        self._trick = []
        self._number = item.trick + 1
        self._tricks_won[item.winner % 2] += 1
        ours, theirs = self._places.by_side((self._tricks_won[0], self._tricks_won[1]))
        card = item.cards[(item.winner - item.leader) % _CARDS_IN_TRICK]
        values = {
            "number": item.trick,
            "winner": self._places.short(item.winner),
            "card": on_screen(card),
            "ours": ours,
            "theirs": theirs,
        }
        return self._texts.say(
            "Trick {number} won by {winner} with {card}. "
            "Tricks: we {ours}, they {theirs}.",
            **values,
        )

    # ---------------------------------------------------------------- result

    def _settled(self, item: DealSettled) -> list[str]:
        deal = self._known.view.deal
        if deal is None:
            return []
        sheet = sheet_from(deal, item.settlement)
        title = self._texts.say("Deal {number} is over. The score:", number=item.deal)
        lines = result_lines(sheet, self._places.labels(), self._texts)
        return [title, *self._bot_lines(item), *lines]

    def _bot_lines(self, item: DealSettled) -> list[str]:
        """For whom of the people a bot has played, and how often."""
        return [
            self._texts.count(
                "A bot played {number} card for {seat}.",
                "A bot played {number} cards for {seat}.",
                number,
                seat=self._places.name(seat),
            )
            for seat, number in enumerate(item.settlement.bot_plays)
            if number and self._belongs_to_person(seat)
        ]
