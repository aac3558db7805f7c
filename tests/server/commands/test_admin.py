"""`tarocco-server admin` on a real store."""

import asyncio
import json
from pathlib import Path

import pytest

from server.adapters.redis_store import RedisStore
from server.commands.admin import admin_command
from server.commands.exits import EXIT_FAULT, EXIT_USE
from tests.server.commands.admin_store import Run, opened_table


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
    assert run("tables") == (0, "", "There are no open tables in this store.\n")
    assert run("say", "hello") == (0, "Said at 0 tables.\n", "")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "NONE2"),
        ("show", "no table"),
        ("deal", "../x", "1"),
        ("why", "NONE2"),
        ("close", "NONE2"),
        ("say", "x", "--table", "NONE2"),
        ("say", "x", "--table", "no table"),
        ("export", "NONE2", "table.json"),
    ],
)
def test_a_table_that_is_not_there_is_said_so(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)

    assert (code, out) == (EXIT_FAULT, "")
    assert err.startswith("There is no such table: ")
    assert err[:-2].endswith(tuple(words))


def test_table_where_no_bot_has_moved_has_no_move_to_explain(
    run: Run, store_url: str
) -> None:
    table = asyncio.run(opened_table(store_url))

    assert run("why", table) == (0, "", "")
    code, out, err = run("why", table, "1")
    assert (code, out) == (EXIT_FAULT, "")
    assert err.startswith("No bot has moved at this version")
    assert run("why", table, "first")[0] == EXIT_USE


@pytest.mark.parametrize("who", [("0" * 32,), ("nobody",), ("*",), ("17", "--login")])
def test_a_session_that_is_not_there_is_said_so(run: Run, who: tuple[str, ...]) -> None:
    code, out, err = run("end-session", *who)

    assert (code, out) == (EXIT_FAULT, "")
    first, *hints = err.splitlines()
    assert first == "There is no such session."
    assert bool(hints) == ("--login" in who)


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "WHAT"),
        (("show",), "TABLE"),
        (("deal", "GONE2"), "NUMBER"),
        (("tables", "X"), "X"),
        (("shut", "GONE2"), "'close'"),
    ],
)
def test_wrong_words_are_wrong_use(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    with pytest.raises(SystemExit) as end:
        admin_command(words)

    assert end.value.code == EXIT_USE
    assert told in capsys.readouterr().err


def test_each_thing_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        admin_command(["deal", "--help"])

    assert end.value.code == 0
    assert "TABLE NUMBER" in capsys.readouterr().out


def test_where_the_store_is_may_be_said_last(
    store_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin_command(["say", "hello", "--redis-url", store_url]) == 0

    assert capsys.readouterr().out == "Said at 0 tables.\n"


def test_no_store_is_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = admin_command(["--state-dir", str(tmp_path), "tables"])

    assert code == EXIT_FAULT
    assert f"there is none in {tmp_path}/store" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_table_goes_into_no_stream(run: Run) -> None:
    code, _, err = run("export", "GONE2", "-")

    assert code == EXIT_USE
    assert "name one" in err


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


def test_a_store_that_cannot_be_reached_is_a_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = admin_command(["--redis-url", f"unix://{tmp_path}/none", "tables"])

    assert code == EXIT_FAULT
    assert "cannot be used" in capsys.readouterr().err
