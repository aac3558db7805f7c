"""All words that a person reads, in the person's language.

The message itself, in English, is its id: code reads as it speaks, English needs no
catalogue, and what a catalogue misses comes out in English instead of as a key. The
other languages are gettext catalogues, `locales/<language>/tarocco.po`, read as they
are; there is no compiled form to keep in step.

Values stand in braces: `texts.say("{card} is not in your hand.", card="SR")`. The one
called `command` is a command to type, as the documents write it; it comes out as this
person types it. Messages that lie in tables until they are said are marked with `message`, so that a test finds
every message of the code and sees that no catalogue misses one. One English word that
other languages tell apart is marked with a context.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from shlex import quote
from typing import TYPE_CHECKING, Final

from client_cli.bidi import Bidi
from client_cli.languages import ENGLISH, catalogue_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PROGRAM: Final = "tarocco"
"""The program's name in commands, unless a person calls it in another way."""

_CONTEXT_END: Final = "\x04"
"""As gettext itself writes a context before a message."""


def message(text: str, context: str = "") -> str:
    """Mark a message that is said later; gives its id, which `Texts.say` takes."""
    return f"{context}{_CONTEXT_END}{text}" if context else text


def _english_plural(number: int) -> int:
    return int(number != 1)


class Texts:
    """The messages of one language.

    Args:
        language: Its code, as in `client_cli.languages`.
        messages: For each message its forms, one or as many as there are plurals.
        plural: Which form serves a number.
        program: How this person calls the program, such as `python3 run.py`.
        server: The server that this person has named, if any.
    """

    def __init__(
        self,
        language: str = ENGLISH,
        messages: Mapping[str, tuple[str, ...]] | None = None,
        plural: Callable[[int], int] = _english_plural,
        program: str = PROGRAM,
        server: str = "",
    ) -> None:
        self.language = language
        self.bidi = Bidi.NONE
        """What is done about the direction of the language."""
        self._cards: Texts | None = None
        self._program = program
        self._server = server
        self._messages = messages or {}
        self._plural = plural

    def say(self, text: str, /, **values: object) -> str:
        """A message with its values."""
        if "command" in values:
            values["command"] = self.command(str(values["command"]))
        forms = self._messages.get(text)
        form = forms[0] if forms else text.rpartition(_CONTEXT_END)[2]
        return form.format(**values)

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        """A message about a number of things; `{number}` stands for it."""
        forms = self._messages.get(one)
        if forms is None:
            form = (one, many)[_english_plural(number)]
        else:
            form = forms[self._plural(number)]
        return form.format(number=number, **values)

    @property
    def cards(self) -> Texts:
        """Where the names of cards come from: some people keep those of Bologna."""
        return self._cards or self

    def at(self, server: str) -> Texts:
        """The same for somebody who plays at a server that he has named."""
        return self._but(_server=server)

    def with_cards_of(self, other: Texts) -> Texts:
        """The same with the names of cards of another language."""
        return self._but(_cards=other)

    def turned(self, bidi: Bidi) -> Texts:
        """The same for a terminal that is treated in this way."""
        return self._but(bidi=bidi)

    def _but(self, **changes: object) -> Texts:
        changed = copy(self)
        vars(changed).update(changes)
        return changed

    def command(self, written: str) -> str:
        """A command to type: `tarocco cards`, or `python3 run.py cards`."""
        typed = self._program + written.removeprefix(PROGRAM)
        if self._server and written.startswith(f"{PROGRAM} resume"):
            typed += f" --server {quote(self._server)}"  # where the seat is
        return typed

    def list_of(self, parts: list[str]) -> str:
        """The parts as one phrase: `a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say(
            "{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1]
        )


def texts_in(language: str, program: str = PROGRAM) -> Texts:
    """The messages of a language, read from its catalogue; commands for `program`."""
    if language == ENGLISH:
        return Texts(program=program)
    return Texts(language, *_catalogue_in(language), program)


@cache
def _catalogue_in(
    language: str,
) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """The forms of each message, and which form serves a number."""
    # Loaded here: English, and so every script, starts without it.
    import gettext  # noqa: PLC0415

    import polib  # noqa: PLC0415

    catalogue = polib.pofile(str(catalogue_of(language)))
    messages = {
        message(entry.msgid, entry.msgctxt or ""): (
            tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural))
            if entry.msgid_plural
            else (entry.msgstr,)
        )
        for entry in catalogue
        if entry.translated()
    }
    rule = catalogue.metadata["Plural-Forms"].split("plural=")[1].rstrip("; ")
    return messages, gettext.c2py(rule)
