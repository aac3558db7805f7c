"""What is said at the table, what can be said, and who is heard.

Everything that can be chosen stands in two columns: the phrases, then the people who
may be muted. Arrows go over it, Enter or a click takes it; what is typed is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.live.table_talk import phrases, why_not_said
from client_cli.live.vocabulary import spoken
from client_cli.safe_text import shown
from client_cli.screens.grid import (
    Choose,
    Line,
    Role,
    Span,
    cut,
    line,
    width_of,
    wrapped,
)

if TYPE_CHECKING:
    from client_cli.screens.state import Scene

COLUMNS: Final = 2
"""In so many columns stands what can be chosen."""
_LEAST_TALK: Final = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen, and the line that it is for the game."""

    words: str
    line: str


def talk_choices(scene: Scene) -> list[Choice]:
    """The phrases, where something may be said, and whom one can mute or hear again."""
    texts, choices = scene.texts, []
    if scene.known.view.options.talk != "off":
        say = spoken("say", texts)
        choices = [
            Choice(words, f"{say} {number}")
            for number, words in enumerate(phrases(texts), 1)
        ]
        choices += [Choice("", "")] * (len(choices) % COLUMNS)
    return [*choices, *_people(scene)]


def _people(scene: Scene) -> list[Choice]:
    """The other people at the table, and everybody at once."""
    texts, muted = scene.texts, scene.state.muted
    mute, unmute = spoken("mute", texts), spoken("unmute", texts)
    people = []
    for steps in (1, 2, 3):
        seat = scene.seat(steps)
        info = scene.known.view.seats[seat]
        if info.occupant != "person" or info.name is None:
            continue
        where, name = scene.places.direction(seat), shown(info.name)
        if muted.hears(info.name):
            words = texts.say("Mute {name}", name=name)
            people.append(Choice(words, f"{mute} {where}"))
        else:
            words = texts.say("Hear {name} again", name=name)
            people.append(Choice(words, f"{unmute} {where}"))
    if muted.everybody:
        return [Choice(texts.say("Hear everybody again"), unmute)]
    return [*people, Choice(texts.say("Mute everybody"), mute)]


def may_say(scene: Scene) -> str:
    """What may be said now, in words (H43)."""
    why = why_not_said(scene.known, scene.texts)
    return scene.texts.say("Type what you want to say.") if why is None else why


def talk_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """What was said last, what may be said, and the choices; in at most so many rows."""
    choices = talk_choices(scene)
    rows = [choices[at : at + COLUMNS] for at in range(0, len(choices), COLUMNS)]
    room = height - len(rows) - 1
    lines = [] if room < _LEAST_TALK else _said(scene, width, room)
    lines.append(line(cut(may_say(scene), width), Role.DIM))
    for number, row in enumerate(rows):
        lines.append(_row(scene, row, number, width))
    return lines[max(0, len(lines) - height) :]


def _said(scene: Scene, width: int, height: int) -> list[Line]:
    """The last of what was said; what nobody has looked at yet is bold."""
    state = scene.state
    if not state.talk:
        return [line(scene.texts.say("Nobody has said anything yet.")), line("")]
    old = len(state.talk) - state.unread
    folded = [
        line(part, Role.MARK if place >= old else Role.PLAIN, bold=place >= old)
        for place, text in enumerate(state.talk)
        for part in wrapped(text, width)
    ]
    end = max(len(folded) - state.scroll, min(len(folded), height - 1))
    return [*folded[max(0, end - height + 1) : end], line("")]


def _row(scene: Scene, row: list[Choice], number: int, width: int) -> Line:
    room = width // COLUMNS
    spans = []
    for column, choice in enumerate(row):
        place = number * COLUMNS + column
        stands = place == scene.state.choice
        mark = ">" if stands else " "
        text = cut(f"{mark} {choice.words}", room - 1)
        padded = text + " " * (room - width_of(text))
        role = Role.MARK if stands else Role.PLAIN
        spans.append(Span(padded, role, bold=stands, target=Choose(place)))
    return tuple(spans)
