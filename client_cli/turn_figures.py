"""What became of a bot's turns, in words and for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from client_cli.safe_text import shown
from protocol.bot_seat import Loss

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client_cli.texts import Texts
    from protocol.bot_seat import Tally

_REASON: Final = 600
"""Characters that are shown of a reason."""
_REASONS: Final = 5
"""So many kinds of reasons are told, unless all are wanted."""


def turn_lines(tally: Tally, texts: Texts) -> list[str]:
    """What became of a bot's turns, and how long it took."""
    lines = [
        texts.say(
            "Turns: {number}. Lost: {illegal} illegal, {late} late, {failed} failed.",
            number=tally.asked,
            illegal=tally.lost[Loss.ILLEGAL],
            late=tally.lost[Loss.LATE],
            failed=tally.lost[Loss.FAILED],
        )
    ]
    if tally.mean_s is not None and tally.p99_s is not None:
        lines.append(
            texts.say(
                "Time for a turn: {mean} ms in the mean, {p99} ms for 99 of 100.",
                mean=f"{1_000 * tally.mean_s:.2f}",
                p99=f"{1_000 * tally.p99_s:.2f}",
            )
        )
    return lines


def reason_lines(
    reasons: Mapping[str, int],
    examples: Mapping[str, str],
    texts: Texts,
    *,
    is_verbose: bool,
) -> list[str]:
    """Why turns were lost: each kind of reason once, the most frequent first.

    Args:
        reasons: How many turns were lost for each kind.
        examples: The first reason of each kind.
        texts: The language.
        is_verbose: Whether all are told; else a few, and of the rest the number.
    """
    ordered = sorted(reasons.items(), key=lambda each: -each[1])
    most = None if is_verbose else _REASONS
    lines = [
        _reason_line(kind, number, examples[kind], texts)
        for kind, number in ordered[:most]
    ]
    rest = ordered[len(lines) :]
    if rest:
        lines.append(
            texts.say(
                "Lost turns: {number}, for {reasons} more reasons (--verbose).",
                number=sum(number for _, number in rest),
                reasons=len(rest),
            )
        )
    return lines


def _reason_line(kind: str, number: int, example: str, texts: Texts) -> str:
    """A kind of reason; where its turns differed, with the first of them."""
    if number == 1 or example == kind:
        return texts.say(
            "Lost turns: {number}. Reason: {reason}",
            number=number,
            reason=shown(example, _REASON),
        )
    return texts.say(
        "Lost turns: {number}, all of one kind. The first: {reason}",
        number=number,
        reason=shown(example, _REASON),
    )


def turn_data(tally: Tally) -> dict[str, Any]:
    """The same for JSON; times in milliseconds, null before the first turn."""
    return {
        "turns": tally.asked,
        "illegal": tally.lost[Loss.ILLEGAL],
        "late": tally.lost[Loss.LATE],
        "failed": tally.lost[Loss.FAILED],
        "reasons": [
            {"reason": kind, "turns": number, "first": tally.examples[kind]}
            for kind, number in tally.reasons.items()
        ],
        "mean_ms": _ms(tally.mean_s),
        "p99_ms": _ms(tally.p99_s),
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1_000 * seconds, 3)
