"""Single facts of a deal in sentences."""

from client_cli.deal_words import DealWords
from client_cli.labels import labels_for
from client_cli.texts import Texts

WORDS = DealWords(labels_for({"names": ["Ada", "", "Bea", ""]}, Texts()), Texts())


def test_place() -> None:
    assert WORDS.place(3, 80, None) == "Event 3 of 80, all hands open."
    assert WORDS.place(3, 80, 2) == "Event 3 of 80, as seat 2 (Bea) knew it."


def test_what_happens() -> None:
    assert WORDS.dealt(3) == "Seat 3 has dealt."
    assert WORDS.discarded(3, ()) == "Seat 3 has discarded two cards."
    assert WORDS.discarded(3, ("M1", "S7")) == "Seat 3 has discarded MR, S7."
    assert WORDS.declared(0, 1, ("DR", "SR")) == (
        "Seat 0 (Ada) declares 1 point and shows SR, DR."
    )
    assert WORDS.skipped(2) == "Seat 2 (Bea) declares nothing."
    assert WORDS.played(1, "M2") == "Seat 1 played MR."
    assert WORDS.taken_back(1, "D6") == "Seat 1 takes D6 back."
    assert WORDS.trick_won(4, 0) == "Trick 4 goes to seat 0 (Ada)."


def test_how_it_stands() -> None:
    assert WORDS.holds(0, ("SR", "S6", "MT")) == "Seat 0 (Ada) holds MT, SR, S6."
    assert WORDS.still_held(1, ("DR",)) == "Shown and still held, seat 1: DR."
    assert WORDS.on_the_table(3, ("DR", "D6")) == (
        "On the table: seat 3 DR, seat 0 (Ada) D6."
    )
    assert WORDS.by_team((20, 0), (3, 4)) == [
        "Declared, team 0: 20; team 1: 0.",
        "Tricks, team 0: 3; team 1: 4.",
    ]
    assert WORDS.turn(2) == "It is the turn of seat 2 (Bea)."
