"""`tarocco-server admin` on a real store."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.adapters.redis_store import RedisStore
from server.adapters.system import SystemChance, SystemClock
from server.commands.admin import admin_command
from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.hub.history import unfolded
from server.hub.opening import Opener
from server.hub.store_clock import StoreClock
from server.table.options import TableOptions
from tests.server.hub.nodes import entry
from tests.support import redis_processes

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def store_url() -> Iterator[str]:
    """The URL of a store of its own."""
    with redis_processes.one_server() as server:
        yield server.url


@pytest.fixture
def run(store_url: str, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command on that store."""

    def run_on_it(*words: str) -> tuple[int, str, str]:
        code = admin_command(["--redis-url", store_url, *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run_on_it


async def opened_table(store_url: str) -> str:
    """A table that somebody has opened."""
    store = RedisStore.at(store_url)
    clock = StoreClock(SystemClock())
    clock.seen(await store.now_ms())
    opener = Opener(store, clock, SystemChance())
    table = await opener.open(entry("ann"), 1, b"digest", TableOptions())
    await store.aclose()
    return table


async def last_position(store_url: str, table: str) -> tuple[int, str]:
    """How many events a table has had, and the kind of the last one."""
    store = RedisStore.at(store_url)
    loaded = await store.load(table)
    await store.aclose()
    assert loaded is not None
    _, (*_, step) = unfolded(loaded)
    return loaded.mark.version, type(step.stamped.event).__name__


def test_a_store_without_tables_lists_none(run: Run) -> None:
    assert run("tables") == (0, "", "")
    assert run("say", "hello") == (0, "Said at 0 tables.\n", "")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "NONE2"),
        ("close", "NONE2"),
        ("say", "x", "--table", "NONE2"),
        ("export", "NONE2", "table.json"),
    ],
)
def test_a_table_that_is_not_there_is_said_so(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)

    assert (code, out) == (EXIT_FAULT, "")
    assert err == "There is no such table.\n"


def test_table_is_told_before_it_is_exported(
    run: Run, store_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    file.write_text("{}")
    file.chmod(0o644)
    table = asyncio.run(opened_table(store_url))

    code, out, _ = run("export", table, str(file))

    assert code == 0
    assert "hidden cards and all" in out
    assert file.stat().st_mode & 0o777 == 0o600
    exported = json.loads(file.read_text())
    assert exported["table"] == table
    version, kind = asyncio.run(last_position(store_url, table))
    assert kind == "HandsLookedAt"
    assert exported["events"][-1][0] == version


def test_too_many_or_too_few_words_are_wrong_use(run: Run) -> None:
    assert run("show")[0] == EXIT_USE
    assert run("tables", "X")[0] == EXIT_USE


def test_a_file_that_is_no_table_or_not_there_is_refused(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"format": "something else"}))

    code, _, err = run("import", str(file))
    assert code == EXIT_FAULT
    assert "holds no table" in err
    file.write_text("{")
    assert "no JSON" in run("import", str(file))[2]
    assert run("import", str(tmp_path / "none.json"))[0] == EXIT_FAULT


def test_a_store_that_cannot_be_reached_is_a_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = admin_command(["--redis-url", f"unix://{tmp_path}/none", "tables"])

    assert code == EXIT_FAULT
    assert "cannot be used" in capsys.readouterr().err
