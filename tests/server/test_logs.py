import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from server.logs import places_of, set_up_logs, short


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    for name in ("websockets", "asyncio", "redis"):
        logging.getLogger(name).setLevel(logging.NOTSET)
    structlog.reset_defaults()


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs()

    structlog.get_logger().info("ready", places=7)
    logging.getLogger("some.library").warning("look at %s", "this")

    own, foreign = lines(capsys)
    assert own["event"] == "ready"
    assert own["places"] == 7
    assert foreign["event"] == "look at this"
    assert foreign["logger"] == "some.library"


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("debug", ["debug", "info", "warning", "error"]),
        ("info", ["info", "warning", "error"]),
        ("warning", ["warning", "error"]),
        ("error", ["error"]),
    ],
)
def test_what_is_less_important_is_not_told(
    capsys: pytest.CaptureFixture[str], level: str, told: list[str]
) -> None:
    set_up_logs(level)
    log = structlog.get_logger()

    for one in ("debug", "info", "warning", "error"):
        getattr(log, one)("something")

    assert [line["level"] for line in lines(capsys)] == told


def test_an_error_is_told_without_its_text_and_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs()
    hand = "SR BQ MT"
    try:
        int(hand)
    except ValueError as fault:
        structlog.get_logger().error("own", exc_info=fault)
        structlog.get_logger().exception("own")
        logging.getLogger("some.library").exception("foreign")

    text = capsys.readouterr().err
    assert hand not in text
    found = [json.loads(line) for line in text.splitlines()]
    assert [line["error"] for line in found] == ["ValueError"] * 3
    assert "test_an_error_is_told" in found[0]["places"][-1]


@pytest.mark.parametrize("level", ["debug", "info"])
def test_frames_of_sockets_are_in_no_level(
    capsys: pytest.CaptureFixture[str], level: str
) -> None:
    set_up_logs(level)

    for name in ("websockets.server", "websockets.client", "asyncio", "redis"):
        logging.getLogger(name).debug("< BINARY 83 a2 6f 70")
        logging.getLogger(name).info("connection open")

    assert lines(capsys) == []


def test_places_are_few() -> None:
    def dig(depth: int) -> None:
        if not depth:
            raise ArithmeticError
        dig(depth - 1)

    with pytest.raises(ArithmeticError) as fault:
        dig(100)

    assert len(places_of(fault.value)) == 12


def test_short_names_say_nothing_and_are_the_same_each_time() -> None:
    secret = "0123456789abcdef" * 2

    assert short(secret) == short(secret)
    assert short(secret) != short(secret[::-1])
    assert len(short(secret)) == 8
    assert short(secret) not in secret
