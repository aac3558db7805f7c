"""Claims: what is certain, and how an accepted claim is played out."""

from random import Random

import pytest

from engine import claims
from engine.actions import Action, PlayCard
from engine.cards import CARD_CODES, FULL_DECK, Card, CardSet
from engine.claims import is_certain, line_of_claim
from engine.deal import DealState, Phase, start
from engine.seats import Seat, Team, team_of
from tests.reference import oracle
from tests.support.builders import begun, dealt, ending, hand, seat
from tests.support.play import act


def all_but(text: str) -> CardSet:
    """Everything was played, except for these cards."""
    return FULL_DECK - hand(text)


def test_the_highest_trumps_are_certain() -> None:
    assert is_certain(hand("AN MN"), all_but("AN MN SO LU SR BR CR DR"))


def test_a_trump_with_a_higher_one_still_out_is_not() -> None:
    assert not is_certain(hand("MN"), all_but("MN AN SR BR"))


def test_a_king_is_certain_only_when_no_trump_is_out() -> None:
    assert is_certain(hand("SR"), all_but("SR SQ C6 D6"))
    assert not is_certain(hand("SR"), all_but("SR SQ C6 BG"))


def test_a_moor_falls_to_a_later_moor() -> None:
    # R16: the last Moor played wins.
    assert not is_certain(hand("M1"), all_but("M1 M2 S6 D6"))
    assert is_certain(hand("M1"), all_but("M1 BG S6 D6"))


def test_the_matto_takes_nothing() -> None:
    assert not is_certain(hand("AN MT"), all_but("AN MT S6 D6"))


def tricks_after(state: DealState, line: list[Action]) -> list[Team]:
    """The teams that win the tricks of a line; the line is legal to the end."""
    first = len(state.tricks)
    for action in line:
        state = act(state, action)
    assert state.phase is Phase.SETTLED
    return [team_of(trick.winner) for trick in state.tricks[first:]]


def test_an_accepted_claim_is_played_out_in_a_line_in_which_it_holds() -> None:
    state = ending(0, {0: "AN S9", 1: "S6 D6", 2: "SR D7", 3: "S8 D8"})
    line = line_of_claim(state, seat(0), ours=True)

    assert line is not None
    assert tricks_after(state, line) == [Team(0), Team(0)]


def test_the_rest_can_be_given_up() -> None:
    state = ending(0, {0: "S6 D10", 1: "SR AN", 2: "S7 D9", 3: "S8 D8"})
    line = line_of_claim(state, seat(0), ours=False)

    assert line is not None
    assert tricks_after(state, line) == [Team(1), Team(1)]


def test_either_team_can_give_up_the_rest() -> None:
    state = ending(1, {0: "SR AN", 1: "S6 D10", 2: "S8 D8", 3: "S7 D9"})
    line = line_of_claim(state, seat(1), ours=False)

    assert line is not None
    assert tricks_after(state, line) == [Team(0), Team(0)]


def test_a_claim_that_cannot_hold_has_no_line() -> None:
    state = ending(0, {0: "S6 D6", 1: "AN MN", 2: "S7 D7", 3: "S8 D8"})

    assert line_of_claim(state, seat(0), ours=True) is None


def test_a_line_that_is_not_found_in_good_time_is_none() -> None:
    # Thirteen tricks that the Angel of the others must spoil somewhere.
    state = begun(3, {1: "AN"})

    assert line_of_claim(state, seat(0), ours=True) is None


def test_a_hopeless_claim_keeps_no_other_table_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # P12: how long that takes is so many cards, each tried without a whole deal.
    tried = []

    class Watched(claims._Place):
        __slots__ = ()

        def after(self, card: Card) -> claims._Place:
            tried.append(card)
            return Watched(*super().after(card))

    monkeypatch.setattr(claims, "_Place", Watched)

    assert line_of_claim(begun(3, {1: "AN"}), seat(0), ours=True) is None
    assert len(tried) == 600


def test_a_line_goes_on_from_the_middle_of_a_trick() -> None:
    state = ending(0, {0: "S9 AN", 1: "S6 D6", 2: "SR D7", 3: "S8 D8"})
    state = act(state, PlayCard(seat(0), next(iter(hand("S9")))))
    line = line_of_claim(state, seat(0), ours=True)

    assert line is not None
    assert line[0].seat == seat(1)
    assert tricks_after(state, line) == [Team(0), Team(0)]


def test_a_deal_before_its_discard_has_no_line() -> None:
    assert line_of_claim(start(dealt(2, {})), seat(2), ours=True) is None


@pytest.mark.parametrize("number", range(20))
def test_a_claim_of_the_last_tricks_holds_or_has_no_line_at_all(number: int) -> None:
    rng = Random(f"claims {number}")  # noqa: S311 - a test repeats it
    cards = rng.sample(CARD_CODES, 12)
    hands = {one: " ".join(cards[3 * one : 3 * one + 3]) for one in range(4)}
    state = ending(rng.randrange(4), hands)
    one = seat(rng.randrange(4))
    line = line_of_claim(state, one, ours=True)

    if line is not None:
        assert set(tricks_after(state, line)) == {team_of(one)}
    else:
        assert not can_win_all(state, one)


def can_win_all(state: DealState, claimer: Seat) -> bool:
    """Whether any legal way to the end gives all tricks to the team; tries all."""
    if state.turn is None:
        return True
    played = [CARD_CODES[card] for card in state.trick]
    held = [CARD_CODES[card] for card in state.hands[state.turn]]
    for code in oracle.legal(held, played):
        after = act(state, PlayCard(state.turn, next(iter(hand(code)))))
        won = after.tricks[len(state.tricks) :]
        if won and team_of(won[-1].winner) != team_of(claimer):
            continue
        if can_win_all(after, claimer):
            return True
    return False
