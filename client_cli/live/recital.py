"""A table as it is, in sentences: what a person may ask for at any time.

Pure: what is known of the table in, lines out. Each line is one fact and ends with a
full stop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.card_names import CardNames
from client_cli.cards import all_on_screen, as_held, on_screen
from client_cli.live.card_lines import card_lines, has_card_lines
from client_cli.live.hand_order import HandOrder, held_in
from client_cli.live.places import places_in

if TYPE_CHECKING:
    from client_cli.live.places import Places
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.views import DealView, PlayedTrick, View


def seat_lines(view: View, texts: Texts) -> list[str]:
    """Who sits where, and in which order they play."""
    places = places_in(view, texts)
    right, partner, left = ((places.you + steps) % 4 for steps in (1, 2, 3))
    return [
        texts.say(
            "You are South. Partner: {partner}. Opponents: {right}; {left}.",
            partner=places.person(partner, view.seats[partner]),
            right=places.person(right, view.seats[right]),
            left=places.person(left, view.seats[left]),
        ),
        texts.say("Order of play: you, East, North, West."),
    ]


def deal_lines(deal: DealView, places: Places) -> list[str]:
    """Number of the deal, its dealer and its first leader."""
    texts = places.texts
    leader = (deal.dealer + 1) % 4
    dealer_line = (
        texts.say("Deal {number}. You are the dealer.", number=deal.deal)
        if places.is_you(deal.dealer)
        else texts.say(
            "Deal {number}. Dealer: {dealer}.",
            number=deal.deal,
            dealer=places.name(deal.dealer),
        )
    )
    leader_line = (
        texts.say("You lead to the first trick.")
        if places.is_you(leader)
        else texts.say(
            "{seat} leads to the first trick.", seat=places.direction(leader)
        )
    )
    return [f"{dealer_line} {leader_line}"]


def hand_lines(
    deal: DealView, texts: Texts, order: HandOrder = HandOrder.HIGH_FIRST
) -> list[str]:
    """One's own cards by suit, in the order in which the person holds them."""
    hand = deal.hand or ()
    if not hand:
        return [texts.say("You hold no card.")]
    names = CardNames(texts)
    lines = [
        texts.count(
            "Your hand, {number} card.", "Your hand, {number} cards.", len(hand)
        )
    ]
    for group in held_in(order, hand):
        if has_card_lines(texts):
            if group.cards:
                lines.append(f"{names.suit(group.suit)}:")
                lines += card_lines(group.cards, texts)
            continue
        cards = ", ".join(map(names.in_hand, group.cards)) or texts.say("none")
        lines.append(
            texts.say("{suit}: {cards}.", suit=names.suit(group.suit), cards=cards)
        )
    return lines


def trick_line(known: Known, texts: Texts) -> str:
    """The trick on the table: who played what, and which card wins so far."""
    deal = known.view.deal
    if deal is None:
        return texts.say("No cards are dealt yet.")
    if deal.settlement is not None:
        return texts.say("All tricks are played.")
    number = len(deal.tricks) + 1
    places = places_in(known.view, texts)
    if not deal.trick:
        return texts.say(
            "Trick {number}. No card lies there. {lead}",
            number=number,
            lead=texts.say("You lead.")
            if places.is_you(deal.leader)
            else texts.say("{seat} leads.", seat=places.direction(deal.leader)),
        )
    return " ".join(
        [
            texts.say(
                "Trick {number}: {cards}.",
                number=number,
                cards=_seats_and_cards(deal.leader, deal.trick, places),
            ),
            *winning_line(known, texts),
        ]
    )


def winning_line(known: Known, texts: Texts) -> list[str]:
    """Which card of the trick wins so far; nothing while none does."""
    deal, winning = known.view.deal, known.situation.winning
    if deal is None or winning is None or winning >= len(deal.trick):
        return []
    places = places_in(known.view, texts)
    return [
        texts.say(
            "Winning so far: {seat}, {card}.",
            seat=places.name((deal.leader + winning) % 4),
            card=on_screen(deal.trick[winning]),
        )
    ]


def played_trick_line(number: int, trick: PlayedTrick, places: Places) -> str:
    """A complete trick in the order played, and its winner."""
    return places.texts.say(
        "Trick {number}: {cards}. Won: {winner}.",
        number=number,
        cards=_seats_and_cards(trick.leader, trick.cards, places),
        winner=places.name(trick.winner),
    )


def _seats_and_cards(leader: int, cards: tuple[str, ...], places: Places) -> str:
    return ", ".join(
        f"{places.short((leader + steps) % 4)} {on_screen(card)}"
        for steps, card in enumerate(cards)
    )


