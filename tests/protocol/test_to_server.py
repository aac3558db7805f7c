"""What a client may say."""

from typing import Any

import pytest
from pydantic import ValidationError

from protocol.options import Options
from protocol.to_server import Create, Discard, Hello, Resync, Say, Sit


def test_options_left_out_are_those_of_the_rules() -> None:
    assert Create(n=1).options == Options(deals=1)


@pytest.mark.parametrize(
    "field",
    [
        {"deals": 0},
        {"deals": 17},
        {"level": "genius"},
        {"pace_ms": -1},
        {"pace_ms": 5_001},
        {"private": 1},
        {"people": 0},
        {"people": 5},
        {"spectators": 1},
        {"password": "x" * 65},
        {"levels": ["easy", None, None]},
        {"fill_ms": 600_001},
        {"ready_ms": 999},
        {"turn_ms": -1},
        {"bank_ms": 3_600_001},
        {"bot_seats": "never"},
        {"talk": "loud"},
        {"signals": "always"},
        {"recall": "none"},
        {"stakes": 5},
    ],
)
def test_options_are_bounded(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(field)


def test_hello_of_a_newer_client_is_understood() -> None:
    hello = Hello.model_validate(
        {"versions": [2, 3], "client": "newer", "colour": "blue"}
    )

    assert hello.versions == (2, 3)


def test_resume_token_is_in_no_text() -> None:
    hello = Hello(versions=(1, 1), client="x", resume=b"secret" * 8)

    assert "secret" not in repr(hello)
    assert "secret" not in str(hello)


def test_seat_may_be_left_to_the_server() -> None:
    assert Sit(n=1, table="QF7K2").seat is None


@pytest.mark.parametrize("count", [0, 1, 3, 17])
def test_wrong_number_of_discards_reaches_the_rules(count: int) -> None:
    discard = Discard.model_validate({"n": 1, "table": "T", "cards": ["SR"] * count})

    assert len(discard.cards) == count


def test_more_discards_than_a_hand_are_no_message() -> None:
    with pytest.raises(ValidationError):
        Discard.model_validate({"n": 1, "table": "T", "cards": ["SR"] * 18})


@pytest.mark.parametrize(
    "words",
    [{}, {"phrase": None}, {"phrase": "hello", "text": "ciao"}, {"phrase": "ciao"}],
)
def test_one_thing_is_said_at_a_time(words: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Say.model_validate({"n": 1, "table": "T", **words})


def test_text_or_phrase_is_said() -> None:
    assert Say.model_validate({"n": 1, "table": "T", "text": "ciao"}).text == "ciao"
    assert Say(n=1, table="T", phrase="hello").phrase == "hello"


@pytest.mark.parametrize("secret", ["resume", "login"])
def test_what_proves_a_person_is_in_no_text(secret: str) -> None:
    hello = Hello(versions=(1, 1), client="x", resume=b"secret" * 8, login="secret")

    assert secret not in repr(hello)
    assert "secret" not in str(hello)


POSITION = {"epoch": bytes(8), "version": 3, "token": bytes(8)}


def test_position_is_whole_or_none() -> None:
    assert Resync.model_validate({"table": "T"}).version is None
    assert Resync.model_validate({"table": "T", **POSITION}).version == 3


@pytest.mark.parametrize("without", POSITION)
def test_part_of_a_position_is_refused(without: str) -> None:
    part = {key: value for key, value in POSITION.items() if key != without}

    with pytest.raises(ValidationError):
        Resync.model_validate({"table": "T", **part})
