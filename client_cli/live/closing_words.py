"""What is said when a deal, the input or the game comes to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from client_cli.live.durations import duration
from client_cli.live.vocabulary import spoken

if TYPE_CHECKING:
    from client_cli.arguments import OnEof
    from client_cli.live.deal_keeper import KeptDeal
    from client_cli.texts import Texts


@dataclass(frozen=True, slots=True)
class KeptLines:
    """What is said of a deal that was checked and saved."""

    said: list[str]
    complaints: list[str]


def kept_lines(kept: KeptDeal, texts: Texts) -> KeptLines:
    """Whether the deal holds, and where its record is."""
    lines = KeptLines([], [])
    if kept.fault is not None:
        lines.complaints.append(
            texts.say(
                "Warning: this deal does not verify, at {place}.", place=kept.fault
            )
        )
    else:
        lines.said.append(_verified(kept, texts))
    if kept.path is None:
        lines.complaints.append(
            texts.say("The record could not be saved: {reason}.", reason=kept.problem)
        )
    else:
        lines.said.append(texts.say("Record: {path}", path=kept.path))
    return lines


def _verified(kept: KeptDeal, texts: Texts) -> str:
    if not kept.promised:
        return texts.say(
            "Verified: deck and score are right; the promise was made before you came."
        )
    if not kept.has_own_chance:
        return texts.say(
            "Verified: the deck is the one promised, and the score is right. Whether "
            "your own chance is in it was not checked."
        )
    return texts.say(
        "Verified: the deck is the one promised, your own chance is in it, and the "
        "score is right."
    )


def next_deal_line(texts: Texts, *, rematch: bool) -> str:
    """How to go on after a deal; after the last one of a match, with another match."""
    if rematch:
        return texts.say(
            "Another match with the same people: type {yes}. To leave: {no} or {quit}.",
            yes=spoken("yes", texts),
            no=spoken("no", texts),
            quit=spoken("quit", texts),
        )
    return texts.say(
        "Next deal: type {yes}. To leave: {quit}.",
        yes=spoken("yes", texts),
        quit=spoken("quit", texts),
    )


def input_ended_line(way: OnEof, reserved_ms: int, texts: Texts) -> str:
    """What becomes of the seat when there is nothing more to read."""
    match way:
        case "bot":
            return texts.say(
                "Input ended. Your seat is kept for {time}: {command}",
                time=duration(reserved_ms, texts),
                command="tarocco resume",
            )
        case "leave":
            return texts.say("Input ended. You have left your seat to a bot.")
        case "wait":
            return texts.say("Input ended. The table waits for you.")
        case _:
            assert_never(way)


def not_sent_line(typed: str, texts: Texts) -> str:
    """What has not reached the server, as it is typed."""
    return texts.say(
        "Not sent: {typed}. You are asked again as soon as the server can be reached.",
        typed=typed,
    )


def interrupt_line(kept_ms: int | None, texts: Texts) -> str:
    """What a second Ctrl-C would do.

    Args:
        kept_ms: How long the seat is kept then; None if nobody could come back to it.
        texts: The language.
    """
    if kept_ms is None:
        return texts.say("Leave for good? Ctrl-C again to leave.")
    return texts.say(
        "Leave? Your seat is kept for {time}. Ctrl-C again to leave.",
        time=duration(kept_ms, texts),
    )


def return_line(texts: Texts) -> str:
    """How to come back."""
    return texts.say("Return to your seat: {command}", command="tarocco resume")
