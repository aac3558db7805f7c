"""What people ask each other: to take a card back, to end early, to pause."""

from dataclasses import replace

import pytest

from engine.deal import Phase
from engine.events import CardPlayed, DealSettled, TakenBack
from engine.seats import SEATS, Seat
from protocol.codes import ErrorCode
from server.table.commands import (
    Answer,
    AskUndo,
    MakeClaim,
    MakeMove,
    PlayMove,
    SkipMove,
    WishPause,
)
from server.table.events import (
    Author,
    ClaimAnswered,
    ClaimMade,
    Paused,
    PauseEnded,
    PauseWished,
    UndoAnswered,
    UndoAsked,
)
from server.table.options import TableOptions
from server.table.refusal import Refusal
from server.table.state import Control
from tests.server.table.playing import Driven, dealt_table, running, table
from tests.support.builders import ending

PEOPLE = ("p0", "p1", "p2", "p3")
TWO = TableOptions(people=2, pace_ms=0)
UNDO = TableOptions(pace_ms=0, undo=True)
HANDS = {
    0: "SR SQ SC SF S10 S9 S8 S7 S6 SA AN MN SO LU 16 M4 BG",
    1: "BQ BC BF B10 B9 B8 B7 B6 BA 12 11 8 7 6 5",
    2: "BR D10 10 9 MT",
}
# The last three tricks; seat 0 leads.
SURE = {0: "AN MN SO", 1: "S9 S8 S7", 2: "B9 B8 B7", 3: "C9 C8 C7"}
UNSURE = {0: "SR B9 C9", 1: "AN S8 S7", 2: "S10 B8 B7", 3: "S6 C8 C7"}
LOST = {0: "S9 S8 S7", 1: "AN MN SO", 2: "B9 B8 B7", 3: "LU 16 15"}


def after_one_card(options: TableOptions = UNDO) -> tuple[Driven, Seat]:
    """A deal in which a seat has just played its card."""
    driven = dealt_table(0, HANDS, options=options)
    while not (driven.state.deal and driven.state.deal.state.trick):
        driven.act_on_turn()
    last = driven.events[-1]
    assert isinstance(last, CardPlayed)
    return driven, last.seat


def near_the_end(hands: dict[int, str], options: TableOptions = UNDO) -> Driven:
    """Four people with these cards left; seat 0 leads."""
    driven = dealt_table(3, {}, options=options)
    assert driven.state.deal is not None
    state = ending(0, hands)
    deal = replace(driven.state.deal, state=state)
    driven.states.append(replace(driven.state, deal=deal))
    assert state.phase is Phase.PLAY
    return driven


def others(seat: Seat) -> list[str]:
    return [user for one, user in enumerate(PEOPLE) if one != seat]


# -------------------------------------------------------------------- taking back


def test_card_goes_back_when_all_others_agree() -> None:
    # H44
    driven, seat = after_one_card()
    assert driven.state.deal is not None
    (card,) = driven.state.deal.state.trick
    assert driven.do(AskUndo(PEOPLE[seat])) == [UndoAsked(seat)]
    first, second, third = others(seat)

    assert len(driven.do(Answer(first, agrees=True))) == 1
    assert len(driven.do(Answer(second, agrees=True))) == 1
    happened = driven.do(Answer(third, agrees=True))

    assert happened[-1] == TakenBack(seat, card)
    assert driven.state.turn == seat
    assert driven.state.deal is not None
    assert card in driven.state.deal.state.hands[seat]
    assert driven.state.deal.undo is None


def test_one_who_does_not_agree_ends_it() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))
    first, second, _ = others(seat)
    driven.do(Answer(first, agrees=True))

    driven.do(Answer(second, agrees=False))

    assert driven.state.deal is not None
    assert driven.state.deal.undo is None
    assert len(driven.state.deal.state.trick) == 1


