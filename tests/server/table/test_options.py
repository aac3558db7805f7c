"""How a table is played unless it was opened otherwise."""

from dataclasses import fields

from protocol.options import Options
from server.table.options import BotSeats, Signals, TableOptions, Talk


def test_defaults_are_those_that_a_client_leaves_out() -> None:
    wished = Options()
    kept = TableOptions()
    by_host = {
        "password_hash",
        "fill_ms",
        "turn_ms",
        "bank_ms",
        "grace_ms",
        "reserved_ms",
        "lag_budget_ms",
    }

    for field in fields(TableOptions):
        if field.name not in by_host:
            value = getattr(kept, field.name)
            assert getattr(value, "value", value) == getattr(wished, field.name)


def test_words_of_options_are_those_of_the_protocol() -> None:
    assert [one.value for one in Talk] == ["off", "phrases", "free", "always"]
    assert [one.value for one in Signals] == ["off", "on", "after_king"]
    assert [one.value for one in BotSeats] == ["between_deals", "at_once"]
