"""Times as people write them behind a flag: `10s`, `500ms`, `2m`."""

from __future__ import annotations

import re
from typing import Final

_TIME: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s|m)?")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0}


def seconds_in(typed: str) -> float | None:
    """The seconds that a text means, a bare number being seconds; None for none.

    >>> seconds_in("1.5m")
    90.0
    """
    found = _TIME.fullmatch(typed.strip())
    return float(found[1]) * _SECONDS[found[2] or "s"] if found else None
