"""What is told of a deal: the views as data, and nothing beside them."""

import pytest

from engine.cards import CardSet, card_of
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, start
from engine.dealing import DealSource, deal_out
from engine.errors import BrokenInvariant
from engine.events import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.plain import combinations_data
from engine.seats import SEATS, Seat
from engine.told import (
    choices_data,
    deal_data,
    event_data,
    started_data,
    trick_data,
)
from engine.view import choices_of, public_view_of, view_of
from tests.support.play import chance, played_at_random


def a_deal(number: int) -> DealStarted:
    """Any deal."""
    dealt = deal_out(DealSource(bytes(32), "T", number, (b"",) * 4))
    return DealStarted(dealt.dealer, dealt.hands)


def told(state: DealState, seat: Seat | None) -> dict[str, object]:
    own = None if seat is None else view_of(state, seat)
    return deal_data(public_view_of(state), own)


PLAYED = next(
    played
    for played in (played_at_random(a_deal(seed), chance(seed)) for seed in range(9))
    if any(isinstance(event, Declared) for event in played.events)
)
DEALER = PLAYED.started.dealer
NEXT = Seat((DEALER + 1) % 4)


# ------------------------------------------------------------------ how it stands


def test_hand_is_ones_own_and_an_onlooker_has_none() -> None:
    state = start(PLAYED.started)

    assert told(state, NEXT)["hand"] == list(PLAYED.started.hands[NEXT].codes)
    assert told(state, None)["hand"] is None
    assert told(state, NEXT)["counts"] == [
        17 if seat == DEALER else 15 for seat in SEATS
    ]


def test_discards_are_the_dealers_alone() -> None:
    state = PLAYED.states[1]

    assert state.discards is not None
    assert len(told(state, DEALER)["discards"]) == 2  # type: ignore[arg-type]
    assert told(state, NEXT)["discards"] is None
    assert told(state, None)["discards"] is None
    assert told(state, NEXT)["discarded"] is True


def test_declarations_skips_and_silence_differ() -> None:
    state = start(PLAYED.started)
    kings = combinations_of(CardSet.of("SR", "BR", "CR", "DR"))
    nothing = combinations_of(CardSet())
    state = DealState(
        dealer=state.dealer,
        dealt=state.dealt,
        hands=state.hands,
        leader=state.leader,
        answers=(kings, nothing, None, None),
    )

    assert told(state, None)["declarations"] == [
        {"skipped": False, "score": combinations_data(kings)},
        {"skipped": True, "score": None},
        None,
        None,
    ]


def test_tricks_are_told_in_the_order_played() -> None:
    end = PLAYED.end
    data = told(end, None)

    assert data["tricks_won"] == [end.tricks_won(Seat(0)), end.tricks_won(Seat(1))]  # type: ignore[arg-type]
    assert data["tricks"] == [
        {
            "leader": trick.leader,
            "cards": [
                code
                for card in trick.cards
                for code in CardSet.from_cards([card]).codes
            ],
            "winner": trick.winner,
        }
        for trick in end.tricks
    ]


def test_choices_of_the_dealer_and_of_who_declares() -> None:
    state = start(PLAYED.started)
    assert state.phase is Phase.DISCARD
    discarding = choices_data(choices_of(state, DEALER))
    declaring = choices_data(choices_of(PLAYED.states[1], NEXT))

    assert discarding["legal"] == []
    assert "SR" not in discarding["discardable"]
    assert discarding["offer"] is None
    assert declaring["discardable"] == []
    assert declaring["offer"] == combinations_data(
        combinations_of(PLAYED.started.hands[NEXT])
    )


@pytest.mark.parametrize(
    ("trick", "led", "winning"),
    [("", None, None), ("MT", None, None), ("S6 SR", "S", 1), ("MT 5 S6", "T", 1)],
)
def test_trick_says_what_was_led_and_what_wins(
    trick: str, led: str | None, winning: int | None
) -> None:
    cards = [card_of(code) for code in trick.split()]

    assert trick_data(cards) == {"led": led, "winning": winning}


