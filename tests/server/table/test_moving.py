"""Moves in a deal, by people and by bots, and what is answered to what cannot be."""

from dataclasses import replace

import pytest

from engine.actions import PlayCard
from engine.cards import CARD_CODES, card_of
from engine.events import CardPlayed, DealSettled, Discarded, Skipped
from engine.players.decision_seeds import PLAYERS_VERSION
from engine.seats import SEATS
from protocol.codes import ErrorCode
from server.table.commands import (
    FIRST_LEGAL,
    Answer,
    AskUndo,
    BotAction,
    DeclareMove,
    DiscardMove,
    MakeMove,
    Move,
    PlayMove,
    Sign,
    SkipMove,
)
from server.table.events import (
    Author,
    BankSpent,
    BotReceipt,
    DealPromised,
    SignGiven,
    TableEvent,
)
from server.table.options import Signals, TableOptions
from server.table.refusal import Refusal
from server.table.state import Control
from tests.server.table.playing import Driven, dealt_table, running, table

TWO = TableOptions(people=2, pace_ms=0)

# Seat 0 deals; seat 1 leads. Only these cards matter, the rest fills the hands.
HANDS = {
    0: "SR SQ SC SF S10 S9 S8 S7 S6 SA AN MN SO LU 16 M4 BG",
    1: "BQ BC BF B10 B9 B8 B7 B6 BA 12 11 8 7 6 5",
    2: "BR D10 10 9 MT",
    3: "C10 C9 C8 C7 C6 D9 D8 D7 D6 15 14 13 M1 M2 M3",
}


def code_of_refusal(driven: Driven, user: str, move: Move) -> ErrorCode:
    return driven.refusal(MakeMove(user, move)).code


def test_nobody_moves_before_a_deal() -> None:
    driven = table()
    driven.sit("ann")

    assert code_of_refusal(driven, "ann", PlayMove("SR")) is ErrorCode.PHASE


def test_person_discards_declares_and_plays() -> None:
    driven = dealt_table(0, HANDS)

    assert driven.move("p0", DiscardMove(("S8", "S7"))) == [
        Discarded(SEATS[0], (card_of("S8"), card_of("S7")))
    ]
    assert driven.move("p1", SkipMove()) == [Skipped(SEATS[1])]
    assert driven.move("p1", PlayMove("BF")) == [CardPlayed(SEATS[1], card_of("BF"))]
    assert driven.log[-1].by is Author.PERSON


BEFORE_DISCARD = [
    (DiscardMove(("SR", "S7")), "E_DISCARD_PROTECTED", "R5"),
    (DiscardMove(("S8",)), "E_DISCARD_COUNT", "R5"),
    (DiscardMove(("S8", "S7", "S6")), "E_DISCARD_COUNT", "R5"),
    (DiscardMove(("S8", "S8")), "E_CARD_TWICE", "R3"),
    (DiscardMove(("S8", "BF")), "E_NOT_IN_HAND", "R5"),
    (DiscardMove(("S8", "S5")), "E_NO_SUCH_CARD", "R3"),
    (PlayMove("S8"), "E_PHASE", "R5"),
    (DeclareMove(), "E_PHASE", "R5"),
]


@pytest.mark.parametrize(("move", "code", "rule"), BEFORE_DISCARD)
def test_dealer_is_told_why_a_discard_does_not_do(
    move: Move, code: str, rule: str
) -> None:
    # T-A29
    refusal = dealt_table(0, HANDS).refusal(MakeMove("p0", move))

    assert (refusal.code.value, refusal.rule) == (code, rule)
    if code in {"E_DISCARD_PROTECTED", "E_DISCARD_COUNT", "E_CARD_TWICE"}:
        assert refusal.legal is not None
        assert {"SQ", "S8", "M4"} <= set(refusal.legal)
        assert not {"SR", "AN", "MN", "BG"} & set(refusal.legal)


def test_player_is_told_why_a_card_does_not_do_and_which_would() -> None:
    # T-A29
    driven = dealt_table(0, HANDS)
    driven.move("p0", DiscardMove(("S8", "S7")))
    driven.move("p1", PlayMove("BF"))

    for card, code in (
        ("D10", ErrorCode.MUST_FOLLOW),
        ("SR", ErrorCode.NOT_IN_HAND),
    ):
        refusal = driven.refusal(MakeMove("p2", PlayMove(card)))
        assert refusal.code is code
        assert refusal.args == {"card": card}
        assert refusal.legal == ("BR", "MT")
    unknown = driven.refusal(MakeMove("p2", PlayMove("Z9")))
    assert (unknown.code, unknown.rule) == (ErrorCode.NO_SUCH_CARD, "R3")
    driven.move("p2", PlayMove("BR"))
    revoke = driven.refusal(MakeMove("p3", PlayMove("C10")))
    assert revoke.code is ErrorCode.MUST_TRUMP
    assert revoke.legal == ("15", "14", "13", "M1", "M2", "M3")


