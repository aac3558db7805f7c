import pytest

from client_cli import speech
from client_cli.bidi import Bidi
from client_cli.card_names import CardNames
from client_cli.exits import Exit, Stopped
from client_cli.speech import check_bidi, texts_for
from client_cli.texts import Texts


def texts_of(
    *words: str,
    preferred: dict[str, str] | None = None,
    encoding: str = "utf-8",
    **environ: str,
) -> Texts:
    return texts_for(words, environ, preferred or {}, "tarocco", encoding)


def test_without_a_wish_it_is_english_with_its_own_cards() -> None:
    texts = texts_of()

    assert (texts.language, texts.bidi) == ("en", Bidi.NONE)
    assert CardNames(texts).full("SR") == "King of Swords"


@pytest.mark.parametrize(
    "texts",
    [
        texts_of("cards", "--card-names", "it"),
        texts_of("cards", preferred={"card_names": "it"}),
        texts_of("--card-names=it", preferred={"card_names": "en"}),
    ],
)
def test_names_of_cards_may_stay_italian(texts: Texts) -> None:
    names = CardNames(texts)

    assert texts.say("Trumps") == "Trumps"
    assert names.said("SR") == "SR, Re di Spade"
    assert (names.suit("T"), names.in_hand("BQ")) == ("Trionfi", "BQ Regina")


def test_cards_are_typed_in_either_language() -> None:
    names = CardNames(texts_of("--card-names", "it"))

    assert names.read("re di spade, king of swords") == ("SR", "SR")
    assert names.is_half("cavallo")
    assert names.is_half("knight")


def test_unknown_names_of_cards_are_those_of_the_language() -> None:
    texts = texts_of("--lang", "it", preferred={"card_names": "tlh"})

    assert CardNames(texts).rank("R") == "Re"


@pytest.mark.parametrize(
    "texts",
    [
        texts_of("--lang", "ar", "--ascii"),
        texts_of("--lang", "ar", preferred={"ascii": "true"}),
        texts_of("--lang", "ar", encoding="ascii"),
    ],
)
def test_plain_letters_are_never_arabic(texts: Texts) -> None:
    assert (texts.language, texts.bidi) == ("en", Bidi.OFF)


def test_what_orders_letters_may_not_be_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(speech, "can_order", lambda: False)
    check_bidi(Texts().turned(Bidi.AUTO))

    with pytest.raises(Stopped) as stopped:
        check_bidi(Texts().turned(Bidi.APP))

    assert stopped.value.code is Exit.WRONG_USE
    assert stopped.value.why == "arabic-reshaper and python-bidi are not installed."


def test_where_they_are_installed_letters_are_ordered() -> None:
    check_bidi(Texts().turned(Bidi.APP))
