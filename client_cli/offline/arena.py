"""`tarocco arena`: two players against each other, on the same cards."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from client_cli.arguments import wrong_use
from client_cli.exits import Exit
from client_cli.offline.arena_figures import figures_of
from client_cli.offline.arena_jobs import Match, check, shares_of
from client_cli.safe_text import shown
from client_cli.turn_figures import reason_lines, turn_data, turn_lines
from engine.players.decision_seeds import PLAYERS_VERSION
from protocol.bot_seat import MOVE_S, Tally

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.offline.arena_figures import Figures
    from client_cli.offline.duplicate import Pair
    from client_cli.texts import Texts

_REASONS: Final = 5
"""So many reasons for lost turns are told of a player, unless all are wanted."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two, and what became of its turns."""

    name: str
    tally: Tally = field(default_factory=Tally)


def run_arena(request: Request, texts: Texts) -> Exit:
    """Play the deals and print what they say.

    Raises:
        Stopped: The words cannot be meant, or one of the players cannot play.
    """
    match = _match(request, texts)
    check(match, texts)
    sides = _Side(match.first), _Side(match.second)
    figures = figures_of(_played(match, sides, request, texts))
    if request.json:
        print(json.dumps(_data(figures, sides, match.seed)))
    else:
        print("\n".join(_lines(figures, sides, texts)))
        most = None if request.live.verbose else _REASONS
        for side in sides:
            for line in reason_lines(side.tally.reasons, texts, most):
                print(f"{shown(side.name)}: {line}", file=sys.stderr)
    return Exit.DONE


def _match(request: Request, texts: Texts) -> Match:
    named = [one for one in (request.bots.first, request.bots.second) if one]
    players = [*named, *request.operands]
    if len(players) != 2 or len(named) == 1:
        what = texts.say("Two players are needed, each a level or a file.")
        raise wrong_use(what, texts, "arena")
    limit_s = request.bots.limit_s or MOVE_S
    return Match(players[0], players[1], request.bots.seed, limit_s)


def _played(
    match: Match, sides: tuple[_Side, _Side], request: Request, texts: Texts
) -> list[Pair]:
    """Play the deals; the turns are counted with the sides."""
    pairs: list[Pair] = []
    deals = request.live.deals
    for share in shares_of(match, deals, request.bots.jobs):
        pairs += share.pairs
        for side, tally in zip(sides, share.tallies, strict=True):
            side.tally.add(tally)
        if not request.live.quiet:
            number = len(pairs)
            line = texts.say("{number} of {deals} deals.", number=number, deals=deals)
            print(line, file=sys.stderr, flush=True)
    return pairs


def _lines(figures: Figures, sides: tuple[_Side, _Side], texts: Texts) -> list[str]:
    first, second = sides
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
    for side in sides:
        name = shown(side.name)
        lines += [f"{name}: {line}" for line in turn_lines(side.tally, texts)]
    return lines


def _data(figures: Figures, sides: tuple[_Side, _Side], seed: str) -> dict[str, Any]:
    """For JSON; keys are only ever added."""
    return {
        "v": 1,
        "seed": seed,
        "deals": figures.deals,
        "mean_margin": figures.mean_margin,
        "interval": figures.interval,
        "win_rate": figures.win_rate,
        "players_version": PLAYERS_VERSION,
        "players": [{"name": side.name, **turn_data(side.tally)} for side in sides],
    }
