import pytest

from client_cli.live.places import places_in
from client_cli.live.waiting_words import (
    KickWish,
    RoomWord,
    room_wish,
    room_word,
    seat_called,
)
from client_cli.texts import Texts, texts_in
from tests.client_cli.live.rooms import view_with
from tests.client_cli.pretend import person


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("", RoomWord.NOTHING),
        ("start", RoomWord.START),
        (" Bots ", RoomWord.START),
        ("inizia", RoomWord.START),
        ("invite", RoomWord.INVITE),
        ("invito", RoomWord.INVITE),
        ("kick", KickWish("")),
        ("kick Maya Rossi", KickWish("Maya Rossi")),
        ("start now", None),
        ("hand", None),
    ],
)
def test_words_of_both_languages(line: str, wish: RoomWord | KickWish | None) -> None:
    assert room_wish(line, texts_in("it")) == wish


def test_words_are_shown_in_the_persons_language() -> None:
    assert room_word("start", Texts()) == "start"
    assert room_word("start", texts_in("it")) == "inizia"


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("east", 1),
        ("MAYA", 1),
        ("Ada", None),
        ("south", None),
        ("north", None),
        ("", None),
    ],
)
def test_another_person_by_seat_or_name(typed: str, seat: int | None) -> None:
    view = view_with({1: person("Maya")})

    assert seat_called(typed, view, places_in(view, Texts())) == seat
