"""Lock, socket and log of a data directory."""

import asyncio
import errno
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.adapters import embedded_files
from server.adapters.embedded_files import (
    LOG_BYTES_MAX,
    SOCKET_PATH_MAX,
    DataDirectory,
    EmbeddedStoreFailed,
    Sign,
)


@asynccontextmanager
async def listener(path: Path, answer: bytes | None) -> AsyncIterator[None]:
    """Listen on a socket; answer each connection once, or never."""
    links: list[asyncio.Task[None]] = []

    async def accept(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        links.append(asyncio.current_task())  # type: ignore[arg-type]
        await reader.readline()
        if answer is None:
            await reader.read()
        else:
            writer.write(answer)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_unix_server(accept, path)
    try:
        yield
    finally:
        server.close()
        await asyncio.gather(*links)


def test_one_holds_the_lock(folder: Path) -> None:
    first, second = DataDirectory(folder), DataDirectory(folder)

    assert first.lock()
    assert first.lock()
    assert not second.lock()
    assert (first.is_locked, second.is_locked) == (True, False)
    first.unlock()
    first.unlock()
    assert second.lock()
    second.unlock()


def test_directory_is_made_for_its_owner_alone(folder: Path) -> None:
    made = DataDirectory(folder / "a" / "b")

    assert made.path.stat().st_mode & 0o777 == 0o700


def test_what_others_could_read_is_taken_from_them(folder: Path) -> None:
    # P16: the file of moves holds every card.
    kept = folder / "store"
    (kept / "appendonlydir").mkdir(parents=True)
    for path, mode in (
        (kept, 0o755),
        (kept / "appendonlydir", 0o775),
        (kept / "appendonlydir" / "1.aof", 0o644),
        (kept / "lock", 0o666),
    ):
        path.touch()
        path.chmod(mode)
    (kept / "elsewhere").symlink_to(folder)

    directory = DataDirectory(kept)
    assert kept.stat().st_mode & 0o777 == 0o700
    directory.lock()
    directory.unlock()

    modes = {path.name: path.stat().st_mode & 0o777 for path in kept.rglob("*")}
    assert modes.pop("elsewhere") == folder.stat().st_mode & 0o777
    assert modes == {"appendonlydir": 0o700, "1.aof": 0o600, "lock": 0o600}


def test_files_are_made_for_their_owner_alone(folder: Path) -> None:
    before = os.umask(0)
    try:
        directory = DataDirectory(folder)
        directory.lock()
        directory.prepare_socket()
        directory.open_log().close()
        directory.unlock()
    finally:
        os.umask(before)

    for name in ("lock", "socket", "store.log"):
        assert (folder / name).stat().st_mode & 0o777 == 0o600


def test_directory_of_somebody_else_that_all_may_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    folder.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)

    with pytest.raises(EmbeddedStoreFailed, match="not permitted"):
        DataDirectory(folder)


@pytest.mark.parametrize(
    ("code", "is_full"),
    [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EIO, False)],
)
def test_full_disk_is_told_from_other_faults(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, code: int, is_full: bool
) -> None:
    # T-F10
    directory = DataDirectory(folder)
    assert directory.why_no_room() is None

    def fail(_file: int) -> None:
        raise OSError(code, "no")

    monkeypatch.setattr(os, "fsync", fail)
    why = directory.why_no_room()

    assert why == (f"the disk of {directory.path} is full" if is_full else None)
    assert not (folder / "room").exists()


def test_files_of_somebody_else_are_named_and_the_lock_is_given_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = DataDirectory(folder)
    (folder / "appendonlydir").mkdir()
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)

    with pytest.raises(EmbeddedStoreFailed, match="belongs to somebody else: chown"):
        directory.lock()

    monkeypatch.setattr(os, "getuid", lambda: mine)
    assert not directory.is_locked
    assert directory.lock()
    directory.unlock()


def test_files_that_somebody_removes_are_missed(folder: Path) -> None:
    directory = DataDirectory(folder)
    directory.lock()
    (folder / "appendonlydir").mkdir()
    assert not directory.are_gone()

    (folder / "appendonlydir").rmdir()
    assert directory.are_gone()
    directory.unlock()


