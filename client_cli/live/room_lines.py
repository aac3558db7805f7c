"""A table before its first deal, in sentences: who sits, who is missing, what is next.

Pure: what is known of the table in, lines out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.invitations import link_to
from client_cli.live.durations import duration
from client_cli.live.places import level_word, places_in
from client_cli.live.vocabulary import spoken
from client_cli.live.waiting_words import room_word
from client_cli.safe_text import shown
from protocol.links import is_on_this_machine

if TYPE_CHECKING:
    from client_cli.live.places import Places
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.views import ShownOptions, View


def room_lines(known: Known, now_ms: int, texts: Texts) -> list[str]:
    """The whole room (H41).

    Args:
        known: The table.
        now_ms: Time by the server's clock.
        texts: The language.
    """
    view = known.view
    places = places_in(view, texts)
    return [
        _options_line(view.options, texts),
        *seats_lines(view, places),
        *next_lines(known, now_ms, texts),
    ]


def seats_lines(view: View, places: Places) -> list[str]:
    """Who sits where, from the South on in the order of play."""
    order = [(places.you + steps) % 4 for steps in range(4)]
    return [_seat_line(seat, view, places) for seat in order]


def next_lines(known: Known, now_ms: int, texts: Texts) -> list[str]:
    """Who is missing, and what happens next and when."""
    lines = []
    free = sum(info.occupant == "empty" for info in known.view.seats)
    if free:
        lines.append(
            texts.count("{number} seat is free.", "{number} seats are free.", free)
        )
    return [*lines, _next_line(known, now_ms, texts)]


def invite_lines(view: View, url: str, texts: Texts) -> list[str]:
    """How others come to this table."""
    link = link_to(view.table, url)
    lines = [
        texts.say("Invite: {command}", command=f"tarocco join {link}"),
        texts.say("Code: {code}. Link: {link}", code=view.table, link=link),
    ]
    if view.options.password:
        lines.append(texts.say("Who sits down is asked for the password."))
    if is_on_this_machine(url):
        lines.append(texts.say("This server is for programs on this machine alone."))
    return lines


def help_line(texts: Texts) -> str:
    """The words of the waiting room."""
    return texts.say(
        "While you wait: {start} (bots take the free seats), {invite}, {kick} and a "
        "seat or name.",
        start=room_word("start", texts),
        invite=room_word("invite", texts),
        kick=room_word("kick", texts),
    )


def _options_line(options: ShownOptions, texts: Texts) -> str:
    parts = [
        texts.count("{number} deal", "{number} deals", options.deals),
        texts.say("bots: {level}", level=level_word(options.level, texts)),
    ]
    if options.private:
        parts.append(texts.say("private"))
    if options.turn_ms:
        time = duration(options.turn_ms, texts)
        parts.append(texts.say("{time} for a move", time=time))
    else:
        parts.append(texts.say("no clock"))
    return texts.say("The table: {options}.", options=", ".join(parts))


def _seat_line(seat: int, view: View, places: Places) -> str:
    texts, info = places.texts, view.seats[seat]
    if places.is_you(seat):
        who = texts.say("you")
    elif info.occupant == "person":
        who = shown(info.name or "")
    elif info.occupant == "bot":
        who = texts.say("a bot")
    else:
        who = texts.say("nobody yet")
    marks = []
    if places.is_partner(seat):
        marks.append(texts.say("your partner"))
    if info.occupant == "person" and not info.connected:
        marks.append(texts.say("not connected"))
    if info.ready:
        marks.append(texts.say("ready"))
    where = places.direction(seat)
    return texts.say("{seat}: {who}.", seat=where, who=", ".join([who, *marks]))


def _next_line(known: Known, now_ms: int, texts: Texts) -> str:
    view, deadline = known.view, known.situation.deadline
    time = None if deadline is None else duration(deadline - now_ms, texts)
    you = view.you
    if you is not None and view.seats[you].ready:
        waiting = texts.say("You are ready; the others are waited for.")
        return " ".join([waiting, *_at_the_latest(time, texts)])
    start = room_word("start", texts)
    if any(info.ready for info in view.seats):
        ready = texts.say("Others are ready. Type {start} to begin.", start=start)
        return " ".join([ready, *_at_the_latest(time, texts)])
    if time is not None:
        coming = texts.say("Bots take the free seats in {time}.", time=time)
    else:
        coming = texts.count(
            "The deal begins as soon as {number} person sits here.",
            "The deal begins as soon as {number} people sit here.",
            view.options.people,
        )
    now = texts.say(
        "To begin now, with bots: {start}. All words: {help}.",
        start=start,
        help=spoken("help", texts),
    )
    return f"{coming} {now}"


def _at_the_latest(time: str | None, texts: Texts) -> list[str]:
    if time is None:
        return []
    return [texts.say("The deal begins in {time} at the latest.", time=time)]
