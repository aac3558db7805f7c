"""A place in the play: what decides how the rest of a deal may go.

It is one array of int64, because compiled code copies and changes that fastest; the
names below are the indexes of its parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.search.kernel.chance import below
from engine.search.kernel.compiling import inner, popcount
from engine.search.kernel.playing import legal_cards, settled_margin, takes
from engine.search.kernel.tables import FOLLOWS, MATTO, NO_CARD, TRUMPS, frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS: Final = 0
"""Four: the cards held, by seat."""
PILES: Final = 4
"""Two: the tricks won, as cards, by team."""
LACKS: Final = 6
"""Four: cards that a seat has shown not to hold, by seat."""
TRICK: Final = 10
"""The cards on the table."""
LAID: Final = 11
"""How many they are, 0 to 3."""
ASKED: Final = 12
"""The cards of the suit asked for; 0 while the next card is free."""
BEST: Final = 13
"""The card that wins so far, or `NO_CARD`."""
BEST_SEAT: Final = 14
"""Who played it."""
TURN: Final = 15
"""The seat that is to play."""
WON_0: Final = 16
"""How many tricks team 0 has won."""
LAST_TEAM: Final = 17
"""The team that won the last trick so far."""
DISCARDS: Final = 18
"""The two cards laid away."""
DEALER_TEAM: Final = 19
MATTO_TEAM: Final = 20
"""The team that was dealt the Matto."""
SHOWN: Final = 21
"""Four: declared cards, by seat; also those that have left the hand since."""
SIZE: Final = 25


# By mask of eight cards and by index, see `card_at`; 0 where there are not so many.
_CARD_AT: Final = frozen(
    (*(card for card in range(8) if mask >> card & 1), *(0,) * 8)[index]
    for mask in range(256)
    for index in range(8)
)


@inner
def copy_into(target: NDArray[np.int64], source: NDArray[np.int64]) -> None:
    """Make an array like another one; much sooner compiled than a slice."""
    for index in range(len(source)):
        target[index] = source[index]


@inner
def seat_on_turn(place: NDArray[np.int64]) -> int:
    """The seat that is to play.

    The mask here and below changes nothing: it tells the compiler that no index is
    negative, and so counted from the end, which saves a sixth of the time of a playout.
    """
    return place[TURN] & 3  # type: ignore[no-any-return]


@inner
def winning_card(place: NDArray[np.int64]) -> int:
    """The card that wins so far, or `NO_CARD`."""
    return place[BEST] & 63  # type: ignore[no-any-return]


@inner
def legal_here(place: NDArray[np.int64]) -> int:
    """What the seat on turn may play; twin: `SeatView.legal`."""
    return legal_cards(place[HANDS + seat_on_turn(place)], place[ASKED])


@inner
def lacking(card: int, asked: int) -> int:
    """The cards that a seat shows not to hold by playing a card; twin: `shown_voids`.

    Args:
        card: The card played.
        asked: The cards of the suit that was asked for; 0 if none was.
    """
    bit = 1 << card
    suits = asked if bit & TRUMPS else asked | TRUMPS
    return 0 if asked == 0 or bit & (asked | MATTO) else suits


@inner
def play_card(place: NDArray[np.int64], card: int) -> None:
    """Play a card for the seat on turn; twin: `engine.deal.evolve`."""
    seat = seat_on_turn(place)
    bit = 1 << card
    place[HANDS + seat] ^= bit
    place[TRICK] |= bit
    asked = place[ASKED]
    place[LACKS + seat] |= lacking(card, asked)
    place[ASKED] = asked or FOLLOWS[card & 63]
    won = takes(card, winning_card(place))
    place[BEST] = card if won else place[BEST]  # no branch: nobody could predict it
    place[BEST_SEAT] = seat if won else place[BEST_SEAT]
    if place[LAID] < 3:
        place[LAID] += 1
        place[TURN] = (seat + 1) & 3
    else:
        end_trick(place)


@inner
def end_trick(place: NDArray[np.int64]) -> None:
    """Give the four cards on the table to the winner, who leads; twin: `TrickWon`."""
    winner = place[BEST_SEAT] & 3
    team = winner & 1
    place[PILES + team] |= place[TRICK]
    place[WON_0] += 1 - team
    place[LAST_TEAM] = team
    place[TURN] = winner
    place[TRICK] = 0
    place[LAID] = 0
    place[ASKED] = 0
    place[BEST] = NO_CARD


@inner
def cards_left(place: NDArray[np.int64]) -> int:
    """How many cards are still to be played by all four seats together."""
    left = 0
    for seat in range(4):
        left += popcount(place[HANDS + seat])
    return left


@inner
def margin_here(place: NDArray[np.int64]) -> int:
    """Total of team 0 less that of team 1 at the end, without declarations."""
    return settled_margin(
        (place[PILES], place[PILES + 1]),
        place[WON_0],
        place[DISCARDS],
        place[DEALER_TEAM],
        place[MATTO_TEAM],
        place[LAST_TEAM],
    )


@inner
def any_card(cards: int, stream: NDArray[np.int64]) -> int:
    """One of these cards, each equally likely."""
    return card_at(cards, below(stream, popcount(cards)))


@inner
def card_at(cards: int, index: int) -> int:
    """The card with so many cards of the mask before it.

    Halves the mask until eight cards are left, without a branch that depends on chance.
    """
    card = 0
    for half in (32, 16, 8):
        before = popcount(cards & (1 << half) - 1)
        above = index >= before
        index -= before if above else 0
        cards >>= half if above else 0
        card += half if above else 0
    return card + _CARD_AT[(cards & 255) << 3 | index]  # type: ignore[no-any-return]


@inner
def play_at_random(place: NDArray[np.int64], stream: NDArray[np.int64]) -> int:
    """Play the deal to its end, every legal card equally likely; its margin."""
    for _ in range(cards_left(place)):
        play_card(place, any_card(legal_here(place), stream))
    return margin_here(place)
