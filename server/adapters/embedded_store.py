"""A Redis-compatible server of our own, in a data directory.

Whoever holds the lock in the directory looks after the server: starts it, starts it
again when it dies, ends it when told to. Everybody else uses it, and stands ready to
take the lock. Two servers on one directory would both start and mix up one file, so
nothing is ever started without the lock.

The server never listens on a port: it is reached by a unix socket. Its append-only file
is synced before each answer. On Linux it dies with the process that started it;
elsewhere one that was left behind is found and taken over.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from server.adapters.embedded_binary import find_binary
from server.adapters.embedded_files import DataDirectory, EmbeddedStoreFailed, Sign

log = logging.getLogger(__name__)

START_S = 60.0
"""A large file takes its time to be read; the server answers LOADING meanwhile."""
STOP_S = 10.0
LOOK_S = 0.02
LOOK_AT_FILES_S = 1.0
BACKOFF_S = 0.05
BACKOFF_MAX_S = 2.0

_EXEC_LINUX = """
import ctypes, os, sys
parent, *command = sys.argv[1:]
ctypes.CDLL(None, use_errno=True).prctl(1, 15, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGTERM
if os.getppid() != int(parent):
    sys.exit(1)  # the parent died before it could be watched
os.execv(command[0], command)
"""
"""Asks the kernel for a signal when the parent ends, then becomes the server.

Done by a process of its own and not between fork and exec in ours, where other threads
may hold locks. The signal comes when the *thread* that started the process ends: the
server has to be started from a thread that lives as long as it is needed, which the
event loop's is.
"""


def tied_to_parent(command: list[str]) -> list[str]:
    """Give the command that starts this one so that it ends with us, where that goes."""
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", "-c", _EXEC_LINUX, str(os.getpid()), *command]


@dataclass(frozen=True, slots=True)
class RestartBudget:
    """How often a server that dies is started again before that is given up."""

    most: int = 10
    within_s: float = 60.0


class EndedAtOnce(EmbeddedStoreFailed):
    """The server ended before it answered; trying again may help."""


class EmbeddedServer:
    """The server in one data directory, as one process sees it.

    `start()`, then `url` for a store; `stop()` at the end. While it runs, a server
    that dies is replaced, by this process or by the one that holds the lock.
    """

    def __init__(
        self,
        directory: Path,
        *,
        binary: Path | None = None,
        max_memory_mb: int = 512,
        budget: RestartBudget | None = None,
    ) -> None:
        self._files = DataDirectory(directory)
        self._binary = binary
        self._max_memory_mb = max_memory_mb
        self._budget = budget or RestartBudget()
        self._starts: deque[float] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._lost: asyncio.Future[str] | None = None
        self.why_away: str | None = None
        """Why there is no server now, where only the host can help."""

    @property
    def url(self) -> str:
        """The URL of the running server."""
        return f"unix://{self._files.socket}"

    @property
    def is_owner(self) -> bool:
        """Whether this process holds the lock and looks after the server."""
        return self._files.is_locked

    @property
    def pid(self) -> int | None:
        """The server's process, if this process started it."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Take over the running server, or start one; returns once it answers.

        Raises:
            EmbeddedStoreFailed: There is no server program, it does not start, or the
                directory cannot be used; the text says what to do. Nothing is held.
        """
        self._lost = asyncio.get_running_loop().create_future()
        try:
            await self._have_server()
        except BaseException:
            await self.stop()
            raise
        self._keeper = asyncio.create_task(self._keep(self._lost))

    async def wait_lost(self) -> str:
        """Wait until the server is given up; returns why. For the host to decide."""
        if self._lost is None:
            msg = "not started"
            raise RuntimeError(msg)
        return await asyncio.shield(self._lost)

    async def stop(self) -> None:
        """End the server if this process started it; leave it if it was adopted."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
            self._keeper = None
        try:
            await self._end_process()
        finally:
            self._files.unlock()

    # ------------------------------------------------------------------- keeping

    async def _keep(self, lost: asyncio.Future[str]) -> None:
        """Watch the server, and see to another one when it ends."""
        while True:
            try:
                await self._wait_for_end()
                log.warning("the embedded store ended; seeing to another one")
                await self._have_server_again()
            except EmbeddedStoreFailed as failure:
                log.error("the embedded store is given up: %s", failure)  # noqa: TRY400
                lost.set_result(str(failure))
                return

    async def _wait_for_end(self) -> None:
        """Return when the server has ended.

        Raises:
            EmbeddedStoreFailed: Its files were removed.
        """
        ending = asyncio.ensure_future(self._files.wait_for_end())
        try:
            has_ended = False
            while not has_ended:
                done, _ = await asyncio.wait([ending], timeout=LOOK_AT_FILES_S)
                has_ended = bool(done)
                if self._files.are_gone():
                    msg = f"the files in {self._files.path} were removed"
                    raise EmbeddedStoreFailed(msg)
        finally:
            ending.cancel()

    async def _have_server_again(self) -> None:
        """Return once there is another server, after as many tries as are allowed."""
        pause_s = BACKOFF_S
        while True:
            await self._end_process()
            await self._wait_for_room()
            await asyncio.sleep(pause_s)
            pause_s = min(BACKOFF_MAX_S, pause_s * 2)
            try:
                await self._have_server()
            except EndedAtOnce as failure:
                log.warning("the embedded store does not start: %s", failure)
            else:
                return

    async def _wait_for_room(self) -> None:
        """Return when the disk takes something again, however long that is.

        A server that ended because the disk was full would do so again at once: it is
        not started meanwhile, and its ends do not count.
        """
        pause_s = BACKOFF_S
        while (why := await asyncio.to_thread(self._files.why_no_room)) is not None:
            if self.why_away is None:
                log.error("the embedded store waits for room: %s", why)
            self.why_away = why
            self._starts.clear()
            await asyncio.sleep(pause_s)
            pause_s = min(BACKOFF_MAX_S, pause_s * 2)
        self.why_away = None

    async def _have_server(self) -> None:
        """Return once a server answers, whoever looks after it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + START_S
        look_at_disk_s = loop.time() + LOOK_AT_FILES_S
        while True:
            is_ours = self._files.lock()
            sign = await self._files.sign()
            if sign is Sign.READY:
                return
            if is_ours and sign is Sign.NONE and self._files.left_behind() is None:
                await self._start_process(end)
                return
            if not is_ours and sign is Sign.NONE and loop.time() > look_at_disk_s:
                look_at_disk_s = loop.time() + LOOK_AT_FILES_S
                await self._refuse_full_disk()
            if loop.time() > end:
                raise EmbeddedStoreFailed(self._why_not(is_ours=is_ours))
            await asyncio.sleep(LOOK_S)

    async def _refuse_full_disk(self) -> None:
        """Whoever holds the lock waits for room then, perhaps for ever.

        Raises:
            EndedAtOnce: There is no room.
        """
        why = await asyncio.to_thread(self._files.why_no_room)
        if why is not None:
            raise EndedAtOnce(why)

    def _why_not(self, *, is_ours: bool) -> str:
        if not is_ours:
            held = self._files.lock_path
            return f"another process holds {held}, but its store does not answer"
        pid = self._files.left_behind()
        if pid is not None:
            return f"the store of an earlier run hangs; end process {pid}"
        return f"somebody listens on {self._files.socket} without answering"

    # ------------------------------------------------------------------- process

    async def _start_process(self, end: float) -> None:
        self._spend_budget()
        binary = self._binary or find_binary()
        self._files.prepare_socket()
        with self._files.open_log() as output:
            self._process = self._spawn(binary, output)
        loop = asyncio.get_running_loop()
        while await self._files.sign() is not Sign.READY:
            if self._process.poll() is not None:
                await self._refuse_full_disk()
                msg = (
                    f"{binary.name} ended at once (exit code "
                    f"{self._process.returncode}):\n{self._files.log_tail()}"
                )
                raise EndedAtOnce(msg)
            if loop.time() > end:
                await self._end_process()
                msg = f"{binary.name} did not answer within {START_S:.0f} s"
                raise EmbeddedStoreFailed(msg)
            await asyncio.sleep(LOOK_S)

    def _spawn(self, binary: Path, output: IO[bytes]) -> subprocess.Popen[bytes]:
        command = [str(binary), *self._files.server_options(self._max_memory_mb)]
        try:
            return subprocess.Popen(
                tied_to_parent(command),
                cwd=self._files.path,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # The terminal's Ctrl-C is for us; the store ends after us.
                start_new_session=True,
                umask=0o077,
            )
        except OSError as error:
            msg = f"cannot start {binary}: {error.strerror}"
            raise EmbeddedStoreFailed(msg) from error

    async def _end_process(self) -> None:
        """End our process, first politely; forgotten only when it has ended."""
        process = self._process
        if process is None:
            return
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGKILL):
            process.send_signal(sign)  # does nothing to one that has ended
            end = loop.time() + STOP_S
            while True:
                if process.poll() is not None:
                    self._process = None
                    return
                if loop.time() > end:
                    break
                await asyncio.sleep(LOOK_S / 2)

    def _spend_budget(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._starts and now - self._starts[0] > self._budget.within_s:
            self._starts.popleft()
        if len(self._starts) >= self._budget.most:
            msg = (
                f"the store ended {len(self._starts)} times within "
                f"{self._budget.within_s:.0f} s:\n{self._files.log_tail()}"
            )
            raise EmbeddedStoreFailed(msg)
        self._starts.append(now)
