"""The data directory of the embedded store: lock, socket, log, signs of life."""

import asyncio
import contextlib
import enum
import errno
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

SOCKET_PATH_MAX = 100
"""A unix socket's path ends at 104 bytes on macOS and at 108 on Linux."""
LOG_BYTES_MAX = 1024 * 1024
ANSWER_S = 1.0
ROOM_BYTES = 1024 * 1024
"""Free on the disk before a server is started that would end at its first write."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class EmbeddedStoreFailed(Exception):  # noqa: N818
    """The embedded store cannot be had; the text says what a host can do."""


class Sign(enum.Enum):
    """What comes back from a server's socket."""

    NONE = "none"
    """Nobody listens."""
    BUSY = "busy"
    """Somebody listens, but does not serve yet, or hangs."""
    READY = "ready"


class DataDirectory:
    """One directory, whose lock says who looks after the server in it.

    Raises:
        EmbeddedStoreFailed: The directory cannot be made or used.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path = path.resolve(strict=True)
            _for_owner_alone(self.path)
        except OSError as error:
            msg = f"the data directory {path} cannot be used: {error.strerror}"
            raise EmbeddedStoreFailed(msg) from error
        self.lock_path = self.path / "lock"
        self._lock: IO[bytes] | None = None
        self._log_path = self.path / "store.log"
        self._pid_path = self.path / "store.pid"
        self._socket_note = self.path / "socket"
        self._room_path = self.path / "room"
        self._moves_path = self.path / "appendonlydir"

    # ---------------------------------------------------------------------- lock

    @property
    def is_locked(self) -> bool:
        """Whether this process holds the lock."""
        return self._lock is not None

    def lock(self) -> bool:
        """Take the lock if nobody has it; it ends with this process at the latest."""
        if self._lock is not None:
            return True
        if sys.platform == "win32":
            msg = (
                "the embedded store does not run on Windows: name one with --redis-url"
            )
            raise EmbeddedStoreFailed(msg)
        try:
            held = _private(self.lock_path, os.O_APPEND)
        except OSError as error:
            msg = f"{self.lock_path} cannot be opened: {error.strerror}"
            raise EmbeddedStoreFailed(msg) from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            return False
        self._lock = held
        try:
            for file in self.path.rglob("*"):
                with contextlib.suppress(FileNotFoundError):  # a passing one
                    _for_owner_alone(file)
        except EmbeddedStoreFailed:
            self.unlock()
            raise
        return True

    def unlock(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -------------------------------------------------------------------- socket

    @property
    def socket(self) -> Path:
        """Where the server listens, as whoever started it wrote down."""
        with contextlib.suppress(OSError, ValueError):
            folder, socket = self._socket_note.read_text("utf-8").splitlines()
            # A copy of a directory must not lead to the server of the original.
            if folder == str(self.path):
                return Path(socket)
        return self.path / "s"

    def prepare_socket(self) -> None:
        """Choose the socket's path and clear a dead one away; needs the lock."""
        path = self.path / "s"
        if len(os.fsencode(path)) > SOCKET_PATH_MAX:
            path = _short_folder(self.path) / "s"
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        with _private(self._socket_note, os.O_TRUNC) as note:
            note.write(f"{self.path}\n{path}\n".encode())

    async def sign(self) -> Sign:
        """Ask whoever listens on the socket for a sign of life."""
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_unix_connection(self.socket)
        except TimeoutError:
            return Sign.BUSY
        except OSError:
            return Sign.NONE
        try:
            async with asyncio.timeout(ANSWER_S):
                writer.write(b"PING\r\n")
                answer = await reader.readline()
        except TimeoutError:
            return Sign.BUSY
        except OSError:
            return Sign.NONE
        finally:
            await _close(writer)
        if not answer:
            return Sign.NONE
        return Sign.READY if answer.startswith(b"+PONG") else Sign.BUSY

    async def wait_for_end(self) -> None:
        """Return when the server that listens now no longer does."""
        try:
            reader, writer = await asyncio.open_unix_connection(self.socket)
        except OSError:
            return
        try:
            await reader.read()
        except OSError:
            return
        finally:
            await _close(writer)

    def left_behind(self) -> int | None:
        """Give the process of a server that still runs here without listening.

        It may be writing the last of its file. Known on Linux only, where a process
        shows the directory that it works in.
        """
        try:
            pid = int(self._pid_path.read_text("ascii"))
            folder = Path(f"/proc/{pid}/cwd").readlink()
        except (OSError, ValueError):
            return None
        return pid if folder == self.path else None

    # ---------------------------------------------------------------------- disk

    def are_gone(self) -> bool:
        """Whether somebody has removed what a server that runs here keeps.

        It writes on into a file that has no name any more, and nothing of that is there
        after its end.
        """
        return not (self.lock_path.exists() and self._moves_path.exists())

    def why_no_room(self) -> str | None:
        """Why nothing more can be written here; None while a megabyte can.

        It blocks for as long as the disk takes.
        """
        try:
            with _private(self._room_path, os.O_TRUNC) as file:
                file.write(bytes(ROOM_BYTES))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if error.errno in _NO_ROOM:
                return f"the disk of {self.path} is full"
        finally:
            with contextlib.suppress(OSError):
                self._room_path.unlink()
        return None

    # ------------------------------------------------------------------- process

    def server_options(self, max_memory_mb: int) -> list[str]:
        """Give the command line options of the server.

        Acknowledged means durable: every answer waits for the disk. The program's
        own defaults may keep no file at all.
        """
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.path),
            "pidfile": str(self._pid_path),
            "daemonize": "no",
            "databases": "1",
            "appendonly": "yes",
            "appendfsync": "always",
            "no-appendfsync-on-rewrite": "no",
            "aof-load-truncated": "yes",
            "save": "",
            "maxmemory": f"{max_memory_mb}mb",
            "maxmemory-policy": "noeviction",
            "slowlog-log-slower-than": "-1",  # it would keep hands, to be read
        }
        return [
            part for name, value in options.items() for part in (f"--{name}", value)
        ]

    def open_log(self) -> IO[bytes]:
        """Open the server's log for appending; an overlong one is put aside."""
        with contextlib.suppress(FileNotFoundError):
            if self._log_path.stat().st_size > LOG_BYTES_MAX:
                self._log_path.replace(self._log_path.with_suffix(".log.old"))
        return _private(self._log_path, os.O_APPEND)

    def log_tail(self) -> str:
        """Give the last lines of the server's log."""
        try:
            lines = self._log_path.read_bytes()[-2048:].decode(errors="replace")
        except OSError:
            return ""
        return "\n".join(lines.splitlines()[-8:])


