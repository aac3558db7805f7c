"""A table's refusal: the wish of a person that cannot be granted now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from protocol.codes import ErrorCode

if TYPE_CHECKING:
    from engine.errors import RuleViolation


_BY_VALUE: Final = {code.value: code for code in ErrorCode}


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a refused person is told: codes and arguments, never a sentence."""

    code: ErrorCode
    rule: str | None = None
    args: Mapping[str, str | int] = field(default_factory=dict)
    legal: tuple[str, ...] | None = None
    """Codes of the cards that would be accepted, where cards were refused."""

    def plain(self) -> list[Any]:
        """The refusal as plain data, to be remembered."""
        return [self.code.value, self.rule, dict(self.args), self.legal]


def refusal_from_plain(plain: list[Any]) -> Refusal:
    """The refusal that `Refusal.plain` described."""
    code, rule, args, legal = plain
    return Refusal(_BY_VALUE[code], rule, args, None if legal is None else tuple(legal))


class Refused(Exception):  # noqa: N818 - says what happened to the command
    """A command was refused; the table is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(code: ErrorCode, **args: str | int) -> Refused:
    """A refusal by the table itself."""
    return Refused(Refusal(code, args=args))


def refused_by_rule(violation: RuleViolation, **args: str | int) -> Refused:
    """A refusal by the rules of the game."""
    return Refused(
        Refusal(
            _BY_VALUE[violation.code.value],
            rule=violation.rule,
            args=args,
            legal=violation.allowed or None,
        )
    )
