"""Rate the levels of bots by playing them against each other in the arena.

A rating is in points a deal: the difference of two ratings is the margin that one level
is expected to have over the other on the same cards. Every level meets its neighbours,
and the one two below; the ratings are those that fit all margins best, each counted by
how well it is known. The lowest level is at 0.

    python -m tests.bench.ratings --deals 200 --jobs 2 --write
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from client_cli.offline.arena_figures import figures_of
from client_cli.offline.arena_jobs import Match, shares_of
from engine.players.decision_seeds import PLAYERS_VERSION
from engine.players.levels import LEVELS
from protocol.bot_seat import Tally

README = Path(__file__).parents[2] / "engine" / "README.md"
BEGIN, END = "<!-- ratings: begin -->", "<!-- ratings: end -->"
LIMIT_S = 60.0
ROUNDS = 10_000


class Meeting(NamedTuple):
    """Two levels on the same deals."""

    higher: str
    lower: str
    margin: float
    half_width: float
    """Of the 95 % interval."""
    win_rate: float


Tallies = Mapping[str, Tally]


def pairings(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom: each level the one below it, and the one below that."""
    return [
        (levels[place], levels[place - below])
        for place in range(len(levels))
        for below in (1, 2)
        if place >= below
    ]


def ratings_from(meetings: Sequence[Meeting], lowest: str) -> dict[str, float]:
    """The ratings that fit the margins best; `lowest` is at 0."""
    rated = dict.fromkeys(
        (name for one in meetings for name in (one.lower, one.higher)), 0.0
    )
    for _ in range(ROUNDS):
        for name in rated:
            if name != lowest:
                rated[name] = _best_fit(name, meetings, rated)
    return rated


def _best_fit(
    name: str, meetings: Sequence[Meeting], rated: Mapping[str, float]
) -> float:
    total = weights = 0.0
    for one in meetings:
        weight = 1 / one.half_width**2
        if one.higher == name:
            total += weight * (rated[one.lower] + one.margin)
            weights += weight
        elif one.lower == name:
            total += weight * (rated[one.higher] - one.margin)
            weights += weight
    return total / weights


def table(
    levels: Sequence[str], meetings: Sequence[Meeting], tallies: Tallies, made_by: str
) -> str:
    """The ratings in Markdown, with the command that made them."""
    rated = ratings_from(meetings, levels[0])
    below = {one.higher: one for one in reversed(meetings)}
    lines = [
        "| level | rating | over the level below | tables won | CPU of a turn |",
        "|---|---|---|---|---|",
    ]
    for level in levels:
        one, tally = below.get(level), tallies[level]
        margin = "" if one is None else f"{one.margin:+.1f} ± {one.half_width:.1f}"
        won = "" if one is None else f"{100 * one.win_rate:.0f} %"
        cpu = f"{_ms(tally.mean_s)} ms, p99 {_ms(tally.p99_s)} ms"
        lines.append(f"| `{level}` | {rated[level]:.0f} | {margin} | {won} | {cpu} |")
    made = f"Made by `{made_by}`, players of version {PLAYERS_VERSION}."
    return "\n".join([*lines, "", made])


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.2f}"


def written(text: str, ratings: str) -> str:
    """A document with these ratings between its marks."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{ratings}\n\n{END}{tail}"


def met(match: Match, deals: int, jobs: int, tallies: dict[str, Tally]) -> Meeting:
    """Let two levels meet; their turns are counted."""
    shares = list(shares_of(match, deals, jobs))
    for share in shares:
        for name, tally in zip((match.first, match.second), share.tallies, strict=True):
            tallies[name].add(tally)
    figures = figures_of([pair for share in shares for pair in share.pairs])
    half_width = figures.half_width or float("inf")
    meeting = Meeting(
        match.first, match.second, figures.mean_margin, half_width, figures.win_rate
    )
    print(meeting, file=sys.stderr, flush=True)
    return meeting


def main() -> None:
    """Play, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="ratings")
    parser.add_argument("--levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--write", action="store_true", help="into engine/README.md")
    given = parser.parse_args()
    tallies = {level: Tally() for level in given.levels}
    meetings = [
        met(Match(one, other, given.seed, LIMIT_S), given.deals, given.jobs, tallies)
        for one, other in pairings(given.levels)
    ]
    command = f"python -m tests.bench.ratings --deals {given.deals} --seed {given.seed}"
    ratings = table(given.levels, meetings, tallies, command)
    print(ratings)
    if given.write:
        README.write_text(written(README.read_text("utf-8"), ratings), "utf-8")


if __name__ == "__main__":
    main()
