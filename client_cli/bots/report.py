"""How a bot has done: a line for each deal, and figures at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from client_cli.turn_figures import reason_lines, turn_data, turn_lines
from protocol.bot_game import GameListener

if TYPE_CHECKING:
    from client_cli.live.screen import Screen
    from client_cli.texts import Texts
    from protocol.bot_seat import Tally
    from protocol.fold import Known
    from protocol.views import DealView


class Report(GameListener):
    """Prints deals as they are settled, and keeps what they came to.

    Args:
        screen: Where lines go.
        tally: The bot's turns, which somebody else counts.
        texts: The language.
        says: Whether to print a line for each deal.
        is_verbose: Whether to print every reason for lost turns.
    """

    def __init__(
        self,
        screen: Screen,
        tally: Tally,
        texts: Texts,
        *,
        says: bool,
        is_verbose: bool = False,
    ) -> None:
        self._screen = screen
        self._tally = tally
        self._texts = texts
        self._says = says
        self._margins: list[int] = []
        self._is_verbose = is_verbose
        self._reasons_told: Counter[str] = Counter()

    async def deal_over(self, known: Known, deal: DealView) -> None:
        """Keep the result of a deal for the bot's side, and say it."""
        self.tell_reasons()
        you, settlement = known.view.you, deal.settlement
        if you is None or settlement is None:
            return
        ours, theirs = (settlement.teams[(you + side) % 2].total for side in (0, 1))
        self._margins.append(ours - theirs)
        if self._says:
            line = self._texts.say(
                "Deal {number}: we {ours}, they {theirs}.",
                number=deal.deal,
                ours=ours,
                theirs=theirs,
            )
            self._screen.say([line])

    def tell_reasons(self) -> None:
        """Say why turns were lost since this was last said: the author wants to know."""
        fresh = self._tally.reasons - self._reasons_told
        self._reasons_told = Counter(self._tally.reasons)
        lines = reason_lines(
            fresh, self._tally.examples, self._texts, is_verbose=self._is_verbose
        )
        self._screen.complain(lines)

    @property
    def _results(self) -> tuple[int, int, int]:
        """Deals won, drawn and lost."""
        won = sum(margin > 0 for margin in self._margins)
        drawn = sum(margin == 0 for margin in self._margins)
        return won, drawn, len(self._margins) - won - drawn

    def lines(self) -> list[str]:
        """The figures in words."""
        won, drawn, lost = self._results
        tally, texts = self._tally, self._texts
        lines = [
            texts.say(
                "Deals: {number}. Won: {won}, drawn: {drawn}, lost: {lost}.",
                number=len(self._margins),
                won=won,
                drawn=drawn,
                lost=lost,
            )
        ]
        if self._margins:
            mean = sum(self._margins) / len(self._margins)
            lines.append(texts.say("Mean margin: {points}.", points=f"{mean:+.1f}"))
        return [*lines, *turn_lines(tally, texts)]

    def data(self, table: str) -> dict[str, Any]:
        """The figures as one object for JSON; keys are only ever added."""
        won, drawn, lost = self._results
        number = len(self._margins)
        return {
            "v": 1,
            "table": table,
            "games": number,
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "mean_margin": sum(self._margins) / number if number else None,
            **turn_data(self._tally),
        }
