import pytest

from client_cli.card_table import table_lines
from client_cli.cards import ANY_MOOR, BEGATO, HIGH_TRUMPS, MATTO, RANKS, SUITS
from client_cli.languages import LANGUAGES
from client_cli.texts import texts_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_in_the_table(language: str) -> None:
    words = " ".join(table_lines(texts_in(language))).split()

    for code in (*HIGH_TRUMPS, ANY_MOOR, BEGATO, MATTO, "16", "5"):
        assert code in words
    for suit in SUITS:
        assert {suit + rank for rank in RANKS} <= set(words)


def test_suits_are_in_the_order_of_the_game() -> None:
    table = "\n".join(table_lines(texts_in("it")))

    assert "Spade: SR SQ SC SF S10 S9 S8 S7 S6 SA" in table
    assert "Coppe: CR CQ CC CF CA C6 C7 C8 C9 C10" in table
