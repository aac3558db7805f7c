"""What a person is asked for when it is his turn, and what he needs to know for it.

Everything comes from the server's own lists: what is legal, what may be discarded,
what would be declared. Which suit binds is told as the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.card_names import CardNames
from client_cli.cards import all_on_screen, as_held
from client_cli.live.card_lines import card_lines, has_card_lines
from client_cli.live.durations import duration
from client_cli.live.places import places_in
from client_cli.live.recital import winning_line
from client_cli.live.sheets import combined_from
from client_cli.live.vocabulary import spoken
from client_cli.score_lines import combined_lines

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.views import DealView

ASKING_PHASES: Final = frozenset({"discard", "declare", "play"})


def is_asked(known: Known) -> bool:
    """Whether one's own seat is to act."""
    situation = known.situation
    return (
        known.view.you is not None
        and situation.turn == known.view.you
        and situation.phase in ASKING_PHASES
    )


def question_lines(known: Known, texts: Texts) -> list[str]:
    """What is asked of this seat now; nothing when it is not its turn."""
    deal = known.view.deal
    if deal is None or not is_asked(known):
        return []
    match known.situation.phase:
        case "discard":
            return _discard_lines(known, deal, texts)
        case "declare":
            return _declare_lines(known, texts)
        case _:
            return _turn_lines(known, deal, texts)


def _discard_lines(known: Known, deal: DealView, texts: Texts) -> list[str]:
    free = known.situation.discardable
    protected = [card for card in deal.hand or () if card not in free]
    lines = [
        texts.say(
            "You are the dealer: lay two cards away. They count for your side, unless "
            "it wins no trick."
        )
    ]
    if protected:
        lines.append(
            texts.say(
                "Not to be laid away: {cards}.", cards=all_on_screen(as_held(protected))
            )
        )
    lines.append(texts.say("Allowed: {cards}.", cards=all_on_screen(as_held(free))))
    lines.append(
        texts.say(
            "Type {word} and two cards, for example: {word} {first} {second}",
            word=spoken("discard", texts),
            first=as_held(free)[-1],
            second=as_held(free)[-2],
        )
    )
    return lines


def _declare_lines(known: Known, texts: Texts) -> list[str]:
    offer = known.situation.offer
    if offer is None or not offer.total:
        return [
            texts.say(
                "You have nothing to declare. Type {skip}, or play a card at once.",
                skip=spoken("skip", texts),
            ),
            *_lead_or_follow(known, texts),
        ]
    score = combined_from(offer)
    return [
        texts.say(
            "You can declare {combinations} for {points}: all or nothing.",
            combinations=texts.count(
                "{number} combination", "{number} combinations", len(score.rows)
            ),
            points=texts.count("{number} point", "{number} points", score.total),
        ),
        *combined_lines(score, texts),
        texts.count(
            "Everybody would see this {number} card: {cards}.",
            "Everybody would see these {number} cards: {cards}.",
            len(score.public_cards),
            cards=all_on_screen(as_held(score.public_cards)),
        ),
        texts.say(
            "Type {declare} or {skip}. Your first card ends it without a declaration.",
            declare=spoken("declare", texts),
            skip=spoken("skip", texts),
        ),
    ]


def _lead_or_follow(known: Known, texts: Texts) -> list[str]:
    deal = known.view.deal
    return [] if deal is None else _turn_lines(known, deal, texts)


def _turn_lines(known: Known, deal: DealView, texts: Texts) -> list[str]:
    number = len(deal.tricks) + 1
    parts = [texts.say("Your turn, trick {number}.", number=number)]
    parts += led_parts(known, deal, texts)
    parts += winning_line(known, texts)
    if has_card_lines(texts):
        allowed = as_held(known.situation.legal)
        return [" ".join(parts), texts.say("Allowed:"), *card_lines(allowed, texts)]
    parts.append(allowed_line(known, deal, texts))
    return [" ".join(parts)]


def led_parts(known: Known, deal: DealView, texts: Texts) -> list[str]:
    """What was led, or that the choice is free."""
    led = known.situation.led
    if not deal.trick:
        return [texts.say("You lead.")]
    if led is None:
        return [texts.say("Only the Matto lies there: your card sets the suit.")]
    return [texts.say("Led: {suit}.", suit=CardNames(texts).suit(led))]


def allowed_line(known: Known, deal: DealView, texts: Texts) -> str:
    """Which cards the server takes now."""
    legal = known.situation.legal
    if set(legal) == set(deal.hand or ()):
        return texts.count(
            "Your last card is allowed.", "All {number} cards are allowed.", len(legal)
        )
    return texts.say("Allowed: {cards}.", cards=all_on_screen(as_held(legal)))


def time_lines(left_ms: int | None, texts: Texts) -> list[str]:
    """How much time is left, where that is known."""
    if left_ms is None:
        return []
    return [texts.say("Time left: {time}.", time=duration(left_ms, texts))]


def turn_line(known: Known, texts: Texts) -> str:
    """Whose turn it is, in one line, at any time."""
    situation = known.situation
    places = places_in(known.view, texts)
    if situation.turn is None:
        return texts.say("Nobody is to act now.")
    if places.is_you(situation.turn):
        return texts.say("It is your turn.")
    return texts.say("It is the turn of {seat}.", seat=places.name(situation.turn))