def test_next_card_ends_it_as_well() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))

    driven.act_on_turn()
    driven.act_on_turn()

    assert driven.state.deal is not None
    assert driven.state.deal.undo is None
    refusal = driven.refusal(AskUndo(PEOPLE[seat]))
    assert refusal == Refusal(ErrorCode.PHASE)


def test_bots_never_mind() -> None:
    driven = running("ann", options=replace(UNDO, people=1))
    while True:
        by_ann = driven.state.turn == 0
        driven.act_on_turn()
        if by_ann and isinstance(driven.events[-1], CardPlayed):
            break

    happened = driven.do(AskUndo("ann"))

    assert happened[0] == UndoAsked(SEATS[0])
    assert isinstance(happened[-1], TakenBack)
    answers = [e for e in happened if isinstance(e, UndoAnswered)]
    assert [answer.agrees for answer in answers] == [True] * 3


@pytest.mark.parametrize("user", range(4))
def test_only_who_played_last_asks(user: int) -> None:
    driven, seat = after_one_card()
    if user == seat:
        user = (seat + 1) % 4

    assert driven.refusal(AskUndo(PEOPLE[user])) == Refusal(ErrorCode.PHASE)


def test_table_without_undo_refuses_it() -> None:
    driven, seat = after_one_card(replace(UNDO, undo=False))

    refusal = driven.refusal(AskUndo(PEOPLE[seat]))

    assert refusal == Refusal(ErrorCode.NOT_ALLOWED, args={"option": "undo"})


def test_discard_is_not_taken_back() -> None:
    # H44
    driven = dealt_table(0, HANDS, options=UNDO)
    driven.act_on_turn()

    assert driven.refusal(AskUndo("p0")) == Refusal(ErrorCode.PHASE)


def test_who_asked_or_agreed_has_nothing_more_to_answer() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))
    first, *_ = others(seat)
    driven.do(Answer(first, agrees=True))

    for user in (PEOPLE[seat], first):
        refusal = driven.refusal(Answer(user, agrees=True))
        assert refusal == Refusal(ErrorCode.NOTHING_ASKED)
    assert driven.refusal(AskUndo(PEOPLE[seat])) == Refusal(ErrorCode.PHASE)


# ------------------------------------------------------------------------- claims


def test_claim_that_follows_from_the_cards_is_played_out_at_once() -> None:
    # H45: the log always has fifteen tricks.
    driven = near_the_end(SURE)

    happened = driven.do(MakeClaim("p0", ours=True))

    assert happened[:3] == [
        ClaimMade(SEATS[0], ours=True),
        ClaimAnswered(SEATS[1], agrees=True),
        ClaimAnswered(SEATS[3], agrees=True),
    ]
    assert DealSettled() in happened
    assert driven.state.deal is not None
    assert len(driven.state.deal.state.tricks) == 15
    winners = [trick.winner for trick in driven.state.deal.state.tricks[-3:]]
    assert {winner % 2 for winner in winners} == {0}
    by_claim = [s.by for s in driven.log if isinstance(s.event, CardPlayed)]
    assert by_claim == [Author.SERVER] * 12


def test_claim_that_may_hold_is_asked_of_both_opponents() -> None:
    driven = near_the_end(UNSURE)

    assert driven.do(MakeClaim("p0", ours=True)) == [ClaimMade(SEATS[0], ours=True)]
    refusal = driven.refusal(MakeMove("p0", PlayMove("SR")))
    assert refusal == Refusal(ErrorCode.PHASE, args={"asked": "claim"})
    for user in ("p0", "p2"):
        refusal = driven.refusal(Answer(user, agrees=True))
        assert refusal == Refusal(ErrorCode.NOTHING_ASKED)

    assert driven.do(Answer("p1", agrees=False)) == [
        ClaimAnswered(SEATS[1], agrees=False)
    ]

    assert driven.state.deal is not None
    assert driven.state.deal.claim is None
    driven.move("p0", PlayMove("SR"))


