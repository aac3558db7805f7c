"""The same cards at two tables."""

import random

from client_cli.offline.contenders import (
    Contender,
    LevelContender,
    SeatPlayer,
    arena_bot_seed,
)
from client_cli.offline.duplicate import Pair, arena_deal, play_pair
from engine.actions import Action
from engine.deal import DealState
from engine.players.by_rule import EASY, MEDIUM
from engine.players.fallback import fallback_action
from engine.seats import SEATS, Seat, team_of
from engine.view import SeatView, view_of
from tests.support.tables import totals


class Noted(Contender):
    """Does the first thing allowed, and notes where it sat."""

    def __init__(self) -> None:
        super().__init__("noted")
        self.seats: list[set[Seat]] = []
        self.closed = 0
        self.drawn: list[float] = []

    def take_seat(self) -> SeatPlayer:
        return _NotedSeat(self)


class _NotedSeat(SeatPlayer):
    def __init__(self, side: Noted) -> None:
        self._side = side
        self._noted = False

    async def action(self, state: DealState, seat: Seat, number: int) -> Action:
        assert number == 3
        if not self._noted:
            self._noted = True
            self._side.seats.append({seat})
            self._side.drawn.append(random.random())  # noqa: S311
        return fallback_action(view_of(state, seat))

    def close(self) -> None:
        self._side.closed += 1


async def test_sides_are_exchanged_and_the_cards_are_the_same() -> None:
    first, second = Noted(), LevelContender("medium", MEDIUM, "1")

    await play_pair(first, second, "1", 3)

    seats = [seat for seats in first.seats for seat in seats]
    assert {team_of(seat) for seat in seats[:2]} == {0}
    assert {team_of(seat) for seat in seats[2:]} == {1}
    assert first.closed == 4


async def test_margin_is_that_of_the_first_side_at_both_tables() -> None:
    medium, easy = (
        LevelContender("medium", MEDIUM, "1"),
        LevelContender("easy", EASY, "1"),
    )
    started = arena_deal("1", 3)
    bot_seed = arena_bot_seed("1", 3)

    def easy_seat(view: SeatView) -> Action:
        return EASY.choose(view, bot_seed)

    ours = [MEDIUM.choose if team_of(seat) == 0 else easy_seat for seat in SEATS]
    theirs = [easy_seat if team_of(seat) == 0 else MEDIUM.choose for seat in SEATS]
    at_first, at_second = totals(started, ours), totals(started, theirs)

    pair = await play_pair(medium, easy, "1", 3)

    assert pair.as_team_0 == at_first[0] - at_first[1]
    assert pair.as_team_1 == at_second[1] - at_second[0]


async def test_equal_players_are_even_on_every_deal() -> None:
    first, second = LevelContender("a", MEDIUM, "1"), LevelContender("b", MEDIUM, "1")

    for number in range(1, 4):
        assert (await play_pair(first, second, "1", number)).mean == 0.0


async def test_a_bots_own_chance_is_the_same_in_every_run() -> None:
    runs = []
    for _ in range(2):
        side = Noted()
        await play_pair(side, LevelContender("easy", EASY, "1"), "1", 3)
        runs.append(side.drawn)

    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 4


def test_deals_follow_from_the_seed_and_the_number() -> None:
    assert arena_deal("1", 1) == arena_deal("1", 1)
    assert arena_deal("1", 1) != arena_deal("1", 2)
    assert arena_deal("1", 1) != arena_deal("2", 1)
    assert [len(hand) for hand in arena_deal("1", 1).hands].count(15) == 3


def test_mean_of_a_pair() -> None:
    assert Pair(as_team_0=30, as_team_1=-10).mean == 10.0
