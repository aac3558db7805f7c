"""Meet OpenSpiel's information-set tree search on our rules, at equal time.

    python -m tests.bench.peer_openspiel match --deals 100 --budget-ms 20
    python -m tests.bench.peer_openspiel playouts

It needs `open_spiel`, the extra `bench`, which nothing else here does.

`match` gives our rules to its `ISMCTSBot` as a game in Python, whose state is the place
of our kernel. Each of its simulations begins in a world drawn as for our search, and
is played out by our kernel at random, which takes a hundredth of the time that playing
out through its Python interface would. Both sides get the same processor time for a card,
discard by the same rule and declare all they can.

`playouts` compares whole random deals of our kernel with those of OpenSpiel's own
`tarok` in C++, from the first trick of a Klop, where 48 cards are played to ours of 60.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
except ImportError:
    sys.exit("this needs open_spiel; install the extra `bench`")

from engine.actions import Action, PlayCard
from engine.cards import Card, CardSet
from engine.deal import DealState, Phase
from engine.search.analysis import (
    Analysis,
    analyse,
    place_seen_by,
    receivers_of,
    warm_up,
)
from engine.search.hidden import hidden_from
from engine.search.kernel import place as parts
from engine.search.kernel.chance import stream_of
from engine.search.kernel.pimc import enter_world
from engine.search.kernel.playouts import random_playouts
from engine.search.kernel.racing import MOST_WORLDS
from engine.search.kernel.worlds import classes_of, draw_world, ways_to_share
from engine.seats import Seat
from engine.view import SeatView, view_of
from tests.bench.duel import Searcher, estimate_of, margins_of

Place = NDArray[np.int64]

SCALE: Final = 300.0
"""Points that count as one for the tree: about the spread of a deal's margin."""
PLAYS: Final = 60
_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_tarocco_bolognese",
    long_name="Tarocco Bolognese after the first declarations",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_GAME_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=62,
    max_chance_outcomes=0,
    num_players=4,
    min_utility=-10.0,
    max_utility=10.0,
    utility_sum=0.0,
    max_game_length=PLAYS,
)


class TaroccoGame(pyspiel.Game):  # type: ignore[misc]
    """The play of a deal."""

    def __init__(self) -> None:
        super().__init__(_GAME_TYPE, _GAME_INFO, {})


class TaroccoState(pyspiel.State):  # type: ignore[misc]
    """A place of the kernel as OpenSpiel wants to have it.

    Args:
        game: The game.
        place: Where the deal stands, every hand known; is changed by playing on.
        played: The cards played since the search began.
    """

    def __init__(self, game: TaroccoGame, place: Place, played: bytes = b"") -> None:
        super().__init__(game)
        self.place = place
        self._played = played
        self._left = int(parts.cards_left(place))

    def current_player(self) -> int:
        """The seat on turn."""
        return int(self.place[parts.TURN]) if self._left else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether all cards are played."""
        return self._left == 0

    def _legal_actions(self, player: int) -> list[int]:
        del player  # always the seat on turn
        return [int(card) for card in CardSet(int(parts.legal_here(self.place)))]

    def _apply_action(self, action: int) -> None:
        parts.play_card(self.place, action)
        self._played += bytes([action])
        self._left -= 1

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat on turn knows."""
        seat = self.current_player() if player is None else player
        return f"{seat} {int(self.place[parts.HANDS + seat]):x} {self._played.hex()}"

    def returns(self) -> list[float]:
        """What each seat's team wins."""
        return shared_out(int(parts.margin_here(self.place)))

    def __str__(self) -> str:
        return self.information_state_string()


def shared_out(margin: int) -> list[float]:
    """What each seat gets of a margin of team 0."""
    return [margin / SCALE, -margin / SCALE, margin / SCALE, -margin / SCALE]


class AtRandom:
    """Plays a state out at random, in our kernel."""

    def __init__(self, stream: Place) -> None:
        self._stream = stream

    def evaluate(self, state: TaroccoState) -> list[float]:
        """What one random end of the deal gives to each."""
        place = state.place.copy()
        return shared_out(int(parts.play_at_random(place, self._stream)))

    def prior(self, state: TaroccoState) -> list[tuple[int, float]]:
        """All cards are alike before they are tried."""
        cards = state.legal_actions()
        return [(card, 1 / len(cards)) for card in cards]


class Worlds:
    """Draws worlds that fit a view, as the search does."""

    def __init__(self, view: SeatView, stream: Place) -> None:
        hidden = hidden_from(view)
        self._seat = view.seat
        self._seen = place_seen_by(view)
        self._stream = stream
        self._known, lacks, self._room = receivers_of(hidden)
        self._classes, self._allowed = classes_of(hidden.unseen.bits, lacks, self._room)
        self._ways = ways_to_share(self._classes, self._allowed, self._room)

    def draw(self) -> Place:
        """The place with the hands of one world."""
        world = self._known.copy()
        draw_world(
            world, self._classes, self._allowed, self._ways, self._room, self._stream
        )
        place = self._seen.copy()
        enter_world(place, self._seat, world)
        return place


