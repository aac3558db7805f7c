"""What stands beside the table: the last trick, the public score, shown cards, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.cards import on_screen
from client_cli.score_lines import combination_name
from client_cli.screens.actions import Action
from client_cli.screens.grid import (
    Line,
    Press,
    Role,
    Span,
    cut,
    line,
    width_of,
    wrapped,
)
from client_cli.screens.hand import role_of

if TYPE_CHECKING:
    from client_cli.screens.state import Scene

_TALK: Final = 3
"""Rows of what was said."""


def side_lines(scene: Scene, width: int) -> list[Line]:
    """What lies beside the table: last trick, tricks, shown cards still held."""
    return [
        *last_trick_lines(scene, width),
        tricks_line(scene),
        declared_line(scene),
        *shown_cards(scene, width),
    ]


def last_trick_lines(scene: Scene, width: int) -> list[Line]:
    """The last trick in order of play; five lines also before there is one."""
    texts, deal = scene.texts, scene.deal
    tricks = () if deal is None else deal.tricks
    if not tricks:
        return [line(f" {texts.say('No trick yet')}", Role.DIM), *[line("")] * 4]
    last = tricks[-1]
    head = texts.say("LAST TRICK ({number})", number=len(tricks))
    lines: list[Line] = [headed(scene, head, Action.LAST_TRICK, width)]
    for place, code in enumerate(last.cards):
        seat = (last.leader + place) % 4
        won = f"  {texts.say('won')}" if seat == last.winner else ""
        lines.append(
            (
                Span(f"   {scene.places.short(seat)} ".ljust(11)),
                Span(f"{on_screen(code):<4}", role_of(code), bold=True),
                Span(won, Role.MARK, bold=True),
            )
        )
    return lines


def headed(scene: Scene, text: str, action: Action, width: int) -> Line:
    """A heading with the key that opens what it names."""
    key = f"[{scene.state.keys.shown(action)}]"
    room = max(0, width - 1 - width_of(key))
    title = cut(f" {text}", room - 1)
    padded = title + " " * (room - width_of(title))
    return (
        Span(padded, Role.TITLE, bold=True, target=Press(action)),
        Span(key, Role.DIM, target=Press(action)),
    )


def tricks_line(scene: Scene) -> Line:
    """Tricks won, by side."""
    texts, deal = scene.texts, scene.deal
    ours, theirs = (0, 0) if deal is None else scene.places.by_side(deal.tricks_won)
    text = texts.say("Tricks WE {ours}-{theirs} THEY", ours=ours, theirs=theirs)
    return (Span(f" {text}", target=Press(Action.POINTS)),)


def declared_line(scene: Scene) -> Line:
    """Declared points so far, by side."""
    declared = [0, 0]
    for seat, made in enumerate(() if scene.deal is None else scene.deal.declarations):
        if made is not None and made.score is not None:
            declared[seat % 2] += made.score.total
    ours, theirs = scene.places.by_side((declared[0], declared[1]))
    text = scene.texts.say("Declared WE {ours}-{theirs} THEY", ours=ours, theirs=theirs)
    return (Span(f" {text}", target=Press(Action.POINTS)),)


def shown_cards(scene: Scene, width: int) -> list[Line]:
    """The declared cards that the others still hold (H33)."""
    deal = scene.deal
    if deal is None:
        return []
    played = {card for trick in deal.tricks for card in trick.cards} | {*deal.trick}
    lines: list[Line] = []
    for steps in (1, 3, 2):
        made = deal.declarations[scene.seat(steps)]
        if made is None or made.score is None:
            continue
        held = [card for card in made.score.public_cards if card not in played]
        if held:
            seat = scene.places.short(scene.seat(steps))
            lines += _held_lines(seat, held, width)
    title = line(f" {scene.texts.say('SHOWN, STILL HELD')}", Role.TITLE, bold=True)
    return [title, *lines] if lines else []


def _held_lines(seat: str, held: list[str], width: int) -> list[Line]:
    """Seat and cards, on a second line if one is not enough."""
    lines: list[Line] = []
    spans: list[Span] = [Span(f" {seat}")]
    used = 1 + len(seat)
    for card in held:
        code = on_screen(card)
        if used + 1 + len(code) > width:
            lines.append(tuple(spans))
            spans, used = [Span("  ")], 2
        spans += [Span(" "), Span(code, role_of(card))]
        used += 1 + len(code)
    return [*lines, tuple(spans)]


def wide_side_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """The same with each declaration by name, and below it what has happened."""
    texts = scene.texts
    parting = line("─" * width, Role.DIM)
    lines = [
        *last_trick_lines(scene, width),
        parting,
        headed(scene, texts.say("SCORE SO FAR (public)"), Action.POINTS, width),
        tricks_line(scene),
        declared_line(scene),
        *_declarations(scene, width),
        *shown_cards(scene, width),
        parting,
        headed(scene, texts.say("LOG"), Action.LOG, width),
    ]
    talk = _talk(scene, width)
    room = max(0, height - len(lines) - len(talk))
    log = log_lines(scene.state.log, width, room)
    return [*lines, *log, *[line("")] * (room - len(log)), *talk]


def _talk(scene: Scene, width: int) -> list[Line]:
    """The last that was said, and who is not heard."""
    texts, state = scene.texts, scene.state
    said = log_lines(state.talk, width, _TALK)
    muted = _muted(scene)
    return [
        line("─" * width, Role.DIM),
        headed(scene, texts.say("TALK"), Action.TALK, width),
        *said,
        *([line(cut(f" {muted}", width), Role.DIM)] if muted else []),
    ]


def _muted(scene: Scene) -> str:
    texts, muted = scene.texts, scene.state.muted
    if muted.everybody:
        return texts.say("muted: everybody")
    names = [name for name in scene.places.names if name and not muted.hears(name)]
    return texts.say("muted: {names}", names=", ".join(names)) if names else ""


def log_lines(log: tuple[str, ...], width: int, height: int) -> list[Line]:
    """The last of what has happened, as much of it as fits."""
    folded = [part for text in log for part in wrapped(text, width - 1)]
    return [line(f" {text}") for text in folded[max(0, len(folded) - height) :]]


def _declarations(scene: Scene, width: int) -> list[Line]:
    """What each seat has declared: the combinations by name, with their points."""
    lines: list[Line] = []
    for seat, made in enumerate(() if scene.deal is None else scene.deal.declarations):
        if made is None or made.score is None:
            continue
        named = " ".join(
            f"{combination_name(each.name, scene.texts)} {each.points}"
            for each in made.score.lines
        )
        lines.append(line(cut(f"   {scene.places.short(seat)} {named}", width)))
    return lines
