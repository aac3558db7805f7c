"""What happens at a table, item by item."""

from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from protocol.base import Message
from protocol.items import KINDS, Hidden, Item, KnownItem, TaggedItem, UnknownItem
from tests.protocol.readme import example

ITEMS: TypeAdapter[Item] = TypeAdapter(TaggedItem)


def test_every_kind_is_listed() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(KnownItem)}

    assert kinds == KINDS


@pytest.mark.parametrize("model", get_args(KnownItem), ids=lambda one: one.__name__)
def test_example_of_the_readme_is_read(model: type[Message]) -> None:
    plain = example(model.__name__)

    item = ITEMS.validate_python(plain)

    assert isinstance(item, model)
    assert item.kind == plain["kind"]


def test_unknown_kind_is_taken_and_told() -> None:
    item = ITEMS.validate_python({"kind": "signal_given", "signal": "volo"})

    assert item == UnknownItem(kind="signal_given")


def test_item_that_was_read_already_is_taken() -> None:
    assert ITEMS.validate_python(Hidden()) == Hidden()


@pytest.mark.parametrize("item", [{}, {"kind": 3}, {"kind": ["hidden"]}, 7, None])
def test_item_without_a_kind_is_refused(item: object) -> None:
    with pytest.raises(ValidationError):
        ITEMS.validate_python(item)


def test_known_kind_is_read_strictly() -> None:
    with pytest.raises(ValidationError):
        ITEMS.validate_python({"kind": "skipped", "seat": "1"})
