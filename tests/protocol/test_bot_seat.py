"""One bot at one seat: a move comes out, whatever the bot does."""

import asyncio
from array import array

import pytest

from protocol.bot_seat import (
    LATE_IN_A_ROW,
    MOST_REASONS,
    OTHER_REASONS,
    BotFailedError,
    BotPlayer,
    BotSeat,
    Loss,
    Tally,
)
from protocol.bots import BotView, DeclareMove, Move, PlayMove, WrongAnswerError
from tests.protocol.test_bots import DECLARING, NO_OFFER, PLAYING, bot_view

LONG_S = 3600.0


class Player(BotPlayer):
    """Answers from a list; an error is raised, None hangs."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.asked = 0
        self.heard: list[object] = []

    async def answer(self, view: BotView) -> object:
        assert view.hand
        self.asked += 1
        answer = self.answers.pop(0)
        if answer is None:
            await asyncio.sleep(LONG_S)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def was_wrong(self, view: BotView, fault: WrongAnswerError) -> None:
        assert view.hand
        self.heard.append(fault.code)

    async def lost_turn(self, move: Move, why: str) -> None:
        assert why
        self.heard.append(move)


class Stubborn(Player):
    """Has three tries."""

    tries = 3


class Ticks:
    """A clock that goes on by these times, one for each look after the first."""

    def __init__(self, *steps_s: float) -> None:
        self.now_s = 0.0
        self.steps_s = [0.0, *steps_s]

    def __call__(self) -> float:
        self.now_s += self.steps_s.pop(0)
        return self.now_s


async def test_answer_is_the_move() -> None:
    seat = BotSeat(Player("S6"), now_s=Ticks(0.25))

    assert await seat.move(PLAYING) == PlayMove("S6")
    assert seat.tally == Tally(asked=1, times_s=array("d", [0.25]))
    assert not seat.trouble


async def test_bot_without_a_choice_is_not_asked() -> None:
    player = Player()
    seat = BotSeat(player)

    move = await seat.move(bot_view(phase="declare", offer=NO_OFFER))

    assert move == DeclareMove(wish=False)
    assert seat.tally.asked == 0


async def test_bot_that_sleeps_loses_its_turn() -> None:
    player = Player(None)
    seat = BotSeat(player, limit_s=0.01)

    assert await seat.move(PLAYING) == PlayMove("SF")
    assert seat.tally.lost == {Loss.ILLEGAL: 0, Loss.LATE: 1, Loss.FAILED: 0}
    assert seat.trouble == "no answer within 0.01 s"
    assert player.heard == [PlayMove("SF")]


async def test_the_clock_of_the_table_counts_where_it_is_shorter() -> None:
    seat = BotSeat(Player(None), limit_s=LONG_S)

    assert await seat.move(PLAYING, most_s=0.01) == PlayMove("SF")
    assert seat.tally.lost[Loss.LATE] == 1


async def test_bot_that_never_answers_is_given_up_until_the_next_deal() -> None:
    player = Player(*[None] * LATE_IN_A_ROW, "S6")
    seat = BotSeat(player, limit_s=0.01)
    for _ in range(LATE_IN_A_ROW + 2):
        assert await seat.move(PLAYING) == PlayMove("SF")

    assert player.asked == LATE_IN_A_ROW
    assert seat.tally.lost[Loss.LATE] == LATE_IN_A_ROW + 2
    assert seat.trouble == (
        "not asked again in this deal, after 3 turns without an answer"
    )

    seat.new_deal()

    assert await seat.move(PLAYING) == PlayMove("S6")


async def test_an_answer_forgives_what_was_late() -> None:
    player = Player(None, None, "S6", None, "S6")
    seat = BotSeat(player, limit_s=0.01)
    moves = [await seat.move(PLAYING) for _ in range(5)]

    assert [move == PlayMove("S6") for move in moves] == [
        False,
        False,
        True,
        False,
        True,
    ]


async def test_bot_that_fails_loses_its_turn() -> None:
    seat = BotSeat(Player(BotFailedError("ValueError: no idea"), "S6"))

    assert await seat.move(PLAYING) == PlayMove("SF")
    assert seat.tally.lost[Loss.FAILED] == 1
    assert seat.trouble == "ValueError: no idea"
    assert await seat.move(PLAYING) == PlayMove("S6")


async def test_illegal_answer_loses_the_turn() -> None:
    player = Player("DR")
    seat = BotSeat(player)

    assert await seat.move(PLAYING) == PlayMove("SF")
    assert seat.tally.lost[Loss.ILLEGAL] == 1
    assert seat.trouble.startswith("E_MUST_FOLLOW (DR): ")
    assert player.heard == [PlayMove("SF")]


async def test_answer_that_names_no_card_loses_the_turn() -> None:
    seat = BotSeat(Player("yes"))

    assert await seat.move(DECLARING) == DeclareMove(wish=False)
    assert seat.trouble.startswith("E_PHASE: ")


async def test_who_has_three_tries_hears_what_was_wrong() -> None:
    player = Stubborn("DR", "XX", "S6")
    seat = BotSeat(player)

    assert await seat.move(PLAYING) == PlayMove("S6")
    assert player.heard == ["E_MUST_FOLLOW", "E_NO_SUCH_CARD"]
    assert seat.tally.all_lost == 0


async def test_third_wrong_answer_is_the_last() -> None:
    player = Stubborn("DR", "XX", "DR", "S6")
    seat = BotSeat(player)

    assert await seat.move(PLAYING) == PlayMove("SF")
    assert player.heard == ["E_MUST_FOLLOW", "E_NO_SUCH_CARD", PlayMove("SF")]
    assert seat.tally.all_lost == 1


async def test_reason_tells_each_of_three_wrong_answers() -> None:
    seat = BotSeat(Stubborn("DR", "XX", "CR"))

    await seat.move(PLAYING)

    tries = seat.trouble.split(" Then: ")
    assert [one.split(":")[0] for one in tries] == [
        "E_MUST_FOLLOW (DR)",
        "E_NO_SUCH_CARD",
        "E_NOT_IN_HAND (CR)",
    ]
    assert tries[1].endswith(" The answer was 'XX'.")


# ------------------------------------------------------------------- the tally


def test_empty_tally_has_no_times() -> None:
    assert Tally().mean_s is None
    assert Tally().p99_s is None


@pytest.mark.parametrize(
    ("times", "mean", "p99"),
    [
        ([0.5], 0.5, 0.5),
        ([3.0, 1.0], 2.0, 3.0),
        ([*map(float, range(1, 201))], 100.5, 198.0),
    ],
)
def test_mean_and_99th_percentile(times: list[float], mean: float, p99: float) -> None:
    tally = Tally(times_s=array("d", times))

    assert tally.mean_s == mean
    assert tally.p99_s == p99


def test_tallies_add_up() -> None:
    first = Tally(asked=2, times_s=array("d", [1.0]))
    second = Tally(asked=3, times_s=array("d", [2.0]))
    first.lose(Loss.FAILED, "no idea")
    for why in ("no answer in time", "no idea", "no idea", "no idea"):
        second.lose(Loss.LATE, why)

    first.add(second)

    assert first.reasons == {"no answer in time": 1, "no idea": 4}
    assert first.examples == {one: one for one in first.reasons}
    assert first.asked == 5
    assert first.lost == {Loss.ILLEGAL: 0, Loss.LATE: 4, Loss.FAILED: 1}
    assert list(first.times_s) == [1.0, 2.0]


async def test_turns_that_were_lost_alike_count_as_one_kind() -> None:
    seat = BotSeat(
        Player(
            "XX", "YY", "CR", BotFailedError("no 1", "no"), BotFailedError("no 2", "no")
        )
    )

    for _ in range(5):
        await seat.move(PLAYING)

    no_card = "E_NO_SUCH_CARD: There is no card with this code."
    not_held = "E_NOT_IN_HAND: The seat does not hold this card."
    assert seat.tally.reasons == {no_card: 2, not_held: 1, "no": 2}
    assert seat.tally.examples == {
        no_card: f"{no_card} The answer was 'XX'.",
        not_held: "E_NOT_IN_HAND (CR): The seat does not hold this card. The answer was 'CR'.",
        "no": "no 1",
    }


async def test_kinds_of_several_tries_stand_one_after_the_other() -> None:
    seat = BotSeat(Stubborn("XX", "YY", "CR"))

    await seat.move(PLAYING)

    (kind,) = seat.tally.reasons
    assert kind.split(" Then: ") == [
        "E_NO_SUCH_CARD: There is no card with this code.",
        "E_NOT_IN_HAND: The seat does not hold this card.",
    ]


def test_reasons_are_told_apart_up_to_a_bound() -> None:
    tally = Tally()
    for number in range(MOST_REASONS + 3):
        tally.lose(Loss.FAILED, f"reason {number}")
    tally.lose(Loss.FAILED, "reason 0")

    assert len(tally.reasons) == MOST_REASONS + 1
    assert tally.reasons["reason 0"] == 2
    assert tally.reasons[OTHER_REASONS] == 3
    assert tally.examples[OTHER_REASONS] == OTHER_REASONS
