"""What the suite needs besides the store itself."""

from collections.abc import Callable
from dataclasses import dataclass

from server.store import TableStore


@dataclass(frozen=True, slots=True)
class Rig:
    """A store under test, that allows for a skew of `PATIENT_MS`."""

    store: TableStore
    age: Callable[[int], None]
    """Makes all deadlines, and no table, older by so many milliseconds, so that no
    test waits for time to pass."""
