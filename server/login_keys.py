"""Keys of a host's own login: which can be used, and for which signatures.

The kind of key fixes the kind of signature: a public key that was taken for a shared
secret would let anybody sign.
"""

from __future__ import annotations

from typing import Final

SHORTEST_SECRET: Final = 32
"""Characters of a shared secret: fewer can be found by trying."""
_FILE_ENDINGS: Final = (".crt", ".json", ".key", ".pem", ".pub", ".txt")
"""Of a name that was given for a key: whoever guesses it could sign logins."""
_SMALLEST_RSA: Final = 2048
_SHARED: Final = ("HS256", "HS384", "HS512")
_RSA: Final = ("RS256", "RS384", "RS512")
_CURVES: Final = {"secp256r1": ("ES256",), "secp384r1": ("ES384",)}
_ED25519: Final = ("EdDSA",)


def algorithms_for(key: str) -> tuple[str, ...]:
    """The signatures that are checked with a key, by their names in a token.

    Args:
        key: A shared secret, or a public key in PEM form.

    Raises:
        ValueError: The key cannot be used; the text says why, and nothing of the key.
    """
    if key.lstrip().startswith("-----BEGIN"):
        return _algorithms_for_public(key)
    if len(key) < SHORTEST_SECRET:
        msg = f"a shared secret has at least {SHORTEST_SECRET} characters"
        raise ValueError(msg)
    if "://" in key or key.rstrip().endswith(_FILE_ENDINGS):
        msg = "this is where a key is, as it seems, and not the key itself"
        raise ValueError(msg)
    return _SHARED


def _algorithms_for_public(key: str) -> tuple[str, ...]:
    # A library of ciphers: a tenth of the start, a sixth of the memory.
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import (  # noqa: PLC0415
        ec,
        ed25519,
        rsa,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        load_pem_public_key,
    )

    try:
        loaded = load_pem_public_key(key.encode())
    except (ValueError, UnsupportedAlgorithm):
        msg = "this is no public key in PEM form, or not the whole of it"
        raise ValueError(msg) from None
    algorithms: tuple[str, ...] = ()
    match loaded:
        case rsa.RSAPublicKey() if loaded.key_size >= _SMALLEST_RSA:
            algorithms = _RSA
        case ec.EllipticCurvePublicKey():
            algorithms = _CURVES.get(loaded.curve.name, ())
        case ed25519.Ed25519PublicKey():
            algorithms = _ED25519
        case _:
            pass
    if not algorithms:
        msg = (
            f"a public key is RSA of at least {_SMALLEST_RSA} bits, P-256, P-384 or "
            "Ed25519"
        )
        raise ValueError(msg)
    return algorithms
