"""Why a card may or may not be played or laid away, as far as the server has said.

Which cards are free is in its lists; the sentences say what binds the others. What was
refused last has its reason already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.card_names import CardNames
from client_cli.cards import (
    ANY_MOOR,
    MATTO,
    MOORS,
    all_on_screen,
    as_held,
    on_screen,
    suit_of,
)
from client_cli.live.questions import is_asked, turn_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client_cli.live.seat import OwnSeat
    from client_cli.texts import Texts
    from protocol.fold import Known


def why_lines(seat: OwnSeat, code: str | None, texts: Texts) -> list[str]:
    """Why something was refused, or why a card may or may not be used now."""
    known = seat.known
    if code is None and seat.refusal:
        return seat.refusal
    if known is None or known.view.deal is None:
        return [texts.say("No cards are dealt yet.")]
    if code is None:
        return [" ".join(_about_all(known, texts))]
    return [" ".join(_about_card(known, code, texts))]


def protected_line(cards: Iterable[str], texts: Texts) -> str:
    """Why the dealer keeps these cards (R5)."""
    return texts.say(
        "{cards} cannot be laid away: Kings, Angel, World, Bégato and Matto stay in "
        "the hand.",
        cards=all_on_screen(as_held(cards)),
    )


def _about_all(known: Known, texts: Texts) -> list[str]:
    if _discards(known):
        free = known.situation.discardable
        kept = [card for card in _hand(known) if card not in free]
        return [
            *([_kept(kept, texts)] if kept else []),
            texts.say("Allowed: {cards}.", cards=all_on_screen(as_held(free))),
        ]
    if not is_asked(known) and known.situation.led is None:
        return _not_asked(known, texts)
    return [_binding(known, texts), *_declaring(known, texts)]


def _about_card(known: Known, code: str, texts: Texts) -> list[str]:
    card, wanted = on_screen(code), {*MOORS} if code == ANY_MOOR else {code}
    legal = known.situation.legal
    if not wanted & {*_hand(known)}:
        return [texts.say("You do not hold {card}.", card=card)]
    if _discards(known):
        if wanted & {*known.situation.discardable}:
            return [texts.say("{card} may be laid away.", card=card)]
        return [_kept([code], texts)]
    if code == MATTO:
        return [
            texts.say(
                "{card}, the Matto, may be played always (R10). It cannot win (R17), "
                "and stays with your side if that wins a trick (R34, R37).",
                card=card,
            ),
            *_declaring(known, texts),
        ]
    if not legal:
        return _not_asked(known, texts)
    if not wanted & {*legal}:
        not_allowed = texts.say("{card} is not allowed.", card=card)
        return [not_allowed, _binding(known, texts)]
    allowed = texts.say("{card} is allowed.", card=card)
    return [allowed, _binding(known, texts), *_declaring(known, texts)]


def _hand(known: Known) -> tuple[str, ...]:
    deal = known.view.deal
    return () if deal is None else deal.hand or ()


def _discards(known: Known) -> bool:
    return is_asked(known) and known.situation.phase == "discard"


def _kept(cards: list[str], texts: Texts) -> str:
    return f"{protected_line(cards, texts)} {texts.say('Rule {rule}.', rule='R5')}"


def _not_asked(known: Known, texts: Texts) -> list[str]:
    return [texts.say("No card is asked for now."), turn_line(known, texts)]


def _declaring(known: Known, texts: Texts) -> list[str]:
    """What a card would cost that is played instead of a declaration."""
    offer = known.situation.offer
    if offer is None or not offer.total:
        return []
    return [
        texts.count(
            "A card played now ends the declaring: your {number} point stays "
            "undeclared.",
            "A card played now ends the declaring: your {number} points stay "
            "undeclared.",
            offer.total,
        )
    ]


def _binding(known: Known, texts: Texts) -> str:
    """Why the allowed cards are the allowed ones (R9, R10, R17)."""
    hand, led = _hand(known), known.situation.led
    if led is None:
        return texts.say("Nothing binds you: every card of your hand is allowed.")
    suit = CardNames(texts).suit(led)
    suits = {suit_of(card) for card in hand}
    if led in suits:
        line = texts.say("Led: {suit}, and you hold it: follow (R9).", suit=suit)
    elif "T" in suits:
        line = texts.say(
            "Led: {suit}, and you hold none: play a trump, any trump (R9, R12).",
            suit=suit,
        )
    else:
        line = texts.say(
            "Led: {suit}; you hold neither it nor a trump: play what you like (R9).",
            suit=suit,
        )
    if MATTO in hand:
        line = f"{line} {texts.say('The Matto may be played always (R10).')}"
    return line
