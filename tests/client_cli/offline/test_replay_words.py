"""A recorded deal in sentences."""

from client_cli.labels import labels_for
from client_cli.offline.history import Happened, history_of
from client_cli.offline.replay_words import ReplayWords
from client_cli.texts import Texts
from engine.cards import CardSet, card_of
from engine.deal import DealState, evolve, start
from engine.events import (
    CardPlayed,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
)
from engine.record import read_record
from engine.seats import Seat
from tests.client_cli.records import random_record

STARTED = DealStarted(
    Seat(3),
    (
        CardSet.of("SR", "BR", "CR", "DR", "S6"),
        CardSet.of("S8", "M2"),
        CardSet.of("S9"),
        CardSet.of("B6", "B7", "MT"),
    ),
)
WORDS = ReplayWords(labels_for({"names": ["Ada", "", "", ""]}, Texts()), Texts(), 82)
DISCARDED = Discarded(Seat(3), (card_of("B6"), card_of("B7")))


def after(*events: object) -> Happened:
    """The last of these events, after the dealing."""
    state = start(STARTED)
    for event in events:
        state = evolve(state, event)  # type: ignore[arg-type]
    return Happened(len(events) + 1, events[-1] if events else STARTED, state)  # type: ignore[arg-type]


def test_place_says_from_where_it_is_seen() -> None:
    assert WORDS.place(after(), None) == "Event 1 of 82, all hands open."
    assert WORDS.place(after(), Seat(0)) == "Event 1 of 82, as seat 0 (Ada) knew it."


def test_dealing_and_discarding() -> None:
    assert WORDS.event(after(), None) == ["Seat 3 has dealt."]
    happened = after(DISCARDED)
    assert WORDS.event(happened, Seat(0)) == ["Seat 3 has discarded two cards."]
    assert WORDS.event(happened, Seat(3)) == ["Seat 3 has discarded B6, B7."]
    assert WORDS.event(happened, None) == ["Seat 3 has discarded B6, B7."]


def test_declaring_and_playing() -> None:
    declared = after(DISCARDED, Declared(Seat(0)))
    played = after(DISCARDED, Skipped(Seat(0)), CardPlayed(Seat(0), card_of("S6")))
    moor = after(
        DISCARDED,
        Skipped(Seat(0)),
        CardPlayed(Seat(0), card_of("S6")),
        CardPlayed(Seat(1), card_of("M2")),
    )

    assert WORDS.event(declared, Seat(1)) == [
        "Seat 0 (Ada) declares 34 points and shows SR, BR, CR, DR."
    ]
    assert WORDS.event(after(DISCARDED, Skipped(Seat(0))), None) == [
        "Seat 0 (Ada) declares nothing."
    ]
    assert WORDS.event(played, None) == ["Seat 0 (Ada) played S6."]
    assert WORDS.event(moor, None) == ["Seat 1 played MR."]


def test_card_that_is_taken_back() -> None:
    card = card_of("S6")
    happened = after(CardPlayed(Seat(0), card), TakenBack(Seat(0), card))

    assert WORDS.event(happened, None) == ["Seat 0 (Ada) takes S6 back."]


def test_declaration_that_left_no_answer_shows_nothing() -> None:
    """A state of another making: nobody has to believe it."""
    state = DealState(Seat(3), STARTED.hands, STARTED.hands, Seat(0))

    assert WORDS.event(Happened(2, Declared(Seat(0)), state), None) == [
        "Seat 0 (Ada) declares 0 points and shows ."
    ]


def test_seat_sees_its_own_hand_and_what_was_shown() -> None:
    happened = after(DISCARDED, Declared(Seat(0)), CardPlayed(Seat(0), card_of("SR")))

    assert WORDS.standing(happened, Seat(1)) == [
        "Seat 1 holds MR, S8.",
        "Shown and still held, seat 0 (Ada): BR, CR, DR.",
        "On the table: seat 0 (Ada) SR.",
        "Declared, team 0: 34; team 1: 0.",
        "Tricks, team 0: 0; team 1: 0.",
        "It is the turn of seat 1.",
    ]


def test_everything_laid_open() -> None:
    assert WORDS.standing(after(DISCARDED, Skipped(Seat(0))), None) == [
        "Seat 0 (Ada) holds SR, S6, BR, CR, DR.",
        "Seat 1 holds MR, S8.",
        "Seat 2 holds S9.",
        "Seat 3 holds MT.",
        "Seat 3 has discarded B6, B7.",
        "Declared, team 0: 0; team 1: 0.",
        "Tricks, team 0: 0; team 1: 0.",
        "It is the turn of seat 0 (Ada).",
    ]


def test_what_was_just_discarded_is_said_once() -> None:
    happened = after(DISCARDED)
    lines = WORDS.event(happened, None) + WORDS.standing(happened, None)

    assert sum("discarded" in line for line in lines) == 1


def test_end_of_a_deal_is_its_score() -> None:
    *_, trick, last = history_of(read_record(random_record(1)))
    winner = trick.state.tricks[-1].winner

    assert WORDS.event(trick, None)[0].startswith("Trick 15 goes to seat ")
    assert f"seat {winner}" in WORDS.event(trick, None)[0]
    assert WORDS.event(last, None)[-1].startswith("Result: ")
    # No hand and no turn is left.
    assert [line.split()[0] for line in WORDS.standing(last, Seat(0))][-1] == "Tricks,"
