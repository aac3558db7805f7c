"""The player inside the playouts, and what it reckons with."""

from random import Random

import numpy as np
import pytest
from hypothesis import given

from engine.cards import CardSet, card_of
from engine.search.kernel import place as parts
from engine.search.kernel.place import play_card
from engine.search.kernel.policy import (
    CERTAIN,
    KINDS,
    chance_of_taking,
    choose_card,
    holds_one,
    outlook_on,
    tell_standings,
    unseen_by,
    worth_of,
)
from engine.search.tuned import WEIGHTS
from engine.search.weights import STANDING, WORTH, table_of
from engine.tricks import legal_cards
from tests.support.builders import ending, hand, row
from tests.support.places import Place, place_of
from tests.support.play import play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

POLICY = table_of(WEIGHTS)


def standings_of(place: Place) -> Place:
    standings = np.zeros(KINDS + 1, dtype=np.int64)
    tell_standings(place, standings)
    return standings


def chosen(place: Place) -> int:
    return choose_card(place, POLICY, standings_of(place))


@given(chances)
@examples(100)
def test_its_card_is_legal_and_no_hidden_card_matters(rng: Random) -> None:
    stop = 1 + rng.randrange(60)
    state = played_at_random(dealt_at_random(rng), rng, stop_after=stop).end
    assert state.turn is not None
    place = place_of(state)
    card = chosen(place)
    assert (
        CardSet(1 << card).bits & legal_cards(state.hands[state.turn], state.trick).bits
    )

    # The same hands in other seats than its own: sizes and the past are as they were.
    others = [s for s in range(4) if s != state.turn]
    hidden = [c for s in others for c in state.hands[s]]
    rng.shuffle(hidden)
    for seat in others:
        size = len(state.hands[seat])
        mine, hidden = hidden[:size], hidden[size:]
        place[parts.HANDS + seat] = CardSet.from_cards(mine).bits
    assert chosen(place) == card


@pytest.mark.parametrize(
    ("cards", "share", "chance"),
    [("", 8, 0), ("SR", 0, 0), ("SR", 8, 512), ("SR SQ", 8, 768), ("SR", 16, CERTAIN)],
)
def test_how_likely_a_hand_holds_one(cards: str, share: int, chance: int) -> None:
    assert holds_one(hand(cards).bits, share) == chance


def test_unseen_are_other_hands_and_discards() -> None:
    state = play(ending(0, {0: "SR S6", 1: "S7 B6", 2: "S8 B7", 3: "S9 B8"}), "SR S7")
    unseen = CardSet(unseen_by(place_of(state), 2))

    discards = CardSet.from_cards(state.discards or ())
    assert unseen == hand("S6 B6 S9 B8") | discards


def test_a_seat_that_showed_a_void_takes_nothing_in_that_suit() -> None:
    place = place_of(
        ending(0, {0: "S6 S7 C6", 1: "5 6 B6", 2: "SQ B7 BR", 3: "SR B8 B9"})
    )
    place[parts.LACKS : parts.LACKS + 4] = 0
    for card in row("S6 5 SQ SR 6 B7 B8 S7"):  # to the 6 nobody else played a trump
        play_card(place, card)
    unseen = unseen_by(place, 1)

    def chance(seat: int, best: str, asked: str) -> int:
        outlook = outlook_on(place, seat, unseen)
        return chance_of_taking(outlook, card_of(best), hand(asked).bits)

    assert chance(2, "B6", "BR BQ BC BF B10 B9 B8 B7 B6 BA") > 0
    assert chance(2, "B6", "SR SQ SC SF S10 S9 S8 S7 S6 SA") == 0
    assert chance(2, "BG", "AN MN SO LU 16-5 M1 M2 M3 M4 BG") == 0


def test_worth_depends_on_what_both_sides_have_captured() -> None:
    state = ending(0, {0: "DR SQ", 1: "S7 B6", 2: "S8 B7", 3: "S9 B8"})
    place = place_of(state)
    place[parts.PILES] = hand("SR BR").bits
    place[parts.PILES + 1] = hand("CR").bits
    policy = POLICY.copy()
    policy[STANDING : STANDING + 6] = [16, 0, 0, 0, 32, 0]  # two and one: twice

    standings = standings_of(place)

    king, pip = card_of("DR"), card_of("S7")
    assert worth_of(king, policy, standings) == 2 * policy[WORTH + king]
    assert worth_of(pip, policy, standings) == policy[WORTH + pip]


def test_last_to_play_it_saves_the_begato() -> None:
    hands = {0: "DR S6 S7", 1: "D6 S8 S9", 2: "DQ B6 B7", 3: "AN 7 BG"}

    assert chosen(place_of(play(ending(0, hands), "DR D6 DQ"))) == card_of("BG")


def test_shown_cards_are_known_to_be_where_they_were_shown() -> None:
    state = ending(0, {0: "S6 S7 C6", 1: "SR 6 B6", 2: "5 B7 BR", 3: "S9 B8 B9"})
    place = place_of(state)
    place[parts.LACKS : parts.LACKS + 4] = 0
    place[parts.SHOWN + 1] = hand("SR").bits
    place[parts.SHOWN + 2] = hand("5").bits
    unseen = unseen_by(place, 0)

    def chance(seat: int, best: str, suit: str) -> int:
        outlook = outlook_on(place, seat, unseen)
        return chance_of_taking(outlook, card_of(best), hand(suit).bits)

    swords = "SR SQ SC SF S10 S9 S8 S7 S6 SA"
    assert chance(1, "S7", swords) == CERTAIN
    assert chance(2, "M1", "AN MN SO LU 16-5 M1 M2 M3 M4 BG") == CERTAIN
    # Whoever can beat a King that he does not hold has to be void, and to trump.
    assert chance(3, "SQ", swords) < chance(2, "SQ", swords) < CERTAIN
