"""How the program speaks to this person: language, names of cards, direction.

Each comes from the flag, the variable, the settings, or is as usual; all are known before
anything is said, a complaint about the command line included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.bidi import CHOICES, Bidi, bidi_for, can_order
from client_cli.exits import Exit, Stopped
from client_cli.languages import LANGUAGES, chosen_language, language_of
from client_cli.splitting import peeked
from client_cli.texts import Texts, texts_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NoReturn

_SAMPLE: Final = "\N{ARABIC LETTER MEEM}"


def texts_for(
    words: Sequence[str],
    environ: Mapping[str, str],
    preferred: Mapping[str, str],
    program: str,
    encoding: str,
) -> Texts:
    """All words for a person.

    Args:
        words: The command line.
        environ: The variables.
        preferred: What the files of settings say, by the keys of flags.
        program: How the person calls the program.
        encoding: That of the output.
    """
    language = chosen_language(peeked("--lang", words), environ, preferred.get("lang"))
    wants_ascii = "--ascii" in words or "ascii" in preferred
    bidi = bidi_for(
        language,
        peeked("--bidi", words),
        environ,
        preferred.get("bidi"),
        writable=not wants_ascii and _can_hold_arabic(encoding),
    )
    if bidi is Bidi.OFF:
        # Loaded here: few people want it, and every start would pay for it.
        from client_cli.card_names import codes_for_names  # noqa: PLC0415

        return Texts(program=program).with_cards_of(codes_for_names()).turned(bidi)
    texts = texts_in(language, program).turned(bidi)
    kept = language_of(peeked("--card-names", words) or preferred.get("card_names", ""))
    return texts if kept is None else texts.with_cards_of(texts_in(kept))


def check_speech(
    given: Mapping[str, str], refuse: Callable[[str, str, str], NoReturn]
) -> None:
    """Refuse what cannot be meant, of which `texts_for` has made the best.

    Args:
        given: The values of the flags that were given, by their keys.
        refuse: Raises for a flag, its value and what it may be.
    """
    for key in ("lang", "card_names"):
        typed = given.get(key)
        if typed is not None and language_of(typed) is None:
            refuse(f"--{key.replace('_', '-')}", typed, ", ".join(LANGUAGES))
    bidi = given.get("bidi")
    if bidi is not None and bidi not in CHOICES:
        refuse("--bidi", bidi, ", ".join(CHOICES))


def check_bidi(texts: Texts) -> None:
    """Refuse to order letters without what it takes.

    Raises:
        Stopped: It is not installed.
    """
    if texts.bidi is Bidi.APP and not can_order():
        raise Stopped(
            Exit.WRONG_USE,
            texts.say("The program cannot join and order Arabic letters itself."),
            why=texts.say("arabic-reshaper and python-bidi are not installed."),
            advice=texts.say(
                "Install the extra {extra}, or choose another way: {command}",
                extra="ar",
                command="tarocco config set bidi auto",
            ),
        )


def _can_hold_arabic(encoding: str) -> bool:
    try:
        _SAMPLE.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
