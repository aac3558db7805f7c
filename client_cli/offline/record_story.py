"""A recorded deal as a story that can be told from every seat, and laid open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.labels import labels_for, team_lines
from client_cli.offline.history import event_seen, next_trick
from client_cli.offline.replay_words import ReplayWords
from engine.seats import SEATS, Seat

if TYPE_CHECKING:
    from client_cli.offline.history import Happened
    from client_cli.stepping import Viewpoint
    from client_cli.texts import Texts


class RecordStory:
    """Tells what happened in a recorded deal.

    Args:
        data: The record as data, for the names in it.
        history: What happened by it.
        texts: The language.
    """

    viewpoints: Final = (None, *SEATS)

    def __init__(
        self, data: object, history: tuple[Happened, ...], texts: Texts
    ) -> None:
        self._names = data.get("names") if isinstance(data, dict) else None
        self._history = history
        self._labels = labels_for(data, texts)
        self._texts = texts
        self._words = ReplayWords(self._labels, texts, len(history))

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._history)

    def teams(self) -> list[str]:
        """Who plays with whom."""
        return team_lines(self._labels, self._texts)

    def opening(self, viewpoint: Viewpoint) -> list[str]:
        """The hands that were seen as dealt."""
        return self._words.hands(self._history[0], _seat(viewpoint))

    def event(self, number: int, viewpoint: Viewpoint) -> list[str]:
        """What happened."""
        return self._words.event(self._history[number - 1], _seat(viewpoint))

    def moment(self, number: int, viewpoint: Viewpoint) -> list[str]:
        """Which event it is, what happened, and how the deal stood after it."""
        happened, seat = self._history[number - 1], _seat(viewpoint)
        return [
            self._words.place(happened, seat),
            *self._words.event(happened, seat),
            *self._words.standing(happened, seat),
        ]

    def next_trick(self, number: int) -> int:
        """The number of the next event that ends a trick, or else of the last event."""
        return next_trick(self._history, number)

    def data(self, last: int, viewpoint: Viewpoint) -> dict[str, object]:
        """The events up to one, as they were told to the viewpoint."""
        seat = _seat(viewpoint)
        events = [event_seen(happened, seat) for happened in self._history[:last]]
        return {
            "seat": viewpoint,
            "viewer": "open" if viewpoint is None else "seat",
            "finished": True,
            "names": self._names,
            "events": events,
        }


def _seat(viewpoint: Viewpoint) -> Seat | None:
    return None if viewpoint is None else Seat(viewpoint)
