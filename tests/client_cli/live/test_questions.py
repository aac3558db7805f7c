import pytest

from client_cli.bidi import Bidi
from client_cli.live.questions import (
    is_asked,
    question_lines,
    turn_line,
)
from client_cli.texts import Texts, texts_in
from tests.client_cli.situations import (
    HAND,
    deal_data,
    known_with,
    offer,
    view_of_seat,
)

TEXTS = Texts()


def test_a_turn_tells_what_was_led_what_wins_and_what_is_allowed() -> None:
    assert question_lines(known_with(), TEXTS) == [
        (
            "Your turn, trick 1. Led: Swords. Winning so far: North, partner, S10. "
            "Allowed: MT, SF, S6."
        )
    ]


def test_an_arabic_turn_has_one_card_a_line() -> None:
    texts = texts_in("ar").turned(Bidi.AUTO)

    first, *cards = question_lines(known_with(), texts)
    assert first.startswith("دورك، الحيلة 1. اللون المطلوب: السيوف. ")
    assert cards == ["المسموح:", "MT  ماتو", "SF  الولد", "S6  6"]


def test_a_lead_is_free() -> None:
    view = view_of_seat(deal=deal_data(trick=[], leader=0))
    known = known_with(view, legal=HAND, led=None, winning=None)

    assert question_lines(known, TEXTS) == [
        "Your turn, trick 1. You lead. All 7 cards are allowed."
    ]


def test_after_a_led_matto_the_choice_sets_the_suit() -> None:
    view = view_of_seat(deal=deal_data(trick=["MT"], hand=["SR"], counts=[1] * 4))
    known = known_with(view, legal=["SR"], led=None, winning=None)

    assert question_lines(known, TEXTS) == [
        (
            "Your turn, trick 1. Only the Matto lies there: your card sets the suit. "
            "Your last card is allowed."
        )
    ]


def test_the_discard_names_protected_and_free_cards() -> None:
    free = ["16", "SF", "S6", "BQ"]
    known = known_with(phase="discard", discardable=free, legal=[], led=None)

    lines = question_lines(known, texts_in("it"))
    assert "Non si possono scartare: AN, MT, DR." in lines
    assert "Ammesse: 16, SF, S6, BQ." in lines
    assert lines[-1] == "Scrivi scarta e due carte, per esempio: scarta BQ S6"


def test_a_discard_without_protected_cards() -> None:
    known = known_with(phase="discard", discardable=HAND, legal=[], led=None)

    assert not any(
        "Not to be laid away" in line for line in question_lines(known, TEXTS)
    )


def test_a_declaration_is_laid_open_before_the_answer() -> None:
    known = known_with(
        phase="declare", offer=offer("AN", "SO", "16", "MT", "SR", "BR", "CR")
    )

    assert question_lines(known, TEXTS) == [
        "You can declare 2 combinations for 32 points: all or nothing.",
        "Set. Kings: SR, BR, CR. 3 cards, 17 points (R23).",
        "Sequence. Grande: AN, MT as MN, SO, 16. 4 cards, 15 points (R29).",
        "Sets together: 17, not doubled.",
        "Sequences together: 15, not doubled.",
        "Everybody would see these 7 cards: AN, SO, 16, MT, SR, BR, CR.",
        "Type declare or skip. Your first card ends it without a declaration.",
    ]


@pytest.mark.parametrize("nothing", [offer(), None])
def test_nothing_to_declare_asks_for_a_card_as_well(
    nothing: dict[str, object] | None,
) -> None:
    lines = question_lines(known_with(phase="declare", offer=nothing), TEXTS)

    assert lines[0].startswith("You have nothing to declare. Type skip")
    assert lines[1].startswith("Your turn, trick 1.")


def test_nobody_is_asked_out_of_turn() -> None:
    assert question_lines(known_with(turn=1), TEXTS) == []
    assert question_lines(known_with(view_of_seat(deal=None)), TEXTS) == []
    assert not is_asked(known_with(phase="settled"))
    assert not is_asked(known_with(view_of_seat(None)))
    assert is_asked(known_with())


@pytest.mark.parametrize(
    ("turn", "line"),
    [
        (0, "It is your turn."),
        (1, "It is the turn of East."),
        (2, "It is the turn of North, partner."),
        (None, "Nobody is to act now."),
    ],
)
def test_whose_turn_it_is(turn: int | None, line: str) -> None:
    assert turn_line(known_with(turn=turn), TEXTS) == line
