import pytest

from client_cli.languages import (
    LANGUAGES,
    catalogue_of,
    chosen_language,
    language_of,
)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("it", "it"),
        ("it_IT.UTF-8", "it"),
        ("IT", "it"),
        ("en-GB", "en"),
        ("C", None),
        ("POSIX", None),
        ("tlh_AA", None),
        ("", None),
    ],
)
def test_language_of_a_locale(locale: str, language: str | None) -> None:
    assert language_of(locale) == language


def test_a_language_is_spoken_when_it_has_a_catalogue() -> None:
    assert LANGUAGES[0] == "en"
    assert "it" in LANGUAGES
    for language in LANGUAGES[1:]:
        assert catalogue_of(language).is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_chosen_by_its_code_and_its_locale(language: str) -> None:
    assert chosen_language(language, {}) == language
    assert chosen_language(None, {"TAROCCO_LANG": language}) == language
    assert chosen_language(None, {"LANG": f"{language}_XX.UTF-8"}) == language


@pytest.mark.parametrize(
    ("flag", "environ", "language"),
    [
        ("en", {"TAROCCO_LANG": "it"}, "en"),
        (None, {"TAROCCO_LANG": "it", "LC_ALL": "en"}, "it"),
        (None, {"LC_ALL": "it_IT.UTF-8", "LC_MESSAGES": "en", "LANG": "en"}, "it"),
        (None, {"LC_MESSAGES": "it", "LANG": "en"}, "it"),
        (None, {"LC_ALL": "", "LANG": "it_CH"}, "it"),
        (None, {"LC_ALL": "C", "LANG": "it"}, "en"),
        (None, {}, "en"),
    ],
)
def test_first_wish_decides(
    flag: str | None, environ: dict[str, str], language: str
) -> None:
    assert chosen_language(flag, environ) == language


@pytest.mark.parametrize(
    ("flag", "environ", "language"),
    [
        (None, {"LANG": "en"}, "it"),
        (None, {"TAROCCO_LANG": "en"}, "en"),
        ("en", {}, "en"),
        (None, {"LC_ALL": "en"}, "it"),
    ],
)
def test_settings_stand_between_the_programs_variable_and_the_locale(
    flag: str | None, environ: dict[str, str], language: str
) -> None:
    assert chosen_language(flag, environ, "it") == language
