import pytest
from wcwidth import wcswidth

from client_cli.card_names import CardNames, NoSuchCard, codes_for_names
from client_cli.cards import CODES, on_screen
from client_cli.languages import LANGUAGES
from client_cli.texts import Texts, texts_in

ENGLISH = CardNames(Texts())
ITALIAN = CardNames(texts_in("it"))


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("sr", ("SR",)),
        ("SR s10, mt", ("SR", "S10", "MT")),
        ("10", ("10",)),
        ("mr MR", ("MR", "MR")),
        ("m2", ("M2",)),
        ("re di spade", ("SR",)),
        ("Re di Spade, fante di coppe matto", ("SR", "CF", "MT")),
        ("10 di denari", ("D10",)),
        ("asso danari", ("DA",)),
        ("donna di bastoni", ("BQ",)),
        ("begato", ("BG",)),
        ("BÉGATO", ("BG",)),
        ("moro", ("MR",)),
        ("trionfo 16", ("16",)),
        ("", ()),
    ],
)
def test_cards_are_read_by_code_and_italian_name(
    typed: str, codes: tuple[str, ...]
) -> None:
    assert ITALIAN.read(typed) == codes


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("king of swords", ("SR",)),
        ("jack of cups fool", ("CF", "MT")),
        ("angel world sun moon", ("AN", "MN", "SO", "LU")),
        ("7 of coins", ("D7",)),
    ],
)
def test_cards_are_read_by_english_name(typed: str, codes: tuple[str, ...]) -> None:
    assert ENGLISH.read(typed) == codes


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("sx", "sx"),
        ("sr foo", "foo"),
        ("17", "17"),
        ("re di", "re di"),
        ("re di spde, sr", "re di spde"),
        ("foo sr bar", "foo"),
    ],
)
def test_no_such_card(typed: str, word: str) -> None:
    assert ITALIAN.read(typed) == NoSuchCard(word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_full_name_is_read_as_its_card(language: str) -> None:
    names = CardNames(texts_in(language))
    for code in CODES:
        assert names.read(names.full(code)) == (on_screen(code),)


@pytest.mark.parametrize(
    ("code", "said", "in_hand"),
    [
        ("SR", "SR, Re di Spade", "SR Re"),
        ("S7", "S7", "S7"),
        ("16", "16", "16"),
        ("AN", "AN, Angelo", "AN Angelo"),
        ("M2", "MR, Moro", "MR Moro"),
        ("MT", "MT, Matto", "MT"),
        ("DA", "DA, Asso di Denari", "DA Asso"),
    ],
)
def test_a_card_is_said_with_what_its_code_hides(
    code: str, said: str, in_hand: str
) -> None:
    assert ITALIAN.said(code) == said
    assert ITALIAN.in_hand(code) == in_hand


def test_suits_and_ranks_have_names() -> None:
    assert [ITALIAN.suit(letter) for letter in "SBCDTM"] == [
        "Spade",
        "Bastoni",
        "Coppe",
        "Denari",
        "Trionfi",
        "Matto",
    ]
    assert (ENGLISH.rank("Q"), ENGLISH.rank("10")) == ("Queen", "10")


LABELS = {
    "en": "Swords Batons Cups Coins King Queen Knight Jack Ace Angel World Sun Moon "
    "Moor Bégato Matto",
    "it": "Spade Bastoni Coppe Denari Re Regina Cavallo Fante Asso Angelo Mondo Sole "
    "Luna Moro Bégato Matto",
    "de": "Schwerter Stäbe Becher Münzen König Dame Kavall Bube Ass Engel Welt Sonne "
    "Mond Maure Bégato Matto",
    "ar": "السيوف العصي الكؤوس الدنانير الملك الملكة الفارس الولد الآس الملاك العالم "
    "الشمس القمر المور بيغاتو ماتو",
    "ms": "Pedang Baton Cawan Syiling Raja Ratu Kesatria Jack Ace Malaikat Dunia "
    "Matahari Bulan Moor Bégato Matto",
}
COLUMN = 9
"""Cells of the column that holds a label."""


def labels(names: CardNames) -> list[str]:
    suits, ranks = "SBCD", "RQCFA"
    singles = ("AN", "MN", "SO", "LU", "MR", "BG", "MT")
    return [*map(names.suit, suits), *map(names.rank, ranks), *map(names.full, singles)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_those_of_the_language(language: str) -> None:
    assert labels(CardNames(texts_in(language))) == LABELS[language].split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_their_column(language: str) -> None:
    names = CardNames(texts_in(language))

    assert max(map(wcswidth, [*labels(names), names.suit("T")])) <= COLUMN


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_a_name_is_none_for_a_card(language: str) -> None:
    names = CardNames(texts_in(language))

    assert all(
        map(names.is_half, [*map(names.suit, "SBCD"), *map(names.rank, "RQCFA")])
    )
    assert not any(map(names.is_half, map(names.full, ("AN", "LU", "MR", "BG"))))


def test_half_a_name() -> None:
    assert ITALIAN.is_half("Cavallo")
    assert ITALIAN.is_half("danari")
    assert not ITALIAN.is_half("angelo")
    assert not ITALIAN.is_half("king")


def test_codes_may_stand_for_names() -> None:
    texts = Texts().with_cards_of(codes_for_names())
    names = CardNames(texts)

    for code in CODES:
        shown = on_screen(code)
        assert (names.full(code), names.said(code), names.in_hand(code)) == (shown,) * 3
    assert [names.suit(letter) for letter in "SBCDTM"] == [*"SBCD", "Trumps", "MT"]
    assert names.read("king of swords") == ("SR",)


@pytest.mark.parametrize(
    ("code", "short"),
    [("SR", "Re"), ("S6", "6"), ("16", "16"), ("M3", "Moro"), ("MT", "Matto")],
)
def test_a_card_in_the_row_of_its_suit(code: str, short: str) -> None:
    assert ITALIAN.short(code) == short
