"""`tarocco arena`: two players against each other, on the same cards."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, Final

from client_cli.arguments import wrong_use
from client_cli.bot_files import bots_from, output_kept_from_bots
from client_cli.exits import Exit
from client_cli.offline.arena_figures import figures_of
from client_cli.offline.contenders import BotContender, Contender, LevelContender
from client_cli.offline.duplicate import play_pair
from client_cli.safe_text import shown
from client_cli.turn_figures import reason_lines, turn_data, turn_lines
from engine.players.levels import LEVELS, player_of
from protocol.bot_seat import MOVE_S

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.offline.arena_figures import Figures
    from client_cli.offline.duplicate import Pair
    from client_cli.texts import Texts

_NOTES: Final = 10
"""So often is told how far it is."""
_REASONS: Final = 5
"""So many reasons for lost turns are told of a player, unless all are wanted."""


def run_arena(request: Request, texts: Texts) -> Exit:
    """Play the deals and print what they say.

    Raises:
        Stopped: The words cannot be meant, or a file holds no bot.
    """
    if len(request.operands) != 2:
        what = texts.say("Two players are needed, each a level or a file.")
        raise wrong_use(what, texts, "arena")
    limit_s = request.bots.limit_s or MOVE_S
    with output_kept_from_bots():
        first, second = (_contender(one, limit_s, texts) for one in request.operands)
        pairs = asyncio.run(_pairs(first, second, request, texts))
    figures = figures_of(pairs)
    if request.json:
        print(json.dumps(_data(figures, first, second, request.bots.seed)))
    else:
        print("\n".join(_lines(figures, first, second, texts)))
        most = None if request.live.verbose else _REASONS
        for side in (first, second):
            for line in reason_lines(side.tally.reasons, texts, most):
                print(f"{shown(side.name)}: {line}", file=sys.stderr)
    return Exit.DONE


def _contender(word: str, limit_s: float, texts: Texts) -> Contender:
    if word in LEVELS:
        return LevelContender(word, player_of(word))
    return BotContender(word, bots_from(word, texts), limit_s)


async def _pairs(
    first: Contender, second: Contender, request: Request, texts: Texts
) -> list[Pair]:
    pairs = []
    deals = request.live.deals
    for number in range(1, deals + 1):
        pairs.append(await play_pair(first, second, request.bots.seed, number))
        if number % max(1, deals // _NOTES) == 0 and not request.live.quiet:
            line = texts.say("{number} of {deals} deals.", number=number, deals=deals)
            print(line, file=sys.stderr, flush=True)
    return pairs


def _lines(
    figures: Figures, first: Contender, second: Contender, texts: Texts
) -> list[str]:
    lines = [
        texts.say(
            "{first} against {second}: {points} points a deal.",
            first=shown(first.name),
            second=shown(second.name),
            points=f"{figures.mean_margin:+.1f}",
        )
    ]
    if figures.interval is not None:
        low, high = figures.interval
        lines.append(
            texts.say(
                "95 % interval: {low} to {high}.",
                low=f"{low:+.1f}",
                high=f"{high:+.1f}",
            )
        )
    lines.append(
        texts.say(
            "Deals: {deals}, each at two tables. Tables won: {share} %.",
            deals=figures.deals,
            share=f"{100 * figures.win_rate:.1f}",
        )
    )
    for side in (first, second):
        name = shown(side.name)
        lines += [f"{name}: {line}" for line in turn_lines(side.tally, texts)]
    return lines


def _data(
    figures: Figures, first: Contender, second: Contender, seed: str
) -> dict[str, Any]:
    """For JSON; keys are only ever added."""
    return {
        "v": 1,
        "seed": seed,
        "deals": figures.deals,
        "mean_margin": figures.mean_margin,
        "interval": figures.interval,
        "win_rate": figures.win_rate,
        "players": [
            {"name": side.name, **turn_data(side.tally)} for side in (first, second)
        ],
    }
