"""The deals of the arena, one after the other or spread over processes.

What a deal comes to follows from the seed and its number alone, and shares come back in
their order, so the result is the same for any number of processes.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from client_cli.bot_files import bots_from, output_kept_from_bots
from client_cli.exits import Exit, Stopped
from client_cli.offline.contenders import BotContender, Contender, LevelContender
from client_cli.offline.duplicate import Pair, play_pair
from client_cli.texts import Texts
from engine.players.levels import (
    LEVELS,
    SEARCH_LEVELS,
    can_search,
    player_of,
    warm_up,
)
from protocol.bot_seat import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SHARES: Final = 10
"""So many there are of a match at least, however many processes there are: a file with
memories of its own is loaded anew for each, and has to remember the same."""
_MOST_DEALS: Final = 25
"""In one share."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, on which deals."""

    first: str
    """A level or a file."""
    second: str
    seed: str
    limit_s: float
    """Time for a move of a bot in a file."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some deals of a match, as they were played."""

    pairs: tuple[Pair, ...]
    tallies: tuple[Tally, Tally]
    """What became of the turns of the two sides."""


def check(match: Match, texts: Texts) -> None:
    """See that both sides can play.

    Raises:
        Stopped: A file holds no bot, or a level needs what is not installed.
    """
    with output_kept_from_bots():
        for side in _sides(match, texts):
            side.take_seat().close()


def shares_of(match: Match, deals: int, jobs: int) -> Iterator[Share]:
    """The deals from 1 on, played in so many processes, in their order."""
    size = min(_MOST_DEALS, max(1, deals // _SHARES))
    parts = [
        range(first, min(first + size, deals + 1))
        for first in range(1, deals + 1, size)
    ]
    if jobs == 1:
        yield from (play_share(match, part) for part in parts)
        return
    # Started anew and not forked: threads of this process would be missing in a copy.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_share, [match] * len(parts), parts)


def play_share(match: Match, numbers: Sequence[int]) -> Share:
    """Play the deals of these numbers."""
    with output_kept_from_bots():
        return asyncio.run(_played(match, numbers))


async def _played(match: Match, numbers: Sequence[int]) -> Share:
    first, second = _sides(match, Texts())
    pairs = [await play_pair(first, second, match.seed, number) for number in numbers]
    return Share(tuple(pairs), (first.tally, second.tally))


def _sides(match: Match, texts: Texts) -> tuple[Contender, Contender]:
    return _side(match.first, match, texts), _side(match.second, match, texts)


def _side(word: str, match: Match, texts: Texts) -> Contender:
    if word in SEARCH_LEVELS and not can_search():
        raise Stopped(
            Exit.WRONG_USE,
            texts.say("The level {level} cannot play here.", level=word),
            why=texts.say("It searches, and numba is not installed."),
        )
    if word in SEARCH_LEVELS:
        warm_up()  # so that no decision has it in its time
    if word in LEVELS:
        return LevelContender(word, player_of(word), match.seed)
    return BotContender(word, bots_from(word, texts), match.limit_s)