# ------------------------------------------------------------------ what happens


def test_deal_begins_with_ones_own_hand() -> None:
    counts = [17 if seat == DEALER else 15 for seat in SEATS]
    hand = list(PLAYED.started.hands[NEXT].codes)
    common = {"kind": "deal_started", "dealer": DEALER, "counts": counts}

    assert started_data(PLAYED.started, NEXT) == {**common, "hand": hand}
    assert started_data(PLAYED.started, None) == {**common, "hand": None}


@pytest.mark.parametrize(
    ("seat", "cards"), [(Seat(1), ["S6", "B7"]), (Seat(0), None), (None, None)]
)
def test_only_the_dealer_is_told_what_was_laid_away(
    seat: Seat | None, cards: list[str] | None
) -> None:
    event = Discarded(Seat(1), (card_of("S6"), card_of("B7")))

    data = event_data(event, PLAYED.end, seat)

    assert data == {"kind": "discarded", "seat": 1, "cards": cards}


def test_what_everybody_is_told_alike() -> None:
    end = PLAYED.end
    last = end.tricks[-1]
    card = card_of("M2")

    assert event_data(Skipped(Seat(2)), end, None) == {"kind": "skipped", "seat": 2}
    assert event_data(CardPlayed(Seat(2), card), end, None) == {
        "kind": "card_played",
        "seat": 2,
        "card": "M2",
    }
    assert event_data(TakenBack(Seat(2), card), end, None) == {
        "kind": "taken_back",
        "seat": 2,
        "card": "M2",
    }
    assert event_data(TrickWon(last.winner), end, None) == {
        "kind": "trick_won",
        "trick": 15,
        "leader": last.leader,
        "cards": told(end, None)["tricks"][-1]["cards"],  # type: ignore[index]
        "winner": last.winner,
    }
    assert event_data(DealSettled(), end, None) == {"kind": "deal_settled"}


def test_declaration_shows_what_it_scores() -> None:
    place, event = next(
        (place, event)
        for place, event in enumerate(PLAYED.events)
        if isinstance(event, Declared)
    )
    before = PLAYED.states[place].hands[event.seat]

    data = event_data(event, PLAYED.states[place + 1], None)

    assert data["score"] == combinations_data(combinations_of(before))


def test_declaration_without_an_answer_is_a_fault_of_ours() -> None:
    with pytest.raises(BrokenInvariant):
        event_data(Declared(Seat(0)), start(PLAYED.started), None)


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_hidden_is_told_while_a_deal_runs(seat: Seat) -> None:
    """Of others: cards that were played or declared, and no more."""
    played = played_at_random(a_deal(seat), chance(seat))
    for event, state in zip(played.events, played.states[1:], strict=True):
        shown = {
            code
            for answer in state.answers
            if answer is not None
            for code in answer.public_cards.codes
        }
        lying = [
            *state.trick,
            *(card for trick in state.tricks for card in trick.cards),
        ]
        open_cards = shown | set(CardSet.from_cards(lying).codes)
        own = set(state.dealt[seat].codes)
        data = [told(state, seat), event_data(event, state, seat)]

        assert codes_in(data) <= open_cards | own


def codes_in(value: object) -> set[str]:
    """Every card code anywhere in some data, stand-ins left out: they are no cards."""
    if isinstance(value, dict):
        inside = [
            item for key, item in value.items() if key not in {"stand_ins", "added"}
        ]
        return set().union(*map(codes_in, inside)) if inside else set()
    if isinstance(value, list):
        return set().union(*map(codes_in, value)) if value else set()
    if isinstance(value, str):
        try:
            card_of(value)
        except Exception:  # noqa: BLE001 - a word, not a card
            return set()
        return {value}
    return set()
