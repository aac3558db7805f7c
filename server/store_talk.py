"""What is said at a table, as it passes between the server and a store.

Talk has numbers of its own and leaves a table's history alone; only its command
numbers are those of the table.
"""

from dataclasses import dataclass

from server.store_records import Mark, Receipt, check_size, check_table

TALK_BYTES_MAX = 1024
TALK_KEPT = 200
TALK_RETOLD = 50
"""So many lines, the latest, are told to somebody who missed more: with the longest of
them they are half of what may wait for one connection."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What somebody wants to say at a table, and the answer to it.

    It leaves the history alone: `at` only says what the speaker's node knew of it.
    """

    table: str
    at: Mark
    receipt: Receipt
    line: bytes | None
    """What everybody hears; None when the answer is a refusal."""

    def __post_init__(self) -> None:
        check_table(self.table)
        if self.line is not None:
            check_size("talk", self.line, TALK_BYTES_MAX)


@dataclass(frozen=True, slots=True)
class Talk:
    """One line of a table's talk; numbers have nothing to do with event numbers."""

    number: int
    payload: bytes
