import time

import pytest

from engine.players.by_rule import MEDIUM
from engine.players.levels import SEARCH_LEVELS
from server.adapters import bot_threads
from server.adapters.bot_threads import BotThreads
from server.metrics import Metrics
from server.ports import BotAdvice, BotFailed
from tests.server.adapters.bot_views import answer, question, views
from tests.support.counting import CountingInstruments

VIEWS = views()


class Player:
    """Answers as it is told."""

    def __init__(self, fault: type[Exception] | None, wait_s: float = 0) -> None:
        self.fault = fault
        self.wait_s = wait_s

    def choose(self, view: object, _bot_seed: bytes) -> None:
        time.sleep(self.wait_s)
        if self.fault is not None:
            raise self.fault(view)


async def test_the_player_of_the_level_answers() -> None:
    counts = CountingInstruments()
    bots = BotThreads(metrics=Metrics(counts))

    for view in VIEWS[:5]:
        assert await bots.choose(question(view)) == answer(MEDIUM.choose(view))
    assert counts.count("bot_answers", "answered") == 5
    assert bots.waiting == 0


async def test_advice_is_that_of_the_best_that_goes_by_rules() -> None:
    bots = BotThreads()

    told = await bots.advise(question(VIEWS[5], "expert"))

    assert told == BotAdvice(MEDIUM.advise(VIEWS[5]), "medium")
    assert bots.levels == ("easy", "medium")


@pytest.mark.parametrize("level", SEARCH_LEVELS)
async def test_level_that_searches_is_played_by_the_best_that_goes_by_rules(
    level: str,
) -> None:
    counts = CountingInstruments()
    bots = BotThreads(metrics=Metrics(counts))

    told = await bots.choose(question(VIEWS[5], level))

    assert told == answer(MEDIUM.choose(VIEWS[5]), "medium")
    assert counts.count("bot_lowered") == 1


async def test_a_player_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_threads, "player_of", lambda _: Player(ArithmeticError))
    counts = CountingInstruments()

    with pytest.raises(BotFailed):
        await BotThreads(metrics=Metrics(counts)).choose(question(VIEWS[0]))

    assert counts.count("bot_answers", "failed") == 1


async def test_a_player_that_takes_too_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_threads, "player_of", lambda _: Player(None, wait_s=0.3))
    counts = CountingInstruments()

    with pytest.raises(BotFailed):
        await BotThreads(answer_s=0.01, metrics=Metrics(counts)).choose(
            question(VIEWS[0])
        )

    assert counts.count("bot_answers", "late") == 1