def test_directory_that_cannot_be_made(folder: Path) -> None:
    (folder / "file").write_text("")

    with pytest.raises(EmbeddedStoreFailed, match="cannot be used"):
        DataDirectory(folder / "file")


def test_lock_that_cannot_be_opened(folder: Path) -> None:
    directory = DataDirectory(folder)
    directory.lock_path.mkdir()

    with pytest.raises(EmbeddedStoreFailed, match="cannot be opened"):
        directory.lock()


def test_socket_lies_in_the_directory_when_its_path_is_short(folder: Path) -> None:
    directory = DataDirectory(folder)
    (folder / "s").write_text("left by a dead server")

    directory.prepare_socket()

    assert directory.socket == directory.path / "s"
    assert not directory.socket.exists()


def test_long_path_gets_a_short_socket_that_others_find(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    directory = DataDirectory(deep)

    directory.prepare_socket()

    assert len(os.fsencode(directory.socket)) <= SOCKET_PATH_MAX
    assert DataDirectory(deep).socket == directory.socket
    assert directory.socket.parent.stat().st_mode & 0o777 == 0o700
    directory.socket.parent.rmdir()


def test_copy_of_a_directory_does_not_lead_to_the_original(folder: Path) -> None:
    original = DataDirectory(folder / "original")
    original.prepare_socket()

    copy = DataDirectory(shutil.copytree(original.path, folder / "copy"))

    assert copy.socket == copy.path / "s"


def test_short_socket_never_lies_in_a_folder_of_others(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    directory = DataDirectory(deep)
    directory.prepare_socket()
    directory.socket.parent.chmod(0o777)

    with pytest.raises(EmbeddedStoreFailed, match="belongs to somebody else"):
        directory.prepare_socket()

    directory.socket.parent.rmdir()


async def test_nobody_listens(folder: Path) -> None:
    directory = DataDirectory(folder)

    assert await directory.sign() is Sign.NONE
    await directory.wait_for_end()


@pytest.mark.parametrize(
    ("answer", "sign"),
    [
        (b"+PONG\r\n", Sign.READY),
        (b"-LOADING the dataset\r\n", Sign.BUSY),
        (b"", Sign.NONE),
    ],
)
async def test_signs_of_a_listener(folder: Path, answer: bytes, sign: Sign) -> None:
    directory = DataDirectory(folder)
    async with listener(directory.socket, answer):
        assert await directory.sign() is sign


async def test_listener_without_an_answer_is_busy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_files, "ANSWER_S", 0.01)
    directory = DataDirectory(folder)
    async with listener(directory.socket, None):
        assert await directory.sign() is Sign.BUSY


def test_process_of_this_directory_that_was_left_behind(folder: Path) -> None:
    directory = DataDirectory(folder)
    note = directory.path / "store.pid"

    assert directory.left_behind() is None
    note.write_text("no number")
    assert directory.left_behind() is None
    note.write_text(f"{os.getpid()}\n")
    assert directory.left_behind() is None  # this process works elsewhere


def test_log_is_put_aside_when_it_is_too_long(folder: Path) -> None:
    directory = DataDirectory(folder)
    assert directory.log_tail() == ""
    with directory.open_log() as log:
        log.write(b"x" * (LOG_BYTES_MAX + 1))

    with directory.open_log() as log:
        log.write(b"".join(b"line %d\n" % i for i in range(20)))

    assert directory.log_tail().splitlines() == [f"line {i}" for i in range(12, 20)]
    assert (folder / "store.log.old").stat().st_size > LOG_BYTES_MAX


def test_options_keep_what_was_acknowledged(folder: Path) -> None:
    options = DataDirectory(folder).server_options(64)

    pairs = dict(zip(options[::2], options[1::2], strict=True))
    assert pairs["--appendonly"] == "yes"
    assert pairs["--appendfsync"] == "always"
    assert pairs["--port"] == "0"
    assert pairs["--maxmemory-policy"] == "noeviction"
    assert pairs["--slowlog-log-slower-than"] == "-1"
    assert pairs["--save"] == ""