def _private(path: Path, how: int) -> IO[bytes]:
    """Open a file for writing that nobody else may read: it may hold cards."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "wb")


def _for_owner_alone(path: Path) -> None:
    """Take from others what an older version or a copy has left to them.

    Raises:
        EmbeddedStoreFailed: It belongs to somebody else, as after a restore by root.
        OSError: It cannot be looked at.
    """
    found = path.lstat()
    if sys.platform != "win32" and os.getuid() not in {0, found.st_uid}:
        msg = f"{path} belongs to somebody else: chown it to the user of the server"
        raise EmbeddedStoreFailed(msg)
    mode = found.st_mode
    if not stat.S_ISLNK(mode) and mode & 0o077:
        path.chmod(stat.S_IMODE(mode) & 0o700)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def _short_folder(path: Path) -> Path:
    """Give a private folder with a short path that belongs to this directory."""
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    root = Path(tempfile.gettempdir())
    if len(os.fsencode(root)) > SOCKET_PATH_MAX // 2:
        root = Path("/tmp")  # noqa: S108 - whose the folder is, is checked below
    folder = root / f"tarocco-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    # Everybody may write into the folder for temporary files; nobody else may own ours.
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
        msg = f"{folder} belongs to somebody else; remove it or set TMPDIR"
        raise EmbeddedStoreFailed(msg)
    return folder
