"""What is fuzzed: one way in, and what has to hold for whatever comes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """One way into the product.

    Any exception out of `check` is a fault that was found.
    """

    name: str
    what: str
    check: Callable[[bytes], None]
    """Gives the bytes to the product and compares what comes of them."""
    seeds: Callable[[], Iterable[bytes]]
    """Good inputs, from which bad ones are made."""
    words: tuple[bytes, ...] = ()
    """Pieces that mean something there."""
    cost: int = 1
    """How many times longer one input takes than that of other targets, about."""
