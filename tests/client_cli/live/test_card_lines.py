from client_cli.bidi import Bidi
from client_cli.live.card_lines import card_lines, has_card_lines
from client_cli.texts import Texts, texts_in


def test_a_line_has_the_code_first_and_then_the_name() -> None:
    assert card_lines(["SF", "S6", "M2", "MT"], texts_in("it")) == [
        "SF  Fante",
        "S6  6",
        "MR  Moro",
        "MT  Matto",
    ]


def test_cards_have_lines_of_their_own_where_a_line_turns_only_once() -> None:
    chosen = {bidi: has_card_lines(Texts().turned(bidi)) for bidi in Bidi}

    assert [bidi for bidi, has in chosen.items() if has] == [Bidi.AUTO]
