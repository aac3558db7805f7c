"""Where the resume token is kept."""

from protocol.tokens import TokenInMemory, TokenStore


def test_memory_keeps_the_newest_token() -> None:
    store: TokenStore = TokenInMemory()
    assert store.load() is None

    store.save(b"1")
    store.save(b"2")

    assert store.load() == b"2"


def test_memory_may_begin_with_a_token() -> None:
    assert TokenInMemory(b"1").load() == b"1"
