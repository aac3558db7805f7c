"""What may be found nowhere: tokens, secrets of deals, cards; and where to look.

Tokens and secrets are looked for in every spelling that bytes may have in a text. Cards
are too short for that: in a log they are looked for as words, in a memory as the number
that a whole hand is.
"""

from __future__ import annotations

import base64
import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.cards import CARD_CODES
from protocol.to_client import Welcome
from server.table.events import DealPromised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.cards import CardSet
    from tests.faults.histories import Log
    from tests.faults.player import Player

TOKEN_KEY_BYTES: Final = 16
"""At the beginning of a token, to find its session by; what follows is the proof."""
_DIGIT_BITS: Final = 30
_WORDS: Final = re.compile(r"\w+")
_CODES: Final = frozenset(code for code in CARD_CODES if not code.isdecimal())
_PIECE: Final = 1 << 24


def deal_secrets(log: Log) -> list[bytes]:
    """What the deals of a table come from, and which nobody may know yet."""
    promised = [one.secret for one in log.events if isinstance(one, DealPromised)]
    deal = log.end.deal
    found = [log.end.next_secret, *promised, deal.secret if deal else b""]
    return list(filter(None, found))


def proofs(players: Iterable[Player]) -> list[bytes]:
    """What makes each token good that these players ever held."""
    return [
        welcome.resume[TOKEN_KEY_BYTES:]
        for player in players
        for welcome in player.all_heard(Welcome)
        if welcome.resume
    ]


def spellings(secret: bytes) -> list[str]:
    """How bytes could stand in a text."""
    plain = base64.b64encode(secret).decode()
    return [
        secret.hex(),
        secret.hex().upper(),
        plain.rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
        secret.decode("latin-1"),
    ]


def check_text(text: str, secrets: Iterable[bytes]) -> None:
    """Fail if a text holds a secret in any spelling, or names a card."""
    for secret in secrets:
        for spelling in spellings(secret):
            assert spelling not in text
    assert not _CODES & set(_WORDS.findall(text))


def hand_numbers(hand: CardSet) -> list[bytes]:
    """How a hand stands in a memory: as a plain number, and as one of Python's.

    Of both the part that is there whatever the highest cards are.
    """
    digits = (hand.bits >> shift & (1 << _DIGIT_BITS) - 1 for shift in (0, _DIGIT_BITS))
    return [
        hand.bits.to_bytes(8, "little")[:7],
        b"".join(digit.to_bytes(4, "little") for digit in digits),
    ]


def memory_of(pid: int) -> Iterator[bytes]:
    """All that a process can write to, piece by piece.

    Raises:
        PermissionError: The system does not let this process look.
    """
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text("utf-8").splitlines():
            place, rights = line.split()[:2]
            if not rights.startswith("rw"):
                continue
            begin, end = (int(part, 16) for part in place.split("-"))
            for start in range(begin, end, _PIECE):
                with contextlib.suppress(OSError, OverflowError):  # no page is there
                    memory.seek(start)
                    yield memory.read(min(_PIECE, end - start))


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8")
    return [int(word) for word in text.split()]
