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
    reasons: Mapping[str, int], texts: Texts, most: int | None = None
) -> list[str]:
    """Why turns were lost: each different reason once, the most frequent first.

    Args:
        reasons: How many turns were lost for each.
        texts: The language.
        most: So many reasons are told, of the rest only the number; None for all.
    """
    ordered = sorted(reasons.items(), key=lambda each: -each[1])
    lines = [
        texts.say(
            "Lost turns: {number}. Reason: {reason}",
            number=number,
            reason=shown(reason, _REASON),
        )
        for reason, number in ordered[:most]
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


def turn_data(tally: Tally) -> dict[str, Any]:
    """The same for JSON; times in milliseconds, null before the first turn."""
    return {
        "turns": tally.asked,
        "illegal": tally.lost[Loss.ILLEGAL],
        "late": tally.lost[Loss.LATE],
        "failed": tally.lost[Loss.FAILED],
        "reasons": [
            {"reason": reason, "turns": number}
            for reason, number in tally.reasons.items()
        ],
        "mean_ms": _ms(tally.mean_s),
        "p99_ms": _ms(tally.p99_s),
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1_000 * seconds, 3)
