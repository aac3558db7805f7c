"""The manual page, made of the same tables as the help.

`python -m tests.client_cli.man_page` writes `client_cli/tarocco.1` anew.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from client_cli.flags import FLAGS, Flag
from client_cli.help_pages import exits_of, variables_of
from client_cli.preferences import PREFERENCES
from client_cli.texts import Texts
from client_cli.verbs import VERB_NAMES, VERBS

PAGE = Path(__file__).resolve().parents[2] / "client_cli" / "tarocco.1"
TEXTS = Texts()
FILES = {
    "$XDG_CONFIG_HOME/tarocco/config.toml": (
        "your settings; by default in ~/.config. Those of the machine are in the first "
        "folder of $XDG_CONFIG_DIRS that has such a file."
    ),
    "$XDG_STATE_HOME/tarocco/": (
        "sessions for coming back, the records of finished deals in games/, and the "
        "server of this machine; by default in ~/.local/state."
    ),
}


def man_page() -> str:
    """The whole page."""
    lines = [
        '.TH TAROCCO 1 "" "tarocco" "Games"',
        *section("NAME"),
        plain("tarocco - Tarocco Bolognese in the terminal"),
        *section("SYNOPSIS"),
        ".B tarocco",
        ".RI [ VERB ]",
        ".RI [ FLAGS ]",
        *section("DESCRIPTION"),
        plain(
            "A table for four, with bots on this machine or with people on a server, in "
            "the full screen, line by line, or as lines of JSON."
        ),
        plain(
            "Alone, in a terminal, the program asks what to do. At the table, the word "
            "help tells all others."
        ),
        *section("VERBS"),
        *verbs(),
        *section("FLAGS"),
        *flags(),
        *section("EXIT STATUS"),
        *exit_status(),
        *section("ENVIRONMENT"),
        *environment(),
        *section("FILES"),
        *entries(FILES.items()),
        *section("SETTINGS"),
        *entries((each.key, TEXTS.say(each.summary)) for each in PREFERENCES),
        *section("SEE ALSO"),
        plain("The rules: tarocco rules. The codes of the cards: tarocco cards."),
    ]
    return "\n".join(lines) + "\n"


def section(name: str) -> list[str]:
    return [f".SH {name}"]


def verbs() -> Iterator[str]:
    for verb in VERBS:
        yield from entry(f"tarocco {verb.name} {verb.usage}", TEXTS.say(verb.summary))
        yield ".br"
        yield plain(f"Example: {verb.example} ({TEXTS.say(verb.says)})")


def flags() -> Iterator[str]:
    for flag in FLAGS:
        said = TEXTS.say(flag.summary)
        yield from entry(f"{', '.join(flag.names)} {flag.value}", said)
        yield ".br"
        yield plain(f"With: {with_verbs(flag)}.")


def with_verbs(flag: Flag) -> str:
    return "every verb" if flag.verbs == VERB_NAMES else ", ".join(flag.verbs)


def exit_status() -> Iterator[str]:
    """Each code once; where verbs differ in what it means, every meaning."""
    meanings: dict[int, list[str]] = {}
    for name in VERB_NAMES:
        for code, meaning in exits_of(name):
            said = TEXTS.say(meaning)
            if said not in meanings.setdefault(code.value, []):
                meanings[code.value].append(said)
    yield from entries(
        (str(code), "; ".join(meanings[code])) for code in sorted(meanings)
    )


def environment() -> Iterator[str]:
    found: dict[str, str] = {}
    for name in VERB_NAMES:
        for variable, meaning in variables_of(name):
            found.setdefault(variable, TEXTS.say(meaning))
    yield from entries(sorted(found.items()))


def entries(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, said in pairs:
        yield from entry(name, said)


def entry(name: str, said: str) -> list[str]:
    return [".TP", f"\\fB{plain(name.strip())}\\fR", plain(said)]


def plain(text: str) -> str:
    """A text in which nothing is a request to the formatter."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    PAGE.write_text(man_page(), "utf-8")
