import asyncio
import os
import sys
from collections.abc import Sequence
from functools import partial

import pytest

from server.commands import run as run_module
from server.commands.run import run
from tests.server.commands.admin_store import opened_table


@pytest.mark.parametrize(
    ("words", "chosen", "rest"),
    [
        ([], "serve", []),
        (["serve", "--port", "1"], "serve", ["--port", "1"]),
        (["--port", "1"], "serve", ["--port", "1"]),
        (["config"], "config", []),
        (["health", "--live"], "health", ["--live"]),
    ],
)
def test_the_first_word_chooses(
    monkeypatch: pytest.MonkeyPatch, words: list[str], chosen: str, rest: list[str]
) -> None:
    asked: list[tuple[str, list[str]]] = []

    def ask(name: str, given: Sequence[str]) -> int:
        asked.append((name, list(given)))
        return 7

    for name in run_module._COMMANDS:
        monkeypatch.setitem(run_module._COMMANDS, name, partial(ask, name))

    assert run(words) == 7
    assert asked == [(chosen, rest)]


def test_it_says_which_version_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_module, "program_version", lambda: "7.8.9")

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == "tarocco-server 7.8.9\n"


@pytest.mark.parametrize(
    "words", [["config"], ["--version"], ["admin", "--redis-url", "STORE", "tables"]]
)
def test_whoever_has_read_enough_ends_it_without_a_word(
    words: list[str],
    store_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(opened_table(store_url))
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", 1) as closed:  # noqa: PTH123 - no path
        monkeypatch.setattr(sys, "stdout", closed)
        code = run([store_url if word == "STORE" else word for word in words])

    assert code == 0
    assert capsys.readouterr().err == ""


def test_a_word_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sevre"]) == 2

    told = capsys.readouterr().err
    assert "'sevre'" in told
    assert "serve, config, health" in told


def test_help_of_the_server_names_the_other_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        run(["--help"])

    told = " ".join(capsys.readouterr().out.split())
    others = told.split("Other commands, each with its own --help: ")[1]
    assert all(
        f"{name} (" in others for name in run_module._COMMANDS if name != "serve"
    )


@pytest.mark.parametrize(
    "words", [["--help"], ["config", "--help"], ["health", "-h"], ["warmup", "-h"]]
)
def test_every_command_has_help(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        run(words)

    assert end.value.code == 0
    assert "tarocco-server" in capsys.readouterr().out


def test_a_flag_that_is_none_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run(["--prot", "1"])

    assert end.value.code == 2
    assert "--prot" in capsys.readouterr().err