def test_declaration_comes_once_before_the_first_card() -> None:
    # T-A29
    driven = dealt_table(0, HANDS)
    driven.move("p0", DiscardMove(("S8", "S7")))
    nothing = driven.refusal(MakeMove("p1", DeclareMove()))
    assert nothing.code is ErrorCode.NOTHING_TO_DECLARE
    driven.move("p1", SkipMove())

    late = driven.refusal(MakeMove("p1", DeclareMove()))

    assert late.code is ErrorCode.DECLARATION_CLOSED


def test_off_turn_every_card_gets_the_same_answer() -> None:
    # T-C14: what is refused out of turn says nothing about cards.
    driven = dealt_table(0, HANDS)
    driven.move("p0", DiscardMove(("S8", "S7")))

    answers = [
        driven.refusal(MakeMove(user, PlayMove(card)))
        for user in ("p0", "p2", "p3")
        for card in CARD_CODES
    ]

    assert {(a.code, a.rule, a.legal) for a in answers} == {
        (ErrorCode.NOT_YOUR_TURN, "R6", None)
    }


def test_move_for_an_older_turn_is_stale() -> None:
    driven = dealt_table(0, HANDS)
    seen = driven.version
    driven.move("p0", DiscardMove(("S8", "S7")), seen)

    refusal = driven.refusal(MakeMove("p1", PlayMove("BF"), seen))

    assert refusal == Refusal(ErrorCode.STALE, args={"version": driven.version})
    driven.move("p1", PlayMove("BF"), seen + 1)


def test_move_chosen_on_a_history_that_is_lost_is_stale() -> None:
    driven = dealt_table(0, HANDS)
    seen = driven.version + 1  # the table was set back after that

    refusal = driven.refusal(MakeMove("p0", DiscardMove(("S8", "S7")), seen))

    assert refusal == Refusal(ErrorCode.STALE, args={"version": driven.version})
    driven.move("p0", DiscardMove(("S8", "S7")), driven.version)


def test_events_that_are_no_turn_do_not_make_a_move_stale() -> None:
    driven = dealt_table(0, HANDS)
    seen = driven.version
    driven.lose("p2")
    driven.come_back("p2")

    driven.move("p0", DiscardMove(("S8", "S7")), seen)

    assert driven.version == seen + 3


def a_bot_on_turn(*users: str, seed: int = 0) -> Driven:
    driven = running(*(users or ("ann",)), options=TWO, seed=seed)
    while driven.state.turn in {driven.state.seat_of(user) for user in users}:
        driven.act_on_turn()
    turn = driven.state.turn
    assert turn is not None
    assert driven.state.seats[turn].control is Control.BOT
    return driven


def test_bot_answers_for_its_turn() -> None:
    driven = a_bot_on_turn("ann")

    happened = driven.do(driven.bot_answer())

    assert happened
    assert driven.log[-1].by is Author.BOT


def test_outdated_answer_of_a_bot_changes_nothing() -> None:
    # T-D06: the generation and the turn are those of the question.
    driven = a_bot_on_turn("ann")
    answer = driven.bot_answer()

    for outdated in (
        replace(answer, generation=answer.generation - 1),
        replace(answer, generation=answer.generation + 1),
        replace(answer, turn_version=answer.turn_version - 1),
        replace(answer, action=replace(answer.action, seat=driven.seat_of("ann"))),
    ):
        assert driven.do(outdated) == []
    driven.do(answer)
    assert driven.do(answer) == []


def test_bot_that_breaks_a_rule_loses_its_turn_and_not_the_table() -> None:
    driven = a_bot_on_turn("ann")
    while not isinstance(driven.bot_answer().action, PlayCard):
        driven.do(driven.bot_answer())
        if driven.state.turn == driven.seat_of("ann"):
            driven.act_on_turn()
    answer, expected = driven.bot_answer(), driven.fallback()
    assert driven.state.deal is not None
    foreign = next(iter(driven.state.deal.state.hands[driven.seat_of("ann")]))

    happened = driven.do(
        BotAction(
            PlayCard(answer.action.seat, foreign),
            answer.generation,
            answer.turn_version,
            answer.level,
        )
    )

    played = [event for event in happened if isinstance(event, CardPlayed)]
    assert isinstance(expected, PlayCard)
    assert played == [CardPlayed(expected.seat, expected.card)]
    assert receipts(driven, happened) == [BotReceipt(FIRST_LEGAL, PLAYERS_VERSION)]


def receipts(driven: Driven, happened: list[TableEvent]) -> list[BotReceipt]:
    """The bots' receipts of these last events of the log."""
    late = driven.log[-len(happened) :]
    return [stamped.bot for stamped in late if stamped.bot is not None]


def test_log_says_which_level_has_chosen_a_move() -> None:
    driven = a_bot_on_turn("ann")
    answer = replace(driven.bot_answer(), level="easy")

    happened = driven.do(answer)

    assert receipts(driven, happened) == [BotReceipt("easy", PLAYERS_VERSION)]


def test_person_s_move_has_no_receipt_of_a_bot() -> None:
    driven = dealt_table(0, HANDS)

    happened = driven.move("p0", DiscardMove(("S8", "S7")))

    assert receipts(driven, happened) == []


def test_bot_never_acts_for_a_person_who_is_there() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert driven.do(driven.bot_answer()) == []


