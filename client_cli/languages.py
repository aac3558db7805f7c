"""Which language to speak: flag, `TAROCCO_LANG`, settings, `LC_ALL`, `LC_MESSAGES`, `LANG`.

The first of these that is set decides, as everywhere on such systems; a language that
the client does not speak gives English. It speaks those that have a catalogue: tests see
to it that a catalogue misses no message.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH: Final = "en"
_LOCALES: Final = Path(__file__).parent / "locales"


def catalogue_of(language: str) -> Path:
    """Where the messages of a language lie; English has none, it needs none."""
    return _LOCALES / language / "tarocco.po"


LANGUAGES: Final = (
    ENGLISH,
    *sorted(path.parent.name for path in _LOCALES.glob("*/tarocco.po")),
)
"""The languages that the client speaks, by their two-letter codes."""
_VARIABLES: Final = ("TAROCCO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language_of(locale: str) -> str | None:
    """The language of a locale such as `it_IT.UTF-8`; None for one not spoken here."""
    code = locale.replace("-", "_").split(".")[0].split("_")[0].lower()
    return code if code in LANGUAGES else None


def chosen_language(
    flag: str | None, environ: Mapping[str, str], preferred: str | None = None
) -> str:
    """The code of the language to speak.

    Args:
        flag: What the command line says.
        environ: The variables; `TAROCCO_LANG` stands before what is preferred, those
            of the locale behind it.
        preferred: What the files of settings say.
    """
    own, *locale = _VARIABLES
    wishes = [flag, environ.get(own), preferred, *map(environ.get, locale)]
    first = next((wish for wish in wishes if wish), "")
    return language_of(first) or ENGLISH
