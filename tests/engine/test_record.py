"""Deals as data: read, judged, scored, written (R3-R18, A27)."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import code_of
from engine.deal import start
from engine.plain import codes, result_name
from engine.record import (
    IllegalRecord,
    events_of,
    hands_of,
    plays_of,
    read_record,
    record_of,
    replay_record,
    started_of,
)
from engine.seats import SEATS
from tests.reference import oracle
from tests.support.builders import begun, cases, dealt
from tests.support.faults import faulty
from tests.support.play import chance, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

DEALS = cases("deals")


def deal() -> dict[str, Any]:
    """A record of which any part may be changed."""
    record: dict[str, Any] = cases("deals")[0]["record"]
    return record


def score(record: object) -> dict[str, Any]:
    """A record's score in the words of the oracle."""
    settlement = replay_record(read_record(record)).settlement
    assert settlement is not None
    given_card = settlement.given_for_matto
    return {
        "ok": True,
        "declared_by_seat": list(settlement.declared_by_seat),
        "tricks_won": list(settlement.tricks_won),
        "given_for_matto": None if given_card is None else code_of(given_card),
        "teams": [
            {
                "card_points": team.card_points,
                "last_trick": team.last_trick_points,
                "captured": team.combination_points,
                "declared": team.declaration_points,
                "total": team.total,
            }
            for team in settlement.teams
        ],
        "result": result_name(settlement.winner),
    }


@pytest.mark.parametrize("number", range(len(DEALS)))
def test_worked_example(number: int) -> None:
    case = DEALS[number]

    assert score(case["record"]) == {"ok": True, **case["expect"]}


@pytest.mark.untraced
@pytest.mark.parametrize("half", ["one half", "other half"])
@given(rng=chances)
@examples(1000)
def test_the_oracle_scores_whole_deals_alike(half: str, rng: Random) -> None:
    record = oracle.random_deal(rng)

    assert score(record) == oracle.score_record(record), half


@pytest.mark.untraced
@given(chances)
@examples(600)
def test_the_oracle_finds_a_fault_at_the_same_place(rng: Random) -> None:
    record = faulty({**oracle.random_deal(rng)}, rng)
    try:
        expected: object = oracle.score_record(record)
    except oracle.IllegalRecord as refusal:
        expected = refusal.at

    try:
        found: object = score(record)
    except IllegalRecord as refusal:
        found = refusal.at
    assert found == expected


@pytest.mark.untraced
@given(chances)
@examples(100)
def test_a_deal_is_the_same_after_writing_and_reading(rng: Random) -> None:
    end = played_at_random(dealt_at_random(rng), rng).end
    text = json.dumps(record_of(end))

    assert replay_record(read_record(json.loads(text))) == end


@pytest.mark.parametrize("seed", range(3))
def test_walking_through_a_record_repeats_every_event(seed: int) -> None:
    played = played_at_random(dealt_at_random(chance(seed)), chance(seed))
    record = read_record(record_of(played.end))

    steps = list(events_of(record))

    assert started_of(record) == played.started
    assert [event for event, _ in steps] == list(played.events)
    assert [state for _, state in steps] == list(played.states[1:])


def test_a_record_says_who_played_what() -> None:
    record = read_record(deal())
    plays = list(plays_of(record))

    # The seat after the dealer leads, then the winners: 0 with the 16, 3 with the SR.
    assert [(seat, code_of(card)) for seat, card in plays[:9]] == [
        (3, "8"),
        (0, "16"),
        (1, "10"),
        (2, "7"),
        (0, "MT"),
        (1, "S8"),
        (2, "SC"),
        (3, "SR"),
        (3, "BQ"),
    ]
    assert [len(hand) for hand in hands_of(record)] == [15, 15, 17, 15]
    assert {"BA", "DQ"} <= set(hands_of(record)[2].codes)


def test_other_keys_are_ignored() -> None:
    assert read_record({**deal(), "names": [], "secret": "00"}) == read_record(deal())


def test_a_declaration_of_nothing_is_accepted_and_shows_nothing() -> None:
    # A27: seats 1 and 2 of the worked deal hold no combination and say true.
    state = replay_record(read_record(deal()))

    assert [answer.total if answer else None for answer in state.answers] == [
        20,
        0,
        0,
        25,
    ]
    assert record_of(state)["declares"] == [True, False, False, True]


def test_a_silent_record_declares_nothing() -> None:
    state = replay_record(read_record({**deal(), "declares": [False] * 4}))

    assert state.settlement is not None
    assert state.settlement.declared_by_seat == (0, 0, 0, 0)


def changed(**keys: object) -> dict[str, Any]:
    return {**deal(), **keys}


def with_card(trick: int, place: int, card: object) -> dict[str, Any]:
    record = deal()
    record["tricks"][trick - 1][place - 1] = card
    return record


