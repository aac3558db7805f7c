"""The two sides of the arena."""

from client_cli.offline.contenders import (
    BotContender,
    LevelContender,
    arena_bot_seed,
)
from client_cli.offline.duplicate import arena_deal
from engine.actions import Discard, Skip
from engine.combinations import combinations_of
from engine.deal import Phase, evolve, start
from engine.events import DealStarted, Discarded
from engine.players.by_rule import EASY
from engine.players.decision_seeds import BOT_SEED_BYTES
from engine.seats import next_seat
from engine.view import view_of
from protocol.bot_seat import Loss
from protocol.bots import BotView

IN_TIME_S = 20.0


class Odd:
    """Lays away what it may not, and throws when it is to declare."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1

    def discard(self, view: BotView) -> tuple[str, ...]:
        return view.hand[:1]

    def declare(self, view: BotView) -> bool:
        raise ValueError(view.seat)

    def play(self, view: BotView) -> str:
        return view.legal[0]


async def test_level_answers_from_its_seats_view() -> None:
    state = start(arena_deal("1", 1))
    ticks = iter([1.0, 1.5])
    side = LevelContender("easy", EASY, "1", now_s=lambda: next(ticks))
    player = side.take_seat()

    action = await player.action(state, state.dealer, 1)
    player.close()

    bot_seed = arena_bot_seed("1", 1)
    assert action == EASY.choose(view_of(state, state.dealer), bot_seed)
    assert side.name == "easy"
    assert (side.tally.asked, list(side.tally.times_s)) == (1, [0.5])


def test_chance_of_levels_follows_from_the_seed_and_the_deal() -> None:
    drawn = [arena_bot_seed(seed, number) for seed in "12" for number in (1, 2)]

    assert len(set(drawn)) == 4
    assert [len(one) for one in drawn] == [BOT_SEED_BYTES] * 4
    assert arena_bot_seed("1", 1) == drawn[0]


async def test_bot_that_fails_plays_the_fallback_and_it_is_counted() -> None:
    state = start(arena_deal("1", 2))
    side = BotContender("odd.py", Odd, limit_s=IN_TIME_S)
    player = side.take_seat()

    discard = await player.action(state, state.dealer, 1)

    first, second, *_ = view_of(state, state.dealer).discardable
    assert discard == Discard(state.dealer, (first, second))
    player.close()
    assert side.tally.lost[Loss.ILLEGAL] == 1


async def test_bot_that_throws_declares_nothing() -> None:
    started = next(
        deal
        for deal in (arena_deal("1", number) for number in range(1, 99))
        if _leader_can_declare(deal)
    )
    state = start(started)
    cards = list(view_of(state, state.dealer).discardable)[:2]
    state = evolve(state, Discarded(state.dealer, (cards[0], cards[1])))
    assert state.phase is Phase.DECLARE
    assert state.turn is not None
    player = BotContender("odd.py", Odd, limit_s=IN_TIME_S).take_seat()

    assert await player.action(state, state.turn, 1) == Skip(state.turn)
    player.close()


def _leader_can_declare(deal: DealStarted) -> bool:
    return bool(combinations_of(deal.hands[next_seat(deal.dealer)]).total)


async def test_each_seat_has_a_bot_of_its_own() -> None:
    before = Odd.made
    side = BotContender("odd.py", Odd, limit_s=IN_TIME_S)

    for player in (side.take_seat(), side.take_seat()):
        player.close()

    assert Odd.made == before + 2
