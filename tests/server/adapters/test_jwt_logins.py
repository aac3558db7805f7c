"""Tokens of a host's own login: good ones, and everything that looks like one."""

import base64
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from structlog.testing import capture_logs

from server.adapters.jwt_logins import JwtLogins

SECRET = "a secret of more than thirty-two characters"  # noqa: S105 - of this test


def token(key: str = SECRET, algorithm: str = "HS256", **claims: Any) -> str:
    given = {"sub": "17", "exp": int(time.time()) + 60, "name": "Anna", **claims}
    kept = {name: value for name, value in given.items() if value is not None}
    return jwt.encode(kept, key, algorithm=algorithm)


def test_a_good_token_names_a_person() -> None:
    login = JwtLogins(SECRET).read(token())

    assert login is not None
    assert login.name == "Anna"
    assert login.user.startswith("login-")


def test_a_login_ends_when_its_token_says() -> None:
    ends_s = int(time.time()) + 60

    login = JwtLogins(SECRET).read(token(exp=ends_s))

    assert login is not None
    assert login.ends_ms == ends_s * 1000


def test_the_same_subject_is_the_same_person_and_another_is_not() -> None:
    logins = JwtLogins(SECRET)
    first, again = logins.read(token()), logins.read(token(name="Anne"))
    other, elsewhere = logins.read(token(sub="18")), logins.read(token(iss="club"))

    assert first is not None
    assert again is not None
    assert other is not None
    assert elsewhere is not None
    assert first.user == again.user
    assert len({first.user, other.user, elsewhere.user}) == 3


@pytest.mark.parametrize(
    "bad",
    [
        token(exp=int(time.time()) - 60),
        token(exp=None),
        token(sub=None),
        token(key="another secret of more than thirty-two characters"),
        token()[:-2],
        "",
        "a.b.c",
        jwt.encode({"sub": "17", "exp": 2**33}, "", algorithm="none"),
        token(exp=10**18),
        token(exp=float("inf")),
        f"{base64.urlsafe_b64encode(b'[' * 1_401).decode()}.e30.aaaa",
    ],
    ids=[
        "old",
        "endless",
        "nobody",
        "forged",
        "cut",
        "empty",
        "dots",
        "unsigned",
        "for ever",
        "infinite",
        "deep",
    ],
)
def test_a_bad_token_names_nobody(bad: str) -> None:
    assert JwtLogins(SECRET).read(bad) is None


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (token(exp=int(time.time()) - 60), "ExpiredSignatureError"),
        (token(sub=None), "MissingRequiredClaimError"),
        (token(exp=10**18), "exp is no time, in seconds"),
    ],
)
def test_host_learns_why_a_token_is_refused(bad: str, why: str) -> None:
    with capture_logs() as logged:
        JwtLogins(SECRET).read(bad)

    (line,) = logged
    assert (line["event"], line["why"]) == ("login refused", why)
    assert bad not in str(line)


def test_issuer_and_audience_are_kept_to_where_the_host_names_them() -> None:
    logins = JwtLogins(SECRET, issuer="club", audience="tables")

    assert logins.read(token(iss="club", aud="tables")) is not None
    assert logins.read(token(iss="pub", aud="tables")) is None
    assert logins.read(token(iss="club", aud="shop")) is None


@pytest.mark.parametrize("name", ["bot-1", "", "x" * 25, "North", 7, None, "\x1b[31m"])
def test_a_name_that_cannot_be_shown_is_left_out(name: object) -> None:
    with capture_logs() as lines:
        login = JwtLogins(SECRET).read(token(name=name))

    assert login is not None
    assert login.name is None
    told = [line["event"] for line in lines]
    assert told == ([] if name is None else ["login name cannot be shown"])


def test_a_public_key_takes_no_signature_made_with_its_own_text() -> None:
    private = Ed25519PrivateKey.generate()
    public = (
        private.public_key()
        .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )
    pem = private.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    ).decode()
    logins = JwtLogins(public)

    assert logins.read(token(key=pem, algorithm="EdDSA")) is not None
    assert logins.read(token()) is None
