import os
import shutil
import subprocess
from pathlib import Path

import pytest

from client_cli.completion import SHELLS, flags_of, script_for
from client_cli.exits import Exit
from client_cli.languages import LANGUAGES
from client_cli.run import run
from client_cli.texts import Texts, texts_in
from client_cli.verbs import VERB_NAMES

BASH = shutil.which("bash") or ""
needs_bash = pytest.mark.skipif(not BASH, reason="no bash here")


def offered(*words: str, path: str = "") -> set[str]:
    """What bash offers for the last word."""
    line = " ".join(f"'{word}'" for word in words)
    script = (
        f"{script_for('bash', Texts())}\nCOMP_WORDS=({line})\n"
        f"COMP_CWORD={len(words) - 1}\n_tarocco\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(
        [BASH, "-c", script],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
        env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}"},
    )
    return set(done.stdout.split())


@needs_bash
def test_verbs_come_first() -> None:
    assert offered("tarocco", "") == {*VERB_NAMES, "--help", "--version"}
    assert offered("tarocco", "re") == {"resume", "replay"}


@needs_bash
def test_flags_of_the_verb_follow() -> None:
    assert offered("tarocco", "cards", "--") == {
        flag for flag in flags_of("cards") if flag.startswith("--")
    }
    assert "--seat" in offered("tarocco", "play", "--se")
    assert offered("tarocco", "cards", "--se") == set()


@needs_bash
def test_words_to_choose_among() -> None:
    assert offered("tarocco", "completion", "") >= set(SHELLS)
    assert offered("tarocco", "config", "un") == {"unset"}


@needs_bash
def test_codes_of_open_tables(tmp_path: Path) -> None:
    program = tmp_path / "tarocco"
    tables = '{"v": 1, "tables": [{"table": "QF7K2", "names": ["x"]}]}'
    program.write_text(f"#!/bin/sh\necho '{tables}'\n")
    program.chmod(0o755)

    assert offered("tarocco", "join", "Q", path=str(tmp_path)) == {"QF7K2"}
    assert offered("tarocco", "cards", "Q", path=str(tmp_path)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_fish_knows_every_verb_and_flag(language: str) -> None:
    script = script_for("fish", texts_in(language))

    for verb in VERB_NAMES:
        assert f" -a {verb} -d " in script
    assert " -s q -l quiet -d " in script
    assert " -l seat -r -d " in script
    assert all(
        line.count("'") % 2 == line.count("\\'") % 2 for line in script.split("\n")
    )


def test_zsh_reads_the_script_of_bash() -> None:
    script = script_for("zsh", Texts())

    assert script.startswith("#compdef tarocco\n")
    assert script.endswith(script_for("bash", Texts()))


@pytest.mark.parametrize("words", [[], ["csh"], ["bash", "zsh"]])
def test_wrong_use(words: list[str]) -> None:
    assert run(["completion", *words]) == Exit.WRONG_USE


@pytest.mark.parametrize("shell", SHELLS)
def test_script_is_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == Exit.DONE
    assert "tarocco" in capsys.readouterr().out
