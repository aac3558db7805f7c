"""The chance of one decision: a number that follows from what the seat knows.

A player that needs chance draws it from here, so that a decision can be repeated from
the log of its table: from the table's bot seed, and from the view that follows from the
events. Nothing hidden goes in, so nothing hidden comes out.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.cards import CardSet
    from engine.view import PublicView, SeatView

PLAYERS_VERSION: Final = 1
"""Rises with each release in which a player of some level may answer the same view
otherwise; until the first one it is 1."""
BOT_SEED_BYTES: Final = 16
SEED_BITS: Final = 64

_CARD_SET_BYTES: Final = 8
_NOT_ANSWERED: Final = b"\xff"


def decision_seed(view: SeatView, bot_seed: bytes, level: str) -> int:
    """A number of 64 bits for the decision that this view asks for.

    It is the first eight bytes, big-endian, of BLAKE2b over the bot seed, the version
    of the players, the level, the seat, the number of actions so far, the public
    history and the seat's own cards, each with its length in four bytes before it.
    """
    public = view.public
    history = b"".join(_history(public))
    parts = (
        bot_seed,
        str(PLAYERS_VERSION).encode(),
        level.encode(),
        bytes([view.seat]),
        bytes([actions_taken(public)]),
        history,
        _set_bytes(view.hand) + bytes(view.discards or ()),
    )
    digest = hashlib.blake2b(_framed(parts), digest_size=SEED_BITS // 8).digest()
    return int.from_bytes(digest, "big")


def actions_taken(public: PublicView) -> int:
    """How many actions the deal has seen: a discard, answers, cards; 0 to 65."""
    answers = sum(answer is not None for answer in public.answers)
    cards = sum(len(trick.cards) for trick in public.tricks) + len(public.trick)
    return int(public.discarded) + answers + cards


def _history(public: PublicView) -> Iterator[bytes]:
    """Everything that everybody has seen; the order of actions follows from it."""
    yield bytes([public.dealer, public.discarded])
    for answer in public.answers:
        yield _NOT_ANSWERED if answer is None else _set_bytes(answer.public_cards)
    for trick in public.tricks:
        yield bytes([trick.leader, *trick.cards])
    yield bytes([public.leader, *public.trick])


def _set_bytes(cards: CardSet) -> bytes:
    return cards.bits.to_bytes(_CARD_SET_BYTES, "big")


def _framed(parts: Iterable[bytes]) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
