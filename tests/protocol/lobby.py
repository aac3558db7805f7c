"""Messages about the open tables, as plain data."""

from typing import Any

from tests.protocol.readme import example


def row(table: str, people: int = 1) -> dict[str, Any]:
    one: dict[str, Any] = example("LobbyRows")["rows"][0]
    return one | {"table": table, "people": people}


def rows(
    seq: int,
    *tables: str,
    whole: bool = False,
    more: bool = False,
    gone: tuple[str, ...] = (),
    people: int = 1,
) -> dict[str, Any]:
    return {
        "op": "lobby",
        "seq": seq,
        "whole": whole,
        "more": more,
        "rows": [row(table, people) for table in tables],
        "gone": list(gone),
    }
