"""What all messages have in common, and that each is written down for strangers."""

import importlib
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from protocol.base import Message, Told
from tests.protocol.readme import chapter

MODULES = ("scores", "views", "items", "to_server", "to_client")


def all_models(base: type[Message] = Message) -> Iterator[type[Message]]:
    for kind in base.__subclasses__():
        if kind.__module__ in {f"protocol.{module}" for module in MODULES}:
            yield kind
        yield from all_models(kind)


for module in MODULES:
    importlib.import_module(f"protocol.{module}")
MODELS = sorted(set(all_models()), key=lambda kind: kind.__name__)


class Said(Message):
    count: int


class Heard(Told):
    count: int


def test_messages_do_not_change() -> None:
    said = Said(count=1)

    with pytest.raises(ValidationError):
        said.count = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    "value", [True, 1.0, "1", " 1 ", b"1", None, float("nan")], ids=repr
)
def test_no_value_of_a_neighbouring_type_is_taken(value: object) -> None:
    with pytest.raises(ValidationError):
        Said.model_validate({"count": value})


def test_what_a_client_says_has_no_unknown_fields() -> None:
    with pytest.raises(ValidationError):
        Said.model_validate({"count": 1, "more": 2})


def test_what_a_server_tells_may_have_unknown_fields() -> None:
    assert Heard.model_validate({"count": 1, "more": 2}) == Heard(count=1)


def test_errors_show_no_input() -> None:
    with pytest.raises(ValidationError) as caught:
        Said.model_validate({"count": "SECRET"})

    assert "SECRET" not in str(caught.value)


def test_there_are_models_of_every_family() -> None:
    assert len(MODELS) > 40


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_field_is_in_the_readme(model: type[Message]) -> None:
    written = chapter(model.__name__)
    tag = {
        name
        for name, field in model.model_fields.items()
        if name in {"op", "kind"} and not field.is_required()
    }

    missing = [name for name in model.model_fields if f"| `{name}` |" not in written]

    assert set(missing) <= tag
