"""A command line as words: verb, operands, flags and their values; not what they mean."""

from __future__ import annotations

import argparse
import difflib
from typing import TYPE_CHECKING, Literal, NoReturn

from client_cli.flags import FLAGS
from client_cli.safe_text import shown
from client_cli.verbs import VERB_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.texts import Texts


class BadWords(Exception):  # noqa: N818 - an answer, not a fault
    """What cannot be split, and perhaps what was meant."""

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.why = why


class _Parser(argparse.ArgumentParser):
    """Splits words; anything wrong is raised and never printed."""

    def error(self, message: str) -> NoReturn:  # the parameter's name is the base's
        raise argparse.ArgumentError(None, message)


def peeked(flag: str, words: Sequence[str]) -> str | None:
    """The value that a command line gives to a flag, before it is read in earnest."""
    for place, word in enumerate(words):
        if word.startswith(f"{flag}="):
            return word.removeprefix(f"{flag}=")
        if word == flag and place + 1 < len(words):
            return words[place + 1]
    return None


def split(words: Sequence[str], texts: Texts) -> tuple[dict[str, str], tuple[str, ...]]:
    """Flags by key with their values, an empty text for a switch; and the rest.

    Raises:
        BadWords: A flag is unknown, lacks its value or has none to take.
    """
    parser = _Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    for flag in FLAGS:
        if flag.value:
            parser.add_argument(*flag.names, default=argparse.SUPPRESS)
        else:
            parser.add_argument(
                *flag.names, default=argparse.SUPPRESS, action="store_const", const=""
            )
    parser.add_argument("words", nargs="*")
    try:
        found, unknown = parser.parse_known_intermixed_args(list(words))
    except argparse.ArgumentError as fault:
        raise _bad_flag(fault, texts) from None
    given = {str(key): str(value) for key, value in vars(found).items()}
    given.pop("words")
    wrong = next((word for word in unknown if word.startswith("-")), None)
    if wrong is not None:
        names = [name for flag in FLAGS for name in flag.names]
        raise _unknown("flag", wrong.split("=")[0], names, texts)
    return given, (*found.words, *unknown)


def verb_in(operands: Sequence[str], texts: Texts) -> str | None:
    """The verb, which stands first; None without one.

    Raises:
        BadWords: There is no such verb.
    """
    verb = operands[0] if operands else None
    if verb is not None and verb not in VERB_NAMES:
        raise _unknown("verb", verb, VERB_NAMES, texts)
    return verb


def _bad_flag(fault: argparse.ArgumentError, texts: Texts) -> BadWords:
    named = (fault.argument_name or "").split("/")[-1]
    flag = next((flag for flag in FLAGS if flag.names[-1] == named), None)
    if flag is None:
        return BadWords(texts.say("The command line cannot be read."))
    if flag.value:
        what = texts.say(
            "{flag} needs a value: {flag} {value}", flag=named, value=flag.value
        )
    else:
        what = texts.say("{flag} takes no value.", flag=named)
    return BadWords(what)


def _unknown(
    kind: Literal["verb", "flag"], word: str, known: Sequence[str], texts: Texts
) -> BadWords:
    if kind == "verb":
        what = texts.say("There is no verb {word}.", word=shown(word))
    else:
        what = texts.say("There is no flag {word}.", word=shown(word))
    near = difflib.get_close_matches(word, known, n=1)
    why = texts.say("Did you mean {near}?", near=near[0]) if near else ""
    return BadWords(what, why)