def test_given_up_tricks_go_to_the_others() -> None:
    driven = near_the_end(LOST)
    driven.do(MakeClaim("p0", ours=False))
    driven.do(Answer("p1", agrees=True))

    happened = driven.do(Answer("p3", agrees=True))

    assert DealSettled() in happened
    assert driven.state.deal is not None
    winners = [trick.winner for trick in driven.state.deal.state.tricks[-3:]]
    assert {winner % 2 for winner in winners} == {1}


def test_claim_that_cannot_hold_in_any_line_is_refused_by_the_server() -> None:
    driven = near_the_end(LOST)
    driven.do(MakeClaim("p0", ours=True))
    driven.do(Answer("p1", agrees=True))

    happened = driven.do(Answer("p3", agrees=True))

    assert happened[-1] == ClaimAnswered(SEATS[0], agrees=False)
    assert driven.log[-1].by is Author.SERVER
    assert driven.state.deal is not None
    assert driven.state.deal.claim is None
    assert len(driven.state.deal.state.tricks) == 12


def test_claim_shows_the_hand_for_good() -> None:
    driven = near_the_end(UNSURE)
    driven.do(MakeClaim("p0", ours=True))
    driven.do(Answer("p1", agrees=False))

    assert driven.state.deal is not None
    assert driven.state.deal.shown_hands == (0,)


def test_nobody_has_to_answer_a_fourth_claim_of_a_deal() -> None:
    driven = near_the_end(UNSURE)
    for _ in range(3):
        driven.do(MakeClaim("p0", ours=True))
        driven.do(Answer("p1", agrees=False))

    refusal = driven.refusal(MakeClaim("p0", ours=True))

    assert refusal == Refusal(ErrorCode.NOT_ALLOWED, args={"option": "claims"})


def test_claim_is_made_on_lead_only() -> None:
    driven = near_the_end(SURE)
    assert driven.refusal(MakeClaim("p1", ours=True)) == Refusal(ErrorCode.PHASE)
    driven.move("p0", PlayMove("AN"))

    assert driven.refusal(MakeClaim("p1", ours=True)) == Refusal(ErrorCode.PHASE)


def test_claim_is_made_after_the_first_trick_only() -> None:
    driven = dealt_table(0, HANDS)
    driven.act_on_turn()

    refusal = driven.refusal(MakeClaim(f"p{driven.state.turn}", ours=True))

    assert refusal == Refusal(ErrorCode.PHASE)


def test_table_without_claims_refuses_them() -> None:
    driven = near_the_end(SURE, replace(UNDO, claims=False))

    refusal = driven.refusal(MakeClaim("p0", ours=True))

    assert refusal == Refusal(ErrorCode.NOT_ALLOWED, args={"option": "claims"})


def test_nothing_asked_is_nothing_to_answer() -> None:
    waiting = table()
    waiting.sit("p0")

    for driven in (waiting, dealt_table(0, HANDS)):
        refusal = driven.refusal(Answer("p0", agrees=True))
        assert refusal == Refusal(ErrorCode.NOTHING_ASKED)


# ------------------------------------------------------------------------- pauses


def test_table_pauses_when_all_people_want_it() -> None:
    driven = running("ann", "bob", options=TWO)

    assert driven.do(WishPause("ann", wish=True)) == [PauseWished(SEATS[0], wish=True)]
    happened = driven.do(WishPause("bob", wish=True))

    assert happened == [PauseWished(SEATS[1], wish=True), Paused()]
    assert driven.state.paused_since_ms == driven.now_ms


def test_nobody_moves_in_a_pause_and_no_bot_either() -> None:
    driven = running("ann", options=TWO)
    while driven.state.turn == 0:
        driven.act_on_turn()
    answer = driven.bot_answer()
    driven.do(WishPause("ann", wish=True))

    assert driven.refusal(MakeMove("ann", SkipMove())) == Refusal(ErrorCode.PAUSED)
    assert driven.refusal(MakeClaim("ann", ours=True)) == Refusal(ErrorCode.PAUSED)
    assert driven.do(answer) == []


