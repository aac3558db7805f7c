"""What a client must have done in a scene, judged by the notes.

Each check gives a complaint, for the author of the client, or None if all is well. What
the client may still do later is `NotYet`; any other complaint is final.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.codec import BadMessage
from protocol.codes import Advice, ErrorCode, advice_for
from protocol.items import DealSettled
from protocol.to_client import (
    Error,
    Events,
    Ok,
    Refused,
    Snapshot,
    StoreState,
    Welcome,
)
from protocol.to_server import Hello, Resync
from server.rehearsal.faults import RETRY_MS
from server.rehearsal.notes import COMMANDS, Notes, Opened, Said, Told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from protocol.to_server import Command, ToServer

Check: TypeAlias = Callable[[Notes], str | None]


class NotYet(str):
    """A complaint that holds only once the scene is over."""

    __slots__ = ()


NEVER_CAME: Final = NotYet("it never connected")
_HARMLESS: Final = frozenset({Advice.RESEND, Advice.REFRESH})
"""What is refused to clients that do nothing wrong."""
_NOT_ITS_FAULT: Final[frozenset[str]] = frozenset({ErrorCode.TOKEN, ErrorCode.INTERNAL})
_SEAT_IS_HELD: Final[frozenset[str]] = frozenset(
    {ErrorCode.TABLE_FULL, ErrorCode.SEAT_TAKEN}
)
_EARLY_S: Final = 0.05
"""Clocks need not agree to the millisecond."""


# -------------------------------------------------------------------- in every scene


def reaches_the_end(notes: Notes) -> str | None:
    """The deal was played to its end."""
    for told in notes.of(Told):
        match told.message:
            case Snapshot(situation=situation) if situation.phase == "settled":
                return None
            case Events(items=items) if any(
                isinstance(item, DealSettled) for item in items
            ):
                return None
            case _:
                pass
    if not any(notes.of(Opened)):
        return NEVER_CAME
    return NotYet("it did not play the deal to its end in time")


def says_what_can_be_read(notes: Notes) -> str | None:
    """Everything that it sent was a message of this version."""
    for said in notes.of(Said):
        if isinstance(said.message, BadMessage):
            return f"it sent what is no message: {said.message.detail}"
    return None


def asks_for_what_is_allowed(notes: Notes) -> str | None:
    """Nothing was refused by the rules, by the table, or as out of turn."""
    return _refused_with_reason(notes, but=_NOT_ITS_FAULT)


def gives_the_seat_up(notes: Notes) -> str | None:
    """A seat that went with its session is asked for once at most, and not used."""
    after = notes.after()
    complaint = _refused_with_reason(after, but=_NOT_ITS_FAULT | _SEAT_IS_HELD)
    if complaint is not None:
        return complaint
    refusals = (told.message for told in after.of(Told))
    held = sum(
        isinstance(one, Refused) and one.code in _SEAT_IS_HELD for one in refusals
    )
    if held > 1:
        return "it asked again for a seat that is held for a session that is over"
    return None


def _refused_with_reason(notes: Notes, *, but: frozenset[str]) -> str | None:
    """The first refusal that a client brings on itself, with these codes excepted."""
    for told in notes.of(Told):
        match told.message:
            case Refused(code=code, n=number) if _is_its_fault(code, but):
                return f"its command {number} was refused: {code}"
            case Error(code=code) if _is_its_fault(code, but):
                return f"it was told {code}"
            case _:
                pass
    return None


def _is_its_fault(code: str, but: frozenset[str]) -> bool:
    return code not in but and advice_for(code) not in _HARMLESS


ALWAYS: Final[tuple[Check, ...]] = (
    says_what_can_be_read,
    asks_for_what_is_allowed,
    reaches_the_end,
)


# ----------------------------------------------------------------------- coming back


def comes_back_with_its_token(notes: Notes) -> str | None:
    """After a cut it says hello with the newest token that it was given."""
    hello = next(_hellos(notes.after()), None)
    if hello is None:
        return NotYet("it did not come back")
    newest = _newest_token(notes.before())
    if hello.resume is None:
        return "it came back without its resume token"
    if hello.resume != newest:
        return "it came back with another token than the newest one that it had"
    return None


def comes_back_when_asked(notes: Notes) -> str | None:
    """It waits as long as goaway asks for."""
    struck, opened = notes.struck, next(notes.after().of(Opened), None)
    if struck is None or opened is None:
        return NotYet("it did not come back")
    waited_s = opened.at_s - struck.at_s
    if waited_s + _EARLY_S < RETRY_MS / 1000:
        return f"it came back after {waited_s:.1f} s, though goaway asked for more"
    return None


def stays_away(notes: Notes) -> str | None:
    """It does not come back by itself."""
    if any(notes.after().of(Opened)):
        return "it came back, though the close code says that it must not"
    return None


def gives_the_token_up(notes: Notes) -> str | None:
    """It does not show a token again that was refused."""
    refused = _newest_token(notes.before())
    if any(hello.resume == refused for hello in _hellos(notes.after())):
        return "it showed the token again that was refused"
    return None


def stays_connected(notes: Notes) -> str | None:
    """Nothing of this is a reason to drop the connection."""
    if any(notes.after().of(Opened)):
        return "it gave the connection up, without need"
    return None


# ------------------------------------------------------------------ what it asks for


def asks_what_it_missed(notes: Notes) -> str | None:
    """It asks for the table, from where it stands or as a whole."""
    if any(isinstance(message, Resync) for message in _said(notes.after())):
        return None
    return NotYet("it did not ask for a resync")


def sends_the_same_again(notes: Notes) -> str | None:
    """The command without an answer goes again, unchanged and under its number."""
    struck = notes.struck
    again = next(_commands(notes.after()), None)
    if struck is None or again is None:
        return NotYet("it did not send its command again")
    if again == struck.command:
        return None
    wanted = 0 if struck.command is None else struck.command.n
    if again.n == wanted:
        return f"it sent another command under the number {wanted}"
    return f"it sent command {again.n}, though {wanted} was not answered yet"


def waits_before_it_sends_again(notes: Notes) -> str | None:
    """It waits as long as `retry_ms` asks for, or until the store is back."""
    refused_s, wait_ms = 0.0, 0
    for note in notes.all:
        match note:
            case Told(at_s=at_s, message=Refused(code=code, args=args)) if (
                advice_for(code) is Advice.RESEND
            ):
                refused_s, wait_ms = at_s, _asked_wait_ms(args)
            case Opened() | Told(message=StoreState(state="back")):
                wait_ms = 0
            case Said(at_s=at_s, message=message) if isinstance(message, COMMANDS):
                waited_s = at_s - refused_s
                if waited_s + _EARLY_S < wait_ms / 1000:
                    return (
                        f"it sent again after {waited_s:.1f} s, though retry_ms asked "
                        f"for {wait_ms / 1000:.1f} s"
                    )
                wait_ms = 0
            case _:
                pass
    return None


def _asked_wait_ms(args: Mapping[str, str | int | Sequence[str]]) -> int:
    wait_ms = args.get("retry_ms")
    return wait_ms if isinstance(wait_ms, int) else 0


def chooses_anew(notes: Notes) -> str | None:
    """What the server failed at is not asked for again under its number."""
    struck = notes.struck
    if struck is None or struck.command is None:
        return None
    failed = struck.command.n
    if any(command.n == failed for command in _commands(notes.after())):
        return f"it sent command {failed} again, though that gives the same answer"
    return None


def has_one_command_under_way(notes: Notes) -> str | None:
    """As long as one command is not answered, there is no other one."""
    under_way: int | None = None
    for note in notes.all:
        match note:
            case Said(message=message) if isinstance(message, COMMANDS):
                if under_way not in {None, message.n}:
                    return (
                        f"it sent command {message.n} while {under_way} was not "
                        "answered yet"
                    )
                under_way = message.n
            case Told(message=Ok(n=number)) if number == under_way:
                under_way = None
            case Told(message=Refused(n=number, code=code)) if number == under_way:
                if advice_for(code) is not Advice.RESEND:
                    under_way = None
            case _:
                pass
    return None


# --------------------------------------------------------------------------- reading


def _said(notes: Notes) -> list[ToServer]:
    messages = (said.message for said in notes.of(Said))
    return [one for one in messages if not isinstance(one, BadMessage)]


def _hellos(notes: Notes) -> Iterator[Hello]:
    return (one for one in _said(notes) if isinstance(one, Hello))


def _commands(notes: Notes) -> Iterator[Command]:
    return (one for one in _said(notes) if isinstance(one, COMMANDS))


def _newest_token(notes: Notes) -> bytes | None:
    tokens = [
        told.message.resume
        for told in notes.of(Told)
        if isinstance(told.message, Welcome)
    ]
    return tokens[-1] if tokens else None
