"""What can go wrong in the rules, and whose fault it is.

A player's mistake is a `RuleViolation`: it carries a stable code, the number of
the rule in `engine/README.md`, a plain sentence and the cards that would be allowed.
A `BrokenInvariant` is a mistake of this code and is never shown to a player.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class RuleCode(StrEnum):
    """Every way in which the rules can refuse; the value goes over the wire."""

    NO_SUCH_CARD = "E_NO_SUCH_CARD"
    NOT_YOUR_TURN = "E_NOT_YOUR_TURN"
    WRONG_PHASE = "E_PHASE"
    NOT_IN_HAND = "E_NOT_IN_HAND"
    CARD_TWICE = "E_CARD_TWICE"
    MUST_FOLLOW = "E_MUST_FOLLOW"
    MUST_TRUMP = "E_MUST_TRUMP"
    DISCARD_PROTECTED = "E_DISCARD_PROTECTED"
    DISCARD_COUNT = "E_DISCARD_COUNT"
    DECLARATION_CLOSED = "E_DECL_CLOSED"
    NOTHING_TO_DECLARE = "E_NOTHING_TO_DECLARE"
    BAD_RECORD = "E_BAD_RECORD"

    @property
    def rule(self) -> str:
        """Number of the rule that this refusal enforces."""
        return _RULES[self]


_RULES: Mapping[RuleCode, str] = {
    RuleCode.NO_SUCH_CARD: "R3",
    RuleCode.NOT_YOUR_TURN: "R6",
    RuleCode.WRONG_PHASE: "R7",
    RuleCode.NOT_IN_HAND: "R8",
    RuleCode.CARD_TWICE: "R3",
    RuleCode.MUST_FOLLOW: "R9",
    RuleCode.MUST_TRUMP: "R9",
    RuleCode.DISCARD_PROTECTED: "R5",
    RuleCode.DISCARD_COUNT: "R5",
    RuleCode.DECLARATION_CLOSED: "R7",
    RuleCode.NOTHING_TO_DECLARE: "A27",
    RuleCode.BAD_RECORD: "R18",
}


class RuleViolation(Exception):  # noqa: N818 - the game's own word for it
    """An action that the rules do not allow; nothing was changed by it.

    Args:
        code: What kind of mistake it is.
        message: A sentence in English that says what would be allowed.
        allowed: Codes of the cards that would be accepted in place of the refused one.
        rule: Number of the rule, where the code alone does not fix it.
    """

    def __init__(
        self,
        code: RuleCode,
        message: str,
        *,
        allowed: tuple[str, ...] = (),
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.allowed = allowed
        self.rule = rule if rule is not None else code.rule


class BrokenInvariant(Exception):  # noqa: N818 - says what it is
    """The rules code contradicts itself: always a bug, never a player's doing."""
