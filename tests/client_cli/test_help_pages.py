import pytest

from client_cli.flags import FLAGS, VERB_NAMES, VERBS
from client_cli.help_pages import short_help, verb_help
from client_cli.languages import LANGUAGES
from client_cli.texts import texts_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_help_fits_a_small_screen(language: str) -> None:
    lines = short_help(texts_in(language)).splitlines()

    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("  tarocco ") for line in lines) == 3
    for name in VERB_NAMES:
        assert any(line.split()[:1] == [name] for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VERB_NAMES)
def test_page_of_a_verb_begins_with_its_example(language: str, name: str) -> None:
    verb = next(verb for verb in VERBS if verb.name == name)
    lines = verb_help(name, texts_in(language)).splitlines()

    assert lines[0].strip() == verb.example
    assert max(map(len, lines)) <= 88
    for flag in FLAGS:
        listed = any(line.startswith(f"  {', '.join(flag.names)}") for line in lines)
        assert listed == (name in flag.verbs)


def test_page_names_the_exit_codes() -> None:
    page = verb_help("score", texts_in("en"))

    assert "  11   the record is illegal or does not verify" in page.splitlines()
