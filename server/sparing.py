"""Keeps what outsiders can cause at will from filling the logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.ports import Clock

_USUAL: Final = Rate(per_s=1, burst=20)


class Sparing:
    """Passes so many lines, counts the others, and says their number with the next.

    Args:
        write: Takes the event and its fields.
        clock: By which the allowance refills.
        rate: Lines a second, and at once.
    """

    def __init__(
        self, write: Callable[..., object], clock: Clock, rate: Rate = _USUAL
    ) -> None:
        self._write = write
        self._clock = clock
        self._left = Allowance.full(rate, clock.monotonic_ms())
        self._kept_back = 0

    def __call__(self, event: str, **fields: object) -> None:
        """Write a line, or only count it."""
        if not self._left.spend(1, self._clock.monotonic_ms()):
            self._kept_back += 1
            return
        if self._kept_back:
            fields["kept_back"] = self._kept_back
            self._kept_back = 0
        self._write(event, **fields)
