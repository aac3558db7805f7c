"""The login of a host, without signatures."""

from __future__ import annotations

from server.logins import Login
from tests.support.fakes import START_MS

NEVER_MS = 2**52
SHORT_MS = 2_000
"""How long the short pass is good for from the start of a test's clock."""


class Passes:
    """Logins of a host who knows two people."""

    def read(self, token: str) -> Login | None:
        """Who a pass speaks of."""
        known = {
            "pass-of-ada": Login("host:ada", "Ada L.", NEVER_MS),
            "anon": Login("host:x", None, NEVER_MS),
            "short": Login("host:ada", "Ada L.", START_MS + SHORT_MS),
        }
        return known.get(token)
