"""The login of a host, without signatures."""

from __future__ import annotations

from server.identity import Login


class Passes:
    """Logins of a host who knows two people."""

    def read(self, token: str) -> Login | None:
        """Who a pass speaks of."""
        known = {
            "pass-of-ada": Login("host:ada", "Ada L."),
            "anon": Login("host:x", None),
        }
        return known.get(token)
