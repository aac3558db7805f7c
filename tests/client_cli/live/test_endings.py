from dataclasses import replace

import pytest

from client_cli.exits import Exit
from client_cli.live import endings
from client_cli.texts import Texts, texts_in
from protocol.codes import CloseCode, ErrorCode, Retry
from protocol.updates import Ended, EndReason

TEXTS = Texts()


def ended(reason: EndReason, code: int | None = None, why: str = "why") -> Ended:
    return Ended(1, reason, code, Retry.NEVER, why)


@pytest.mark.parametrize(
    ("update", "code"),
    [
        (ended(EndReason.NO_VERSION), Exit.PROTOCOL),
        (ended(EndReason.CLOSED_THERE, CloseCode.SUPERSEDED), Exit.REFUSED),
        (ended(EndReason.CLOSED_THERE, CloseCode.AUTH), Exit.REFUSED),
        (ended(EndReason.REFUSED), Exit.REFUSED),
        (ended(EndReason.CLOSED_THERE, CloseCode.REVOKED, ""), Exit.REFUSED),
        (ended(EndReason.FAULT), Exit.FAULT),
    ],
)
def test_how_a_session_ends(update: Ended, code: Exit) -> None:
    stopped = endings.ended(update, TEXTS)

    assert stopped.code is code
    assert stopped.why
    assert "tarocco" in stopped.advice


def test_reasons_from_the_network_are_foreign_text() -> None:
    update = ended(EndReason.REFUSED, why="\x1b[2J" + "x" * 1_000)

    assert "\x1b" not in endings.ended(update, TEXTS).why
    assert len(endings.ended(update, TEXTS).why) < 300
    assert "\x1b" not in endings.table_closed("\x1b", TEXTS).why


def test_superseded_says_so() -> None:
    update = ended(EndReason.CLOSED_THERE, CloseCode.SUPERSEDED)

    assert "taken over" in endings.ended(update, TEXTS).what


def test_session_that_the_host_has_ended_is_told_as_such() -> None:
    stopped = endings.ended(ended(EndReason.CLOSED_THERE, CloseCode.REVOKED, ""), TEXTS)

    assert stopped.what == "The host of the server has ended your session."
    assert "4004" not in stopped.why


def test_session_that_is_not_known_is_told_as_such() -> None:
    update = replace(
        ended(EndReason.CLOSED_THERE, CloseCode.REVOKED), error=ErrorCode.TOKEN
    )

    stopped = endings.ended(update, TEXTS)

    assert stopped.what == "This server does not know your session any more."


def test_certificate_that_is_not_trusted_is_no_refusal_of_the_server() -> None:
    update = ended(EndReason.UNTRUSTED, why="self-signed certificate")

    stopped = endings.ended(update, TEXTS)

    assert stopped.what.startswith("This client does not trust")
    assert stopped.why == "self-signed certificate"
    assert stopped.advice.endswith("name its file: SSL_CERT_FILE=crt.pem")


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [("E_TABLE_CLOSED", Exit.TABLE_CLOSED), ("E_NO_TABLE", Exit.NOT_FOUND)],
)
def test_a_table_that_is_gone(code: str, exit_code: Exit) -> None:
    assert endings.gone(code, TEXTS).code is exit_code


@pytest.mark.parametrize(
    ("can_return", "command"), [(True, "tarocco resume"), (False, "tarocco play")]
)
def test_a_server_that_stays_away(*, can_return: bool, command: str) -> None:
    stopped = endings.lost(30.0, TEXTS, can_return=can_return)

    assert stopped.code is Exit.UNREACHABLE
    assert "30 s" in stopped.why
    assert stopped.advice.endswith(command)


def test_a_name_that_the_server_keeps_for_itself() -> None:
    refused = Ended(1, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "", "E_BAD_NAME")

    stopped = endings.ended(refused, TEXTS)
    assert stopped.code is Exit.REFUSED
    assert stopped.why == "It could be taken for a seat, a bot or the server."
    assert "--name" in stopped.advice


@pytest.mark.parametrize(
    ("why", "error", "told"),
    [("full", None, "full (4003)"), ("", "E_BUSY", "(E_BUSY)")],
)
def test_a_server_that_lets_nobody_in(why: str, error: str | None, told: str) -> None:
    refused = Ended(1, EndReason.CLOSED_THERE, 4003, Retry.NEVER, why, error)

    assert endings.ended(refused, TEXTS).why == told


def test_a_login_that_is_not_good() -> None:
    refused = Ended(1, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "", "E_LOGIN")

    stopped = endings.ended(refused, TEXTS)
    assert stopped.code is Exit.REFUSED
    assert stopped.advice == "Log in anew: tarocco login"


def test_the_others() -> None:
    italian = texts_in("it")

    assert endings.unreachable("ws://x", "no", italian).code is Exit.UNREACHABLE
    assert endings.table_closed("idle", italian).code is Exit.TABLE_CLOSED
    assert endings.no_deal("x", italian).code is Exit.REFUSED
    assert endings.seat_lost(italian).code is Exit.NOT_FOUND
    assert endings.not_answered(italian).code is Exit.TIMED_OUT