def test_anybody_ends_a_pause() -> None:
    driven = running("ann", "bob", options=TWO)
    for user in ("ann", "bob"):
        driven.do(WishPause(user, wish=True))

    happened = driven.do(WishPause("ann", wish=False))

    assert happened == [PauseWished(SEATS[0], wish=False), PauseEnded()]
    assert driven.state.paused_since_ms == 0


def test_wish_can_be_taken_back_and_ends_with_the_connection() -> None:
    driven = running("ann", "bob", "cid", "dan")
    driven.do(WishPause("ann", wish=True))
    assert driven.do(WishPause("ann", wish=True)) == []
    driven.do(WishPause("ann", wish=False))
    assert not driven.state.seats[0].wants_pause
    driven.do(WishPause("bob", wish=True))

    driven.lose("bob")

    assert not driven.state.seats[1].wants_pause
    assert driven.state.seats[1].control is Control.GRACE


def test_who_is_away_is_not_asked() -> None:
    driven = running("ann", "bob", options=TWO)
    driven.lose("bob")

    assert driven.do(WishPause("ann", wish=True))[-1] == Paused()


def test_there_is_no_pause_between_deals() -> None:
    driven = table()
    driven.sit("ann")

    assert driven.refusal(WishPause("ann", wish=True)) == Refusal(ErrorCode.PHASE)


# -------------------------------------------------------------------------- too late


def stale(driven: Driven) -> Refusal:
    return Refusal(ErrorCode.STALE, args={"version": driven.version})


def test_undo_that_was_meant_for_an_earlier_card_is_stale() -> None:
    driven, seat = after_one_card()
    seen = driven.version - 1

    assert driven.refusal(AskUndo(PEOPLE[seat], seen)) == stale(driven)
    assert driven.do(AskUndo(PEOPLE[seat], driven.version)) == [UndoAsked(seat)]


def test_undo_that_was_asked_in_a_history_that_is_lost_is_stale() -> None:
    driven, seat = after_one_card()

    refusal = driven.refusal(AskUndo(PEOPLE[seat], driven.version + 1))

    assert refusal == stale(driven)


def test_claim_that_was_meant_for_an_earlier_trick_is_stale() -> None:
    driven = near_the_end(UNSURE)
    seen = driven.state.turn_version - 1

    refusal = driven.refusal(MakeClaim(PEOPLE[0], ours=True, seen_version=seen))

    assert refusal == stale(driven)
    claim = MakeClaim(PEOPLE[0], ours=True, seen_version=seen + 1)
    assert driven.do(claim) == [ClaimMade(SEATS[0], ours=True)]


def test_answer_to_an_earlier_question_is_stale() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))
    seen = driven.version
    first, second, _ = others(seat)
    driven.do(Answer(first, agrees=False, seen_version=seen))
    next_one = driven.state.turn
    assert next_one is not None
    assert driven.state.deal is not None
    fallen = driven.state.deal.state.trick
    while driven.state.deal.state.trick == fallen:
        driven.act_on_turn()
    driven.do(AskUndo(PEOPLE[next_one]))
    second = next(p for p in (first, second, PEOPLE[seat]) if p != PEOPLE[next_one])

    late = Answer(second, agrees=True, seen_version=seen)

    assert driven.refusal(late) == stale(driven)
    assert driven.do(Answer(second, agrees=True, seen_version=driven.version))


def test_the_same_card_is_asked_back_once() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))
    first, _, _ = others(seat)
    driven.do(Answer(first, agrees=False))

    assert driven.refusal(AskUndo(PEOPLE[seat])) == Refusal(ErrorCode.PHASE)


def test_nothing_is_answered_in_a_pause() -> None:
    driven, seat = after_one_card()
    driven.do(AskUndo(PEOPLE[seat]))
    for person in PEOPLE:
        driven.do(WishPause(person, wish=True))
    first, _, _ = others(seat)

    assert driven.refusal(Answer(first, agrees=True)) == Refusal(ErrorCode.PAUSED)
