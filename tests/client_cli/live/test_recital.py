import pytest

from client_cli.bidi import Bidi
from client_cli.live import recital
from client_cli.live.places import Places
from client_cli.texts import Texts, texts_in
from engine.deal import Phase
from protocol.views import DealView, View
from tests.client_cli.pretend import EMPTY, dealt, options_with, person
from tests.client_cli.situations import deal_data, known_with, offer, view_of_seat

TEXTS = Texts()
NO_DEAL = view_of_seat(deal=None)
TRICK = {"leader": 3, "cards": ["CC", "12", "C8", "MN"], "winner": 2}
LATER = view_of_seat(deal=deal_data(tricks=[TRICK], trick=[], leader=2))


def deal_of(**changes: object) -> DealView:
    return DealView.model_validate(deal_data(**changes))


def test_seats_and_order() -> None:
    assert recital.seat_lines(view_of_seat(), TEXTS) == [
        (
            "You are South. Partner: Anna, North. "
            "Opponents: Maya, East; bot (medium), West."
        ),
        "Order of play: you, East, North, West.",
    ]


def test_seats_that_are_empty() -> None:
    seats = [person("Ada"), EMPTY, EMPTY, EMPTY]

    assert (
        "nobody yet, North" in recital.seat_lines(view_of_seat(seats=seats), TEXTS)[0]
    )


@pytest.mark.parametrize(
    ("dealer", "line"),
    [
        (3, "Deal 1. Dealer: West. You lead to the first trick."),
        (0, "Deal 1. You are the dealer. East leads to the first trick."),
        (2, "Deal 1. Dealer: North, partner. West leads to the first trick."),
    ],
)
def test_dealer_and_leader(dealer: int, line: str) -> None:
    assert recital.deal_lines(deal_of(dealer=dealer), Places(TEXTS, 0)) == [line]


def test_hand_by_suits() -> None:
    assert recital.hand_lines(deal_of(), texts_in("it")) == [
        "La tua mano, 7 carte.",
        "Trionfi: AN Angelo, 16.",
        "Matto: MT.",
        "Spade: SF Fante, S6.",
        "Bastoni: BQ Regina.",
        "Coppe: niente.",
        "Denari: DR Re.",
    ]


def test_arabic_hand_has_one_card_a_line_with_its_code_first() -> None:
    texts = texts_in("ar").turned(Bidi.AUTO)

    assert recital.hand_lines(deal_of(), texts) == [
        "يدك، 7 أوراق.",
        "الرابحة:",
        "AN  الملاك",
        "16  16",
        "ماتو:",
        "MT  ماتو",
        "السيوف:",
        "SF  الولد",
        "S6  6",
        "العصي:",
        "BQ  الملكة",
        "الدنانير:",
        "DR  الملك",
    ]


def test_trick_with_its_winner_so_far() -> None:
    assert recital.trick_line(known_with(), TEXTS) == (
        "Trick 1: North S10, West S8. Winning so far: North, partner, S10."
    )


def test_trick_without_a_card() -> None:
    line = recital.trick_line(known_with(LATER, winning=None), TEXTS)

    assert line == "Trick 2. No card lies there. North leads."


def test_after_the_last_trick_there_is_no_other_one_and_no_hand() -> None:
    _, known = dealt(until=Phase.SETTLED)
    deal = known.view.deal
    assert deal is not None

    assert recital.trick_line(known, TEXTS) == "All tricks are played."
    assert recital.hand_lines(deal, TEXTS) == ["You hold no card."]


def test_nothing_wins_while_only_the_matto_lies_there() -> None:
    view = view_of_seat(deal=deal_data(trick=["MT"]))

    assert recital.trick_line(known_with(view, winning=None), TEXTS) == (
        "Trick 1: North MT."
    )


def test_last_trick_and_log() -> None:
    line = "Trick 1: West CC, you 12, East C8, North MN. Won: North, partner."

    assert recital.last_trick_line(LATER, TEXTS) == line
    assert recital.log_lines(LATER, TEXTS) == [
        line,
        "While a deal is played only the last trick is seen again.",
    ]


