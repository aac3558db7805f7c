"""`tarocco-server admin` on a real store."""

import asyncio
import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

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


async def kept_record(store_url: str, table: str, number: int, record: bytes) -> None:
    """Keep the record of a deal, as servers do."""
    store = RedisStore.at(store_url)
    await store.archive(table, str(number), record, keep_ms=60_000)
    await store.aclose()


async def what_happened(store_url: str, table: str) -> tuple[int, int]:
    """How many events a table has had, and how many lines were said there."""
    store = RedisStore.at(store_url)
    marks = await store.marks([table])
    lines = await store.talk_after(table, 0, 10)
    await store.aclose()
    return marks[table].version, len(lines)


def test_a_store_without_tables_lists_none(run: Run) -> None:
    assert run("tables") == (0, "", "")
    assert run("say", "hello") == (0, "Said at 0 tables.\n", "")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "NONE2"),
        ("show", "no table"),
        ("deal", "../x", "1"),
        ("close", "NONE2"),
        ("say", "x", "--table", "NONE2"),
        ("say", "x", "--table", "no table"),
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


def test_record_of_a_finished_deal_is_printed(run: Run, store_url: str) -> None:
    asyncio.run(kept_record(store_url, "GONE2", 3, b'{"format":"tarocco-deal/1"}'))

    assert run("deal", "GONE2", "4") == (
        EXIT_FAULT,
        "",
        "There is no record of this deal.\n",
    )
    code, out, _ = run("deal", "GONE2", "3")
    assert (code, json.loads(out)) == (0, {"format": "tarocco-deal/1"})


@pytest.mark.parametrize("number", ["0", "first", "+1", "9999999999", "१"])
def test_deal_without_a_number_is_wrong_use(run: Run, number: str) -> None:
    assert run("deal", "GONE2", number) == (
        EXIT_USE,
        "",
        "Deals have numbers, from 1 on.\n",
    )


@pytest.mark.parametrize("who", [("0" * 32,), ("nobody",), ("*",), ("17", "--login")])
def test_a_session_that_is_not_there_is_said_so(run: Run, who: tuple[str, ...]) -> None:
    code, out, err = run("end-session", *who)

    assert (code, out) == (EXIT_FAULT, "")
    assert err == "There is no such session.\n"


def test_too_many_or_too_few_words_are_wrong_use(run: Run) -> None:
    assert run("show")[0] == EXIT_USE
    assert run("tables", "X")[0] == EXIT_USE


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("close", "--reason", "a" * 33), "at most 32 characters"),
        (("close", "--reason", "two words"), "one word"),
        (("say", "x" * 600, "--table"), "at most 512 bytes"),
        (("say", "x" * 1_113, "--table"), "at most 512 bytes"),
    ],
)
def test_words_that_no_client_could_read_are_refused_and_nothing_happens(
    run: Run, store_url: str, words: tuple[str, ...], told: str
) -> None:
    table = asyncio.run(opened_table(store_url))
    before = asyncio.run(what_happened(store_url, table))

    code, out, err = run(*words, table)

    assert (code, out) == (EXIT_USE, "")
    assert told in err
    assert len(err.splitlines()) == 1
    assert asyncio.run(what_happened(store_url, table)) == before


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


def test_table_that_nobody_can_read_is_exported_as_it_is(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "damaged.json"
    with redis.Redis.from_url(store_url) as client:
        (key,) = client.keys(f"T:*:{table}:st")
        good = client.get(key)
        assert isinstance(good, bytes)
        client.set(key, b"??" + good[2:], keepttl=True)

        assert run("export", table, str(file))[0] == EXIT_FAULT
        code, told, _ = run("export", table, str(file), "--damaged")

        assert (code, "is in" in told) == (0, True)
        data = json.loads(file.read_text("utf-8"))
        assert base64.b64decode(data["snapshot"]) == b"??" + good[2:]
        assert data["table"] == table
        assert "snapshot" in data["fault"]
        (entry,) = client.xrange(f"{key.decode()[:-3]}:ev")[-1:]
        version, _, payload = data["events"][-1]
        assert entry[0] == f"{version}-0".encode()
        assert base64.b64decode(payload) in entry[1].values()


def test_table_that_can_be_read_is_not_exported_behind_its_back(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "table.json"

    code, _, complaint = run("export", table, str(file), "--damaged")

    assert (code, file.exists()) == (EXIT_FAULT, False)
    assert "without `--damaged`" in complaint
    assert run("export", "NONE2", str(file), "--damaged")[0] == EXIT_FAULT
