"""The client against a server that says what each test has written down."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from pydantic import ValidationError
from websockets.utils import accept_key

from protocol.client import Session
from protocol.options import Options
from protocol.pings import Latency
from protocol.reaction import Reaction
from protocol.settings import SessionSettings
from protocol.to_client import Ok, Refused
from protocol.to_server import Bye, Create, Leave, Lobby, Ping, Play, Resync, Sit
from protocol.tokens import TokenInMemory
from protocol.updates import (
    Answered,
    CaughtUp,
    Changed,
    Ended,
    EndReason,
    Gone,
    LobbyChanged,
    Lost,
    NoAnswerError,
    Notice,
    Online,
    Overrun,
    Replaced,
    Retrying,
    SessionEndedError,
    TokenNotSaved,
    TooManyCommandsError,
    Update,
)
from tests.protocol.lobby import rows
from tests.protocol.pretend_table import a_table
from tests.protocol.scripted_server import Link, ScriptedServer
from tests.protocol.told import TOKEN, ok, refused

SETTINGS = SessionSettings(
    answer_s=20.0,
    command_s=20.0,
    close_s=1.0,
    later_s=0.0,
    chance=lambda: 0.0,
    now_ms=lambda: 1_000_000,
)
U = TypeVar("U", bound=Update)


def session(server: ScriptedServer, **changes: Any) -> Session:
    settings = replace(SETTINGS, **changes)
    return Session(server.url, client="test", settings=settings)


async def next_of(talk: Session, kind: type[U]) -> U:
    """Read on until there is an update of this kind."""
    async for update in talk:
        if isinstance(update, kind):
            return update
    raise AssertionError(f"the session ended without {kind.__name__}")


async def all_until_end(talk: Session) -> list[Update]:
    return [update async for update in talk]


# ------------------------------------------------------------------- plain play


async def test_hello_says_who_it_is() -> None:
    async def script(link: Link) -> None:
        hello = await link.let_in()
        assert (hello.client, hello.name, hello.resume) == ("my-bot/1", "Ada", TOKEN)
        await link.hear_the_end()

    tokens = TokenInMemory(TOKEN)
    async with (
        ScriptedServer(script) as server,
        Session(
            server.url, client="my-bot/1", name="Ada", tokens=tokens, settings=SETTINGS
        ) as talk,
    ):
        welcomed = await talk.welcomed(20)
        assert welcomed.session == "s-4kq82m"
        assert talk.online


async def test_table_is_created_and_followed() -> None:
    table = a_table()

    async def script(link: Link) -> None:
        await link.let_in()
        assert await link.hear() == Create(n=1, options=Options(people=1))
        await link.tell(ok(1))
        assert await link.hear() == Sit(n=2, table="QF7K2")
        await link.tell(ok(2), table.snapshot(2, "sat"), table.events(3, 4))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        created = await talk.create(Options(people=1))
        assert isinstance(created, Ok)
        assert created.table == "QF7K2"
        assert isinstance(await talk.sit("QF7K2"), Ok)
        sat = await next_of(talk, Replaced)
        changed = await next_of(talk, Changed)

        assert sat.message.reason == "sat"
        assert changed.before == sat.known
        assert talk.known("QF7K2") == changed.known
        assert talk.tables == (changed.known,)
        assert changed.known.mark.version == 4


async def test_refused_command() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear()
        await link.tell(refused(1, "E_MUST_FOLLOW", card="BQ") | {"legal": ["SF"]})
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        answer = await talk.play("QF7K2", "BQ")

    assert isinstance(answer, Refused)
    assert answer.legal == ("SF",)


async def test_leaving_the_context_says_bye_and_ends() -> None:
    heard, codes = [], []

    async def script(link: Link) -> None:
        await link.let_in()
        heard.append(await link.hear())
        await link.hear_the_end()
        codes.append(link.code)

    async with ScriptedServer(script) as server:
        async with session(server) as talk:
            await talk.welcomed(20)
        await talk.close()
        updates = await all_until_end(talk)

    assert heard == [Bye()]
    assert codes == [1000]
    assert isinstance(updates[-1], Ended)
    assert updates[-1].reason is EndReason.CLOSED_HERE
    assert talk.ended == updates[-1]
    assert not talk.online


async def test_session_that_is_to_be_forgotten_ends_when_the_server_knows() -> None:
    heard = []

    async def script(link: Link) -> None:
        await link.let_in()
        heard.append(await link.hear())
        await link.close(1000)

    async with ScriptedServer(script) as server, session(server) as talk:
        await talk.welcomed(20)
        assert await talk.close(forget=True)
        updates = await all_until_end(talk)

    assert heard == [Bye(forget=True)]
    assert isinstance(updates[-1], Ended)
    assert updates[-1].reason is EndReason.CLOSED_HERE
    assert not [one for one in updates if isinstance(one, Lost | Retrying)]


async def test_latency_and_clock_of_the_server() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        for ahead in (500, -500):
            ping = await link.hear()
            stamp = ping.model_dump()["t"]
            await link.tell(
                {"op": "pong", "t": 99, "now": 1},
                {"op": "pong", "t": stamp, "now": 1_000_000 + ahead},
                {"op": "pong", "t": stamp, "now": 2},
            )
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await talk.welcomed(20)
        latencies = [await talk.ping(20), await talk.ping(20)]

    ahead = [one.ahead_ms - one.round_trip_ms // 2 for one in latencies]
    assert ahead == [500, -500]
    assert all(isinstance(one, Latency) for one in latencies)


async def test_refresh_asks_for_a_table() -> None:
    table = a_table()

    async def script(link: Link) -> None:
        await link.let_in()
        assert await link.hear() == Resync(table="QF7K2")
        await link.tell(table.snapshot())
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await talk.welcomed(20)
        await talk.refresh("QF7K2")
        assert (await next_of(talk, Replaced)).known.mark.version == 4


async def test_open_tables_are_asked_for() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        assert await link.hear() == Lobby(follow=True)
        await link.tell(rows(1, "T1", whole=True))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        assert talk.lobby_rows is None
        await talk.lobby(follow=True)
        changed = await next_of(talk, LobbyChanged)

    assert [row.table for row in changed.rows] == ["T1"]
    assert talk.lobby_rows == changed.rows
    with pytest.raises(SessionEndedError):
        await talk.lobby(follow=False)


async def test_login_is_shown_where_there_is_no_token() -> None:
    hellos = []

    async def script(link: Link) -> None:
        hellos.append(await link.let_in())
        await link.hear_the_end()

    for token in (None, TOKEN):
        async with (
            ScriptedServer(script) as server,
            Session(
                server.url,
                client="my-bot/1",
                login="a.b.c",
                tokens=TokenInMemory(token),
                settings=SETTINGS,
            ) as talk,
        ):
            await talk.welcomed(20)

    assert [(hello.login, hello.resume) for hello in hellos] == [
        ("a.b.c", None),
        (None, TOKEN),
    ]


# ------------------------------------------------------------------- lost links


async def test_command_that_was_cut_off_is_sent_again_and_counts_once() -> None:
    heard = []

    async def first(link: Link) -> None:
        await link.let_in()
        heard.append(await link.hear())
        link.cut()

    async def second(link: Link) -> None:
        hello = await link.let_in(last_n=1)
        assert hello.resume == TOKEN
        heard.append(await link.hear())
        await link.tell(ok(1, dup=True))
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        answer = await talk.play("QF7K2", "SR")
        updates = [
            await next_of(talk, kind) for kind in (Online, Lost, Retrying, Online)
        ]

    assert isinstance(answer, Ok)
    assert answer.dup
    assert heard == [Play(n=1, table="QF7K2", card="SR")] * 2
    back = updates[-1]
    assert isinstance(back, Online)
    assert back.same_session
    assert back.away_ms is not None


async def test_command_given_while_away_goes_out_on_return() -> None:
    away = asyncio.Event()

    async def first(link: Link) -> None:
        await link.let_in()
        link.cut()

    async def second(link: Link) -> None:
        await away.wait()
        await link.let_in()
        assert await link.hear() == Leave(n=1, table="QF7K2")
        await link.tell(ok(1))
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        await next_of(talk, Lost)
        assert not talk.online
        leaving = asyncio.create_task(talk.leave("QF7K2"))
        await asyncio.sleep(0)
        away.set()

        assert isinstance(await leaving, Ok)


async def test_what_was_missed_is_told_on_return() -> None:
    table = a_table()

    async def first(link: Link) -> None:
        await link.let_in()
        await link.tell(table.snapshot(2))
        link.cut()

    async def second(link: Link) -> None:
        await link.let_in(seats=[{"table": "QF7K2", "seat": 0}])
        asked = await link.hear()
        assert isinstance(asked, Resync)
        assert (asked.version, asked.token) == (2, table.tokens[2])
        await link.tell(
            table.events(3, 4),
            {"op": "replayed", "table": "QF7K2", "count": 2, "version": 4},
        )
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        caught_up = await next_of(talk, CaughtUp)

    assert caught_up.count == 2
    assert caught_up.known.mark.version == 4


async def test_gap_is_closed() -> None:
    table = a_table()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.tell(table.snapshot(1), table.events(3, 4))
        asked = await link.hear()
        assert isinstance(asked, Resync)
        assert asked.version == 1
        await link.tell(
            table.events(2, 4),
            {"op": "replayed", "table": "QF7K2", "count": 3, "version": 4},
        )
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        assert (await next_of(talk, CaughtUp)).known.mark.version == 4


async def test_rewound_table_is_replaced() -> None:
    table = a_table()

    async def first(link: Link) -> None:
        await link.let_in()
        await link.tell(table.snapshot(4))
        link.cut()

    async def second(link: Link) -> None:
        await link.let_in()
        asked = await link.hear()
        assert isinstance(asked, Resync)
        assert asked.epoch == b"epoch--1"
        table.epoch = b"epoch--2"
        await link.tell(table.snapshot(3, "rewound"))
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        await next_of(talk, Replaced)
        rewound = await next_of(talk, Replaced)

    assert rewound.message.reason == "rewound"
    assert rewound.before is not None
    assert (rewound.before.mark.version, rewound.known.mark.version) == (4, 3)


async def test_events_of_a_new_history_are_asked_about() -> None:
    table = a_table()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.tell(table.snapshot(4))
        table.epoch = b"epoch--2"
        await link.tell(table.events(4, 4))
        assert isinstance(await link.hear(), Resync)
        await link.tell(table.snapshot(4, "new_epoch"))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await next_of(talk, Replaced)
        assert (await next_of(talk, Replaced)).known.mark.epoch == b"epoch--2"


async def test_another_session_leaves_the_command_in_doubt() -> None:
    async def first(link: Link) -> None:
        await link.let_in()
        await link.hear()
        link.cut()

    async def second(link: Link) -> None:
        await link.let_in(session="another")
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        with pytest.raises(SessionEndedError) as caught:
            await talk.create()
        await next_of(talk, Online)
        again = await next_of(talk, Online)

    assert caught.value.ended is None
    assert caught.value.sent
    assert not again.same_session


async def test_doubtful_command_of_a_lost_session_may_have_nobody_waiting() -> None:
    seen = asyncio.Event()

    async def first(link: Link) -> None:
        await link.let_in()
        await link.hear()
        await seen.wait()
        link.cut()

    async def second(link: Link) -> None:
        await link.let_in(session="another")
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        await talk.welcomed(20)
        with pytest.raises(NoAnswerError):
            await talk.command(lambda n: Create(n=n), wait_s=0)
        seen.set()
        await next_of(talk, Lost)
        assert not (await next_of(talk, Online)).same_session


# ------------------------------------------------------- silence and bad answers


async def test_server_that_does_not_answer_is_left_and_tried_again() -> None:
    async def silent(link: Link) -> None:
        await link.hear_the_end()

    async def second(link: Link) -> None:
        await link.let_in()
        await link.hear_the_end()

    async with (
        ScriptedServer(silent, second) as server,
        session(server, answer_s=0.05) as talk,
    ):
        lost = await next_of(talk, Lost)
        await next_of(talk, Online)

    assert (lost.code, lost.why) == (1006, "no answer: hello")


@asynccontextmanager
async def dead_server() -> AsyncIterator[str]:
    """Lets a client in, and then neither says nor hears anything."""

    async def handle(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        key = next(
            line.split(b": ")[1]
            for line in request.split(b"\r\n")
            if line.lower().startswith(b"sec-websocket-key")
        )
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept_key(key.decode()).encode() + b"\r\n\r\n"
        )
        await reader.read()
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        yield f"ws://{host}:{port}"


async def test_connection_without_any_sign_of_life_is_dead() -> None:
    settings = replace(SETTINGS, ping_every_s=0.02, ping_wait_s=0.02, close_s=0.02)
    async with (
        dead_server() as url,
        Session(url, client="test", settings=settings) as talk,
    ):
        assert (await next_of(talk, Lost)).code == 1006


async def test_unknown_words_of_a_newer_server_are_taken() -> None:
    table = a_table()
    table.newer_kind()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.tell({"op": "chat", "text": "ciao"}, table.snapshot(4))
        await link.tell(table.events(5, 5))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await next_of(talk, Notice)
        assert (await next_of(talk, Changed)).known.mark.version == 5


async def test_nonsense_is_told() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        await link.tell_bytes(b"\xc1")
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        assert "msgpack" in str((await next_of(talk, Notice)).message)


async def test_goaway_and_restart() -> None:
    async def first(link: Link) -> None:
        await link.let_in()
        await link.tell({"op": "goaway", "code": 1012, "retry_ms": 5})
        await link.close(1012, "restart")

    async def second(link: Link) -> None:
        await link.let_in()
        await link.hear_the_end()

    async with ScriptedServer(first, second) as server, session(server) as talk:
        lost = await next_of(talk, Lost)
        retrying = await next_of(talk, Retrying)
        await next_of(talk, Online)

    assert lost.code == 1012
    assert retrying.in_ms == 5


async def test_superseded_session_does_not_come_back() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear()
        await link.close(4005, "superseded")

    async with ScriptedServer(script) as server, session(server) as talk:
        with pytest.raises(SessionEndedError) as caught:
            await talk.create()
        updates = await all_until_end(talk)
        with pytest.raises(SessionEndedError) as again:
            await talk.create()
        with pytest.raises(SessionEndedError):
            await talk.welcomed(20)

    assert caught.value.sent
    assert not again.value.sent
    ended = updates[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.code) == (EndReason.CLOSED_THERE, 4005)
    assert server.links == 1


async def test_name_that_the_server_does_not_take() -> None:
    async def script(link: Link) -> None:
        await link.hear()
        await link.tell({"op": "error", "code": "E_BAD_NAME", "detail": "no"})
        await link.close(4003, "")

    async with ScriptedServer(script) as server, session(server) as talk:
        assert talk.trouble == ""
        ended = (await all_until_end(talk))[-1]

    assert isinstance(ended, Ended)
    assert (ended.code, ended.error) == (4003, "E_BAD_NAME")


async def test_trouble_says_why_the_last_connection_ended() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        await link.close(4005, "superseded")

    async with ScriptedServer(script) as server, session(server) as talk:
        await all_until_end(talk)

        assert talk.trouble == "superseded"


async def test_version_that_was_not_offered() -> None:
    async def script(link: Link) -> None:
        await link.let_in(version=7)
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        ended = (await all_until_end(talk))[-1]

    assert isinstance(ended, Ended)
    assert ended.reason is EndReason.NO_VERSION
    assert ended.why == "the server chose version 7"


# -------------------------------------------------------- answers that come late


async def test_busy_server_is_asked_again() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        assert await link.hear() == Create(n=1)
        await link.tell(refused(1, "E_BUSY", retry_ms=1))
        assert await link.hear() == Create(n=1)
        await link.tell(ok(1))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        assert isinstance(await talk.create(), Ok)


async def test_server_that_stays_busy_has_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time_is_over = asyncio.Event()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear()
        await link.tell(refused(1, "E_BUSY", retry_ms=30_000), {"op": "chat"})
        assert await link.hear() == Leave(n=2, table="QF7K2")
        await link.tell(ok(2))
        await link.hear_the_end()

    async def wait_for(*_: Any) -> None:
        await time_is_over.wait()

    async with ScriptedServer(script) as server, session(server) as talk:
        monkeypatch.setattr(talk, "_wait_for", wait_for)
        creating = asyncio.create_task(talk.create())
        await next_of(talk, Notice)  # and so the refusal was read as well
        monkeypatch.undo()
        leaving = asyncio.create_task(talk.leave("QF7K2"))
        await asyncio.sleep(0)
        time_is_over.set()

        answer = await creating
        assert isinstance(answer, Refused)
        assert answer.code == "E_BUSY"
        assert isinstance(await leaving, Ok)


async def test_late_answer_is_told() -> None:
    late = asyncio.Event()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear()
        await late.wait()
        await link.tell(ok(1))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await talk.welcomed(20)
        with pytest.raises(NoAnswerError) as caught:
            await talk.command(lambda n: Create(n=n), wait_s=0)
        late.set()
        answered = await next_of(talk, Answered)

    assert caught.value.sent
    assert answered.command == Create(n=1)
    assert isinstance(answered.answer, Ok)


async def test_cancelled_command_may_still_be_answered() -> None:
    heard = asyncio.Event()
    late = asyncio.Event()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear()
        heard.set()
        await late.wait()
        await link.tell(ok(1))
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        creating = asyncio.create_task(talk.create())
        await heard.wait()
        creating.cancel()
        with pytest.raises(asyncio.CancelledError):
            await creating
        late.set()

        assert (await next_of(talk, Answered)).command == Create(n=1)


async def test_command_that_never_left_is_taken_back() -> None:
    async def first(link: Link) -> None:
        await link.hear_the_end()

    async with ScriptedServer(first) as server, session(server) as talk:
        with pytest.raises(NoAnswerError) as caught:
            await talk.command(lambda n: Create(n=n), wait_s=0)
        with pytest.raises(NoAnswerError):
            await talk.welcomed(0)
        with pytest.raises(NoAnswerError):
            await talk.ping(0)

    assert not caught.value.sent


async def test_pong_that_does_not_come() -> None:
    async def script(link: Link) -> None:
        await link.let_in()
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        await talk.welcomed(20)
        with pytest.raises(NoAnswerError):
            await talk.ping(0)


async def test_malformed_and_too_many_commands() -> None:
    async with ScriptedServer(lambda link: link.hear_the_end()) as server:
        async with session(server, most_commands=1) as talk:
            with pytest.raises(ValidationError):
                await talk.play("QF7K2", "SPADE")
            creating = asyncio.create_task(talk.create())
            await asyncio.sleep(0)
            with pytest.raises(TooManyCommandsError):
                await talk.create()
        with pytest.raises(SessionEndedError) as caught:
            await creating

    assert not caught.value.sent


# ------------------------------------------------------------------ users' faults


async def test_slow_user_gets_how_things_stand() -> None:
    table = a_table()
    told = asyncio.Event()

    async def script(link: Link) -> None:
        await link.let_in()
        await link.tell(table.snapshot(0))
        for version in range(1, 5):
            await link.tell(table.events(version, version))
        await link.hear()
        await link.tell({"op": "pong", "t": 1, "now": 1})
        told.set()
        await link.hear_the_end()

    async with (
        ScriptedServer(script) as server,
        session(server, most_updates=3) as talk,
    ):
        await talk.welcomed(20)
        await talk.ping(20)
        overrun = await next_of(talk, Overrun)

    assert overrun.online
    assert overrun.dropped == 5
    assert [known.view.table for known in overrun.tables] == ["QF7K2"]


class BrokenStore(TokenInMemory):
    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self._fault = fault

    def save(self, token: bytes) -> None:
        assert token == TOKEN
        raise self._fault


async def let_in_and_wait(link: Link) -> None:
    await link.let_in()
    await link.hear_the_end()


async def test_token_that_cannot_be_kept_is_told() -> None:
    store = BrokenStore(OSError("disk full"))
    async with (
        ScriptedServer(let_in_and_wait) as server,
        Session(server.url, client="test", tokens=store, settings=SETTINGS) as talk,
    ):
        assert (await next_of(talk, TokenNotSaved)).why == "disk full"
        await next_of(talk, Online)


async def test_fault_of_this_side_ends_the_session_and_is_not_hidden() -> None:
    store = BrokenStore(KeyError("bug"))
    async with ScriptedServer(let_in_and_wait) as server:
        talk = Session(server.url, client="test", tokens=store, settings=SETTINGS)
        with pytest.raises(KeyError, match="bug"):
            async with talk:
                ended = (await all_until_end(talk))[-1]

    assert isinstance(ended, Ended)
    assert ended.reason is EndReason.FAULT


async def test_message_for_a_connection_that_is_gone_is_dropped() -> None:
    """It may be lost between two messages of one reaction."""
    talk = Session("ws://127.0.0.1:1", client="test", settings=SETTINGS)

    await talk._react(Reaction(send=[Ping(t=1)]))

    assert not talk.online


async def test_closing_what_was_never_opened() -> None:
    talk = Session("ws://127.0.0.1:1", client="test", settings=SETTINGS)

    assert not await talk.close(forget=True)

    assert talk.ended is not None


@pytest.mark.parametrize(
    "make",
    [
        lambda: Session("ws://table.example", client="test"),
        lambda: Session("ws://localhost", client="test", name="\x1b[31m"),
        lambda: Session("ws://localhost", client="x" * 65),
    ],
    ids=["address", "name", "client"],
)
def test_bad_address_or_name(make: Callable[[], Session]) -> None:
    with pytest.raises(ValueError, match=r"encrypted|name|client"):
        make()


async def test_answer_just_before_the_end_counts() -> None:
    talk = Session("ws://127.0.0.1:1", client="test", settings=SETTINGS)
    creating = asyncio.create_task(talk.create())
    await asyncio.sleep(0)
    (order,) = talk._answers
    answer = Ok(n=1, table="QF7K2", version=1, dup=False)

    talk._deliver(Reaction(answers=[(order, Create(n=1), answer)]))
    await talk.close()

    assert await creating == answer


async def test_table_that_is_not_there() -> None:
    async def script(link: Link) -> None:
        await link.let_in(seats=[{"table": "QF7K2", "seat": 0}])
        await link.hear()
        await link.tell(
            {"op": "error", "code": "E_NO_TABLE", "detail": "", "table": "QF7K2"}
        )
        await link.hear_the_end()

    async with ScriptedServer(script) as server, session(server) as talk:
        assert await next_of(talk, Gone) == Gone("QF7K2", "E_NO_TABLE")