def test_all_tricks_are_seen_again_where_the_table_allows_it() -> None:
    options = {**options_with(1), "recall": "all"}
    deal = deal_data(tricks=[TRICK, TRICK], trick=[], leader=2)
    lines = recital.log_lines(view_of_seat(deal=deal, options=options), TEXTS)

    assert [line.split(":")[0] for line in lines] == ["Trick 1", "Trick 2"]


def test_all_tricks_are_seen_again_after_the_deal() -> None:
    _, known = dealt(until=Phase.SETTLED)

    assert len(recital.log_lines(known.view, TEXTS)) == 15


@pytest.mark.parametrize("view", [NO_DEAL, view_of_seat()])
def test_no_trick_yet(view: View) -> None:
    assert recital.last_trick_line(view, TEXTS) == "No trick is complete yet."
    assert recital.log_lines(view, TEXTS) == ["No trick is complete yet."]


def test_points_are_public_facts_only() -> None:
    made = {"skipped": False, "score": offer("SR", "BR", "CR")}
    skipped = {"skipped": True, "score": None}
    view = view_of_seat(deal=deal_data(declarations=[None, made, skipped, made]))

    assert recital.points_lines(view, TEXTS) == [
        "Tricks: we 2, they 3.",
        "Declared: we 0, they 34.",
    ]


def test_points_of_deals_before_and_of_all() -> None:
    view = view_of_seat(1, deals_played=2, match=[100, 200])

    assert recital.points_lines(view, TEXTS)[-1] == "Deals before: we 200, they 100."


def test_shown_cards_stay_listed_until_they_are_played() -> None:
    made = {"skipped": False, "score": offer("SR", "BR", "CR", "S10")}
    view = view_of_seat(
        deal=deal_data(
            declarations=[None, made, None, None],
            trick=["SR"],
            tricks=[{"leader": 0, "cards": ["BR", "B6", "B7", "B8"], "winner": 0}],
        )
    )
    gone = view_of_seat(
        deal=deal_data(
            declarations=[None, made, None, None], trick=["SR", "BR", "CR"], leader=0
        )
    )

    assert recital.shown_lines(view, TEXTS) == ["Shown and still held, East: CR."]
    assert recital.shown_lines(gone, TEXTS) == []
    assert recital.shown_lines(NO_DEAL, TEXTS) == []


def test_opening_before_a_deal() -> None:
    assert recital.opening_lines(known_with(NO_DEAL), TEXTS) == ["Table QF7K2."]


def test_opening_in_the_middle_of_a_deal() -> None:
    lines = recital.opening_lines(known_with(LATER, winning=None), TEXTS)

    assert lines[0] == "Table QF7K2."
    assert any(line.startswith("Trick 1: West CC") for line in lines)
    assert any(line.startswith("Trick 2.") for line in lines)
    assert "Your hand, 7 cards." in lines


def test_before_the_discard_no_trick_is_told() -> None:
    view = view_of_seat(deal=deal_data(discarded=False, trick=[]))

    lines = recital.standing_lines(known_with(view, winning=None), TEXTS)
    assert not any(line.startswith("Trick ") for line in lines)


def test_without_a_deal_there_is_little_to_tell() -> None:
    assert recital.standing_lines(known_with(NO_DEAL), TEXTS) == [
        "No cards are dealt yet."
    ]
    assert recital.trick_line(known_with(NO_DEAL), TEXTS) == "No cards are dealt yet."
    assert recital.table_lines(known_with(NO_DEAL), TEXTS)[-1] == (
        "No cards are dealt yet."
    )
    assert recital.winning_line(known_with(NO_DEAL), TEXTS) == []


def test_table_tells_how_many_cards_are_left() -> None:
    view = view_of_seat(1, deal=deal_data(counts=[1, 2, 3, 4]))

    assert "Cards left: you 2, East 3, North 4, West 1." in (
        recital.table_lines(known_with(view), TEXTS)
    )
