"""The embedded server: started once, adopted, replaced, and it loses nothing."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest

from server.adapters import embedded_store
from server.adapters.embedded_binary import find_binary
from server.adapters.embedded_files import DataDirectory, EmbeddedStoreFailed
from server.adapters.embedded_store import EmbeddedServer, RestartBudget
from server.adapters.redis_store import RedisStore
from server.store_outcomes import (
    Applied,
    Duplicate,
    Rewound,
    StoreUnavailable,
)
from server.store_records import Append
from tests.support.redis_processes import DURABLE, one_server
from tests.support.store_values import (
    PATIENT_MS,
    WAIT_S,
    Played,
    change,
    eventually,
)


@contextlib.asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[EmbeddedServer]:
    server = EmbeddedServer(folder)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@contextlib.asynccontextmanager
async def opened(server: EmbeddedServer) -> AsyncIterator[RedisStore]:
    store = RedisStore.at(server.url, skew_ms=PATIENT_MS)
    try:
        yield store
    finally:
        await store.aclose()


def append_only_file(folder: Path) -> BinaryIO:
    """Open what the server wrote since it was started."""
    (file,) = folder.glob("appendonlydir/*.incr.aof")
    return file.open("r+b")


async def definite(store: RedisStore, append: Append) -> Applied | Duplicate:
    """Ask with the same command until there is an answer, as a server does."""
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                outcome = await store.apply(append)
            except StoreUnavailable:
                continue
            assert isinstance(outcome, Applied | Duplicate), outcome
            return outcome


async def test_it_has_the_settings_that_the_promises_need(folder: Path) -> None:
    async with embedded(folder) as server, opened(server) as store:
        assert server.is_owner
        assert await store.check_settings() == ()


async def test_what_was_stored_is_there_after_a_restart(folder: Path) -> None:
    async with embedded(folder) as server, opened(server) as store:
        table = await Played.new(store, b"one")
        await table.play(b"two")
    async with embedded(folder) as server, opened(server) as store:
        loaded = await store.load(table.name)

    assert loaded is not None
    assert loaded.mark == table.mark


async def test_second_process_adopts_and_survives_the_first(folder: Path) -> None:
    async with embedded(folder) as owner, embedded(folder) as guest:
        assert (owner.is_owner, guest.is_owner) == (True, False)
        assert guest.url == owner.url
        assert guest.pid is None
        async with opened(guest) as store:
            table = await Played.new(store, b"one")
            await owner.stop()
            await definite(store, table.append(b"two"))

            assert guest.is_owner
            assert await table.payloads() == [b"two"]


async def test_guest_leaves_the_server_running(folder: Path) -> None:
    async with embedded(folder) as owner:
        async with embedded(folder):
            pass
        async with opened(owner) as store:
            await Played.new(store)


async def test_deep_directory(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    async with embedded(deep) as server, opened(server) as store:
        await Played.new(store)
        socket = Path(server.url.removeprefix("unix://"))
    shutil.rmtree(socket.parent)

    assert deep not in socket.parents


async def test_killed_server_comes_back_with_all_that_was_acknowledged(
    folder: Path,
) -> None:
    """T-F01: whatever was acknowledged before the kill is there once."""
    await kill_while_writing(folder, kills=1, writers=8, moves=60)


@pytest.mark.long
async def test_killed_again_and_again(folder: Path) -> None:
    await kill_while_writing(folder, kills=6, writers=16, moves=1_500)


async def kill_while_writing(
    folder: Path, *, kills: int, writers: int, moves: int
) -> None:
    async with embedded(folder) as server, opened(server) as store:
        tables = [await Played.new(store) for _ in range(writers)]
        done = asyncio.Semaphore(0)

        async def write(table: Played) -> None:
            for i in range(moves):
                append = table.append(b"%d" % i)
                outcome = await definite(store, append)
                table.mark = append.change.mark_after(table.mark)
                if isinstance(outcome, Applied):
                    table.now_ms = outcome.now_ms
                done.release()

        async def kill() -> None:
            for _ in range(kills):
                for _ in range(writers * moves // (kills + 1)):
                    await done.acquire()
                assert server.pid is not None
                os.kill(server.pid, signal.SIGKILL)

        async with asyncio.TaskGroup() as group:
            group.create_task(kill())
            for table in tables:
                group.create_task(write(table))

        for table in tables:
            assert await table.payloads() == [b"%d" % i for i in range(moves)]


async def test_torn_tail_costs_the_last_record_and_is_noticed(folder: Path) -> None:
    """T-F12: a node that has seen more than the store still has is told."""
    async with embedded(folder) as server, opened(server) as store:
        table = await Played.new(store, b"one")
        await table.play(b"two")
        kept = table.mark
        await table.play(b"three")
    with append_only_file(folder) as file:
        file.truncate(file.seek(-37, os.SEEK_END))

    async with embedded(folder) as server, opened(server) as store:
        table.store = store
        assert await table.payloads() == [b"two"]
        table.now_ms = await store.now_ms()
        assert await store.apply(table.append(b"four")) == Rewound(kept)

        rebase = table.rebase(b"rewound", at=kept)
        assert isinstance(await store.rebase(rebase), Applied)
        table.mark = rebase.mark
        await table.play(b"four again")


async def test_server_that_keeps_dying_is_given_up(folder: Path) -> None:
    server = EmbeddedServer(folder, budget=RestartBudget(most=2, within_s=600))
    await server.start()
    try:
        async with asyncio.timeout(WAIT_S):
            first = server.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            await eventually(lambda: server.pid not in {None, first})
            second = server.pid
            assert second is not None
            os.kill(second, signal.SIGKILL)
            why = await server.wait_lost()
    finally:
        await server.stop()

    assert "ended 2 times" in why


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
async def test_full_disk_loses_nothing_that_was_acknowledged(folder: Path) -> None:
    """T-F10: the server ends rather than acknowledge what it cannot keep."""
    small = program(
        folder, "trap '' XFSZ", "ulimit -f 64", f'exec {find_binary()} "$@"'
    )
    budget = RestartBudget(most=2, within_s=600)
    server = EmbeddedServer(folder, binary=small, budget=budget)
    await server.start()
    store = RedisStore.at(server.url, give_up_s=0, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    with pytest.raises(StoreUnavailable):
        await play_on(table)
    kept = table.mark.version
    await store.aclose()
    await server.stop()

    async with embedded(folder) as server, opened(server) as store:
        table.store = store
        found = await table.payloads()
    assert kept > 1
    assert len(found) in {kept, kept + 1}  # the last one was unknown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
async def test_full_disk_takes_a_move_where_it_is_synced_every_second(
    folder: Path,
) -> None:
    """T-F10: what such a store acknowledges before it notices is not on its disk; so the
    test above would notice."""
    small = program(
        folder, "trap '' XFSZ", "ulimit -f 64", f'exec {find_binary()} "$@"'
    )
    options = {**DURABLE, "appendfsync": "everysec"}
    with one_server(small, options) as server:
        store = RedisStore.at(server.url, give_up_s=0, skew_ms=PATIENT_MS)
        table = await Played.new(store)
        with pytest.raises(StoreUnavailable):
            await play_on(table)
        kept = table.mark.version
        await store.aclose()
        server.end()

        server.binary = find_binary()
        server.start()
        store = RedisStore.at(server.url, skew_ms=PATIENT_MS)
        left = (await store.marks([table.name])).get(table.name)
        await store.aclose()

    # On a slow disk even the table itself may be among what was not written yet.
    assert left is None or left.version < kept


def modes_in(folder: Path) -> dict[Path, int]:
    """What others may do with a folder and what is in it."""
    return {path: path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}


async def test_nobody_else_may_read_what_the_server_writes(folder: Path) -> None:
    # P16
    before = os.umask(0)
    try:
        async with embedded(folder) as server, opened(server) as store:
            await Played.new(store)
            modes = modes_in(folder)
    finally:
        os.umask(before)

    assert any(path.suffix == ".aof" for path in modes)
    assert not any(modes.values()), modes


async def test_full_disk_is_waited_for_and_is_no_reason_to_give_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # T-F10
    looks: list[str | None] = []

    def why_no_room(_files: DataDirectory) -> str | None:
        looks.append("the disk is full" if len(looks) % 4 < 3 else None)
        return looks[-1]

    monkeypatch.setattr(DataDirectory, "why_no_room", why_no_room)
    server = EmbeddedServer(folder, budget=RestartBudget(most=2, within_s=600))
    await server.start()
    async with opened(server) as store:
        table = await Played.new(store, b"one")
        for number in range(4):
            first = server.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            await eventually(lambda: server.why_away == "the disk is full")
            await definite(store, table.append(b"%d" % number))
            table.mark = (await store.marks([table.name]))[table.name]
            table.now_ms = await store.now_ms()
            assert server.why_away is None
            assert server.pid not in {None, first}
    await server.stop()

    assert len(looks) == 16


@pytest.mark.parametrize("what", [".", "appendonlydir"])
async def test_files_that_somebody_removes_are_the_end(folder: Path, what: str) -> None:
    async with embedded(folder / "data") as server:
        shutil.rmtree(folder / "data" / what)

        async with asyncio.timeout(WAIT_S):
            why = await server.wait_lost()

    assert "were removed" in why


async def test_nobody_waits_for_room_that_the_owner_waits_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        DataDirectory, "why_no_room", lambda _files: "the disk of it is full"
    )
    holder = DataDirectory(folder)
    holder.lock()

    await refused(EmbeddedServer(folder), "the disk of it is full")

    holder.unlock()


async def test_nobody_waits_for_a_server_that_was_not_started(folder: Path) -> None:
    with pytest.raises(RuntimeError):
        await EmbeddedServer(folder).wait_lost()


async def play_on(table: Played) -> None:
    """Play until the store takes no more."""
    while True:
        await table.play(bytes(1_000))


def program(folder: Path, *lines: str) -> Path:
    """Write a server program of a few shell lines."""
    path = folder / "program"
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)
    return path


async def refused(server: EmbeddedServer, says: str) -> None:
    """Start, which must fail with these words and leave nothing behind."""
    with pytest.raises(EmbeddedStoreFailed, match=says):
        await server.start()
    assert server.pid is None
    assert not server.is_owner


async def test_program_that_ends_at_once(folder: Path) -> None:
    broken = program(folder, "echo cannot run today", "exit 3")

    await refused(
        EmbeddedServer(folder, binary=broken), r"(?s)exit code 3.*cannot run today"
    )


async def test_program_that_cannot_be_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is started without the step that ties it to its host."""
    monkeypatch.setattr(sys, "platform", "darwin")

    await refused(EmbeddedServer(folder, binary=folder / "nothing"), "cannot start")


