"""The command line from outside: what is printed where, and how it ends."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from client_cli import speech
from client_cli.exits import Exit
from client_cli.run import run
from tests.client_cli.records import example

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for name in ("TAROCCO_BIDI", "TAROCCO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def process(
    *words: str, stdin: bytes = b"", environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "client_cli", *words],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **(environ or {})},
        timeout=30,
        check=False,
    )


def test_without_a_verb_the_short_help_is_wrong_use(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run([]) == Exit.WRONG_USE
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "tarocco play" in shown.err


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["score", "--help"]])
def test_help_goes_to_standard_output(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == Exit.DONE
    assert "tarocco" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == Exit.DONE
    assert "protocol 1" in capsys.readouterr().out


def test_an_end_is_told_in_three_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "/no/such/file", "--lang", "it"]) == Exit.NOT_FOUND
    shown = capsys.readouterr()
    assert shown.out == ""
    assert [line.split(":")[0] for line in shown.err.splitlines()] == [
        "Errore",
        "Perché",
        "Ora",
    ]


def test_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    run(["cards"])

    assert "Spade: SR" in capsys.readouterr().out


def test_advice_repeats_how_the_program_was_called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_COMMAND", "python3 run.py\x1b")

    run(["rules", "nothing"])
    assert capsys.readouterr().err.endswith(
        "Begin with: python3 run.py<U+001B> rules\n"
    )


def test_an_empty_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--name", ""]) == Exit.WRONG_USE
    assert 'The name "" cannot be used.' in capsys.readouterr().err


def test_score_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(example()), "utf-8")

    assert run(["score", str(path), "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["result"] == "team 1"


def test_fault_of_the_program_leaves_a_log(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> None:
        raise LookupError("no idea")

    monkeypatch.setattr("client_cli.run._reference", broken)

    assert run(["cards"]) == Exit.FAULT
    log = tmp_path / "tarocco" / "fault.log"
    assert str(log) in capsys.readouterr().err
    assert "LookupError: no idea" in log.read_text()


def test_fault_without_a_place_for_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise LookupError("no idea")

    monkeypatch.setattr("client_cli.run._reference", broken)
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")

    assert run(["cards"]) == Exit.FAULT
    assert "no idea" in capsys.readouterr().err


def test_ctrl_c_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("client_cli.run._reference", interrupted)

    assert run(["cards"]) == Exit.INTERRUPTED
    assert capsys.readouterr().err == ""


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    line = json.dumps(example()).encode() + b"\n"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "client_cli", "score", "--jsonl", "-"],
        input=line * 3,
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        timeout=30,
        check=False,
    )
    os.close(writing)

    assert done.returncode == Exit.DONE
    assert done.stderr == b""


def ended(command: str) -> tuple[int, list[str]]:
    """How a command in a shell ends: its exit code and what it says to people."""
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            command.replace("tarocco", f"{sys.executable} -m client_cli"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        timeout=30,
        check=False,
        text=True,
    )
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("tarocco cards >/dev/full", "No space left on device"),
        ("echo '[]' | tarocco explain --jsonl - >/dev/full", "No space left on device"),
        ("tarocco cards >&-", "Standard output is closed."),
        ("tarocco cards 1</dev/null", "Bad file descriptor"),
    ],
)
def test_output_that_cannot_be_written_is_told_and_no_fault(
    command: str, why: str
) -> None:
    assert ended(command) == (
        Exit.FAULT,
        [
            "Error: The output cannot be written.",
            f"Why: {why}",
            "Next: Make room for it, or send it to another place.",
        ],
    )


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_complaints_that_nobody_can_hear_change_no_exit_code(where: str) -> None:
    assert ended(f"tarocco score /no/such/file {where}") == (Exit.NOT_FOUND, [])


def test_closed_error_output_puts_no_complaint_among_the_data() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m client_cli score /no/such/file 2>&-"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        timeout=30,
        check=False,
    )

    assert (done.returncode, done.stdout) == (Exit.NOT_FOUND, b"")


def test_help_loads_neither_network_nor_rules() -> None:
    heavy = {"websockets", "pydantic", "engine", "asyncio", "polib"}
    code = (
        "import sys; from client_cli.run import run; run(['--help']); "
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=ROOT,
        timeout=30,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == b"[]"


def test_line_by_line_loads_nothing_that_draws() -> None:
    code = (
        "import sys; from client_cli.run import run; "
        "run(['play', '--plain', '--server', '127.0.0.1:1', '--timeout', '1ms']); "
        "drawing = {'textual', 'rich', 'wcwidth', 'client_cli.full'}; "
        "print(sorted(drawing & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=ROOT,
        timeout=30,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == b"[]", done.stderr


@pytest.mark.parametrize("mode", ["tui", "plain"])
def test_what_is_no_terminal_is_played_line_by_line(mode: str) -> None:
    done = process(
        *("play", "--server", "127.0.0.1:1", "--timeout", "1ms"),
        environ={"TAROCCO_MODE": mode},
    )

    assert done.returncode == Exit.UNREACHABLE
    assert (b"Line by line:" in done.stderr) == (mode == "tui")
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("words", [("play",), ("watch", "QF7K2"), ("score", "-")])
def test_one_object_or_many(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--json", "--jsonl"]) == Exit.WRONG_USE
    assert "--json and --jsonl do not go together." in capsys.readouterr().err


def test_filter_as_a_process() -> None:
    done = process("explain", "--jsonl", "-", stdin=b'["SR","SQ","SF"]\n[\n')
    first, second = (json.loads(line) for line in done.stdout.splitlines())

    assert done.returncode == Exit.DONE
    assert (first["ok"], first["total"], second["ok"]) == (True, 10, False)


def test_terminal_without_letters_for_the_words() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "client_cli", "cards", "--lang", "it"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=30,
        check=False,
    )

    assert done.returncode == Exit.DONE
    assert b"B?gato" in done.stdout


LETTERS = re.compile("[A-Za-z]+|[\u0621-\u064a]+")
ARABIC = re.compile("[\u0600-\u06ff]")


def turns_in(line: str) -> int:
    """How often a line changes between Latin and Arabic letters."""
    kinds = ["R" if ARABIC.match(found) else "L" for found in LETTERS.findall(line)]
    return sum(before != after for before, after in pairwise(kinds))


@pytest.mark.parametrize(
    "words",
    [
        ["cards"],
        ["rules"],
        ["rules", "grande"],
        ["--help"],
        ["play", "--help"],
        ["explain", "sr", "sq", "sf", "mt"],
        ["config", "list", "--origin"],
        ["score", "/no/such/file"],
    ],
)
def test_an_arabic_line_changes_its_direction_once_at_most(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run([*words, "--lang", "ar"])
    printed = capsys.readouterr()
    lines = (printed.out + printed.err).splitlines()

    assert any(map(ARABIC.search, lines))
    assert [line for line in lines if turns_in(line) > 1] == []


def test_arabic_for_a_terminal_that_is_trusted_is_not_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_BIDI", "terminal")
    run(["cards", "--lang", "ar"])

    assert "  S  السيوف: SR SQ SC SF S10" in capsys.readouterr().out


def test_arabic_is_left_out_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["explain", "sr", "sq", "sf", "--lang", "ar", "--bidi", "off"]
    assert run(words) == Exit.DONE
    printed = capsys.readouterr().out

    assert not ARABIC.search(printed)
    assert "Sequence. S: SR, SQ, SF." in printed


@pytest.mark.parametrize("bidi", ["auto", "terminal", "app", "off"])
def test_json_is_the_same_however_arabic_is_shown(
    bidi: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["explain", "sr", "sq", "sf", "--json"]
    run(words)
    english = capsys.readouterr().out
    run([*words, "--lang", "ar", "--bidi", bidi])

    assert capsys.readouterr().out == english


def test_arabic_cards_are_typed_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    run(["explain", "--lang", "ar", "الملك من السيوف، ملكة السيوف, sf"])

    assert "السيوف: SR, SQ, SF." in capsys.readouterr().out


def test_an_output_without_arabic_letters_gets_english_and_codes() -> None:
    environ = {"PYTHONIOENCODING": "ascii", "LANG": "ar_EG.UTF-8"}
    done = process("cards", environ=environ)

    assert done.returncode == Exit.DONE
    assert b"  S  S: SR SQ" in done.stdout
    assert b"?" not in done.stdout


@pytest.mark.parametrize(
    ("flag", "possible"),
    [
        ("--bidi=sideways", "auto, terminal, app, off"),
        ("--card-names=tlh", "en, ar, "),
        ("--lang=tlh", "en, ar, "),
    ],
)
def test_a_way_to_speak_that_is_none_is_refused(
    flag: str, possible: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cards", flag]) == Exit.WRONG_USE
    assert f"Possible: {possible}" in capsys.readouterr().err


def test_card_names_of_another_language_come_from_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_CONFIG", str(tmp_path / "config.toml"))
    assert run(["config", "set", "card_names", "it"]) == Exit.DONE
    run(["cards"])

    assert "Spade: SR" in capsys.readouterr().out
    (tmp_path / "config.toml").write_text('card_names = "tlh"\n')
    assert run(["cards"]) == Exit.WRONG_USE
    assert "card_names cannot be tlh. Possible: en, ar, " in capsys.readouterr().err


def test_what_orders_letters_has_to_be_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speech, "can_order", lambda: False)

    assert run(["cards", "--lang", "ar", "--bidi", "app"]) == Exit.WRONG_USE
    assert "arabic-reshaper" in capsys.readouterr().err
