"""What a key or a click leads to: another state of the screen, or a line for the game.

Pure. A line is what a person would type in line mode for the same, so that the game
needs to know of no keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from client_cli.full.cursor import (
    ARROWS,
    TO_LAY_AWAY,
    is_settled,
    moved,
    next_line,
    toggled,
)
from client_cli.live.seat import Confirm
from client_cli.live.vocabulary import spoken
from client_cli.live.waiting_words import room_word
from client_cli.screens.actions import Action
from client_cli.screens.grid import Choose, Open, Pick, Press
from client_cli.screens.state import Panel, Scene, ScreenState
from client_cli.screens.talk import COLUMNS, talk_choices

if TYPE_CHECKING:
    from client_cli.screens.grid import Target
    from client_cli.texts import Texts

_MOST_TYPED: Final = 200
_PAGE: Final = 5
_PANELS: Final = {
    Action.LAST_TRICK: Panel.LAST_TRICK,
    Action.POINTS: Panel.POINTS,
    Action.LOG: Panel.LOG,
    Action.HELP: Panel.HELP,
}
_WORDS: Final = {
    Action.WHY: "why",
    Action.HINT: "hint",
    Action.ORDER: "order",
    Action.RULES: "rules",
    Action.LEAVE: "quit",
    Action.TAKE_BACK: "undo",
    Action.CANCEL: "cancel",
}
_BEGIN: Final = {Action.SIGNAL: "signal", Action.CLAIM: "claim"}
"""Words after which something more has to be typed."""
_QUESTIONS: Final = frozenset({Confirm.QUIT, Confirm.MOVE, Confirm.AGREEMENT})
"""What is answered by yes or no."""


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
        key: A letter, or one of `client_cli.screens.actions.NAMED_KEYS`.
        texts: The language, in which lines are written.
    """
    state = _question_first(replace(state, resting=False))
    action = state.keys.action(key, answering=_is_answering(state))
    if state.panel not in {Panel.NONE, Panel.TALK}:
        inside = None if action is None else _in_panel(state, action, texts)
        if inside is not None:
            return inside
        state = _closed(state)
    if state.typed or (state.panel is Panel.TALK and len(key) == 1):
        return _typing(state, key, texts)
    if action is None:
        return _typed(state, key)
    return after_action(state, action, texts)


def after_click(state: ScreenState, target: Target, texts: Texts) -> Effect:
    """What a click on something does."""
    match target:
        case Press(action):
            return after_action(replace(state, resting=False), action, texts)
        case Open(number):
            return Effect(replace(state, line=number, panel=Panel.EXPLAIN, scroll=0))
        case Choose(place):
            return _chosen(state, place, texts)
        case Pick(code):
            return _picked(replace(state, panel=Panel.NONE), code)


def after_action(state: ScreenState, action: Action, texts: Texts) -> Effect:
    """What an action does, while nothing is typed."""
    state = _question_first(state)
    if state.panel is not Panel.NONE:
        inside = _in_panel(state, action, texts)
        if inside is not None:
            return inside
        state = _closed(state)
    if state.over and action in {Action.ENTER, Action.CLOSE, Action.LEAVE}:
        return Effect(state, leaves=True)
    answer = _answering(state, action, texts)
    return _command(state, action, texts) if answer is None else answer


def _is_answering(state: ScreenState) -> bool:
    if state.known is None:
        return bool(state.question)
    return state.confirm in _QUESTIONS


def _question_first(state: ScreenState) -> ScreenState:
    """An answer that was told for a question does not stand in its way."""
    if state.panel is Panel.ANSWER and state.confirm is Confirm.MOVE:
        return _closed(state)
    return state


def _closed(state: ScreenState) -> ScreenState:
    """No panel is open any more; what the talk has shown is read."""
    unread = 0 if state.panel is Panel.TALK else state.unread
    return replace(state, panel=Panel.NONE, scroll=0, unread=unread)


# --------------------------------------------------------------- while it is open


def _in_panel(state: ScreenState, action: Action, texts: Texts) -> Effect | None:
    """What an action does in an open panel; None for one that closes it first."""
    if state.panel is Panel.TALK:
        return _in_talk(state, action, texts)
    closes = {Action.CLOSE, Action.ENTER}
    if action in closes or _PANELS.get(action) is state.panel:
        return Effect(_closed(state))
    step = ARROWS.get(action)
    if step is None:
        return None
    if state.panel is Panel.EXPLAIN:
        return Effect(replace(state, line=next_line(state, step, texts)))
    if state.panel is Panel.LOG:
        step = -step
    return Effect(replace(state, scroll=max(0, state.scroll + _PAGE * step)))


def _in_talk(state: ScreenState, action: Action, texts: Texts) -> Effect | None:
    """In the talk, arrows go over what can be said; letters are said."""
    if action is Action.CLOSE:
        return Effect(_closed(state))
    if state.known is None:
        return None
    choices = talk_choices(Scene(state, state.known, texts))
    if action is Action.ENTER:
        return _chosen(state, state.choice, texts)
    step = {**ARROWS, Action.UP: -COLUMNS, Action.DOWN: COLUMNS}.get(action)
    if step is None:
        return None
    return Effect(replace(state, choice=(state.choice + step) % len(choices)))


def _chosen(state: ScreenState, place: int, texts: Texts) -> Effect:
    """Say a phrase, or mute somebody."""
    if state.known is None:
        return Effect(state)
    choices = talk_choices(Scene(state, state.known, texts))
    line = choices[place].line if place < len(choices) else ""
    return Effect(_closed(state), line or None)


# ------------------------------------------------------------------- answering


