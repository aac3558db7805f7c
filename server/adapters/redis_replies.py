"""What the scripts answer, as values.

Every reply is taken apart with its shape checked. A shape that is not ours raises
`BadReply`: somebody else wrote into the store, or a script is wrong; either way there
is no definite answer, and the caller must not invent one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from server.store_outcomes import (
    Conflicting,
    EpochChanged,
    EventsOutcome,
    Exists,
    Following,
    Gone,
    HistoryBroken,
    NumberTaken,
    Outdated,
    Published,
    Rewound,
    Said,
    Skewed,
    Stale,
    Trimmed,
    UpgradeNeeded,
)
from server.store_records import (
    EPOCH_BYTES,
    TOKEN_BYTES,
    Loaded,
    Mark,
    Snapshot,
    StoredEvent,
)


class BadReply(Exception):  # noqa: N818
    """A reply that no script of ours gives."""


def as_int(value: object) -> int:
    """Give a whole number, also one written as text."""
    if isinstance(value, int):
        return value
    try:
        return int(as_bytes(value))
    except ValueError:
        raise _bad(value) from None


def as_bytes(value: object) -> bytes:
    """Give a byte string."""
    if isinstance(value, bytes):
        return value
    raise _bad(value)


def as_list(value: object) -> list[object]:
    """Give a list."""
    if isinstance(value, list | tuple):
        return list(value)
    raise _bad(value)


def as_pairs(value: object) -> Iterator[tuple[bytes, bytes]]:
    """Give the pairs of a hash, whether it came flat or as a dictionary."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield as_bytes(key), as_bytes(item)
        return
    flat = as_list(value)
    for at in range(0, len(flat), 2):
        yield as_bytes(flat[at]), as_bytes(flat[at + 1])


def events_of(reply: object) -> tuple[StoredEvent, ...]:
    """Give the events of a stream reply."""
    found = []
    for entry in as_list(reply):
        name, fields = as_list(entry)
        (_, token), (_, payload) = as_pairs(fields)
        version = int(as_bytes(name).partition(b"-")[0])
        found.append(StoredEvent(version, token, payload))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Repeat:
    """The session's last command was this one."""

    result: bytes
    mark: Mark
    """The position right after it, if the epoch is still the same."""
    now_ms: int


