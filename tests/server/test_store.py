"""Both stores offer what the server asks of a store, call for call."""

import inspect

import pytest

from server.adapters.memory_store import MemoryStore
from server.adapters.redis_store import RedisStore
from server.store import TableStore


def calls(kind: type) -> dict[str, list[tuple[str, object]]]:
    """Give each public call with its arguments and defaults."""
    return {
        name: [
            (parameter.name, parameter.default)
            for parameter in inspect.signature(member).parameters.values()
        ]
        for name, member in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


@pytest.mark.parametrize("store", [MemoryStore, RedisStore])
def test_store_has_every_call_with_the_same_arguments(store: type) -> None:
    asked, offered = calls(TableStore), calls(store)

    assert {name: offered.get(name) for name in asked} == asked


def test_stores_are_stores_for_the_type_checker() -> None:
    stores: list[TableStore] = [MemoryStore(lambda: 0)]

    assert stores