def test_settled_deal_is_stamped_by_who_played_last() -> None:
    driven = running("ann", options=TWO)
    driven.play_out()
    last = [s for s in driven.log if isinstance(s.event, CardPlayed)][-1]
    settled = next(s for s in driven.log if isinstance(s.event, DealSettled))

    assert settled.by is last.by
    assert settled.at_ms == last.at_ms


def test_next_deal_is_promised_by_the_server_when_one_is_settled() -> None:
    driven = running("ann", options=replace(TWO, deals=2))
    driven.play_out()

    assert isinstance(driven.log[-1].event, DealPromised)
    assert driven.log[-1].by is Author.SERVER


def test_cards_that_bots_played_for_a_seat_are_counted() -> None:
    driven = running("ann", options=TWO)
    driven.play_out()
    assert driven.state.deal is not None

    assert driven.state.deal.bot_plays == (0, 15, 15, 15)


# ------------------------------------------------------------------------- signs


# Seat 1 leads; the King of batons lies in the hand of seat 2.
SIGNS = {
    0: "SR SQ SC SF S10 S9 S8 S7 S6 SA AN MN SO LU 16 M4 BG",
    1: "BQ BC BF B10 B9 B8 B7 B6 BA 12 11 8 7 6 MT",
    2: "BR D10 10 9 5",
    3: "C10 C9 C8 C7 C6 D9 D8 D7 D6 15 14 13 M1 M2 M3",
}


def signed_table(signals: Signals) -> Driven:
    driven = dealt_table(0, SIGNS, options=TableOptions(signals=signals))
    driven.move("p0", DiscardMove(("S8", "S7")))
    return driven


def test_leader_gives_a_sign_with_a_card_of_a_suit_where_it_is_allowed() -> None:
    # H43
    driven = signed_table(Signals.ON)

    happened = driven.move("p1", PlayMove("BF", Sign.BUSSO))

    assert happened[-1] == SignGiven(SEATS[1], Sign.BUSSO)


@pytest.mark.parametrize(
    ("signals", "card"),
    [
        (Signals.OFF, "BF"),
        (Signals.AFTER_KING, "BF"),  # the King has not fallen
        (Signals.ON, "MT"),
    ],
)
def test_sign_that_is_not_allowed_refuses_the_whole_move(
    signals: Signals, card: str
) -> None:
    driven = signed_table(signals)

    refusal = driven.refusal(MakeMove("p1", PlayMove(card, Sign.VOLO)))

    assert refusal.code is ErrorCode.SIGNAL_NOT_ALLOWED


def test_only_the_leader_gives_a_sign() -> None:
    driven = signed_table(Signals.ON)
    driven.move("p1", PlayMove("BF"))

    refusal = driven.refusal(MakeMove("p2", PlayMove("BR", Sign.BUSSO)))

    assert refusal.code is ErrorCode.SIGNAL_NOT_ALLOWED


def test_sign_is_allowed_once_the_king_has_fallen_where_the_table_says_so() -> None:
    driven = signed_table(Signals.AFTER_KING)
    for user, card in (("p1", "BF"), ("p2", "BR"), ("p3", "15"), ("p0", "AN")):
        driven.move(user, PlayMove(card))
    driven.move("p0", PlayMove("LU"))
    for user, card in (("p1", "12"), ("p2", "10"), ("p3", "13")):
        driven.move(user, PlayMove(card))
    assert driven.state.turn == 0
    refusal = driven.refusal(MakeMove("p0", PlayMove("SA", Sign.BUSSO)))
    assert refusal.code is ErrorCode.SIGNAL_NOT_ALLOWED


# ------------------------------------------------------------------------- clock


def test_bank_pays_for_what_a_move_takes_beyond_its_time() -> None:
    options = TableOptions(turn_ms=10_000, bank_ms=15_000)
    driven = dealt_table(0, HANDS, options=options)
    driven.now_ms += 14_000

    happened = driven.move("p0", DiscardMove(("S8", "S7")))

    assert happened[0] == BankSpent(SEATS[0], 4_000)
    assert driven.state.seats[0].bank_ms == 11_000
    assert [held.bank_ms for held in driven.state.seats[1:]] == [15_000] * 3


def test_bot_waits_while_something_is_asked() -> None:
    # H45: the bots have answered a claim at once, so a card that is asked back waits.
    options = TableOptions(people=2, pace_ms=0, undo=True)
    driven = running("ann", "ben", options=options)
    seats = {"ann": 0, "ben": 1}
    asked = None
    while asked is None:
        before = driven.state.turn
        driven.act_on_turn()
        if (
            before in seats.values()
            and isinstance(driven.events[-1], CardPlayed)
            and driven.state.turn is not None
            and driven.state.seats[driven.state.turn].control is Control.BOT
        ):
            asked = next(user for user, seat in seats.items() if seat == before)
    driven.do(AskUndo(asked))
    answer = driven.bot_answer()

    assert driven.do(answer) == []

    (other,) = set(seats) - {asked}
    driven.do(Answer(other, agrees=False))
    assert driven.do(answer) != []
