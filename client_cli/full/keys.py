"""What a key or a click leads to: another state of the screen, or a line for the game.

Pure. A line is what a person would type in line mode for the same, so that the game
needs to know of no keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from client_cli.cards import sorted_hand
from client_cli.live.seat import Confirm
from client_cli.live.vocabulary import spoken
from client_cli.screens.grid import Open, Pick, Press
from client_cli.screens.result import result_rows
from client_cli.screens.state import Panel, Scene, ScreenState

if TYPE_CHECKING:
    from client_cli.screens.grid import Target
    from client_cli.texts import Texts

_MOST_TYPED: Final = 200
_TO_LAY_AWAY: Final = 2
_PAGE: Final = 5
_PANELS: Final = {
    "t": Panel.LAST_TRICK,
    "p": Panel.POINTS,
    "h": Panel.LOG,
    "?": Panel.HELP,
}
_WORDS: Final = {"w": "why", "r": "rules", "q": "quit", "z": "undo", "x": "cancel"}
_BEGIN: Final = {"y": "say", "g": "signal", "k": "claim"}
"""Words after which something more has to be typed."""
_ARROWS: Final = {"Left": -1, "Right": 1, "Up": -1, "Down": 1}


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of a key."""

    state: ScreenState
    line: str | None = None
    """A line for the game."""
    leaves: bool = False
    """Whether the person has seen enough of a game that is over."""


def after_key(state: ScreenState, key: str, texts: Texts) -> Effect:
    """What a key does.

    Args:
        state: The screen before it.
        key: A letter, or `Enter`, `Esc`, `Space`, `Backspace`, `Left`, `Right`, `Up`,
            `Down`.
        texts: The language, in which lines are written.
    """
    state = replace(state, resting=False)
    if state.panel is Panel.ANSWER and state.confirm is Confirm.MOVE:
        state = replace(state, panel=Panel.NONE)  # it was told for the question
    if state.panel is not Panel.NONE:
        inside = _in_panel(state, key, texts)
        if inside is not None:
            return inside
        state = replace(state, panel=Panel.NONE, scroll=0)
    if state.over and key in {"Enter", "Esc", "q"}:
        return Effect(state, leaves=True)
    answer = _answering(state, key, texts)
    if answer is not None:
        return answer
    if state.typed:
        return _typing(state, key)
    return _command(state, key, texts)


def after_click(state: ScreenState, target: Target, texts: Texts) -> Effect:
    """What a click on something does."""
    match target:
        case Press(key):
            return after_key(state, key, texts)
        case Open(number):
            return Effect(replace(state, line=number, panel=Panel.EXPLAIN, scroll=0))
        case Pick(code):
            return _picked(replace(state, panel=Panel.NONE), code)


# --------------------------------------------------------------- while it is open


def _in_panel(state: ScreenState, key: str, texts: Texts) -> Effect | None:
    """What a key does in an open panel; None for one that closes it first."""
    if key in {"Esc", "Enter"} or _PANELS.get(key) is state.panel:
        return Effect(replace(state, panel=Panel.NONE, scroll=0))
    step = _ARROWS.get(key)
    if step is None:
        return None
    if state.panel is Panel.EXPLAIN:
        return Effect(replace(state, line=_next_line(state, step, texts)))
    if state.panel is Panel.LOG:
        step = -step
    return Effect(replace(state, scroll=max(0, state.scroll + _PAGE * step)))


def _next_line(state: ScreenState, step: int, texts: Texts) -> int:
    if state.known is None:
        return 0
    rows = result_rows(Scene(state, state.known, texts))
    return min(max(0, state.line + step), max(0, len(rows) - 1))


# ------------------------------------------------------------------- answering


def _answering(state: ScreenState, key: str, texts: Texts) -> Effect | None:
    """What a key answers to an open question; None if it answers nothing."""
    if state.known is None:
        return _returning(state, key, texts) if state.question else None
    yes, no = spoken("yes", texts), spoken("no", texts)
    match state.confirm, key:
        case ((Confirm.QUIT | Confirm.MOVE | Confirm.AGREEMENT), "y"):
            return Effect(state, yes)
        case ((Confirm.QUIT | Confirm.MOVE | Confirm.AGREEMENT), "n"):
            return Effect(state, no)
        case ((Confirm.QUIT | Confirm.MOVE), "Esc"):
            return Effect(state, no)
        case Confirm.MOVE, "Enter":
            return Effect(state, yes)
        case Confirm.NEXT_DEAL, "Enter" if not state.typed:
            return Effect(replace(state, line=0), yes)
        case _:
            return None


def _returning(state: ScreenState, key: str, texts: Texts) -> Effect | None:
    """The answer to whether to go back to a seat."""
    words = {"Enter": "yes", "y": "yes", "n": "no", "q": "quit"}
    return Effect(state, spoken(words[key], texts)) if key in words else None


# ---------------------------------------------------------------------- typing


def _typing(state: ScreenState, key: str) -> Effect:
    typed = state.typed
    match key:
        case "Enter":
            return Effect(replace(state, typed=""), typed.strip())
        case "Esc":
            return Effect(replace(state, typed=""))
        case "Backspace":
            return Effect(replace(state, typed=typed[:-1]))
        case "Space":
            return _typed(state, " ")
        case _:
            return _typed(state, key) if len(key) == 1 else Effect(state)


