"""Names that nobody may have."""

import pytest

from server.reserved_names import is_reserved


@pytest.mark.parametrize(
    "name",
    [
        *("bot", "bot-1", "BOT 7", "b.o.t", "Bottega?"),
        *("North", "south", "EAST", "west", "you"),
        *("Nord", "sud", "EST", "o vest", "tu", "Voi", "Sistema"),
        *("server", "System", "a d m i n", "host", "\uff28\uff4f\uff53\uff54"),
    ],
)
def test_names_that_could_be_mistaken_are_reserved(name: str) -> None:
    # H59
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Ada", "Robot", "Northcote", "hosts", "Ad min?"[:2], "Ovestina", "Este"]
)
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(name)