def exchanged(
    record: dict[str, Any], one: tuple[int, int], other: tuple[int, int]
) -> dict[str, Any]:
    """The record with two cards of its tricks in each other's place."""
    rows = record["tricks"]
    first, second = rows[one[0] - 1][one[1] - 1], rows[other[0] - 1][other[1] - 1]
    rows[one[0] - 1][one[1] - 1], rows[other[0] - 1][other[1] - 1] = second, first
    return record


def with_a_king_discarded() -> dict[str, Any]:
    return {**with_card(2, 4, "BA"), "discards": ["SR", "DQ"]}


def with_three_cards_in_a_trick() -> dict[str, Any]:
    record = deal()
    record["tricks"][2].pop()
    return record


REFUSED: dict[str, tuple[object, str, str, str]] = {
    "a list": ([], "E_BAD_RECORD", "R18", "record"),
    "nothing": (None, "E_BAD_RECORD", "R18", "record"),
    "no keys": ({}, "E_BAD_RECORD", "R18", "format"),
    "a format to come": (
        changed(format="tarocco-deal/2"),
        "E_BAD_RECORD",
        "R18",
        "format",
    ),
    "dealer 4": (changed(dealer=4), "E_BAD_RECORD", "R4", "dealer"),
    "dealer true": (changed(dealer=True), "E_BAD_RECORD", "R4", "dealer"),
    "no discards": (changed(discards=None), "E_BAD_RECORD", "R5", "discards"),
    "one discard": (changed(discards=["BA"]), "E_DISCARD_COUNT", "R5", "discards"),
    "three discards": (
        changed(discards=["BA", "DQ", "S6"]),
        "E_DISCARD_COUNT",
        "R5",
        "discards",
    ),
    "discarded twice": (
        changed(discards=["BA", "BA"]),
        "E_CARD_TWICE",
        "R3",
        "discards",
    ),
    "a King discarded": (
        with_a_king_discarded(),
        "E_DISCARD_PROTECTED",
        "R5",
        "discards",
    ),
    "one answer": (changed(declares=[True]), "E_BAD_RECORD", "R7", "declares"),
    "answers in numbers": (
        changed(declares=[1, 0, 0, 0]),
        "E_BAD_RECORD",
        "R7",
        "declares",
    ),
    "no tricks": (changed(tricks=[]), "E_BAD_RECORD", "R18", "tricks"),
    "three cards": (with_three_cards_in_a_trick(), "E_BAD_RECORD", "R8", "trick 3"),
    "no such card": (with_card(3, 2, "S5"), "E_NO_SUCH_CARD", "R3", "trick 3 card 2"),
    "a card in numbers": (with_card(3, 2, 5), "E_BAD_RECORD", "R3", "trick 3 card 2"),
    "played twice": (with_card(3, 2, "8"), "E_CARD_TWICE", "R3", "trick 3 card 2"),
    # Seat 2 throws D6 on a led C9 and keeps its C7.
    "a revoke": (
        exchanged(deal(), (4, 2), (7, 4)),
        "E_MUST_FOLLOW",
        "R9",
        "trick 4 card 2",
    ),
    # Seat 3 has no cup, and throws DF instead of its trump BG.
    "no trump": (
        exchanged(cases("deals")[2]["record"], (9, 3), (15, 4)),
        "E_MUST_TRUMP",
        "R9",
        "trick 9 card 3",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_record_names_code_rule_and_place(name: str) -> None:
    record, *expected = REFUSED[name]

    with pytest.raises(IllegalRecord) as refusal:
        replay_record(read_record(record))

    assert [refusal.value.code, refusal.value.rule, refusal.value.at] == expected
    assert str(refusal.value) == refusal.value.message
    assert refusal.value.message.endswith(".")


def test_a_refused_card_comes_with_those_that_were_allowed() -> None:
    """The card of Coins in trick 4 is from the seat that plays C7 later, and C6 in trick 14."""
    with pytest.raises(IllegalRecord) as refusal:
        replay_record(read_record(exchanged(deal(), (4, 2), (7, 4))))

    assert set(refusal.value.allowed) == {"C7", "C6"}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(tuple(deal())), inner)
    ),
)


@pytest.mark.untraced
@given(anything, st.sampled_from(tuple(deal())))
@examples(200)
def test_data_of_any_kind_is_read_or_refused(value: object, key: str) -> None:
    for data in (value, {**deal(), key: value}):
        with suppress(IllegalRecord):
            assert read_record(data).dealer in SEATS


def test_a_deal_in_play_is_a_record_without_its_end() -> None:
    state = play(begun(0, {1: "S6", 2: "SR", 3: "S8", 0: "S9"}), "S6 SR S8 S9")

    assert record_of(state) == {
        "format": "tarocco-deal/1",
        "dealer": 0,
        "discards": codes(state.discards or ()),
        "declares": [False] * 4,
        "tricks": [["S6", "SR", "S8", "S9"]],
    }
    assert record_of(start(dealt(0, {})))["discards"] == []
