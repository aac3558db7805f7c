"""The deal derived once more, written from the description and not from the code.

Only SHA-256 is taken from a library. Cards are codes, hands are lists of them.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from tests.reference.cards import DECK


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC as its standard defines it: two hashes round two masks."""
    if len(key) > 64:
        key = sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def words(secret: bytes, context: bytes) -> Iterator[int]:
    """The numbers of a stream of chance, each below 2**32."""
    block = 0
    while True:
        digest = hmac_sha256(secret, context + block.to_bytes(8, "big"))
        yield from (
            int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)
        )
        block += 1


def context(table: str, number: int, dealer: str, entropies: Sequence[bytes]) -> bytes:
    """What a stream is for: eight parts, each with its length before it."""
    parts = [b"tarocco-deal/1", table.encode(), b"%d" % number, dealer.encode()]
    parts += entropies
    return b"".join(bytes([0, 0, 0, len(part)]) + part for part in parts)


def deal_by_hand(
    secret: bytes, its_context: bytes, fixed_dealer: int | None = None
) -> tuple[int, list[list[str]]]:
    """The dealer, and the cards of each seat in the order dealt."""
    stream = words(secret, its_context)

    def below(bound: int) -> int:
        while True:
            word = next(stream)
            if word < 2**32 // bound * bound:
                return word % bound

    drawn = below(4)
    dealer = drawn if fixed_dealer is None else fixed_dealer
    deck = list(DECK)
    for last in range(61, 0, -1):
        chosen = below(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    hands: list[list[str]] = [[], [], [], []]
    for steps in range(4):
        hands[(dealer + 1 + steps) % 4] = deck[15 * steps : 15 * steps + 15]
    hands[dealer] += deck[60:]
    return dealer, hands
