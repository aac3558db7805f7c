"""Tokens as they are shown, and what is kept of them."""

import hashlib

import pytest

from server.sessions import KEY_BYTES, PROOF_BYTES, TOKEN_BYTES, ResumeToken

KEY, PROOF = bytes(range(16)), bytes(range(100, 132))


def test_token_is_read_as_it_was_written() -> None:
    token = ResumeToken(KEY, PROOF)

    assert token.written == KEY + PROOF
    assert ResumeToken.read(token.written) == token
    assert (KEY_BYTES, PROOF_BYTES, TOKEN_BYTES) == (16, 32, 48)


@pytest.mark.parametrize("length", [0, 16, 47, 49, 96])
def test_token_of_another_length_is_none(length: int) -> None:
    assert ResumeToken.read(bytes(length)) is None


@pytest.mark.parametrize("number", [0, 1, 2**32 - 1])
def test_token_says_which_one_it_is(number: int) -> None:
    token = ResumeToken.numbered(KEY, number, bytes(28))

    assert len(token.written) == TOKEN_BYTES
    assert token.number == number


def test_session_is_named_by_the_key_and_proved_by_the_rest() -> None:
    token = ResumeToken(KEY, PROOF)

    assert token.session == KEY.hex()
    assert token.proof_hash == hashlib.sha256(PROOF).digest()
