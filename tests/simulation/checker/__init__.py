"""Judges a history by what was promised, and by nothing that a server says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.checker import (
    answers,
    authority,
    endings,
    knowledge,
    lost_people,
    rules,
    sessions,
    telling,
)
from tests.simulation.checker.account import Account

if TYPE_CHECKING:
    from tests.simulation.checker.violation import Violation
    from tests.simulation.history import History


def violations(history: History) -> list[Violation]:
    """What promises were broken, in the order in which it could be seen."""
    account = Account(history)
    found = list(account.violations)
    for part in (
        rules,
        answers,
        telling,
        knowledge,
        authority,
        lost_people,
        sessions,
        endings,
    ):
        found += part.check(account)
    return sorted(found, key=lambda one: one.at_ms)
