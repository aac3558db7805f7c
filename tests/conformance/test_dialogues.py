"""A real server says in every dialogue what it must, and another one is found out."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, get_args

import msgpack
import pytest
from websockets.asyncio.server import ServerConnection, serve

from protocol.codes import ErrorCode
from protocol.to_client import ToClient
from protocol.to_server import ToServer
from tests.checks.wire.families import tag_of
from tests.conformance.__main__ import main
from tests.conformance.dialogue import Dialogue, dialogues, held
from tests.conformance.patterns import difference, filled
from tests.server.processes import Running, server

DIALOGUES = dialogues()
MANY_CONNECTIONS = {
    "TAROCCO_CONNECTS_PER_MINUTE": "100000",
    "TAROCCO_CONNECTIONS_PER_ADDRESS": "1000",
    "TAROCCO_HELLO_S": "1",
}
WITHOUT_DIALOGUE = {
    ErrorCode.BAD_RECORD: "is of records that are read without a server",
    ErrorCode.NOT_HOST: "is kept for what only a host may do; nothing of version 1",
    ErrorCode.BUSY: "comes when more wait at a table than a client may send",
    ErrorCode.STORE_AWAY: "comes when the store of the server is away",
    ErrorCode.STORE_FULL: "comes when the store of the server is full",
    ErrorCode.INTERNAL: "comes of a fault in the server",
    ErrorCode.FROZEN: "comes of several faults in the server",
    ErrorCode.TOO_BIG: "is what a decoder says; the connection ends with 1009",
}
ENDINGS = {"goaway", "store"}
"""What comes when a server, or its store, ends."""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with server(environment=MANY_CONNECTIONS) as one:
        one.await_ready()
        yield one


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda one: one.name)
async def test_server_says_what_it_must(running: Running, dialogue: Dialogue) -> None:
    assert await held(dialogue, running.url) is None


NEIGHBOURS = {
    "an older client is served on, in its own dialect": (
        [1, 1],
        [{"by": "a", "hear": {"op": "WELCOME", "version": 1}}],
    ),
    "a client of other versions is told what would do": (
        [3, 9],
        [
            {
                "by": "a",
                "hear": {"op": "error", "code": "E_VERSION", "versions": [1, 2]},
            },
            {"by": "a", "closed": 4008},
        ],
    ),
    "a client of both versions speaks the newer one": (
        [1, 2],
        [{"by": "a", "hear": {"op": "welcome", "version": 2}}],
    ),
    "a client of newer versions too speaks the one that both speak": (
        [2, 9],
        [{"by": "a", "hear": {"op": "welcome", "version": 2}}],
    ),
}
"""What a server of the version after this one says, for that is still to come."""


@pytest.fixture(scope="module")
def neighbour() -> Iterator[Running]:
    with server(
        module="tests.faults.odd_server",
        environment=MANY_CONNECTIONS | {"ODD_PROTOCOL": "2"},
    ) as one:
        one.await_ready()
        yield one


@pytest.mark.parametrize(("versions", "answer"), NEIGHBOURS.values(), ids=NEIGHBOURS)
async def test_server_of_a_neighbour_version_agrees_on_one(
    neighbour: Running, versions: list[int], answer: list[dict[str, Any]]
) -> None:
    hello = {"op": "hello", "versions": versions, "client": "conformance/1"}
    steps: tuple[Any, ...] = ({"connect": "a"}, {"by": "a", "say": hello}, *answer)

    assert (
        await held(Dialogue("neighbour", "neighbour", steps, {}), neighbour.url) is None
    )


def parts_of(value: Any) -> Iterator[Any]:
    yield value
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list | tuple):
        for part in inner:
            yield from parts_of(part)


def mentioned() -> set[str]:
    """Every text of every dialogue."""
    return {
        part
        for dialogue in DIALOGUES
        for part in parts_of([*dialogue.steps, dialogue.names])
        if isinstance(part, str)
    }


def test_every_message_is_in_a_dialogue() -> None:
    ops = {str(tag_of(model)) for model in (*get_args(ToServer), *get_args(ToClient))}

    assert ops - mentioned() == ENDINGS


def test_every_refusal_is_in_a_dialogue_or_it_is_said_why_not() -> None:
    codes = {code.value for code in ErrorCode}

    assert codes - mentioned() == {code.value for code in WITHOUT_DIALOGUE}


def test_every_dialogue_has_a_name_of_its_own() -> None:
    names = [dialogue.name for dialogue in DIALOGUES]

    assert len(set(names)) == len(names)


# ------------------------------------------------------------------ a wrong server


@asynccontextmanager
async def answering(*answers: dict[str, Any]) -> AsyncIterator[str]:
    """A server that says the same to everybody, whatever it hears; its address."""

    async def serve_one(socket: ServerConnection) -> None:
        await socket.recv()
        for answer in answers:
            await socket.send(msgpack.packb(answer))
        await socket.close(1000)

    async with serve(serve_one, "127.0.0.1", 0) as wrong:
        port = wrong.sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}"


PING = Dialogue(
    name="ping",
    about="ping",
    steps=(
        {"connect": "a"},
        {"by": "a", "say": {"op": "ping", "t": 1}},
        {"by": "a", "hear": {"op": "pong", "t": 1}},
        {"by": "a", "closed": 1001},
    ),
    names={},
)


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ([{"op": "pong", "t": 2}], "pong.t: 2, not 1"),
        ([{"op": "pong"}], "pong.t: missing"),
        ([{"op": "error"}], "error.op: 'error', not 'pong'"),
        ([{"op": "said"}], "a's connection ends with 1000"),
        ([{"op": "said"}, {"op": "pong", "t": 1}], "close code: 1000, not 1001"),
    ],
    ids=["value", "missing", "other", "nothing", "end"],
)
async def test_server_that_says_something_else_is_found_out(
    answers: list[dict[str, Any]], found: str
) -> None:
    async with answering(*answers) as url:
        departure = await held(PING, url)

    assert departure is not None
    assert departure.startswith(found)


async def test_server_that_is_not_there_is_said_so() -> None:
    departure = await held(PING, "ws://127.0.0.1:9")

    assert departure is not None
    assert "cannot be reached" in departure


# ------------------------------------------------------------------------ patterns


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ("*", None),
        ([1, "$x"], [1, 7]),
        ({"one of": [1, 2]}, 2),
        ({"has": {"kind": "sign"}}, [{"kind": "bank"}, {"kind": "sign", "seat": 1}]),
        (["$known", "$known+1", "$known-1"], [5, 6, 4]),
    ],
    ids=str,
)
def test_pattern_takes(pattern: Any, value: Any) -> None:
    assert difference(pattern, value, {"known": 5}) is None


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        (1, True),
        (1, 2),
        ({"a": 1}, [1]),
        ([1], [1, 2]),
        ({"one of": [1, 2]}, 3),
        ({"has": 1}, [2]),
        ("$known", 6),
        ("$known+1", 5),
        (["$x", "$x"], [1, 2]),
    ],
    ids=str,
)
def test_pattern_refuses(pattern: Any, value: Any) -> None:
    assert difference(pattern, value, {"known": 5}) is not None


def test_names_are_filled_in_and_what_they_hold_too() -> None:
    names = {"n": 5, "message": {"op": "play", "n": "$n+2"}}

    assert filled(["$message", "$n"], names.__getitem__) == [
        {"op": "play", "n": 7},
        5,
    ]


# ------------------------------------------------------------------------- command


def test_command_lists_the_dialogues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--only", "hello is said once"]) == 0

    assert capsys.readouterr().out == "hello: hello is said once\n"


def test_command_tells_of_a_server_what_is_wrong(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--server", running.url, "--only", "bye ends"]) == 0
    assert "1 of 1 dialogues" in capsys.readouterr().out
    assert main(["--server", running.url, "--only", "no dialogue at all"]) == 1


def test_command_that_finds_a_fault_ends_with_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--server", "ws://127.0.0.1:9", "--only", "bye ends"]) == 1
    assert "WRONG hello: bye ends" in capsys.readouterr().out


def test_command_without_words_is_wrong_use() -> None:
    with pytest.raises(SystemExit) as end:
        main([])

    assert end.value.code == 2
