"""Lengths of time in words, as they are read aloud: `1 minute 30 seconds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client_cli.texts import Texts


def duration(milliseconds: int, texts: Texts) -> str:
    """Hours, minutes and seconds, without those that are none: `10 minutes`.

    Cut to whole seconds; what is less than one second, and less than nothing, is
    `0 seconds`.
    """
    total_s = max(0, milliseconds) // 1_000
    minutes, seconds = divmod(total_s, 60)
    hours, minutes = divmod(minutes, 60)
    parts: list[str] = []
    if hours:
        parts.append(texts.count("{number} hour", "{number} hours", hours))
    if minutes:
        parts.append(texts.count("{number} minute", "{number} minutes", minutes))
    if seconds or not parts:
        parts.append(texts.count("{number} second", "{number} seconds", seconds))
    return " ".join(parts)
