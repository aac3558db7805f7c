from client_cli.live.room_lines import help_line, invite_lines, next_lines, room_lines
from client_cli.texts import Texts, texts_in
from tests.client_cli.live.rooms import NOW_MS, known_with, view_with
from tests.client_cli.pretend import BOT, person

TEXTS = Texts()
START = "To begin now, with bots: start. All words: help."


def test_who_sits_who_is_missing_and_what_is_next() -> None:
    away = {**person("Maya"), "connected": False}

    lines = room_lines(known_with({1: away, 3: dict(BOT)}), NOW_MS, TEXTS)
    assert lines == [
        "The table: 1 deal, bots: medium, no clock.",
        "South: you.",
        "East: Maya, not connected.",
        "North: nobody yet, your partner.",
        "West: a bot.",
        "1 seat is free.",
        f"The deal begins as soon as 4 people sit here. {START}",
    ]


def test_the_level_is_a_word_of_the_language() -> None:
    line = room_lines(known_with({}), NOW_MS, texts_in("it"))[0]

    assert line == "Il tavolo: 1 smazzata, bot: medio, senza orologio."


def test_private_table_with_a_clock() -> None:
    known = known_with({}, private=True, turn_ms=30_000)

    assert room_lines(known, NOW_MS, TEXTS)[0] == (
        "The table: 1 deal, bots: medium, private, 30 seconds for a move."
    )


def test_names_cannot_steer_the_terminal() -> None:
    lines = room_lines(known_with({1: person("\x1b[2J")}), NOW_MS, TEXTS)

    assert "East: <U+001B>[2J." in lines


def test_when_bots_come() -> None:
    known = known_with({}, deadline=NOW_MS + 24_000)

    assert next_lines(known, NOW_MS, TEXTS) == [
        "3 seats are free.",
        f"Bots take the free seats in 24 seconds. {START}",
    ]


def test_others_are_ready() -> None:
    ready = {**person("Maya"), "ready": True}
    known = known_with({1: ready}, deadline=NOW_MS + 30_000)

    assert next_lines(known, NOW_MS, TEXTS)[-1] == (
        "Others are ready. Type start to begin. "
        "The deal begins in 30 seconds at the latest."
    )


def test_one_is_ready_oneself() -> None:
    known = known_with({0: {**person("Ada"), "ready": True}, 1: person("Maya")})

    assert next_lines(known, NOW_MS, TEXTS)[-1] == (
        "You are ready; the others are waited for."
    )


def test_everybody_sits() -> None:
    known = known_with({seat: person("x") for seat in (1, 2, 3)})

    assert len(next_lines(known, NOW_MS, TEXTS)) == 1


def test_invitation() -> None:
    assert invite_lines(view_with({}), "wss://table.example", TEXTS) == [
        "Invite: tarocco join https://table.example/QF7K2",
        "Code: QF7K2. Link: https://table.example/QF7K2",
    ]


def test_invitation_tells_of_a_password_and_of_this_machine() -> None:
    view = known_with({}, password=True).view

    assert invite_lines(view, "ws://127.0.0.1:8062", TEXTS)[2:] == [
        "Who sits down is asked for the password.",
        "This server is for programs on this machine alone.",
    ]


def test_help_names_the_words() -> None:
    assert "start" in help_line(TEXTS)
    assert "kick" in help_line(TEXTS)
