"""What a bot is asked, and what its answers mean."""

import pytest

from engine.seats import Seat
from protocol.bots import (
    BotView,
    DeclareMove,
    DiscardMove,
    PlayMove,
    Question,
    WrongAnswerError,
    asked_view,
    fallback_move,
    has_no_choice,
    move_in,
)
from protocol.codes import ErrorCode
from protocol.views import DealView
from tests.client_cli.situations import (
    deal_data,
    known_with,
    offer,
    situation,
    view_of_seat,
)

HAND = ("AN", "16", "MT", "SF", "S6", "BQ", "DR")
OFFER = offer("SR", "BR", "CR", "DR")
NO_OFFER = offer("S6", "S7")


def bot_view(**changes: object) -> BotView:
    """Seat 0 on turn in trick 3: North led S10, West played S8."""
    deal = DealView.model_validate(deal_data())
    return BotView(Seat(0), deal, situation(**changes))


PLAYING = bot_view()
DISCARDING = bot_view(phase="discard", legal=[], discardable=["S6", "SF", "16"])
DECLARING = bot_view(phase="declare", offer=OFFER)


def refusal(answer: object, view: BotView) -> tuple[ErrorCode, str | None]:
    with pytest.raises(WrongAnswerError) as caught:
        move_in(answer, view)
    assert str(caught.value) == caught.value.code.sentence
    return caught.value.code, caught.value.card


# ---------------------------------------------------------------- what is asked


def test_view_says_what_lies_on_the_table_and_whose_it_is() -> None:
    assert PLAYING.question is Question.PLAY
    assert PLAYING.hand == HAND
    assert PLAYING.legal == ("SF", "S6", "MT")
    assert PLAYING.trick == ((2, "S10"), (3, "S8"))
    assert PLAYING.winning == 2
    assert PLAYING.is_ours


def test_trick_of_an_opponent_is_not_ours() -> None:
    assert not bot_view(winning=1).is_ours


def test_trick_that_nobody_wins_is_not_ours() -> None:
    view = bot_view(winning=None)

    assert view.winning is None
    assert not view.is_ours


@pytest.mark.parametrize(("seat", "friend"), [(0, True), (1, False), (2, True)])
def test_friends_sit_opposite(seat: int, *, friend: bool) -> None:
    assert PLAYING.is_friend(seat) == friend


def test_seat_on_turn_is_asked() -> None:
    view = asked_view(known_with())

    assert view == PLAYING


def test_seat_is_not_asked_out_of_turn() -> None:
    assert asked_view(known_with(turn=1)) is None


def test_onlooker_is_not_asked() -> None:
    assert asked_view(known_with(view_of_seat(you=None))) is None


def test_nobody_is_asked_between_deals() -> None:
    assert asked_view(known_with(view_of_seat(deal=None), turn=None)) is None


def test_nobody_is_asked_in_a_pause() -> None:
    assert asked_view(known_with(view_of_seat(paused=True))) is None


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (DECLARING, False),
        (PLAYING, False),
        (bot_view(phase="declare", offer=NO_OFFER), True),
        (bot_view(phase="declare", offer=None), True),
    ],
)
def test_hand_without_combinations_has_no_choice(
    view: BotView, *, expected: bool
) -> None:
    assert has_no_choice(view) == expected


# ------------------------------------------------------------------ the answers


@pytest.mark.parametrize("answer", [["S6", "16"], ("S6", "16")])
def test_two_cards_are_laid_away(answer: object) -> None:
    assert move_in(answer, DISCARDING) == DiscardMove(("S6", "16"))


@pytest.mark.parametrize("answer", [True, False])
def test_a_truth_declares_or_not(*, answer: bool) -> None:
    assert move_in(answer, DECLARING) == DeclareMove(answer)


def test_a_legal_card_is_played() -> None:
    assert move_in("MT", PLAYING) == PlayMove("MT")


@pytest.mark.parametrize(
    ("answer", "code", "card"),
    [
        (None, ErrorCode.DISCARD_COUNT, None),
        ("S6", ErrorCode.DISCARD_COUNT, None),
        (["S6"], ErrorCode.DISCARD_COUNT, None),
        (["S6", "SF", "16"], ErrorCode.DISCARD_COUNT, None),
        (["S6", "XX"], ErrorCode.NO_SUCH_CARD, None),
        (["S6", 7], ErrorCode.NO_SUCH_CARD, None),
        (["S6", "CR"], ErrorCode.NOT_IN_HAND, "CR"),
        (["S6", "DR"], ErrorCode.DISCARD_PROTECTED, "DR"),
        (["S6", "S6"], ErrorCode.CARD_TWICE, "S6"),
    ],
)
def test_discard_that_cannot_be(
    answer: object, code: ErrorCode, card: str | None
) -> None:
    assert refusal(answer, DISCARDING) == (code, card)


@pytest.mark.parametrize("answer", [None, 1, "declare"])
def test_declaration_is_true_or_false(answer: object) -> None:
    with pytest.raises(WrongAnswerError, match="answered by True or False") as caught:
        move_in(answer, DECLARING)

    assert (caught.value.code, caught.value.card) == (ErrorCode.PHASE, None)


@pytest.mark.parametrize(
    ("answer", "code", "card"),
    [
        (None, ErrorCode.NO_SUCH_CARD, None),
        ("sf", ErrorCode.NO_SUCH_CARD, None),
        ("CR", ErrorCode.NOT_IN_HAND, "CR"),
        ("DR", ErrorCode.MUST_FOLLOW, "DR"),
    ],
)
def test_card_that_cannot_be_played(
    answer: object, code: ErrorCode, card: str | None
) -> None:
    assert refusal(answer, PLAYING) == (code, card)


def test_who_cannot_follow_must_trump() -> None:
    view = bot_view(led="C", legal=["AN", "16", "MT"])

    assert refusal("DR", view) == (ErrorCode.MUST_TRUMP, "DR")


def test_led_trump_has_to_be_followed() -> None:
    view = bot_view(led="T", legal=["AN", "16", "MT"])

    assert refusal("DR", view) == (ErrorCode.MUST_FOLLOW, "DR")


def test_card_that_is_not_legal_before_anything_is_led() -> None:
    """No rule says so today; a server may still tell fewer cards than the hand."""
    view = bot_view(led=None, legal=["SF"])

    assert refusal("DR", view) == (ErrorCode.MUST_TRUMP, "DR")


# ----------------------------------------------------------------- the fallback


@pytest.mark.parametrize(
    ("view", "answer", "move"),
    [
        (DISCARDING, ["S6", "SF"], DiscardMove(("S6", "SF"))),
        (DECLARING, False, DeclareMove(wish=False)),
        (PLAYING, "SF", PlayMove("SF")),
    ],
)
def test_fallback_is_the_first_thing_allowed(
    view: BotView, answer: object, move: object
) -> None:
    assert fallback_move(view) == move
    assert move_in(answer, view) == move


def test_example_in_the_documentation_plays() -> None:
    class FirstCard:
        def discard(self, view: BotView) -> tuple[str, ...]:
            return view.discardable[:2]

        def declare(self, view: BotView) -> bool:
            return view.offer is not None

        def play(self, view: BotView) -> str:
            return view.legal[0]

    bot = FirstCard()

    assert move_in(bot.discard(DISCARDING), DISCARDING) == DiscardMove(("S6", "SF"))
    assert move_in(bot.declare(DECLARING), DECLARING) == DeclareMove(wish=True)
    assert move_in(bot.play(PLAYING), PLAYING) == PlayMove("SF")
