"""What lies on top of the table while somebody looks at it; any key closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.card_names import CardNames
from client_cli.cards import on_screen
from client_cli.live.recital import log_lines as trick_log
from client_cli.live.recital import points_lines, shown_lines
from client_cli.live.waiting_words import room_word
from client_cli.screens.actions import Action
from client_cli.screens.frame import keys_now
from client_cli.screens.grid import Press, Span, line, line_width, width_of, wrapped
from client_cli.screens.result import result_rows
from client_cli.screens.state import Panel
from client_cli.screens.talk import talk_lines

if TYPE_CHECKING:
    from client_cli.screens.grid import Grid
    from client_cli.screens.state import Scene, ScreenState
    from client_cli.texts import Texts

_WIDEST: Final = 80
_NARROWEST: Final = 40
_HALF: Final = 34
_SEAT: Final = 9


def draw_panel(
    grid: Grid, scene: Scene | None, state: ScreenState, texts: Texts
) -> None:
    """Draw the panel that is open, over the middle of the screen."""
    if state.panel is Panel.NONE:
        return
    most = max(1, min(grid.width, _WIDEST) - 2)
    height = max(1, grid.height - 8)
    if state.panel is Panel.TALK and scene is not None:
        title = texts.say("TALK")
        kept = talk_lines(scene, most - 2, height)
    else:
        title, lines = _content(scene, state, texts)
        folded = [part for text in lines for part in _folded(text, most - 2)]
        kept = [line(text) for text in _kept(folded, height, state)]
    width = min(most, max([_NARROWEST, *(line_width(each) + 2 for each in kept)]))
    column, row = max(0, (grid.width - width - 2) // 2), 2
    grid.clear(column, row, width + 2, len(kept) + 2)
    grid.box(column, row, [(Span(" "), *each) for each in kept], width)
    grid.put(column + 1, row, line(f" {title} ", bold=True), width)
    key = state.keys.shown(Action.CLOSE)
    closes = texts.say("{key} closes", key=key)
    close = Span(f" {closes} ", target=Press(Action.CLOSE))
    grid.put_right(column + width + 1, row + len(kept) + 1, (close,))


def _folded(text: str, width: int) -> list[str]:
    """The text as it is where it fits, else broken between words."""
    return [text] if width_of(text) <= width else wrapped(text, width)


def _kept(lines: list[str], height: int, state: ScreenState) -> list[str]:
    """What fits: of what has happened the end, of all else the beginning."""
    last = max(0, len(lines) - height)
    first = min(state.scroll, last)
    if state.panel is Panel.LOG:
        first = last - first
    return lines[first : first + height]


def _content(
    scene: Scene | None, state: ScreenState, texts: Texts
) -> tuple[str, list[str]]:
    match state.panel:
        case Panel.LAST_TRICK if scene is not None:
            return _last_trick(scene)
        case Panel.POINTS if scene is not None:
            lines = points_lines(scene.known.view, texts)
            return texts.say("SCORE SO FAR (public)"), [
                *lines,
                *shown_lines(scene.known.view, texts),
            ]
        case Panel.LOG:
            tricks = [] if scene is None else trick_log(scene.known.view, texts)
            return texts.say("LOG"), [*tricks, *state.log]
        case Panel.EXPLAIN if scene is not None:
            return _explained(scene)
        case Panel.HELP:
            return texts.say("KEYS NOW"), _help(state, texts)
        case _:
            return texts.say("ANSWER"), list(state.answer)


def _last_trick(scene: Scene) -> tuple[str, list[str]]:
    """The last trick with names, in order of play (H25)."""
    texts, deal, names = scene.texts, scene.deal, CardNames(scene.texts)
    if deal is None or not deal.tricks:
        return texts.say("LAST TRICK"), [texts.say("No trick is complete yet.")]
    last = deal.tricks[-1]
    lines = []
    for place, code in enumerate(last.cards):
        seat = (last.leader + place) % 4
        won = _won_for(scene, seat) if seat == last.winner else ""
        who = scene.places.short(seat)
        gap = " " * (_SEAT - width_of(who))
        card = f"{on_screen(code):<4} {names.full(code)}"
        lines.append(f"{place + 1} {who}{gap}{card}  {won}".rstrip())
    title = texts.say(
        "LAST TRICK ({number}) · led by {seat}",
        number=len(deal.tricks),
        seat=scene.places.short(last.leader),
    )
    return title, lines


def _won_for(scene: Scene, seat: int) -> str:
    """Which side has won the trick."""
    ours = seat % 2 == scene.places.you % 2
    return scene.texts.say("won for WE") if ours else scene.texts.say("won for THEY")


def _explained(scene: Scene) -> tuple[str, list[str]]:
    """The reason of the line of the result that is stood on (H35, H37)."""
    rows = result_rows(scene)
    if not rows:
        return scene.texts.say("RESULT"), []
    row = rows[min(scene.state.line, len(rows) - 1)]
    return row.name.strip(), list(row.reason)


def _help(state: ScreenState, texts: Texts) -> list[str]:
    """The keys of this phase, and what the marks of the cards mean (H54)."""
    keys = [
        f"{state.keys.shown(action)} {word}" for action, word in keys_now(state, texts)
    ]
    rows = [_pair(keys[at : at + 2]) for at in range(0, len(keys), 2)]
    return [*rows, "", *_help_words(state, texts)]


def _help_words(state: ScreenState, texts: Texts) -> list[str]:
    """What no key says by itself: how cards are marked, chosen and typed."""
    enter = state.keys.shown(Action.ENTER)
    words = [
        texts.say("A space first, and any word of the line mode may be typed."),
        texts.say("Ctrl-C twice leaves and keeps the seat."),
    ]
    if state.in_room:
        kick = room_word("kick", texts)
        sends = texts.say("{kick} and a seat or name sends somebody away.", kick=kick)
        return [*words, sends]
    if state.deal is None or state.deal.settlement is not None:
        return words
    return [
        texts.say("[ ] may be played to this trick, > < chosen, # protected, * wins."),
        texts.say("( ) is played at your turn, unless the trick changes."),
        texts.say(
            "Type a card by its code and press {enter}: sf, b10, 16, mt.", enter=enter
        ),
        texts.say(
            "Arrows choose a card, {enter} plays it; a click does both.", enter=enter
        ),
        *words,
    ]


def _pair(keys: list[str]) -> str:
    """Two keys side by side."""
    return "".join(each + " " * (_HALF - width_of(each)) for each in keys).rstrip()
