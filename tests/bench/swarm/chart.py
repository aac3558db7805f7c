"""How times went during a run, as charts that Markdown pages draw (Mermaid)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.swarm.latencies import percentiles_of

WINDOWS = 30
"""Points on the time axis of a step at most, about."""


@dataclass(frozen=True, slots=True)
class Window:
    """The moves answered in one short time; times in milliseconds."""

    until_s: float
    """From the beginning of the first stage."""
    p50: float
    p99: float


def windows_of(
    answered: Sequence[tuple[float, float]], begun_s: float, width_s: float
) -> list[Window]:
    """Moves by when they were answered, each time slice with its percentiles.

    Args:
        answered: When, and how long it had taken, in seconds.
        begun_s: When the first stage began, by the same clock.
        width_s: Of a slice, in seconds; empty ones are left out.
    """
    slices: dict[int, list[float]] = {}
    for at_s, took_s in answered:
        slices.setdefault(int((at_s - begun_s) / width_s), []).append(took_s)
    found = []
    for number, times_s in sorted(slices.items()):
        times = percentiles_of(times_s)
        if times is not None:
            until_s = round((number + 1) * width_s, 1)
            found.append(Window(until_s, times.p50, times.p99))
    return found


def chart(title: str, windows: Sequence[Window]) -> str:
    """A chart: the upper line is the 99th percentile, the lower one the median."""
    seconds = ", ".join(f'"{window.until_s:g}"' for window in windows)
    slow = ", ".join(f"{window.p99:.1f}" for window in windows)
    usual = ", ".join(f"{window.p50:.1f}" for window in windows)
    lines = (
        "```mermaid",
        "xychart-beta",
        f'  title "{title}"',
        f'  x-axis "seconds" [{seconds}]',
        '  y-axis "ms to ok: p99 and p50"',
        f"  line [{slow}]",
        f"  line [{usual}]",
        "```",
    )
    return "\n".join(lines)
