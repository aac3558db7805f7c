"""`tarocco-server admin` on a real store."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.commands.admin import admin_command
from server.commands.exits import EXIT_FAULT, EXIT_USE
from tests.support import redis_processes

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs the command on a store of its own."""
    with redis_processes.one_server() as server:

        def run_on_it(*words: str) -> tuple[int, str, str]:
            code = admin_command(["--redis-url", server.url, *words])
            told = capsys.readouterr()
            return code, told.out, told.err

        yield run_on_it


def test_a_store_without_tables_lists_none(run: Run) -> None:
    assert run("tables") == (0, "", "")
    assert run("say", "hello") == (0, "Said at 0 tables.\n", "")


@pytest.mark.parametrize(
    "words", [("show", "NONE2"), ("close", "NONE2"), ("say", "x", "--table", "NONE2")]
)
def test_a_table_that_is_not_there_is_said_so(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)

    assert (code, out) == (EXIT_FAULT, "")
    assert err == "There is no such table.\n"


@pytest.mark.parametrize("who", [("0" * 32,), ("nobody",), ("*",), ("17", "--login")])
def test_a_session_that_is_not_there_is_said_so(run: Run, who: tuple[str, ...]) -> None:
    code, out, err = run("end-session", *who)

    assert (code, out) == (EXIT_FAULT, "")
    assert err == "There is no such session.\n"


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
