"""The messages that stand in the client's code, found by reading its syntax.

`python -m tests.client_cli.messages LANGUAGE` prints, as entries of a catalogue, those
that the catalogue of the language does not have yet.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib

from client_cli.languages import catalogue_of

CLIENT = Path(__file__).resolve().parents[2] / "client_cli"


@dataclass(frozen=True)
class Message:
    """One message: its English text, its plural, and its context."""

    text: str
    plural: str = ""
    context: str = ""


def sources() -> list[Path]:
    return sorted(CLIENT.rglob("*.py"))


def messages_in(tree: ast.AST) -> Iterator[Message]:
    """Messages said at once, counted, or marked to be said later."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        words = [
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        match node.func:
            case ast.Attribute(attr="say") if words:
                yield Message(words[0])
            case ast.Attribute(attr="count") if len(words) > 1:
                yield Message(words[0], plural=words[1])
            case ast.Name(id="message") if words:
                yield Message(words[0], context=words[1] if len(words) > 1 else "")


def all_messages() -> set[Message]:
    return {
        found
        for source in sources()
        for found in messages_in(ast.parse(source.read_text("utf-8")))
    }


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(catalogue_of(language)))


def plurals_of(found: polib.POFile) -> int:
    """How many plural forms a catalogue says that its language has."""
    rule = re.match(r"nplurals=(\d);", found.metadata["Plural-Forms"])
    assert rule
    return int(rule[1])


def in_catalogue(language: str) -> set[Message]:
    """The messages that a catalogue translates."""
    return {
        Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")
        for entry in catalogue(language)
        if entry.translated()
    }


def main(language: str) -> None:
    missing = all_messages() - in_catalogue(language)
    plurals = plurals_of(catalogue(language))
    for found in sorted(missing, key=lambda each: (each.context, each.text)):
        entry = polib.POEntry(
            msgid=found.text,
            msgid_plural=found.plural,
            msgctxt=found.context or None,
            msgstr_plural=dict.fromkeys(range(plurals), "") if found.plural else {},
        )
        sys.stdout.write(f"{entry}\n")


if __name__ == "__main__":
    main(sys.argv[1])
