"""A table before its first deal: who sits there, how others come, what happens next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.invitations import link_to
from client_cli.live.places import level_word
from client_cli.safe_text import shown
from client_cli.screens.actions import Action
from client_cli.screens.grid import Line, Role, Span, cut, line, width_of, wrapped
from client_cli.screens.state import clock
from client_cli.screens.table import seat_kind, seat_name
from protocol.links import is_on_this_machine

if TYPE_CHECKING:
    from client_cli.screens.state import Scene

_SEAT: Final = 36
_KIND: Final = 22
_READY: Final = 12


def waiting_lines(scene: Scene, width: int) -> list[Line]:
    """The room: its options, its seats, its invitation, and what happens next (H41)."""
    texts, view = scene.texts, scene.known.view
    name = texts.say("Table {table}", table=shown(view.table))
    facts = "     ".join([name, *_facts(scene)])
    lines = [line(""), line(cut(f" {facts}", width), bold=True), line("")]
    lines += [_seat_line(scene, steps, width) for steps in range(4)]
    for block in (_invitation(scene), [" ".join(_next_words(scene))]):
        folded = [part for words in block for part in wrapped(words, width - 2)]
        lines += [line(""), *(line(f" {text}") for text in folded)] if folded else []
    return lines


def _facts(scene: Scene) -> list[str]:
    """The options that somebody wants to know before he stays."""
    texts, options = scene.texts, scene.known.view.options
    return [
        texts.say("private") if options.private else texts.say("open"),
        texts.count("{number} deal", "{number} deals", options.deals),
        texts.say("{seconds} s a move", seconds=options.turn_ms // 1_000)
        if options.turn_ms
        else texts.say("no clock"),
        texts.say("bots: {level}", level=level_word(options.level, texts)),
    ]


def _seat_line(scene: Scene, steps: int, width: int) -> Line:
    texts, seat = scene.texts, scene.seat(steps)
    info = scene.known.view.seats[seat]
    who = seat_name(scene, steps)
    if scene.known.view.you == seat:
        who = f"{who} ({texts.say('you')})"
    ready = texts.say("ready") if info.ready or info.occupant == "bot" else ""
    kind = cut(seat_kind(scene, steps), _KIND - 2)
    seat_room = max(1, min(_SEAT, width - 4 - _KIND - _READY))
    name = cut(who, seat_room - 1)
    return (
        Span("    " + name + " " * (seat_room - width_of(name))),
        Span(kind + " " * (_KIND - width_of(kind))),
        Span(ready, Role.MARK),
    )


def _invitation(scene: Scene) -> list[str]:
    """The command and the link that lead here, where others can come (H40)."""
    texts, view, url = scene.texts, scene.known.view, scene.state.url
    if not scene.state.in_room:
        return []
    link = link_to(view.table, url)
    command = texts.say("Invite: {command}", command=f"tarocco join {link}")
    code = texts.say("Code: {code}. Link: {link}", code=view.table, link=link)
    told = [command, code]
    if view.options.password:
        told.append(texts.say("Who sits down is asked for the password."))
    if is_on_this_machine(url):
        told.append(texts.say("This server is for programs on this machine alone."))
    return told


def _next_words(scene: Scene) -> list[str]:
    """Who is missing, and what happens next and when."""
    texts, view = scene.texts, scene.known.view
    missing = sum(info.occupant == "empty" for info in view.seats)
    free = (
        texts.count("{number} seat is free.", "{number} seats are free.", missing)
        if missing
        else texts.say("All seats are taken.")
    )
    if not scene.state.in_room:
        return [free, texts.say("The deal begins at once.")]
    return [free, *_begins(scene), *_later(scene)]


def _begins(scene: Scene) -> list[str]:
    texts, view, left_s = scene.texts, scene.known.view, scene.state.left_s
    latest = (
        []
        if left_s is None
        else [texts.say("The deal begins in {time} at the latest.", time=clock(left_s))]
    )
    if view.you is not None and view.seats[view.you].ready:
        return [texts.say("You are ready; the others are waited for."), *latest]
    enter = scene.state.keys.shown(Action.ENTER)
    if any(info.ready for info in view.seats):
        ready = texts.say("Others are ready: press {enter} to begin.", enter=enter)
        return [ready, *latest]
    if left_s is not None:
        coming = texts.say("Bots take the free seats in {time}.", time=clock(left_s))
    else:
        coming = texts.count(
            "The deal begins as soon as {number} person sits here.",
            "The deal begins as soon as {number} people sit here.",
            view.options.people,
        )
    return [coming, texts.say("Press {enter} to begin now, with bots.", enter=enter)]


def _later(scene: Scene) -> list[str]:
    """When somebody who comes late can have the seat of a bot (H39)."""
    texts = scene.texts
    if scene.known.view.options.bot_seats == "at_once":
        return [texts.say("Who joins later can take over a bot's seat at once.")]
    return [texts.say("Who joins later can take over a bot's seat between deals.")]