Refusal: TypeAlias = (
    Conflicting
    | Outdated
    | Exists
    | Gone
    | EpochChanged
    | UpgradeNeeded
    | Rewound
    | Stale
    | Skewed
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer, with the position that the call expected."""

    parts: list[object]
    epoch: bytes
    version: int

    def mark(self) -> Mark:
        """Read the store's position from the first two parts."""
        return Mark(self.epoch, as_int(self.parts[0]), as_bytes(self.parts[1]))

    def number(self, at: int = 0) -> int:
        return as_int(self.parts[at])


def _repeat(answer: _Answer) -> Repeat:
    receipt = as_bytes(answer.parts[0])
    _, _, version, token, result = receipt.split(b" ", 4)
    mark = Mark(answer.epoch, int(version), bytes.fromhex(token.decode()))
    return Repeat(result, mark, answer.number(1))


def _following(answer: _Answer) -> Following | Trimmed:
    mark, later = answer.mark(), events_of(answer.parts[2])
    if mark.version == answer.version:
        return Following(mark, ())
    if later and _contiguous(later, answer.version):
        return Following(mark, later)
    return Trimmed(mark)


_CHANGES: Mapping[bytes, Callable[[_Answer], Refusal | Repeat | int]] = {
    b"OK": lambda answer: answer.number(1),
    b"DUP": _repeat,
    b"CONFLICT": lambda _: Conflicting(),
    b"OLD": lambda answer: Outdated(answer.number()),
    b"EXISTS": lambda _: Exists(),
    b"GONE": lambda _: Gone(),
    b"EPOCH": lambda answer: EpochChanged(as_bytes(answer.parts[0])),
    b"UPGRADE": lambda answer: UpgradeNeeded(answer.number()),
    b"REWOUND": lambda answer: Rewound(answer.mark()),
    b"STALE": lambda answer: Stale(
        answer.mark(), _contiguous(events_of(answer.parts[2]), answer.version)
    ),
    b"SKEW": lambda answer: Skewed(answer.number()),
}
_READS: Mapping[bytes, Callable[[_Answer], EventsOutcome]] = {
    b"OK": _following,
    b"TRIMMED": lambda answer: Trimmed(answer.mark()),
    b"GONE": lambda _: Gone(),
    b"EPOCH": lambda answer: EpochChanged(as_bytes(answer.parts[0])),
    b"REWOUND": lambda answer: Rewound(answer.mark()),
}


def change_of(reply: object, epoch: bytes, version: int) -> Refusal | Repeat | int:
    """Give why a change was refused; the store's clock when it was stored.

    Args:
        reply: What the script answered.
        epoch: The epoch that the call expected.
        version: The version that the call expected.
    """
    kind, *parts = as_list(reply)
    return _CHANGES[as_bytes(kind)](_Answer(parts, epoch, version))


def number_of(reply: object) -> NumberTaken | Conflicting | Outdated:
    """Give what became of a number that was to be taken."""
    kind, *parts = as_list(reply)
    if kind == b"OK":
        return NumberTaken(as_bytes(parts[0]))
    return Outdated(as_int(parts[0])) if kind == b"OLD" else Conflicting()


def following_of(reply: object, epoch: bytes, version: int) -> EventsOutcome:
    """Give the events after a position, or why there are none."""
    kind, *parts = as_list(reply)
    return _READS[as_bytes(kind)](_Answer(parts, epoch, version))


def loaded_of(table: str, reply: object) -> Loaded | None:
    """Give a loaded table, whose events may stop short of its mark when cut.

    Raises:
        HistoryBroken: The parts do not fit together.
    """
    kind, *rest = as_list(reply)
    if kind == b"GONE":
        return None
    now, flat, state, found = rest
    meta = dict(as_pairs(flat))
    if state is None or b"ss" not in meta:
        raise HistoryBroken(table, "the snapshot is missing")
    snapshot = Snapshot(as_int(meta[b"ss"]), as_bytes(state))
    mark = Mark(meta[b"e"], as_int(meta[b"n"]), meta[b"tk"])
    events = events_of(found)
    if _contiguous(events, snapshot.version) != events:
        raise HistoryBroken(table, "events are missing")
    if not events and mark.version != snapshot.version:
        raise HistoryBroken(table, "all events after the snapshot are missing")
    if events and events[-1].version > mark.version:
        raise HistoryBroken(table, "more events than were counted")
    if events and events[-1].version == mark.version and events[-1].token != mark.token:
        raise HistoryBroken(table, "the last event is another one")
    return Loaded(
        mark=mark,
        snapshot=snapshot,
        events=events,
        writer=as_int(meta[b"sv"]),
        minimum_writer=as_int(meta[b"mk"]),
        phase=meta.get(b"ph", b"").decode(),
        deadlines={
            field[2:].decode(): as_int(due)
            for field, due in sorted(meta.items())
            if field.startswith(b"d:")
        },
        now_ms=as_int(now),
    )


def news_of(table: str, message: bytes) -> Published | Said:
    """Give what a publication says (common.lua and say.lua write it)."""
    kind, rest = message[:1], memoryview(message)[1:]
    if kind == b"T":
        return Said(table, int(bytes(rest[:16])), bytes(rest[16:]))
    if kind != b"E":
        raise _bad(message)
    epoch, rest = bytes(rest[:EPOCH_BYTES]), rest[EPOCH_BYTES:]
    last, rest = int(bytes(rest[:16])), rest[16:]
    found: list[tuple[bytes, bytes]] = []
    while rest:
        token, rest = bytes(rest[:TOKEN_BYTES]), rest[TOKEN_BYTES:]
        size, rest = int(bytes(rest[:8])), rest[8:]
        found.append((token, bytes(rest[:size])))
        rest = rest[size:]
    first = last - len(found) + 1
    events = tuple(
        StoredEvent(first + i, token, payload)
        for i, (token, payload) in enumerate(found)
    )
    return Published(table, Mark(epoch, last, events[-1].token), events)


def _contiguous(
    events: tuple[StoredEvent, ...], version: int
) -> tuple[StoredEvent, ...]:
    """Give the events if they follow the version without a gap, else none."""
    for event in events:
        version += 1
        if event.version != version:
            return ()
    return events


def _bad(value: object) -> BadReply:
    return BadReply(f"a reply of an unknown shape: {type(value).__name__}")
