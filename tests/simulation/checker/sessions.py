"""P7: a resume token is good once it is the newest, or the one before, and not again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from tests.simulation.checker.account import Account


def check(account: Account) -> list[Violation]:
    """Who was let in with a token that was good no longer, or given an old one."""
    found: list[Violation] = []
    shown: dict[str, bytes] = {}
    """Wire to the token of its hello."""
    given: set[bytes] = set()
    followed: dict[bytes, set[bytes]] = {}
    """Token to those that were given for it."""
    used: set[bytes] = set()
    """Tokens with which somebody was let in."""
    both = sorted(account.sent + account.told, key=lambda said: said.place)
    for said in both:
        message = said.message
        if message["op"] == "hello" and message.get("resume"):
            shown[said.wire] = message["resume"]
        elif message["op"] == "welcome":
            token, fresh = shown.get(said.wire), message["resume"]
            if fresh in given or fresh == token:
                text = f"{said.wire} is given a token that is not new"
                found.append(Violation("P7", said.at_ms, text))
            given.add(fresh)
            if token is None:
                continue
            if not account.rollbacks and _is_older(token, followed, used):
                text = f"{said.wire} is let in with a token that is good no longer"
                found.append(Violation("P7", said.at_ms, text))
            followed.setdefault(token, set()).add(fresh)
            used.add(token)
    return found


def _is_older(
    token: bytes, followed: dict[bytes, set[bytes]], used: set[bytes]
) -> bool:
    """Whether a token that came after this one was used already."""
    return bool(followed.get(token, set()) & used)
