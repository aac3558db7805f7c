import pytest

from client_cli.exits import Exit
from client_cli.live import endings
from client_cli.texts import Texts, texts_in
from protocol.codes import CloseCode, Retry
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


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [("E_TABLE_CLOSED", Exit.TABLE_CLOSED), ("E_NO_TABLE", Exit.NOT_FOUND)],
)
def test_a_table_that_is_gone(code: str, exit_code: Exit) -> None:
    assert endings.gone(code, TEXTS).code is exit_code


def test_the_others() -> None:
    italian = texts_in("it")

    assert endings.lost(30.0, italian).code is Exit.UNREACHABLE
    assert "30 s" in endings.lost(30.0, italian).why
    assert endings.unreachable("ws://x", "no", italian).code is Exit.UNREACHABLE
    assert endings.table_closed("idle", italian).code is Exit.TABLE_CLOSED
    assert endings.no_deal("x", italian).code is Exit.REFUSED
    assert endings.seat_lost(italian).code is Exit.NOT_FOUND
    assert endings.not_answered(italian).code is Exit.TIMED_OUT
