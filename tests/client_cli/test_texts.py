"""The texts, and that every word a person reads goes through them."""

import ast
import gettext
import re
import string

import pytest
from wcwidth import wcwidth

from client_cli.languages import LANGUAGES
from client_cli.texts import Texts, message, texts_in
from tests.client_cli.messages import (
    CLIENT,
    all_messages,
    catalogue,
    in_catalogue,
    plurals_of,
    sources,
)

OTHERS = [language for language in LANGUAGES if language != "en"]
# Files whose sentences are for programs or for the developer, and why.
NOT_FOR_PEOPLE = {
    "completion.py": "scripts for shells",
    "bots/program.py": "what is wrong with a program, for its author like a traceback",
    "bots/program_ends.py": "the same",
    "bots/stdio.py": "the same",
    "offline/answers.py": "sentences of JSON objects, in English by contract",
    "offline/filters.py": "sentences of JSON objects, in English by contract",
    "offline/reading.py": "reasons that go into JSON objects",
}
# Sentences that are for programs or are no sentences, in files that speak to people.
ALLOWED = {
    "python -m client_cli",
    "a deal that is not over has no settlement",  # a broken promise of our own
    "easy, medium",
    "PLAYER PLAYER",
    "json, msgpack",
    "bot, wait, leave",
    "10s, 500ms, 2m",
    "sf, MR, 16",
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_english_says_the_message_itself() -> None:
    assert Texts().say("{card} is here.", card="SR") == "SR is here."


def test_context_is_never_shown() -> None:
    assert Texts().say(message("discard", "topic")) == "discard"


def test_values_with_braces_are_left_alone() -> None:
    assert Texts().say("{word}!", word="{x}") == "{x}!"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("tarocco", "Begin with: tarocco rules"),
        ("python3 run.py", "Begin with: python3 run.py rules"),
    ],
)
def test_commands_are_said_as_the_person_types_them(
    program: str, expected: str
) -> None:
    said = Texts(program=program).say("Begin with: {command}", command="tarocco rules")

    assert said == expected


def test_every_language_says_commands_as_the_person_types_them() -> None:
    for language in LANGUAGES:
        assert texts_in(language, "./t").command("tarocco play") == "./t play"


def test_no_message_takes_the_name_of_the_program_for_granted() -> None:
    named = re.compile(r"tarocco (--)?[a-z]")

    assert [each for each in all_messages() if named.search(each.text)] == []


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")]
)
def test_english_plural(number: int, expected: str) -> None:
    assert Texts().count("{number} card", "{number} cards", number) == expected


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 carte"), (1, "1 carta"), (2, "2 carte")]
)
def test_italian_plural(number: int, expected: str) -> None:
    assert texts_in("it").count("{number} card", "{number} cards", number) == expected


def test_a_language_may_have_one_form_for_every_number() -> None:
    card = {"{number} card": ("{number} kad",)}
    texts = Texts("ms", card, plural=lambda _: 0)

    said = [texts.count("{number} card", "{number} cards", n) for n in (0, 1, 2)]
    assert said == ["0 kad", "1 kad", "2 kad"]


PLURALS = {
    "it": {0: 1, 1: 0, 2: 1, 11: 1},
    "de": {0: 1, 1: 0, 2: 1, 11: 1},
    "ar": {0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 103: 3, 202: 5},
    "ms": {0: 0, 1: 0, 2: 0, 11: 0},
}
"""Which form serves a number."""


@pytest.mark.parametrize("language", OTHERS)
def test_plural_rule_is_that_of_the_language(language: str) -> None:
    rule = catalogue(language).metadata["Plural-Forms"].split("plural=")[1]
    form_of = gettext.c2py(rule.rstrip("; "))

    assert {n: form_of(n) for n in PLURALS[language]} == PLURALS[language]
    assert plurals_of(catalogue(language)) == max(PLURALS[language].values()) + 1


@pytest.mark.parametrize("language", OTHERS)
def test_every_plural_has_all_forms_of_the_language(language: str) -> None:
    found = catalogue(language)
    for entry in found:
        if entry.msgid_plural:
            assert [*sorted(entry.msgstr_plural)] == [*range(plurals_of(found))]
            assert all(entry.msgstr_plural.values()), entry.msgid


@pytest.mark.parametrize("language", OTHERS)
def test_catalogue_says_its_language_and_leaves_nothing_undecided(
    language: str,
) -> None:
    found = catalogue(language)

    assert found.metadata["Language"] == language
    assert not found.fuzzy_entries()
    assert not found.obsolete_entries()


@pytest.mark.parametrize("language", OTHERS)
def test_every_letter_takes_a_cell(language: str) -> None:
    """Neither marks of direction nor signs above a letter, which cells have no room for."""
    for entry in catalogue(language):
        for form in (entry.msgstr, *entry.msgstr_plural.values()):
            assert [each for each in form if wcwidth(each) != 1] == [], form


def test_what_a_catalogue_misses_is_said_in_english() -> None:
    texts = texts_in("it")

    assert texts.say("No such message {number}.", number=1) == "No such message 1."
    assert texts.count("{number} x", "{number} xs", 2) == "2 xs"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_list_of_parts(parts: list[str], expected: str) -> None:
    assert Texts().list_of(parts) == expected


@pytest.mark.parametrize("language", OTHERS)
def test_catalogue_has_every_message_and_no_other(language: str) -> None:
    assert in_catalogue(language) == all_messages()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_take_the_same_values(language: str) -> None:
    for entry in catalogue(language):
        forms = [entry.msgstr, *entry.msgstr_plural.values()]
        allowed = placeholders(entry.msgid) | placeholders(entry.msgid_plural or "")
        for form in filter(None, forms):
            assert placeholders(form) <= allowed, form
            if not entry.msgid_plural:
                assert placeholders(form) == allowed, form


@pytest.mark.parametrize("language", OTHERS)
def test_translations_end_as_the_message_does(language: str) -> None:
    for entry in catalogue(language):
        if entry.msgid.endswith(".") and entry.msgstr:
            assert entry.msgstr.endswith("."), entry.msgid


@pytest.mark.parametrize(
    "place",
    sorted(
        {source.relative_to(CLIENT).as_posix() for source in sources()}
        - set(NOT_FOR_PEOPLE)
    ),
)
def test_no_sentence_stands_outside_the_texts(place: str) -> None:
    tree = ast.parse((CLIENT / place).read_text("utf-8"))

    assert not sentences_outside(tree) - ALLOWED


def sentences_outside(tree: ast.AST) -> set[str]:
    """Texts with two words or more that no text function is given."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_text_function(node.func):
            inside |= {id(argument) for argument in node.args}
        if isinstance(node, ast.ClassDef) and is_enum(node):
            inside |= {id(part) for part in ast.walk(node)}  # values are for us
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if isinstance(statement, ast.Expr):  # a docstring, of a field too
                inside.add(id(statement.value))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in inside
        and not node.value.startswith("tarocco ")  # a command to give
        and re.search(r"[A-Za-z]{2,}[,:]? +[A-Za-z]{2,}", node.value)
    }


def is_enum(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Enum" for base in node.bases)


def is_text_function(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(attr="say" | "count") | ast.Name(id="message"):
            return True
        case _:
            return False


def test_coming_back_names_the_server_that_was_named() -> None:
    texts = Texts(program="python3 run.py").at("ws://[::1]:8062")

    assert texts.command("tarocco resume QF7K2") == (
        "python3 run.py resume QF7K2 --server 'ws://[::1]:8062'"
    )
    assert texts.command("tarocco play") == "python3 run.py play"
