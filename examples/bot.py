"""A bot: the highest card to win a trick, a dear one for a trick that is ours.

Try it with `tarocco bot examples/bot.py`, or `tarocco arena examples/bot.py easy`.
"""

from protocol.bots import BotView

DEAR = ("BG", "AN", "MT", "MN", "SO", "LU", "M1", "M2", "M3", "M4")
RANKS = {"R": 9, "Q": 6, "C": 5, "F": 4, "A": 3}


def worth(card: str) -> int:
    """About what a card is worth to whoever wins it."""
    return 10 if card in DEAR else RANKS.get(card[1:], 0)


class Magpie:
    """The view says which cards are legal: a bot needs to know no rule."""

    def discard(self, view: BotView) -> tuple[str, ...]:
        return view.discardable[:2]

    def declare(self, view: BotView) -> bool:
        return view.offer is not None

    def play(self, view: BotView) -> str:
        safe = view.is_ours and len(view.trick) == 3
        return max(view.legal, key=worth) if safe else view.legal[0]
