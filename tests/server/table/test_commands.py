"""What a table may be asked: by people, who name no seat of their own."""

from dataclasses import fields
from typing import get_args

from server.table.commands import (
    BotAction,
    CloseTable,
    LookAtHands,
    NoteArchived,
    Sign,
    TableCommand,
    TimeUp,
)


def test_command_of_a_person_names_the_user_and_nobody_else() -> None:
    # P7, T-C01: which seat acts follows from who asks.
    by_nobody = {BotAction, TimeUp, CloseTable, LookAtHands, NoteArchived}

    for kind in set(get_args(TableCommand)) - by_nobody:
        assert fields(kind)[0].name == "user"
    seats = {
        kind.__name__
        for kind in get_args(TableCommand)
        if any(field.name == "seat" for field in fields(kind))
    }
    assert seats == {"TakeSeat", "Kick"}  # the one wanted, the one to leave


def test_bot_answers_for_the_question_it_was_asked() -> None:
    assert [field.name for field in fields(BotAction)] == [
        "action",
        "generation",
        "turn_version",
        "level",
    ]


def test_signs_have_the_names_of_the_game() -> None:
    assert [sign.value for sign in Sign] == ["busso", "striscio", "volo"]
