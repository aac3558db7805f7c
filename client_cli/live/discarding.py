"""What the dealer hears before two cards are gone: what the rest could declare (H29)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from client_cli.score_lines import combination_name, points_of, row_line

if TYPE_CHECKING:
    from client_cli.score_sheet import Combined
    from client_cli.texts import Texts


@dataclass(frozen=True, slots=True)
class NoPreview:
    """The table was waited for long enough."""

    cards: tuple[str, ...]
    """What it was asked about."""


def preview_lines(before: Combined, after: Combined, texts: Texts) -> list[str]:
    """What could still be declared, and what the discard costs.

    Args:
        before: The combinations of the whole hand.
        after: Those of the hand without the two cards.
        texts: The language.
    """
    if not after.rows:
        lines = [texts.say("After this discard there is nothing to declare.")]
    else:
        lines = [
            texts.say(
                "After this discard you could declare {points}:",
                points=points_of(after.total, texts),
            ),
            *(row_line(row, texts) for row in after.rows),
        ]
    lost = before.total - after.total
    if not lost:
        return [*lines, texts.say("Lost by this discard: nothing.")]
    kept = {row.name for row in after.rows}
    names = [combination_name(row.name, texts) for row in before.rows]
    gone = [
        name
        for row, name in zip(before.rows, names, strict=True)
        if row.name not in kept
    ]
    points = points_of(lost, texts)
    if not gone:
        return [*lines, texts.say("Lost by this discard: {points}.", points=points)]
    return [
        *lines,
        texts.say(
            "Lost by this discard: {points}, and {names}.",
            points=points,
            names=texts.list_of(gone),
        ),
    ]
