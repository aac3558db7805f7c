"""The records that this client has kept, found by the table at which it has played."""

from __future__ import annotations

from pathlib import Path

from client_cli.folders import state_folder
from protocol.limits import TABLE_ID_LENGTH


def names_a_table(operand: str) -> bool:
    """Whether an operand can be the code of a table: no file, some letters and digits."""
    return (
        len(operand) <= TABLE_ID_LENGTH
        and operand.isascii()
        and operand.isalnum()
        and not Path(operand).exists()
    )


def record_path(operand: str) -> str:
    """The path of a record: the operand, or the newest deal kept of that table."""
    if not names_a_table(operand):
        return operand
    kept = [
        one
        for one in sorted((state_folder() / "games").glob("*-*-*-*.json"))
        if one.stem.split("-")[2].casefold() == operand.casefold()
    ]
    return str(kept[-1]) if kept else operand
