"""The answers to one client, as plain maps ready to be packed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.cards import code_of
from engine.plain import combinations_data
from protocol import limits
from protocol.codec import encode_to_client
from protocol.codes import Advice, ErrorCode
from protocol.versions import served
from server.hub.answers import Answer, Done, NotDone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.combinations import CombinationScore
    from engine.players.player import Advice as Candidate
    from protocol.codec import BadMessage
    from server.identity import Entry

RETRY_MS = 500


@dataclass(frozen=True, slots=True)
class House:
    """What a node says of itself in a welcome."""

    node: str
    now_ms: int
    messages_per_s: int
    burst: int
    grace_ms: int
    reserved_ms: int
    levels: tuple[str, ...]
    """Of bots, the weakest first."""


def welcome(
    entry: Entry, house: House, seats: Sequence[tuple[str, int]], version: int
) -> bytes:
    """The answer to a hello that was accepted, in this version of the protocol.

    A session that is taken up again may have used any number so far; milliseconds
    count faster than commands, so the time serves as a number above all of them.
    """
    return encode_to_client(
        {
            "op": "welcome",
            "version": version,
            "session": entry.user,
            "name": entry.name,
            "resume": entry.token,
            "node": house.node,
            "now": house.now_ms,
            "seats": [{"table": table, "seat": seat} for table, seat in seats],
            "last_n": 0 if entry.is_new else house.now_ms,
            "limits": {
                "message_bytes": limits.TO_SERVER_BYTES,
                "messages_per_s": house.messages_per_s,
                "burst": house.burst,
                "replay_events": limits.REPLAY_EVENTS,
                "grace_ms": house.grace_ms,
                "reserved_ms": house.reserved_ms,
            },
            "levels": list(house.levels),
        }
    )


def answered(n: int, table: str | None, answer: Answer) -> bytes:
    """The answer to a command."""
    match answer:
        case Done(version, repeated):
            return _packed("ok", n=n, table=table, version=version, dup=repeated)
        case NotDone(refusal):
            return refused(
                n,
                refusal.code,
                rule=refusal.rule,
                args=refusal.args,
                legal=refusal.legal,
            )


def refused(
    n: int,
    code: ErrorCode,
    *,
    rule: str | None = None,
    args: Mapping[str, str | int] | None = None,
    legal: Sequence[str] | None = None,
) -> bytes:
    """A command does not count."""
    arguments: dict[str, Any] = dict(args or {})
    if code.advice is Advice.RESEND:
        arguments.setdefault("retry_ms", RETRY_MS)
    return _packed(
        "refused",
        n=n,
        code=code.value,
        rule=rule,
        args=arguments,
        legal=None if legal is None else list(legal),
    )


def opened(n: int, table: str, *, repeated: bool) -> bytes:
    """The answer to `create`."""
    return _packed("ok", n=n, table=table, version=None, dup=repeated)


def bad_message(fault: BadMessage) -> bytes:
    """Bytes that made no sense; tied to a command where its number could be read."""
    return error(fault.code, fault.detail, n=fault.number)


def error(
    code: ErrorCode,
    detail: str,
    *,
    n: int | None = None,
    table: str | None = None,
    retry_ms: int | None = None,
) -> bytes:
    """A message that could not be taken."""
    return _packed(
        "error",
        code=code.value,
        detail=detail,
        n=n,
        table=table,
        versions=list(served()) if code is ErrorCode.VERSION else None,
        retry_ms=retry_ms,
    )


def replayed(table: str, count: int, version: int) -> bytes:
    """The end of a replay."""
    return _packed("replayed", table=table, count=count, version=version)


def pong(t: int, now_ms: int) -> bytes:
    """The answer to a ping."""
    return _packed("pong", t=t, now=now_ms)


def store(*, is_back: bool) -> bytes:
    """The store has gone away, so that nothing counts for now, or is back."""
    return _packed("store", state="back" if is_back else "away")


def hint(
    table: str,
    version: int,
    *,
    level: str,
    declare: bool,
    candidates: Iterable[Candidate],
) -> bytes:
    """What somebody may do now, and what it comes to."""
    return _packed(
        "hint",
        table=table,
        version=version,
        level=level,
        declare=declare,
        candidates=[
            {"cards": [code_of(card) for card in one.cards], "points": one.points}
            for one in candidates
        ],
        code=None,
        retry_ms=None,
    )


def no_hint(
    table: str, version: int, *, code: ErrorCode, retry_ms: int | None
) -> bytes:
    """There is no hint."""
    return _packed(
        "hint",
        table=table,
        version=version,
        level=None,
        declare=False,
        candidates=[],
        code=code.value,
        retry_ms=retry_ms,
    )


def preview(
    table: str,
    version: int,
    cards: Sequence[str],
    whole: CombinationScore,
    rest: CombinationScore,
) -> bytes:
    """What could be declared with some cards, and without them."""
    return _packed(
        "preview",
        table=table,
        version=version,
        cards=list(cards),
        whole=combinations_data(whole),
        rest=combinations_data(rest),
        code=None,
    )


def no_preview(table: str, version: int, cards: Sequence[str], code: str) -> bytes:
    """These cards cannot be laid away, or not now."""
    return _packed(
        "preview",
        table=table,
        version=version,
        cards=list(cards),
        whole=None,
        rest=None,
        code=code,
    )


def goaway(code: int, retry_ms: int) -> bytes:
    """The connection is about to be closed."""
    return _packed("goaway", code=code, retry_ms=retry_ms)


def _packed(op: str, **fields: object) -> bytes:
    return encode_to_client({"op": op, **fields})
