"""Laws that the oracle must keep, whatever the cards.

Expected values come from the law itself or from the short forms that the rules
text gives beside its long ones, never from the code under test.
"""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.cards import (
    DECK,
    MOORS,
    NEVER_DISCARDED,
    NUMBERS,
    in_card_order,
)
from tests.reference.combinations import grande_rows, row_points
from tests.reference.deals import fair_hands, is_plain_pip, lopsided_hands
from tests.reference.oracle import (
    card_points,
    explain,
    legal,
    random_deal,
    random_settlement,
    score_record,
    settle,
)

PIPS = ("6", "7", "8", "9", "10")

law = settings(deadline=None)
card_sets = st.frozensets(st.sampled_from(DECK))
trump_sets = st.frozensets(st.sampled_from((*NUMBERS, *MOORS)))
seeds = st.randoms(use_true_random=True)


def test_the_deck_is_62_cards_and_87_points() -> None:
    assert len(DECK) == len(set(DECK)) == 62
    assert card_points(DECK) == 87


@given(rng=seeds)
@law
def test_every_random_deal_comes_to_87_and_6(rng: Random) -> None:
    record = random_deal(rng)
    played = [card for trick in record["tricks"] for card in trick]
    assert in_card_order([*played, *record["discards"]]) == list(DECK)
    score = score_record(record)
    teams = score["teams"]
    assert sum(team["card_points"] for team in teams) == 87
    assert sum(team["last_trick"] for team in teams) == 6
    assert sum(score["tricks_won"]) == 15
    for team in teams:
        parts = (team["card_points"], team["last_trick"])
        assert team["total"] == sum((*parts, team["captured"], team["declared"]))
    totals = [team["total"] for team in teams]
    if score["result"] == "draw":
        assert totals[0] == totals[1]
    else:
        assert max(totals) > min(totals)
        assert score["result"] == f"team {totals.index(max(totals))}"


@given(rng=seeds)
@law
def test_skipped_declarations_score_nothing(rng: Random) -> None:
    record = random_deal(rng)
    record["declares"] = [False, False, False, False]
    score = score_record(record)
    assert score["declared_by_seat"] == [0, 0, 0, 0]
    assert [team["declared"] for team in score["teams"]] == [0, 0]


@given(rng=seeds)
@law
def test_the_settlement_shares_out_87_and_6(rng: Random) -> None:
    teams = settle(**random_settlement(rng))["teams"]
    assert sum(team["card_points"] for team in teams) == 87
    assert sum(team["last_trick"] for team in teams) == 6


@given(rng=seeds)
@law
def test_the_first_plain_pip_goes_for_the_matto_where_there_is_one(
    rng: Random,
) -> None:
    case = random_settlement(rng)
    owner = case["matto_owner"]
    pile = set(case["trick_piles"][owner])
    if case["dealer_team"] == owner:
        pile.update(case["discards"])
    given_card = settle(**case)["given_for_matto"]
    # A43: an exchange if the others won the Matto's trick and the owner won any.
    exchange = bool(case["trick_piles"][owner]) and "MT" not in pile
    assert (given_card is not None) == exchange
    pips = {card for card in pile if is_plain_pip(card)}
    if exchange and pips:  # A47: the shortcut
        in_order = [suit + pip for suit in "SBCD" for pip in PIPS]
        assert given_card == next(card for card in in_order if card in pips)
    elif exchange:
        assert given_card in pile


@given(held=card_sets, card=st.sampled_from(DECK))
@law
def test_one_more_card_never_lowers_a_score(held: frozenset[str], card: str) -> None:
    before, after = explain(held), explain(held | {card})
    assert after["cricche_total"] >= before["cricche_total"]  # A1
    assert after["sequences_total"] >= before["sequences_total"]


@given(held=card_sets)
@law
def test_the_public_cards_alone_show_the_whole_score(held: frozenset[str]) -> None:
    whole = explain(held)
    assert set(whole["public_cards"]) <= held
    assert explain(whole["public_cards"]) == whole  # A28


@given(held=card_sets)
@law
def test_plain_pips_are_in_no_combination(held: frozenset[str]) -> None:
    assert explain(card for card in held if not is_plain_pip(card)) == explain(held)


@given(
    numbers_and_moors=trump_sets,
    heads=st.frozensets(st.sampled_from(("AN", "MN", "SO", "LU"))),
    contatori=st.frozensets(st.sampled_from(("BG", "MT"))),
    nearly_complete=st.booleans(),
)
@law
def test_the_grande_is_as_long_as_its_short_form(
    numbers_and_moors: frozenset[str],
    heads: frozenset[str],
    contatori: frozenset[str],
    *,
    nearly_complete: bool,
) -> None:
    # Long runs are rare by chance: take the drawn cards away instead of holding them.
    everything = frozenset((*NUMBERS, *MOORS))
    tail = everything - numbers_and_moors if nearly_complete else numbers_and_moors
    held = tail | heads | contatori
    rows = grande_rows(held)
    assert max(map(len, rows), default=0) == grande_length_by_short_form(held)
    longest = [row for row in rows if len(row) == max(map(len, rows))]
    assert len({frozenset(row) for row in longest}) <= 1  # A28 leaves no choice
    assert all(row_points(row) == 5 * (len(row) - 1) for row in rows)  # A2


def grande_length_by_short_form(held: frozenset[str]) -> int:
    """A20, step by step."""
    spare = len(held & {"BG", "MT"})
    real = len(held & {"MN", "SO", "LU"})
    need = max(0, 2 - real)
    if "AN" not in held or real == 0 or need > spare:
        return 0
    length = 1 + real + spare
    spare -= need
    # With only the World real, the stand-in comes last of the three.
    after_stand_in = need == 1 and "MN" in held
    for number in NUMBERS:
        if number in held:
            length += 1
            after_stand_in = False
        elif spare and not after_stand_in:
            spare -= 1
            after_stand_in = True
        else:
            return length
    return length + len(held & set(MOORS))


@given(
    hand=st.frozensets(st.sampled_from(DECK), min_size=1),
    trick=st.lists(st.sampled_from(DECK), max_size=3, unique=True),
)
@law
def test_there_is_always_a_legal_card(hand: frozenset[str], trick: list[str]) -> None:
    allowed = legal(hand, trick)
    assert allowed
    assert allowed <= hand
    assert ("MT" in allowed) == ("MT" in hand)  # R10


@given(rng=seeds, dealer=st.integers(0, 3), lopsided=st.booleans())
@law
def test_hands_hold_the_deck_and_leave_the_dealer_something_to_discard(
    rng: Random, dealer: int, *, lopsided: bool
) -> None:
    hands = lopsided_hands(rng, dealer) if lopsided else fair_hands(rng, dealer)
    assert in_card_order(card for hand in hands for card in hand) == list(DECK)
    assert [len(hand) for hand in hands] == [
        17 if seat == dealer else 15 for seat in range(4)
    ]
    assert len([c for c in hands[dealer] if c not in NEVER_DISCARDED]) >= 9  # A39
