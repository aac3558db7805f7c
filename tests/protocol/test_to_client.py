"""What a server may tell."""

from typing import get_args

import pytest
from pydantic import ValidationError

from protocol.base import Message
from protocol.codec import decode_to_client, encode_to_client
from protocol.to_client import Events, Refused, ToClient
from tests.protocol.pretend_table import a_table
from tests.protocol.readme import example


@pytest.mark.parametrize("model", get_args(ToClient), ids=lambda one: one.__name__)
def test_unknown_fields_are_ignored(model: type[Message]) -> None:
    message = example(model.__name__)

    read = decode_to_client(encode_to_client(message | {"newer": [{"x": 1}]}))

    assert read == decode_to_client(encode_to_client(message))


def test_last_version_of_events() -> None:
    events = Events.model_validate(a_table().events(2, 4))

    assert (events.first, events.last) == (2, 4)


def test_arguments_are_texts_numbers_and_lists_of_texts() -> None:
    args = {"card": "BQ", "retry_ms": 200, "held": ["SF", "S6"]}

    refused = Refused.model_validate(
        {"n": 1, "code": "E_MUST_FOLLOW", "rule": "R9", "args": args, "legal": None}
    )

    assert refused.args == {"card": "BQ", "retry_ms": 200, "held": ("SF", "S6")}


def test_resume_token_is_in_no_text() -> None:
    welcome = decode_to_client(encode_to_client(example("Welcome")))

    assert "resume" not in repr(welcome)
    assert "resume" not in str(welcome)


@pytest.mark.parametrize("args", [{"x": 1.5}, {"x": None}, {"x": {"y": 1}}, {1: "x"}])
def test_other_arguments_are_refused(args: object) -> None:
    with pytest.raises(ValidationError):
        Refused.model_validate(
            {"n": 1, "code": "E_BUSY", "rule": None, "args": args, "legal": None}
        )
