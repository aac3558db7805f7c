"""A look ahead at a discard: the question of the dealer, and the answer of the table."""

from typing import Literal

from protocol.base import Message, Told
from protocol.fields import CardTexts, CodeWord, TableId, VersionOfTable
from protocol.scores import Combinations


class Preview(Message):
    """Ask what one's hand could declare without two of its cards; nobody else is told.

    It is for the dealer before the discard. Nothing is laid away by it.
    """

    op: Literal["preview"] = "preview"
    table: TableId
    cards: CardTexts
    """Two, as for a `discard`."""


class Previewed(Told):
    """The answer to `preview`: what could be declared, with two cards and without them."""

    op: Literal["preview"] = "preview"
    table: TableId
    version: VersionOfTable
    """The version of the table that was looked at, 0 where there was none."""
    cards: CardTexts
    """As they were named in the question."""
    whole: Combinations | None
    """What the hand holds as it is; None where the question is refused."""
    rest: Combinations | None
    """What could be declared without the two cards."""
    code: CodeWord | None
    """Why it is refused, as the discard itself would be; None where it is not."""
