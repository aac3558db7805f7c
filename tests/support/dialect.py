"""A made-up first version, in which the name of each op is shouted.

So whatever is not translated, in either direction, is understood by nobody.
"""

from __future__ import annotations

from typing import Final

from protocol.versions import Dialect, Plain


def shouted(message: Plain) -> Plain:
    """A message of this version, in the made-up one."""
    return {**message, "op": message["op"].upper()}


def said(message: Plain) -> Plain:
    """A message of the made-up version, in this one; what is not shouted is nothing."""
    op = message.get("op")
    if not isinstance(op, str) or op != op.upper():
        return {}
    return {**message, "op": op.lower()}


SHOUTED: Final = Dialect(newer=said, older=shouted)
OTHER_WAY: Final = Dialect(newer=shouted, older=said)
"""For a client of that version, whose own parts think in this one."""
