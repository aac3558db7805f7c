"""A promise that was broken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """What was broken, when, and how."""

    promise: str
    """`P1` to `P17`, as in the catalogue of promises."""
    at_ms: float
    text: str

    def __str__(self) -> str:
        return f"{self.at_ms / 1000:9.3f}  {self.promise} {self.text}"