async def test_program_that_never_answers_is_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_store, "START_S", 0.2)
    monkeypatch.setattr(embedded_store, "STOP_S", 0.05)
    deaf = program(folder, "trap '' TERM", "while :; do sleep 1; done")

    await refused(EmbeddedServer(folder, binary=deaf), "did not answer within")


async def test_owner_without_a_server(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_store, "START_S", 0)
    other = DataDirectory(folder)
    other.lock()

    await refused(EmbeddedServer(folder), "another process holds")

    other.unlock()


async def test_stranger_on_the_socket(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_store, "START_S", 0)

    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"-LOADING for ever\r\n")
        writer.close()

    stranger = await asyncio.start_unix_server(hang_up, folder / "s")
    await refused(EmbeddedServer(folder), "somebody listens")
    stranger.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows where it works")
async def test_server_of_an_earlier_run_that_hangs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is started beside it: two would write into one file."""
    monkeypatch.setattr(embedded_store, "START_S", 0)
    hanging = await asyncio.create_subprocess_exec("sleep", "60", cwd=folder)
    (folder / "store.pid").write_text(f"{hanging.pid}\n")

    await refused(EmbeddedServer(folder), f"end process {hanging.pid}")

    hanging.kill()
    await hanging.wait()


async def test_server_that_fails_once_more_is_tried_again(folder: Path) -> None:
    stumbling = program(
        folder,
        f"if [ -e {folder}/stumble ]; then rm {folder}/stumble; exit 1; fi",
        f'exec {find_binary()} "$@"',
    )
    server = EmbeddedServer(folder, binary=stumbling)
    await server.start()
    async with opened(server) as store:
        table = await Played.new(store, b"one")
        (folder / "stumble").touch()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)

        await definite(store, table.append(b"two"))
    await server.stop()

    assert not (folder / "stumble").exists()


async def test_damaged_file_is_reported_with_what_the_server_says(
    folder: Path,
) -> None:
    async with embedded(folder) as server, opened(server) as store:
        table = await Played.new(store, b"one")
        for _ in range(20):
            await table.play(b"x" * 50)
    with append_only_file(folder) as file:
        file.seek(file.seek(0, os.SEEK_END) // 2)
        file.write(b"\0" * 64)

    await refused(EmbeddedServer(folder), r"(?i)bad file format")


HOST = """
import asyncio, sys
from pathlib import Path
from server.adapters.embedded_store import EmbeddedServer