def _answering(state: ScreenState, action: Action, texts: Texts) -> Effect | None:
    """What an action answers to an open question; None if it answers nothing."""
    if state.known is None:
        return _returning(state, action, texts) if state.question else None
    yes, no = spoken("yes", texts), spoken("no", texts)
    match state.confirm, action:
        case ((Confirm.QUIT | Confirm.MOVE | Confirm.AGREEMENT), Action.YES):
            return Effect(state, yes)
        case ((Confirm.QUIT | Confirm.MOVE | Confirm.AGREEMENT), Action.NO):
            return Effect(state, no)
        case ((Confirm.QUIT | Confirm.MOVE), Action.CLOSE):
            return Effect(state, no)
        case Confirm.MOVE, Action.ENTER:
            return Effect(state, yes)
        case Confirm.NEXT_DEAL, Action.ENTER:
            return Effect(replace(state, line=0), yes)
        case _:
            return None


_TO_RETURN: Final = {
    Action.ENTER: "yes",
    Action.YES: "yes",
    Action.NO: "no",
    Action.LEAVE: "quit",
}


def _returning(state: ScreenState, action: Action, texts: Texts) -> Effect | None:
    """The answer to whether to go back to a seat."""
    word = _TO_RETURN.get(action)
    return None if word is None else Effect(state, spoken(word, texts))


# ---------------------------------------------------------------------- typing


def _typing(state: ScreenState, key: str, texts: Texts) -> Effect:
    """What a key does to a line that has been begun: a letter is a letter."""
    if len(key) == 1:
        return _typed(state, key)
    match state.keys.action(key):
        case Action.ENTER:
            return _sent(state, texts)
        case Action.CLOSE:
            return Effect(replace(state, typed=""))
        case Action.DELETE:
            return Effect(replace(state, typed=state.typed[:-1]))
        case _:
            return _typed(state, " ") if key == "Space" else Effect(state)


def _sent(state: ScreenState, texts: Texts) -> Effect:
    """The line as the game takes it; what is typed in the talk is said."""
    typed, state = state.typed.strip(), replace(state, typed="")
    if state.panel is Panel.TALK:
        return Effect(_closed(state), f"{spoken('say', texts)} {typed}")
    return Effect(state, typed)


def _typed(state: ScreenState, letter: str) -> Effect:
    if len(letter) != 1 or not letter.isprintable():
        return Effect(state)
    return Effect(replace(state, typed=(state.typed + letter)[:_MOST_TYPED]))


# -------------------------------------------------------------------- commands


def _command(state: ScreenState, action: Action, texts: Texts) -> Effect:
    """What an action does while nothing is typed and nothing is asked."""
    if action in _PANELS:
        return Effect(replace(state, panel=_PANELS[action], scroll=0))
    if action in ARROWS:
        return Effect(moved(state, action, texts))
    match action:
        case Action.ENTER:
            return _entered(state, texts)
        case Action.MARK:
            return _space(state)
        case Action.CLOSE:
            return Effect(replace(state, chosen=(), cursor=None))
        case Action.TALK if state.known is not None:
            talking = replace(state, panel=Panel.TALK, scroll=0, choice=0)
            return Effect(talking)
        case Action.EXPLAIN if is_settled(state):
            return Effect(replace(state, panel=Panel.EXPLAIN, scroll=0))
        case Action.EXPLAIN if state.asked and state.phase == "declare":
            return Effect(state, spoken("explain", texts))
        case _:
            return _word(state, action, texts)


def _word(state: ScreenState, action: Action, texts: Texts) -> Effect:
    """The word of line mode that an action stands for, if it stands for one now."""
    if action is Action.SKIP and state.asked and state.phase == "declare":
        return Effect(state, spoken("skip", texts))
    if action in _BEGIN:
        return Effect(replace(state, typed=f"{spoken(_BEGIN[action], texts)} "))
    if action not in _WORDS:
        return Effect(state)
    word = spoken(_WORDS[action], texts)
    about = state.cursor if action is Action.WHY and state.cursor is not None else ""
    return Effect(state, f"{word} {about}".rstrip())


def _entered(state: ScreenState, texts: Texts) -> Effect:
    """Enter alone: what the moment asks for."""
    if state.known is None:
        return Effect(state)
    if state.in_room:
        return Effect(state, room_word("start", texts))
    if state.phase == "play" and state.cursor is not None:
        return Effect(replace(state, cursor=None), state.cursor)
    if not state.asked:
        return Effect(state)
    match state.phase:
        case "discard" if len(state.chosen) == TO_LAY_AWAY:
            return Effect(state, " ".join([spoken("discard", texts), *state.chosen]))
        case "declare":
            offer = state.known.situation.offer
            word = "declare" if offer is not None and offer.total else "skip"
            return Effect(state, spoken(word, texts))
        case _:
            return Effect(state)


def _space(state: ScreenState) -> Effect:
    """Mark a card to lay away; elsewhere a line of words begins."""
    if state.asked and state.phase == "discard" and state.cursor is not None:
        return Effect(toggled(state, state.cursor))
    return _typed(state, " ")


def _picked(state: ScreenState, code: str) -> Effect:
    """A click on a card: it is played, now or at one's turn, or marked to be laid away.

    A card clicked while something could still be declared would forfeit it; there it
    does nothing.
    """
    if state.confirm is not Confirm.NOTHING:
        return Effect(state)
    if state.phase == "play":
        return Effect(replace(state, cursor=None, typed=""), code)
    if state.phase == "discard" and state.asked:
        return Effect(toggled(state, code))
    return Effect(state)
