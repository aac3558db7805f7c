"""What a game in line mode reacts to, from wherever it comes.

News of the session, typed lines, answers to one's own commands, Ctrl-C and a wait that
is over all come through one queue, so that each is dealt with to its end before the
next: nothing else in the game has to think of two things at once.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.live.ahead import Release
from client_cli.live.discarding import NoPreview
from client_cli.live.keyboard import InputEnded, Typed
from client_cli.live.server_time import TimeShort
from protocol.to_client import Answer
from protocol.to_server import Claim, Command, Reply, Say, Start, Undo
from protocol.updates import (
    NoAnswerError,
    SessionEndedError,
    TooManyCommandsError,
    Update,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from protocol.client import Session
    from protocol.to_server import Command

    Heard: TypeAlias = Callable[["Happening"], None]
    Giving: TypeAlias = Callable[[], Coroutine[None, None, Answer]]

_MOST_WAITING: Final = 64


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Ctrl-C."""


@dataclass(frozen=True, slots=True)
class WaitOver:
    """The server was away for as long as it may be."""


class Aim(Enum):
    """What a command was given for."""

    MOVE = "a move in the deal"
    START = "the next deal"
    REPLY = "an answer to another seat's wish"
    ASIDE = "a wish beside the deal"


@dataclass(frozen=True, slots=True)
class Order:
    """A command that was given."""

    aim: Aim
    typed: str = ""
    """What a person types for it; nothing for what the program does by itself."""
    cards: tuple[str, ...] = ()
    """The cards that are to be played or laid away."""
    word: str = ""
    """The English name of a wish beside the deal."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command of this client has its answer, or will have none."""

    order: Order
    outcome: Answer | NoAnswerError | SessionEndedError | TooManyCommandsError


@dataclass(frozen=True, slots=True)
class Broke:
    """A task of this program has failed: a fault of ours."""

    fault: BaseException


Happening: TypeAlias = (
    Update
    | Typed
    | InputEnded
    | Interrupted
    | WaitOver
    | Done
    | Broke
    | TimeShort
    | Release
    | NoPreview
)


class Happenings:
    """The queue, and the tasks that fill it.

    Args:
        session: Its updates are taken as long as there is room.
        log: Is told each happening before the game is.
    """

    def __init__(self, session: Session, log: Heard | None = None) -> None:
        self._session = session
        self._log = log
        self._queue: asyncio.Queue[Happening] = asyncio.Queue()
        self._room = asyncio.Semaphore(_MOST_WAITING)
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: list[Update] = []

    def keep(self, update: Update) -> None:
        """The session has told something before the game begins; for the game to see."""
        self._kept.append(update)

    def start(self) -> None:
        """Begin to take the session's updates, those that were kept first."""
        self._begin(self._take_updates())

    def put(self, happening: Happening) -> None:
        """Something happened; of these there are only ever a few at a time."""
        self._queue.put_nowait(happening)

    async def get(self) -> Happening:
        """The next happening."""
        happening = await self._queue.get()
        if isinstance(happening, Update):
            self._room.release()
        if self._log is not None:
            self._log(happening)
        return happening

    def send(self, command: Giving, order: Order) -> None:
        """Give a command; its outcome comes as `Done`.

        Args:
            command: Gives it when it is called, which is soon.
            order: What it is for.
        """
        self._begin(self._await_answer(command, order))

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Do something beside the game; only if it breaks does the game hear of it."""
        self._begin(work)

    async def close(self) -> None:
        """End all tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            self._queue.put_nowait(Broke(fault))

    async def _take_updates(self) -> None:
        for update in self._kept:
            await self._take(update)
        async for update in self._session:
            await self._take(update)

    async def _take(self, update: Update) -> None:
        await self._room.acquire()
        self._queue.put_nowait(update)

    async def _await_answer(self, command: Giving, order: Order) -> None:
        try:
            outcome: (
                Answer | NoAnswerError | SessionEndedError | TooManyCommandsError
            ) = await command()
        except (NoAnswerError, SessionEndedError, TooManyCommandsError) as fault:
            outcome = fault
        self._queue.put_nowait(Done(order, outcome))


def aim_of(command: Command) -> Aim:
    """What a command was given for."""
    match command:
        case Start():
            return Aim.START
        case Reply():
            return Aim.REPLY
        case Say() | Claim() | Undo():
            return Aim.ASIDE
        case _:
            return Aim.MOVE
