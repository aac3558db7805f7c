"""How what a client knows of a deal grows, item by item; the other half of `fold`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar, assert_never

from engine.cards import card_of
from engine.seats import Seat, next_seat
from protocol.items import (
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
    UndoAnswered,
    UndoAsked,
)
from protocol.views import ClaimInfo, DealView, Declaration, PlayedTrick, ShownHand

if TYPE_CHECKING:
    from protocol.views import View

DealItem: TypeAlias = (
    Discarded
    | Declared
    | Skipped
    | CardPlayed
    | TrickWon
    | TakenBack
    | DealSettled
    | UndoAsked
    | UndoAnswered
    | ClaimMade
    | ClaimAnswered
)

_T = TypeVar("_T")


class ContradictionError(Exception):
    """An item that cannot follow on what is known."""


def deal_after(view: View, item: DealItem) -> DealView:
    """The deal after something happened in it.

    Raises:
        ContradictionError: It does not fit what is known.
    """
    deal = view.deal
    if deal is None:
        raise ContradictionError
    changes: dict[str, object]
    match item:
        case Discarded(seat=seat):
            changes = {"discarded": True, "discards": item.cards}
            changes |= _without(deal, view.you, seat, 2, item.cards or ())
        case Declared(seat=seat):
            made = Declaration(skipped=False, score=item.score)
            changes = {"declarations": replaced(deal.declarations, seat, made)}
        case Skipped(seat=seat):
            made = Declaration(skipped=True, score=None)
            changes = {"declarations": replaced(deal.declarations, seat, made)}
        case CardPlayed():
            changes = _card_played(deal, view.you, item)
        case TrickWon():
            changes = _trick_won(deal, item)
        case TakenBack():
            changes = _taken_back(deal, view.you, item)
        case DealSettled():
            changes = {"settlement": item.settlement}
        case UndoAsked() | UndoAnswered() | ClaimMade() | ClaimAnswered():
            return deal.model_copy(update=_asked(deal, item))
        case _:
            assert_never(item)
    # Whatever happens in the deal ends what was being asked.
    return deal.model_copy(update={"claim": None, "undo": None, **changes})


def _asked(
    deal: DealView, item: UndoAsked | UndoAnswered | ClaimMade | ClaimAnswered
) -> dict[str, object]:
    """What is being asked after somebody has asked or answered."""
    match item:
        case UndoAsked(seat=seat):
            return {"undo": seat}
        case UndoAnswered():
            return {} if item.agrees else {"undo": None}
        case ClaimMade(seat=seat):
            shown = ShownHand(seat=seat, hand=item.hand)
            claim = ClaimInfo(seat=seat, ours=item.ours)
            return {"claim": claim, "shown_hands": (*deal.shown_hands, shown)}
        case ClaimAnswered():
            return {} if item.agrees else {"claim": None}
        case _:
            assert_never(item)


def _card_played(
    deal: DealView, you: Seat | None, item: CardPlayed
) -> dict[str, object]:
    if len(deal.trick) == 4:
        raise ContradictionError
    shown = tuple(
        one.model_copy(update={"hand": _dropped(one.hand, item.card)})
        for one in deal.shown_hands
    )
    return {
        "trick": (*deal.trick, item.card),
        "shown_hands": shown,
        **_without(deal, you, item.seat, 1, (item.card,)),
    }


def _taken_back(deal: DealView, you: Seat | None, item: TakenBack) -> dict[str, object]:
    """The table before the last card; a trick that it completed lies open again."""
    changes: dict[str, object] = {}
    trick = deal.trick
    if not trick and deal.tricks:
        last = deal.tricks[-1]
        trick, team = last.cards, last.winner % 2
        changes["leader"] = last.leader
        changes["tricks"] = deal.tricks[:-1]
        changes["tricks_won"] = replaced(
            deal.tricks_won, team, deal.tricks_won[team] - 1
        )
    if not trick or trick[-1] != item.card:
        raise ContradictionError
    changes["trick"] = trick[:-1]
    changes["counts"] = replaced(deal.counts, item.seat, deal.counts[item.seat] + 1)
    changes["shown_hands"] = tuple(
        one.model_copy(update={"hand": _added(one.hand, item.card)})
        if one.seat == item.seat
        else one
        for one in deal.shown_hands
    )
    if item.seat == you and deal.hand is not None:
        changes["hand"] = _added(deal.hand, item.card)
    return changes


def _added(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(sorted((*hand, card), key=card_of))


def _dropped(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(one for one in hand if one != card)


def deal_started(item: DealStarted) -> DealView:
    """The deal when its cards have just been dealt."""
    return DealView(
        deal=item.deal,
        dealer=item.dealer,
        counts=item.counts,
        hand=item.hand,
        discarded=False,
        discards=None,
        declarations=(None, None, None, None),
        leader=next_seat(item.dealer),  # R6
        trick=(),
        tricks=(),
        tricks_won=(0, 0),
        settlement=None,
        claim=None,
        undo=None,
        shown_hands=(),
    )


def _without(
    deal: DealView, you: Seat | None, seat: Seat, count: int, cards: tuple[str, ...]
) -> dict[str, object]:
    """The hands after `count` cards have left that of a seat."""
    left = deal.counts[seat] - count
    if left < 0:
        raise ContradictionError
    counts = replaced(deal.counts, seat, left)
    if seat != you or deal.hand is None:
        return {"counts": counts}
    hand = tuple(card for card in deal.hand if card not in cards)
    if len(hand) != left:
        raise ContradictionError
    return {"counts": counts, "hand": hand}


def _trick_won(deal: DealView, item: TrickWon) -> dict[str, object]:
    if (item.leader, item.cards) != (deal.leader, deal.trick):
        raise ContradictionError
    team = item.winner % 2
    played = PlayedTrick(leader=item.leader, cards=item.cards, winner=item.winner)
    return {
        "trick": (),
        "leader": item.winner,
        "tricks": (*deal.tricks, played),
        "tricks_won": replaced(deal.tricks_won, team, deal.tricks_won[team] + 1),
    }


def replaced(entries: tuple[_T, ...], index: int, entry: _T) -> tuple[_T, ...]:
    """The entries with one of them exchanged."""
    return (*entries[:index], entry, *entries[index + 1 :])