def _typed(state: ScreenState, letter: str) -> Effect:
    if not letter.isprintable():
        return Effect(state)
    return Effect(replace(state, typed=(state.typed + letter)[:_MOST_TYPED]))


# -------------------------------------------------------------------- commands


def _command(state: ScreenState, key: str, texts: Texts) -> Effect:
    """What a key does while nothing is typed."""
    if key in _PANELS:
        return Effect(replace(state, panel=_PANELS[key], scroll=0))
    if key in _ARROWS:
        return Effect(_moved(state, key, texts))
    match key:
        case "Enter":
            return _entered(state, texts)
        case "Space":
            return _space(state)
        case "Esc":
            return Effect(replace(state, chosen=(), cursor=None))
        case "o":
            return Effect(replace(state, reversed=not state.reversed))
        case "e" if _is_settled(state):
            return Effect(replace(state, panel=Panel.EXPLAIN, scroll=0))
        case _:
            return _word_or_letter(state, key, texts)


def _word_or_letter(state: ScreenState, key: str, texts: Texts) -> Effect:
    """The word of line mode that a key stands for; any other letter begins a line."""
    if key == "n" and state.asked and state.phase == "declare":
        return Effect(state, spoken("skip", texts))
    if key in _BEGIN:
        return Effect(replace(state, typed=f"{spoken(_BEGIN[key], texts)} "))
    if key in _WORDS:
        word = spoken(_WORDS[key], texts)
        about = state.cursor if key == "w" and state.cursor is not None else ""
        return Effect(state, f"{word} {about}".rstrip())
    return _typed(state, key) if len(key) == 1 else Effect(state)


def _entered(state: ScreenState, texts: Texts) -> Effect:
    """Enter alone: what the moment asks for."""
    if not state.asked or state.known is None:
        return Effect(state)
    match state.phase:
        case "discard" if len(state.chosen) == _TO_LAY_AWAY:
            return Effect(state, " ".join([spoken("discard", texts), *state.chosen]))
        case "declare":
            offer = state.known.situation.offer
            word = "declare" if offer is not None and offer.total else "skip"
            return Effect(state, spoken(word, texts))
        case "play" if state.cursor is not None:
            return Effect(replace(state, cursor=None), state.cursor)
        case _:
            return Effect(state)


def _space(state: ScreenState) -> Effect:
    """Space marks a card to lay away; elsewhere it begins a line of words."""
    if state.asked and state.phase == "discard" and state.cursor is not None:
        return Effect(_toggled(state, state.cursor))
    return _typed(state, " ")


def _picked(state: ScreenState, code: str) -> Effect:
    """A click on a card: it is played, or marked to be laid away.

    A card clicked while something could still be declared would forfeit it; there it
    does nothing.
    """
    if not state.asked or state.confirm is not Confirm.NOTHING:
        return Effect(state)
    if state.phase == "discard":
        return Effect(_toggled(state, code))
    if state.phase == "play":
        return Effect(replace(state, cursor=None, typed=""), code)
    return Effect(state)


def _toggled(state: ScreenState, code: str) -> ScreenState:
    """The card marked or not; the first of two makes room for a third."""
    if code in state.chosen:
        chosen = tuple(card for card in state.chosen if card != code)
        return replace(state, chosen=chosen)
    if state.known is None or code not in state.known.situation.discardable:
        return state
    return replace(state, chosen=(*state.chosen, code)[-_TO_LAY_AWAY:])


# ---------------------------------------------------------------------- arrows


def _moved(state: ScreenState, key: str, texts: Texts) -> ScreenState:
    """The cursor on another card, or on another line of the result."""
    step = _ARROWS[key]
    if _is_settled(state):
        return replace(state, line=_next_line(state, step, texts))
    rows = _rows_to_choose(state)
    cards = [code for row in rows for code in row]
    if not cards:
        return state
    if state.cursor not in cards:
        return replace(state, cursor=cards[0])
    if key in {"Left", "Right"}:
        place = (cards.index(state.cursor) + step) % len(cards)
        return replace(state, cursor=cards[place])
    row = next(place for place, row in enumerate(rows) if state.cursor in row)
    column = rows[row].index(state.cursor)
    other = rows[(row + step) % len(rows)]
    return replace(state, cursor=other[min(column, len(other) - 1)])


def _rows_to_choose(state: ScreenState) -> list[tuple[str, ...]]:
    """The cards that the arrows reach, by row of the hand: those that may be used."""
    if not state.asked or state.known is None or state.deal is None:
        return []
    situation = state.known.situation
    match state.phase:
        case "discard":
            usable = situation.discardable
        case "play":
            usable = situation.legal
        case _:
            return []
    order = -1 if state.reversed else 1
    rows = [group.cards[::order] for group in sorted_hand(usable)]
    return [row for row in rows if row]


def _is_settled(state: ScreenState) -> bool:
    return state.deal is not None and state.deal.settlement is not None