async def main():
    server = EmbeddedServer(Path(sys.argv[1]))
    await server.start()
    print(server.pid, flush=True)
    await asyncio.sleep(3600)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends it with its host")
async def test_server_ends_with_its_killed_host_and_the_guest_takes_over(
    folder: Path,
) -> None:
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOST, str(folder), stdout=asyncio.subprocess.PIPE
    )
    assert host.stdout is not None
    first = int(await host.stdout.readline())
    async with embedded(folder) as guest, opened(guest) as store:
        assert not guest.is_owner
        table = await Played.new(store, b"one")

        host.kill()
        await host.wait()
        await eventually(lambda: guest.is_owner)
        await definite(store, table.append(b"two"))

        assert guest.pid not in {None, first}
        assert await table.payloads() == [b"two"]


async def test_server_that_was_left_behind_is_taken_over(folder: Path) -> None:
    """What a host's crash leaves where nothing ends the server with it."""
    async with embedded(folder) as server:
        server._files.unlock()
        async with embedded(folder) as finder, opened(finder) as store:
            assert finder.is_owner
            assert finder.pid is None
            await Played.new(store)


async def test_repeat_after_a_crash_is_answered(folder: Path) -> None:
    async with embedded(folder) as server, opened(server) as store:
        table = await Played.new(store, b"one")
        append = await table.play(b"two")
        again = replace(append, change=change(table.now_ms, b"decided anew"))
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)

        assert await definite(store, again) == Duplicate(b"ok", 2)
        await definite(store, table.append(b"three"))

        assert await table.payloads() == [b"two", b"three"]
