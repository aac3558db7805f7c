"""Where a session connects to, and what failures mean."""

import errno
import os
import socket
import ssl

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.http11 import Response

from protocol.links import (
    UntrustedError,
    cause_of,
    checked_address,
    is_on_this_machine,
    reason_to_stop,
)


@pytest.mark.parametrize(
    "url", ["ws://127.0.0.1:1", "ws://localhost/", "ws://[::1]:8080", "ws://127.9.9.9"]
)
def test_this_machine(url: str) -> None:
    assert is_on_this_machine(url)
    assert checked_address(url, allow_plain=False) == url


@pytest.mark.parametrize("url", ["wss://table.example", "wss://192.0.2.1/play"])
def test_another_machine(url: str) -> None:
    assert not is_on_this_machine(url)
    assert checked_address(url, allow_plain=False) == url


def test_plain_connection_to_another_machine_has_to_be_allowed() -> None:
    with pytest.raises(ValueError, match="not encrypted"):
        checked_address("ws://table.example", allow_plain=False)
    assert checked_address("ws://table.example", allow_plain=True)


@pytest.mark.parametrize("url", ["", "table.example", "http://x", "wss://", "ws:/x"])
def test_no_address(url: str) -> None:
    with pytest.raises(ValueError, match="begins with"):
        checked_address(url, allow_plain=True)


@pytest.mark.parametrize(
    ("failure", "cause"),
    [
        (TimeoutError(), "no answer"),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('x', 1)"),
            os.strerror(errno.ECONNREFUSED),
        ),
        (socket.gaierror(-2, "Name or service not known"), "Name or service not known"),
        (OSError("Multiple exceptions"), "OSError: Multiple exceptions"),
        (InvalidHandshake("no"), "what answers there speaks no WebSocket"),
        (InvalidMessage("no"), "what answers there speaks no WebSocket"),
        (
            InvalidStatus(Response(503, "", Headers())),
            "the answer was HTTP status 503",
        ),
        (RuntimeError("odd"), "RuntimeError: odd"),
    ],
)
def test_cause_in_words(failure: Exception, cause: str) -> None:
    assert cause_of(failure) == cause


def status(code: int) -> InvalidStatus:
    return InvalidStatus(Response(code, "", Headers()))


@pytest.mark.parametrize(
    "failure",
    [
        ConnectionRefusedError(),
        TimeoutError(),
        status(429),
        status(503),
    ],
    ids=repr,
)
def test_failure_that_may_pass(failure: Exception) -> None:
    assert reason_to_stop(failure) is None


@pytest.mark.parametrize(
    "failure",
    [
        status(403),
        status(200),
        InvalidHandshake("no WebSocket"),
    ],
    ids=repr,
)
def test_failure_that_stays(failure: Exception) -> None:
    refused = reason_to_stop(failure)

    assert refused is not None
    assert type(failure).__name__ in str(refused)


def test_certificate_that_proves_nothing_is_this_sides_refusal() -> None:
    failure = ssl.SSLCertVerificationError("certificate verify failed")
    failure.verify_message = "self-signed certificate"

    refused = reason_to_stop(failure)

    assert isinstance(refused, UntrustedError)
    assert str(refused) == "self-signed certificate"
