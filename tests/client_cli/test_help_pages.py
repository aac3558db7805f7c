import ast
from functools import cache
from pathlib import Path

import pytest

from client_cli.exits import Exit
from client_cli.flags import FLAGS
from client_cli.help_pages import short_help, verb_help
from client_cli.languages import LANGUAGES
from client_cli.texts import Texts, texts_in
from client_cli.verbs import VERB_NAMES, VERBS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_help_fits_a_small_screen(language: str) -> None:
    lines = short_help(texts_in(language)).splitlines()

    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("  tarocco ") for line in lines) == 3
    for name in VERB_NAMES:
        assert any(name in line.split() for line in lines[5:])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VERB_NAMES)
def test_page_of_a_verb_begins_with_its_example(language: str, name: str) -> None:
    verb = next(verb for verb in VERBS if verb.name == name)
    lines = verb_help(name, texts_in(language)).splitlines()

    assert lines[0].strip() == verb.example
    assert max(map(len, lines)) <= 88
    for flag in FLAGS:
        listed = any(line.startswith(f"  {', '.join(flag.names)} ") for line in lines)
        assert listed == (name in flag.verbs)


def test_help_names_the_program_as_it_was_called() -> None:
    texts = Texts(program="python3 run.py")

    short, page = short_help(texts), verb_help("score", texts)
    assert "  python3 run.py explain sr sq sa mt what these" in short
    assert short.endswith("More on a verb: python3 run.py VERB --help")
    assert page.startswith("  python3 run.py score game.json\n")
    assert "\npython3 run.py score FILE|TABLE|-: " in page


@pytest.mark.parametrize("name", VERB_NAMES)
def test_page_of_a_verb_names_every_exit_code_that_it_can_have(name: str) -> None:
    page = verb_help(name, Texts())
    _, _, after = page.partition("Exit codes\n")
    codes = [int(line.split()[0]) for line in after.partition("\n\n")[0].splitlines()]

    assert codes == sorted(set(codes))
    assert {Exit(code) for code in codes} == exits_in_code_of(name)


def exits_in_code_of(verb: str) -> set[Exit]:
    """The exit codes that are named in the code that runs for a verb."""
    found = {Exit.HUNG_UP, Exit.TERMINATED}  # the system's own doing
    found |= exits_named_in("client_cli/run.py") | exits_named_in(
        "client_cli/streams.py"
    )
    found |= exits_named_in("client_cli/arguments.py")
    for start in CODE_OF[verb].split():
        for path in with_imports(start, set()):
            found |= exits_named_in(path)
    return found - NEVER.get(verb, set())


# Endings that lie beside those which a verb uses, and that only a seat can have, or
# only somebody who goes to a server.
NEVER = {
    "config": {
        Exit.UNREACHABLE,
        Exit.REFUSED,
        Exit.PROTOCOL,
        Exit.TIMED_OUT,
        Exit.TABLE_CLOSED,
    },
    "login": {Exit.TIMED_OUT, Exit.TABLE_CLOSED},
    "logout": {
        Exit.UNREACHABLE,
        Exit.NOT_FOUND,
        Exit.PROTOCOL,
        Exit.TIMED_OUT,
        Exit.TABLE_CLOSED,
    },
    "whoami": {
        Exit.UNREACHABLE,
        Exit.REFUSED,
        Exit.NOT_FOUND,
        Exit.PROTOCOL,
        Exit.TIMED_OUT,
        Exit.TABLE_CLOSED,
    },
    "doctor": {Exit.NOT_FOUND, Exit.TABLE_CLOSED},
    "tables": {Exit.NOT_FOUND, Exit.TABLE_CLOSED},
    "who": {Exit.NOT_FOUND, Exit.TABLE_CLOSED},
}
CODE_OF = {
    "play": "client_cli/live/start.py",
    "host": "client_cli/live/start.py",
    "join": "client_cli/live/start.py",
    "resume": "client_cli/live/start.py",
    "tables": "client_cli/live/lobby.py",
    "who": "client_cli/live/lobby.py",
    "watch": "client_cli/live/watch.py",
    "bot": "client_cli/bots/start.py",
    "arena": "client_cli/offline/arena.py",
    "score": "client_cli/offline/score.py",
    "explain": "client_cli/offline/explain.py",
    "verify": "client_cli/offline/verify.py",
    "replay": "client_cli/offline/replay.py client_cli/live/replay.py",
    "login": "client_cli/live/login.py",
    "logout": "client_cli/live/login.py",
    "whoami": "client_cli/live/login.py",
    "config": "client_cli/config.py",
    "doctor": "client_cli/live/doctor.py",
    "completion": "client_cli/completion.py",
    "cards": "client_cli/card_table.py",
    "rules": "client_cli/rule_topics.py",
}


def exits_named_in(path: str) -> set[Exit]:
    return {
        Exit[node.attr]
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Exit"
    }


def with_imports(path: str, found: set[str]) -> set[str]:
    """The file and what it imports of the client, and what these import."""
    found.add(path)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [
                node.module,
                *(f"{node.module}.{each.name}" for each in node.names),
            ]
            for name in names:
                imported = f"{name.replace('.', '/')}.py"
                ours = imported.startswith("client_cli/")
                if ours and (ROOT / imported).exists() and imported not in found:
                    with_imports(imported, found)
    return found


@cache
def tree_of(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def test_page_names_the_exit_codes() -> None:
    page = verb_help("score", texts_in("en"))

    assert "  11   the record is illegal or does not verify" in page.splitlines()