def last_trick_line(view: View, texts: Texts) -> str:
    """The last complete trick."""
    if view.deal is None or not view.deal.tricks:
        return texts.say("No trick is complete yet.")
    number = len(view.deal.tricks)
    return played_trick_line(number, view.deal.tricks[-1], places_in(view, texts))


def log_lines(view: View, texts: Texts) -> list[str]:
    """The complete tricks of the deal that the table lets one see again (H26)."""
    if view.deal is None or not view.deal.tricks:
        return [texts.say("No trick is complete yet.")]
    if view.options.recall != "all" and view.deal.settlement is None:
        line = texts.say("While a deal is played only the last trick is seen again.")
        return [last_trick_line(view, texts), line]
    places = places_in(view, texts)
    return [
        played_trick_line(number, trick, places)
        for number, trick in enumerate(view.deal.tricks, 1)
    ]


def points_lines(view: View, texts: Texts) -> list[str]:
    """What is public of the score: tricks, declared points, the deals before."""
    if view.deal is None:
        return [texts.say("No cards are dealt yet.")]
    places = places_in(view, texts)
    declared = [0, 0]
    for seat, made in enumerate(view.deal.declarations):
        if made is not None and made.score is not None:
            declared[seat % 2] += made.score.total
    our_declared, their_declared = places.by_side((declared[0], declared[1]))
    our_tricks, their_tricks = places.by_side(view.deal.tricks_won)
    lines = [
        texts.say(
            "Tricks: we {ours}, they {theirs}.", ours=our_tricks, theirs=their_tricks
        ),
        texts.say(
            "Declared: we {ours}, they {theirs}.",
            ours=our_declared,
            theirs=their_declared,
        ),
    ]
    if view.deals_played:
        ours, theirs = places.by_side(view.match)
        lines.append(
            texts.say(
                "Deals before: we {ours}, they {theirs}.", ours=ours, theirs=theirs
            )
            if view.deal.settlement is None
            else texts.say(
                "All deals: we {ours}, they {theirs}.", ours=ours, theirs=theirs
            )
        )
    return lines


def shown_lines(view: View, texts: Texts) -> list[str]:
    """Declared cards that are still in a hand (H33)."""
    deal = view.deal
    if deal is None:
        return []
    places = places_in(view, texts)
    played = {card for trick in deal.tricks for card in trick.cards} | {*deal.trick}
    lines = []
    for seat, made in enumerate(deal.declarations):
        if made is None or made.score is None:
            continue
        held = [card for card in made.score.public_cards if card not in played]
        if held:
            lines.append(
                texts.say(
                    "Shown and still held, {seat}: {cards}.",
                    seat=places.name(seat),
                    cards=all_on_screen(as_held(held)),
                )
            )
    return lines


def opening_lines(
    known: Known, texts: Texts, order: HandOrder = HandOrder.HIGH_FIRST
) -> list[str]:
    """What somebody has to know who comes to a table, before or during a deal."""
    view = known.view
    lines = [texts.say("Table {table}.", table=view.table)]
    if view.deal is None:
        return lines
    places = places_in(view, texts)
    lines += seat_lines(view, texts)
    lines += deal_lines(view.deal, places)
    return lines + standing_lines(known, texts, order)


def standing_lines(
    known: Known, texts: Texts, order: HandOrder = HandOrder.HIGH_FIRST
) -> list[str]:
    """How a deal stands: score so far, shown cards, one's hand, the trick."""
    deal = known.view.deal
    if deal is None or deal.settlement is not None:
        return points_lines(known.view, texts)
    lines = [*points_lines(known.view, texts), *shown_lines(known.view, texts)]
    if deal.tricks:
        lines.append(last_trick_line(known.view, texts))
    if deal.discarded:
        lines.append(trick_line(known, texts))
    return lines + hand_lines(deal, texts, order)


def table_lines(known: Known, texts: Texts) -> list[str]:
    """Who sits where, with how many cards, and what lies on the table."""
    view, deal = known.view, known.view.deal
    places = places_in(view, texts)
    lines = [*seat_lines(view, texts)]
    if deal is None:
        return [*lines, texts.say("No cards are dealt yet.")]
    lines += deal_lines(deal, places)
    counts = ", ".join(
        f"{places.short(seat)} {deal.counts[seat]}" for seat in _in_order(places.you)
    )
    lines.append(texts.say("Cards left: {counts}.", counts=counts))
    lines += shown_lines(view, texts)
    lines.append(trick_line(known, texts))
    return lines


def _in_order(you: int) -> list[int]:
    return [(you + steps) % 4 for steps in range(4)]
