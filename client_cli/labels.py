"""What seats and teams are called when a record is printed.

A record that a table saved names its people, and those names are foreign text; one
written by hand has seats only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.safe_text import shown
from client_cli.score_lines import Labels, capital

if TYPE_CHECKING:
    from client_cli.texts import Texts

_SEATS = 4


def labels_for(data: object, texts: Texts) -> Labels:
    """The labels for a record's data: names where it has four, numbers always."""
    names = _names_in(data)

    def seat(number: int) -> str:
        if not names[number]:
            return texts.say("seat {number}", number=number)
        return texts.say(
            "seat {number} ({name})", number=number, name=shown(names[number])
        )

    def team(number: int) -> str:
        return texts.say("team {number}", number=number)

    return Labels(seat=seat, team=team)


def team_lines(labels: Labels, texts: Texts) -> list[str]:
    """Who plays with whom."""
    return [
        texts.say(
            "{team}: {first} and {second}.",
            team=capital(labels.team(number)),
            first=labels.seat(number),
            second=labels.seat(number + 2),
        )
        for number in (0, 1)
    ]


def _names_in(data: object) -> list[str]:
    names = data.get("names") if isinstance(data, dict) else None
    if not isinstance(names, list) or len(names) != _SEATS:
        return [""] * _SEATS
    return [name if isinstance(name, str) else "" for name in names]
