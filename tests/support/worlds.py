"""Every way to share out unseen cards, listed one by one."""

from collections.abc import Iterator, Sequence

from engine.cards import Card, CardSet

World = tuple[CardSet, ...]


def every_world(
    unseen: CardSet, lacks: Sequence[CardSet], room: Sequence[int]
) -> Iterator[World]:
    """All ways to give each receiver as many of the unseen cards as it has room for.

    Args:
        unseen: The cards to be shared out.
        lacks: By receiver: cards that it does not hold.
        room: By receiver: how many it gets; together as many as there are.
    """
    return _shared(list(unseen), lacks, list(room), [CardSet()] * len(room))


def _shared(
    cards: list[Card], lacks: Sequence[CardSet], room: list[int], so_far: list[CardSet]
) -> Iterator[World]:
    if not cards:
        yield tuple(so_far)
        return
    card, *rest = cards
    for receiver, left in enumerate(room):
        if left and card not in lacks[receiver]:
            smaller = [n - (i == receiver) for i, n in enumerate(room)]
            given = [
                h.with_card(card) if i == receiver else h for i, h in enumerate(so_far)
            ]
            yield from _shared(rest, lacks, smaller, given)
