"""How a bot has done: a line for each deal, and figures at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from client_cli.safe_text import shown
from protocol.bot_game import GameListener
from protocol.bot_seat import Loss

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
    """

    def __init__(
        self, screen: Screen, tally: Tally, texts: Texts, *, says: bool
    ) -> None:
        self._screen = screen
        self._tally = tally
        self._texts = texts
        self._says = says
        self._margins: list[int] = []

    async def deal_over(self, known: Known, deal: DealView) -> None:
        """Keep the result of a deal for the bot's side, and say it."""
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

    async def turn_lost(self, why: str) -> None:
        """Say why a turn was lost: the author wants to know."""
        line = self._texts.say("The bot lost a turn: {reason}", reason=shown(why, 200))
        self._screen.complain([line])

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


def turn_lines(tally: Tally, texts: Texts) -> list[str]:
    """What became of a bot's turns, and how long it took."""
    lines = [
        texts.say(
            "Turns: {number}. Lost: {illegal} illegal, {late} late, {failed} failed.",
            number=tally.asked,
            illegal=tally.lost[Loss.ILLEGAL],
            late=tally.lost[Loss.LATE],
            failed=tally.lost[Loss.FAILED],
        )
    ]
    if tally.mean_s is not None and tally.p99_s is not None:
        lines.append(
            texts.say(
                "Time for a turn: {mean} ms in the mean, {p99} ms for 99 of 100.",
                mean=f"{1_000 * tally.mean_s:.2f}",
                p99=f"{1_000 * tally.p99_s:.2f}",
            )
        )
    return lines


def turn_data(tally: Tally) -> dict[str, Any]:
    """The same for JSON; times in milliseconds, null before the first turn."""
    return {
        "turns": tally.asked,
        "illegal": tally.lost[Loss.ILLEGAL],
        "late": tally.lost[Loss.LATE],
        "failed": tally.lost[Loss.FAILED],
        "mean_ms": _ms(tally.mean_s),
        "p99_ms": _ms(tally.p99_s),
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1_000 * seconds, 3)
