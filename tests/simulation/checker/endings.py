"""P3, P12 and P14: all comes to rest once nothing more goes wrong, and nothing failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.checker.answers import ASK_AGAIN
from tests.simulation.checker.violation import Violation
from tests.simulation.history import Fault, TheEnd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.checker.account import Account


def check(account: Account) -> list[Violation]:
    """What was still open at the end, and what failed before."""
    found = list(_unanswered(account))
    for record in account.records:
        match record.what:
            case Fault(node, text):
                found.append(Violation("P12", record.at_ms, f"{node} failed: {text}"))
            case TheEnd(False, waiting):
                text = "no rest: " + ", ".join(waiting)
                found.append(Violation("P14", record.at_ms, text))
            case _:
                pass
    return found


def _unanswered(account: Account) -> Iterator[Violation]:
    """Commands on wires that are sound at the end, to which nobody gave an answer."""
    answered = {
        (said.wire, said.message["n"])
        for said in account.heard
        if said.message["op"] in {"ok", "refused"}
        and said.message.get("code") not in ASK_AGAIN
    }
    end_ms = account.records[-1].at_ms
    for said in account.sent:
        key = said.wire, said.message.get("n")
        if key[1] is None or not account.wires[said.wire].is_open or key in answered:
            continue
        yield Violation("P3", end_ms, f"{said.wire} has no answer to command {key[1]}")
