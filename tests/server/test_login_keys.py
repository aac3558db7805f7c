"""Keys of a host's login: what can be used, and for which signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, x25519
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from server.login_keys import algorithms_for

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import (
        PrivateKeyTypes,
        PublicKeyTypes,
    )

ED = ed25519.Ed25519PrivateKey.generate()


def public(key: PublicKeyTypes) -> str:
    """As a host would paste it."""
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def private(key: PrivateKeyTypes) -> str:
    """What a host must keep to himself."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def test_secret_is_for_shared_signatures() -> None:
    assert algorithms_for("s" * 32) == ("HS256", "HS384", "HS512")


@pytest.mark.parametrize("secret", ["", "hunter2", "s" * 31])
def test_short_secret_is_refused(secret: str) -> None:
    with pytest.raises(ValueError, match="at least 32 characters") as fault:
        algorithms_for(secret)

    assert not secret or secret not in str(fault.value)


@pytest.mark.parametrize(
    "place",
    [
        "https://login.example.org/.well-known/jwks.json",
        "https://login.example.org/the-keys-of-all",
        "/etc/tarocco/the-public-key-of-our-login.pem",
        "/etc/tarocco/the-public-key-of-our-login.pub\n",
    ],
)
def test_place_of_a_key_is_no_secret(place: str) -> None:
    with pytest.raises(ValueError, match="not the key itself") as fault:
        algorithms_for(place)

    assert place not in str(fault.value)


def test_public_key_is_for_its_own_signatures() -> None:
    # None of them is shared: its text would be everybody's secret.
    rsa_key = rsa.generate_private_key(65_537, 2_048).public_key()
    assert algorithms_for(public(rsa_key)) == ("RS256", "RS384", "RS512")
    for curve, name in ((ec.SECP256R1(), "ES256"), (ec.SECP384R1(), "ES384")):
        key = ec.generate_private_key(curve).public_key()
        assert algorithms_for(public(key)) == (name,)
    assert algorithms_for(f"\n{public(ED.public_key())}") == ("EdDSA",)


@pytest.mark.parametrize(
    "broken",
    [
        "-----BEGIN PUBLIC KEY-----",
        public(ED.public_key())[:-30],
        public(ED.public_key()).replace("\n", "\\n"),
        public(ED.public_key()).replace("PUBLIC KEY", "CERTIFICATE"),
        private(ED),
    ],
    ids=["head only", "cut", "escaped", "another thing", "private"],
)
def test_what_is_no_public_key_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match="no public key in PEM form"):
        algorithms_for(broken)


@pytest.mark.parametrize(
    "key",
    [
        rsa.generate_private_key(65_537, 1_024).public_key(),  # noqa: S505
        ec.generate_private_key(ec.SECP521R1()).public_key(),
        x25519.X25519PrivateKey.generate().public_key(),
    ],
    ids=["small RSA", "another curve", "another kind"],
)
def test_key_of_a_weak_or_unknown_kind_is_refused(key: PublicKeyTypes) -> None:
    with pytest.raises(ValueError, match="a public key is RSA of at least 2048"):
        algorithms_for(public(key))