class Pace:
    """How many units of work fit into the time for a card.

    Args:
        budget_s: Processor time for a card.
        unit_s: What a unit is taken to cost before any is measured.
    """

    def __init__(self, budget_s: float, unit_s: float) -> None:
        self._budget_s = budget_s
        self._unit_s: dict[int, float] = defaultdict(lambda: unit_s)
        self.times_s: list[float] = []

    def units(self, trick: int) -> int:
        """So many at this trick, by what the last ones cost there."""
        return max(2, round(self._budget_s / self._unit_s[trick]))

    def note(self, trick: int, units: int, spent_s: float) -> None:
        """What so many did cost."""
        self._unit_s[trick] += (spent_s / units - self._unit_s[trick]) / 4
        self.times_s.append(spent_s)


class Peer(Searcher):
    """OpenSpiel's search, with the discards and declarations of a searcher."""

    def __init__(self, pace: Pace, exploration: float) -> None:
        super().__init__((0,))
        self.name = "OpenSpiel's ISMCTS"
        self._pace = pace
        self._exploration = exploration
        self._game = TaroccoGame()

    def action(self, state: DealState, seat: Seat) -> Action:
        """See `Contender.action`."""
        if state.phase is not Phase.PLAY:
            return super().action(state, seat)
        view = view_of(state, seat)
        if len(view.legal) == 1:
            return PlayCard(seat, next(iter(view.legal)))
        trick = len(state.tricks)
        simulations = self._pace.units(trick)
        begun_s = time.thread_time()
        card = self._card(view, simulations)
        self._pace.note(trick, simulations, time.thread_time() - begun_s)
        return PlayCard(seat, card)

    def _card(self, view: SeatView, simulations: int) -> Card:
        seed = self.seed(view)
        stream = stream_of(seed)
        worlds = Worlds(view, stream)
        bot = ISMCTSBot(
            self._game,
            AtRandom(stream),
            self._exploration,
            simulations,
            random_state=np.random.RandomState(seed % (1 << 32)),
        )
        bot.set_resampler(lambda _state, _seat: TaroccoState(self._game, worlds.draw()))
        return Card(int(bot.step(TaroccoState(self._game, worlds.draw()))))


class Ours(Searcher):
    """Our search, with as many worlds as fit into the time."""

    def __init__(self, pace: Pace) -> None:
        super().__init__((0,))
        self.name = "our search"
        self._pace = pace

    def analysis(self, state: DealState, view: SeatView) -> Analysis:
        """See `Searcher.analysis`."""
        trick = len(state.tricks)
        units = min(self._pace.units(trick), MOST_WORLDS)
        worlds = units if len(view.legal) > 1 else 1
        begun_s = time.thread_time()
        found = analyse(view, worlds, self.seed(view))
        if worlds > 1:
            self._pace.note(trick, worlds, time.thread_time() - begun_s)
        return found


def match(asked: argparse.Namespace) -> None:
    """Duplicate deals between the two."""
    budget_s = asked.budget_ms / 1000
    paces = Pace(budget_s, 1e-4), Pace(budget_s * asked.odds, 1e-3)
    ours, peer = Ours(paces[0]), Peer(paces[1], asked.exploration)
    margins_of(ours, peer, asked.seed, range(-5, 0))  # the paces find themselves
    for pace in paces:
        pace.times_s.clear()
    margins = margins_of(ours, peer, asked.seed, range(1, asked.deals + 1))
    print(f"our search wins {estimate_of(margins)} points a deal, {len(margins)} deals")
    for player, pace in zip((ours, peer), paces, strict=True):
        mean_ms = 1000 * statistics.fmean(pace.times_s)
        counts = [pace.units(trick) for trick in (0, 4, 9)]
        print(
            f"{player.name}: {mean_ms:.1f} ms a card; worlds or simulations "
            f"at tricks 1, 5 and 10: {counts}"
        )


def playouts(asked: argparse.Namespace) -> None:
    """Random deals a second, by turns."""
    count = asked.playouts
    game = pyspiel.load_game("tarok(players=4)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])  # the lowest bids: a Klop
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    rates: list[tuple[float, float]] = []
    random_playouts(stream_of(1), 1)
    for number in range(5):
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=100,
            solve=False,
            seed=number,
            verbose=False,
        )
        begun_s = time.thread_time()
        bot.step(state)  # one simulation, which is so many rollouts
        between_s = time.thread_time()
        random_playouts(stream_of(number), 10 * count)
        ended_s = time.thread_time()
        rates.append(
            (count / (between_s - begun_s), 10 * count / (ended_s - between_s))
        )
    theirs, our = (max(rate[side] for rate in rates) for side in (0, 1))
    print(f"OpenSpiel's tarok: {theirs:,.0f} random playouts a second of a core")
    print(f"our kernel:        {our:,.0f}, {our / theirs:.1f} times as many")


def main(words: Sequence[str] | None = None) -> int:
    """Compare what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("match", "playouts"))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--budget-ms", type=float, default=20.0)
    parser.add_argument("--odds", type=float, default=1.0, help="times our time")
    parser.add_argument("--exploration", type=float, default=0.7)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--seed", default="peer")
    asked = parser.parse_args(words)
    warm_up()
    if asked.what == "match":
        match(asked)
    else:
        playouts(asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
