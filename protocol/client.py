"""The asyncio client that the terminal client and bots share.

A `Session` holds one place among the people on a server, over as many connections as it
takes: it connects again by itself, resumes, sends unanswered commands again under their
numbers, closes gaps, and keeps what is known of each table. What to do when is decided
in `Conversation`; here are the socket, the waiting and the users.

    async with Session("ws://127.0.0.1:8080", client="my-bot/1", name="Ada") as session:
        answer = await session.create(Options(people=1))
        async for update in session:
            ...
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self

from websockets.exceptions import ConnectionClosed

from protocol import limits
from protocol.codec import encode_to_server
from protocol.codes import Retry
from protocol.commands import Commands
from protocol.connector import Connector, Learnt
from protocol.conversation import Conversation
from protocol.farewell import say_bye
from protocol.links import checked_address
from protocol.mailbox import Mailbox
from protocol.pings import Latency, Pings, latency_of
from protocol.requests import Requests
from protocol.settings import SessionSettings
from protocol.to_server import Hello
from protocol.tokens import TokenInMemory, TokenStore
from protocol.updates import (
    Answered,
    Ended,
    EndReason,
    NoAnswerError,
    Online,
    Overrun,
    SessionEndedError,
    TokenNotSaved,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from websockets.asyncio.client import ClientConnection

    from protocol.fold import Known
    from protocol.outbox import Order
    from protocol.reaction import Reaction
    from protocol.to_client import Answer, LobbyRow, Pong, Welcome
    from protocol.to_server import Command, Question, StandingRequest, ToServer
    from protocol.updates import Update

_USUAL: Final = SessionSettings()


class Session(Commands, Requests):
    """One person or bot on one server.

    Use it as an asynchronous context; iterate over it for the updates, in one place.
    Leaving the context ends the connection and keeps the seats.

    Args:
        url: `wss://…`, or `ws://…` on this machine.
        client: Name and version of the program, for the host's logs.
        name: What the others see; None lets the server choose.
        login: A token of the host's own login, where the host has one. It is shown
            only where there is no resume token, which stands for the same person.
        tokens: Where the resume token is kept; None keeps it in memory only.
        settings: Waits, bounds, clock and chance.

    Raises:
        ValueError: The address, the name or the login cannot be used.
    """

    def __init__(  # noqa: PLR0913 - all but the first are named by the caller
        self,
        url: str,
        *,
        client: str,
        name: str | None = None,
        login: str | None = None,
        tokens: TokenStore | None = None,
        settings: SessionSettings = _USUAL,
    ) -> None:
        self._settings = settings
        self._tokens = TokenInMemory() if tokens is None else tokens
        self._mailbox = Mailbox(settings.most_updates, self._overrun)
        self._connector = Connector(
            checked_address(url, allow_plain=settings.allow_plain),
            settings,
            self._mailbox.put,
        )
        token = self._tokens.load()
        hello = Hello(
            versions=(limits.PROTOCOL_VERSION, limits.PROTOCOL_VERSION),
            client=client,
            name=name,
            resume=token,
            login=login if token is None else None,
        )
        self._conversation = Conversation(
            hello, answer_s=settings.answer_s, most_orders=settings.most_commands
        )
        self._answers: dict[Order, asyncio.Future[Answer]] = {}
        self._pings = Pings()
        self._settled = asyncio.Event()
        self._welcome: Welcome | None = None
        self._ended: Ended | None = None
        self._link: ClientConnection | None = None
        self._timer: asyncio.Timeout | None = None
        self._online_since_s: float | None = None
        self._gave_up: str | None = None
        self._learnt = Learnt()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to connect; returns before the connection is there."""
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """See `close`."""
        await self.close()

    def __aiter__(self) -> Self:
        """The updates, up to and including `Ended`."""
        return self

    async def __anext__(self) -> Update:
        """The next update."""
        update = await self._mailbox.get()
        if update is None:
            raise StopAsyncIteration
        return update

    @property
    def online(self) -> bool:
        """Whether the session is connected and welcomed now."""
        return self._online_since_s is not None

    @property
    def ended(self) -> Ended | None:
        """Why the session is over; None while it is not."""
        return self._ended

    @property
    def trouble(self) -> str:
        """Why the last connection ended or could not be made; empty if none did."""
        return self._connector.trouble

    @property
    def tables(self) -> tuple[Known, ...]:
        """What is known of each table that the session follows."""
        return self._conversation.tables.known

    def known(self, table: str) -> Known | None:
        """What is known of a table."""
        return self._conversation.tables.known_of(table)

    async def welcomed(self, wait_s: float) -> Welcome:
        """Wait until the server has let this session in.

        Raises:
            NoAnswerError: Not within this time; the session goes on trying.
            SessionEndedError: It will not happen any more.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await self._settled.wait()
        self._check_open()
        if self._welcome is None or not self._settled.is_set():
            raise NoAnswerError(sent=False)
        return self._welcome

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        """Send a command and wait for its answer, see `Commands.command`."""
        self._check_open()
        order = self._conversation.order(build)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[order] = answer
        try:
            await self._react(self._conversation.send_next(self._now_s()))
            await self._wait_for(
                answer, self._settings.command_s if wait_s is None else wait_s
            )
        except asyncio.CancelledError:
            self._withdraw(order)
            raise
        finally:
            del self._answers[order]
        if answer.done():
            return answer.result()
        withdrawn = self._withdraw(order)
        if withdrawn and order.refusal is not None:
            return order.refusal
        raise NoAnswerError(sent=not withdrawn)

    @property
    def lobby_rows(self) -> tuple[LobbyRow, ...] | None:
        """The open tables, once `lobby` has asked for them and they have come."""
        return self._conversation.lobby.rows

    async def request(self, message: StandingRequest | Question) -> None:
        """Ask for something without a number, see `Requests.request`."""
        self._check_open()
        await self._react(self._conversation.request(message, self._now_s()))

    async def refresh(self, table: str) -> None:
        """Ask for a table as a whole; it comes as a `Replaced` update.

        At a table at which one does not sit, this begins to look on, where the table
        allows it.
        """
        self._check_open()
        await self._react(self._conversation.refresh(table, self._now_s()))

    async def ping(self, wait_s: float) -> Latency:
        """Measure the way to the server and back.

        Raises:
            NoAnswerError: Not connected, or no answer within this time.
            SessionEndedError: The session is over.
        """
        self._check_open()
        begun_s = self._now_s()
        with self._pings.asked() as (stamp, pong):
            if self.online:
                await self._react(self._conversation.ping(stamp, begun_s))
                await self._wait_for(pong, wait_s)
        if not pong.done():
            raise NoAnswerError(sent=False)
        took_s = self._now_s() - begun_s
        return latency_of(pong.result(), took_s, self._settings.now_ms())

    async def close(self, *, forget: bool = False) -> bool:
        """End the session on purpose and keep the seats; whether the server knows.

        With `forget` the server is to end it too, and its token. Once is enough.
        """
        self._end(EndReason.CLOSED_HERE, "closed by this side")
        heard = await say_bye(self._link, self._settings.close_s, forget=forget)
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        return heard

    # ------------------------------------------------------------- the socket

    async def _run(self) -> None:
        try:
            ended = self._connector.stay_connected(self._talk, lambda: self._learnt)
            self._finish(await ended)
        finally:
            # Whatever went wrong here, nobody may wait for ever.
            self._end(EndReason.FAULT, "a fault in this client")

    async def _talk(self, link: ClientConnection) -> None:
        """Use one connection until it raises `ConnectionClosed`."""
        self._link = link
        self._gave_up = None
        try:
            await self._react(self._conversation.opened(self._now_s()))
            while True:
                await self._react(await self._next_reaction(link))
        finally:
            self._learnt = self._what_was_learnt()
            self._link = None
            self._online_since_s = None
            self._settled.clear()
            self._conversation.lost(self._now_s())

    def _what_was_learnt(self) -> Learnt:
        since_s = self._online_since_s
        goaway = self._conversation.goaway
        return Learnt(
            lasted_s=None if since_s is None else self._now_s() - since_s,
            retry_ms=None if goaway is None else goaway.retry_ms,
            gave_up=self._gave_up,
            no_version=self._conversation.no_version,
            not_let_in=self._conversation.not_let_in,
            left=self._ended is not None,
        )

    async def _next_reaction(self, link: ClientConnection) -> Reaction:
        """To the next frame, or to the time that has come."""
        try:
            async with asyncio.timeout_at(self._conversation.wake_s) as self._timer:
                frame = await link.recv(decode=False)
        except TimeoutError:
            return self._conversation.tick(self._now_s())
        finally:
            self._timer = None
        return self._conversation.take(frame, self._now_s(), self._settings.now_ms())

    async def _react(self, reaction: Reaction) -> None:
        """Do what has to be done, in the order that `Reaction` gives."""
        if reaction.token is not None:
            self._keep(reaction.token)
        for update in reaction.updates:
            if isinstance(update, Online):
                self._came_online(update.welcome)
            self._mailbox.put(update)
        self._deliver(reaction)
        for message in reaction.send:
            await self._send(message)
        if reaction.drop is not None and self._link is not None:
            # Without a word: the other side may not hear it anyway.
            self._gave_up = reaction.drop
            self._link.transport.abort()
        self._rearm()

    def _rearm(self) -> None:
        """Have `tick` called when it is time, which may have changed."""
        if self._timer is not None and not self._timer.expired():
            self._timer.reschedule(self._conversation.wake_s)

    async def _send(self, message: ToServer) -> None:
        # A connection that is closing is noticed, and told, by whoever reads it.
        if self._link is not None:
            with suppress(ConnectionClosed):
                await self._link.send(encode_to_server(message))

    async def _wait_for(
        self, answer: asyncio.Future[Answer] | asyncio.Future[Pong], wait_s: float
    ) -> None:
        """Until the answer is there, or this time is over."""
        await asyncio.wait([answer], timeout=wait_s)

    def _withdraw(self, order: Order) -> bool:
        withdrawn = self._conversation.withdraw(order, self._now_s())
        self._rearm()
        return withdrawn

    def _keep(self, token: bytes) -> None:
        try:
            self._tokens.save(token)
        except OSError as fault:
            self._mailbox.put(TokenNotSaved(str(fault)))

    def _came_online(self, welcome: Welcome) -> None:
        self._welcome = welcome
        self._online_since_s = self._now_s()
        self._settled.set()

    def _deliver(self, reaction: Reaction) -> None:
        """Answers to those who wait for them; nobody waits for some of them."""
        for order, command, answer in reaction.answers:
            waiting = self._answers.get(order)
            if waiting is not None:
                waiting.set_result(answer)
            else:
                self._mailbox.put(Answered(command, answer))
        for order in reaction.lost:
            waiting = self._answers.get(order)
            if waiting is not None:
                waiting.set_exception(SessionEndedError(None, sent=True))
        for pong in reaction.pongs:
            self._pings.answered(pong)

    def _end(self, reason: EndReason, why: str) -> None:
        self._finish(Ended(self._settings.now_ms(), reason, None, Retry.NEVER, why))

    def _finish(self, ended: Ended) -> None:
        """The session is over; the first reason stands."""
        if self._ended is not None:
            return
        self._ended = ended
        self._conversation.close()
        for order, waiting in self._answers.items():
            if not waiting.done():
                sent = order.command is not None
                waiting.set_exception(SessionEndedError(ended, sent=sent))
        self._mailbox.put(ended)
        self._settled.set()

    def _check_open(self) -> None:
        if self._ended is not None:
            raise SessionEndedError(self._ended, sent=False)

    def _overrun(self, dropped: int) -> Overrun:
        return Overrun(dropped, self.online, self.tables, self.lobby_rows)

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()
