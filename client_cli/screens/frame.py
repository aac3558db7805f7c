"""What every screen has: the title above, and the prompt, message and keys below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.card_names import CardNames
from client_cli.cards import on_screen, suit_of
from client_cli.live.next_deal import match_is_over
from client_cli.live.questions import turn_line
from client_cli.live.recital import winning_line
from client_cli.live.seat import Confirm
from client_cli.safe_text import shown
from client_cli.screens.actions import Action
from client_cli.screens.grid import Line, Press, Role, Span, line, width_of
from client_cli.screens.state import Link, Panel, Scene, clock
from client_cli.texts import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client_cli.screens.state import ScreenState
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.views import DealView

_TRICKS: Final = 15
_PHASES: Final = {
    "discard": message("DISCARD"),
    "declare": message("DECLARATIONS"),
}
_KEYS: Final = {
    Action.LAST_TRICK: message("last trick", "key"),
    Action.POINTS: message("points", "key"),
    Action.WHY: message("why", "key"),
    Action.LOG: message("log", "key"),
    Action.HINT: message("hint", "key"),
    Action.TALK: message("say", "key"),
    Action.ORDER: message("order", "key"),
    Action.RULES: message("rules", "key"),
    Action.LEAVE: message("leave", "key"),
    Action.SIGNAL: message("signal", "key"),
    Action.CLAIM: message("claim", "key"),
    Action.TAKE_BACK: message("take back", "key"),
    Action.CANCEL: message("nothing ahead", "key"),
    Action.HELP: message("help", "key"),
}
_IN_ROOM: Final = (Action.TALK, Action.LOG, Action.RULES, Action.LEAVE, Action.HELP)
_IN_RESULT: Final = (
    Action.POINTS,
    Action.LOG,
    Action.TALK,
    Action.LEAVE,
    Action.HELP,
)
_BEFORE_PLAY: Final = (
    Action.HINT,
    Action.LOG,
    Action.ORDER,
    Action.RULES,
    Action.TALK,
    Action.LEAVE,
    Action.HELP,
)
Keys: TypeAlias = list[tuple[Action, str]]


def title(scene: Scene, deal: DealView) -> Line:
    """Table, deal, trick or phase, and the dealer."""
    texts = scene.texts
    dealer = scene.places.short(deal.dealer)
    if not scene.places.is_you(deal.dealer):
        dealer = dealer.upper()
    parts = [
        shown(scene.known.view.table),
        texts.say("deal {number}", number=deal.deal),
        _moment(scene, deal),
        texts.say("dealer {seat}", seat=dealer),
    ]
    return line(" " + " · ".join(parts), Role.TITLE, bold=True)


def _moment(scene: Scene, deal: DealView) -> str:
    """The phase before the first card, the number of the trick, or the result."""
    texts, phase = scene.texts, scene.known.situation.phase
    if deal.settlement is not None:
        return texts.say("RESULT")
    if phase in _PHASES:
        return texts.say(_PHASES[phase])
    number = min(_TRICKS, len(deal.tricks) + 1)
    return texts.say("trick {number}/{all}", number=number, all=_TRICKS)


def status(state: ScreenState, texts: Texts) -> Line:
    """The connection, and the time that is left for this turn."""
    spans = [connection(state, texts)]
    if state.left_s is not None:
        spans.append(Span(f"  {clock(state.left_s)}", Role.MARK, bold=True))
    return (*spans, Span(" "))


def connection(state: ScreenState, texts: Texts) -> Span:
    """How the server can be reached, at any time and in words."""
    match state.link:
        case Link.ONLINE if state.ping_ms is not None:
            return Span(
                texts.say("connected {milliseconds} ms", milliseconds=state.ping_ms),
                Role.DIM,
            )
        case Link.ONLINE:
            return Span(texts.say("connected"), Role.DIM)
        case Link.RETRYING:
            return Span(texts.say("connection lost"), Role.WARNING, bold=True)
        case Link.OVER:
            return Span(texts.say("offline"), Role.DIM)


def away_line(state: ScreenState, texts: Texts) -> Line:
    """Since when the server is away, and how long the seat is kept."""
    text = texts.say(
        "! Connection lost {time} ago, trying again. Your seat is kept for {kept}.",
        time=clock(state.away_s),
        kept=clock(state.kept_s - state.away_s),
    )
    return line(text, Role.WARNING, bold=True)


def turn_words(scene: Scene) -> Line:
    """Whose turn it is, in words, and what binds the card (H03)."""
    texts, known = scene.texts, scene.known
    if not scene.state.asked:
        return line(f"  {turn_line(known, texts)}")
    parts = [texts.say("YOUR TURN")]
    if known.situation.phase == "play":
        parts.append(bound(scene))
    return line(f"  >> {' · '.join(parts)}", Role.MARK, bold=True)


def bound(scene: Scene) -> str:
    """What the led suit asks of this hand, by the server's list of legal cards."""
    texts, deal, situation = scene.texts, scene.deal, scene.known.situation
    if deal is None or not deal.trick:
        return texts.say("you lead: any card")
    if situation.led is None:
        return texts.say("the Matto leads: your card sets the suit")
    suit = CardNames(texts).suit(situation.led)
    suits = {suit_of(card) for card in situation.legal}
    with_matto = suits - {"M"} != suits
    if set(situation.legal) == set(deal.hand or ()):
        return texts.say("{suit} led: any card", suit=suit)
    if suits - {"M"} == {situation.led}:
        if with_matto:
            return texts.say("{suit} led: follow, or play the Matto", suit=suit)
        return texts.say("{suit} led: follow", suit=suit)
    if with_matto:
        return texts.say("{suit} led: a trump, or the Matto", suit=suit)
    return texts.say("{suit} led: play a trump", suit=suit)


def prompt(scene: Scene | None, state: ScreenState, texts: Texts) -> tuple[Line, Line]:
    """What is typed, and to its right what it would be."""
    word = ">"
    if state.panel is Panel.TALK:
        word = texts.say("say>")
    elif state.asked and state.confirm is Confirm.NOTHING:
        word = texts.say("discard>") if state.phase == "discard" else texts.say("card>")
    typed = line(f" {word} {shown(state.typed)}▌", Role.TITLE)
    return typed, line(f"{_meant(scene, state, texts)} ", Role.DIM)


def _meant(scene: Scene | None, state: ScreenState, texts: Texts) -> str:
    """The card that is typed or stood on, by its name, and whether it is legal now."""
    names = CardNames(texts)
    found = names.read(state.typed) if state.typed else ()
    code = found[0] if isinstance(found, tuple) and len(found) == 1 else None
    if code is None and not state.typed:
        code = state.cursor
    if code is None:
        return ""
    said = f"{on_screen(code)} = {names.full(code)}"
    if scene is None or state.phase != "play" or not state.asked:
        return said
    legal = {on_screen(card) for card in scene.known.situation.legal}
    if on_screen(code) in legal:
        return f"{said} · {texts.say('legal')}"
    return f"{said} · {texts.say('not now')}"


def message_lines(scene: Scene | None, state: ScreenState, texts: Texts) -> list[Line]:
    """What is asked, lost, refused or said last, the most pressing first."""
    if state.link is Link.RETRYING:
        return [away_line(state, texts)]
    if state.notice.warns:
        return [line(state.notice.text, Role.WARNING, bold=True)]
    if scene is not None and state.question:
        return [line(text, Role.MARK, bold=True) for text in state.question]
    if scene is not None and state.asked and state.phase == "play":
        winning = winning_line(scene.known, texts)
        return [line(" ".join([*winning, state.notice.text]))]
    return [line(state.notice.text)] if state.notice.text else []


def footer(state: ScreenState, texts: Texts, width: int) -> Line:
    """The keys of this moment; each may be clicked.

    Help is always among them: it tells of those for which there is no room.
    """
    told = [
        (Span(f" {state.keys.shown(action)}", Role.MARK, bold=True), word, action)
        for action, word in keys_now(state, texts)
    ]
    spans: list[Span] = []
    used = 0
    *others, last = told
    room = width - width_of(last[0].text) - width_of(last[1]) - 2
    for head, word, action in [*others, last]:
        taken = width_of(head.text) + width_of(word) + 2
        if used + taken > (width if action is last[2] else room):
            continue
        used += taken
        spans += [
            replace(head, target=Press(action)),
            Span(f" {word} ", Role.DIM, target=Press(action)),
        ]
    return tuple(spans)


def keys_now(state: ScreenState, texts: Texts) -> Keys:
    """The keys that do something now, the most important first."""
    yes, no = (Action.YES, texts.say("yes")), (Action.NO, texts.say("no"))
    match state.confirm:
        case Confirm.MOVE:
            return [(Action.ENTER, texts.say("yes")), no]
        case Confirm.QUIT | Confirm.AGREEMENT:
            return [yes, no]
        case _:
            return [*_first_keys(state, texts), *_other_keys(state, texts)]


def _first_keys(state: ScreenState, texts: Texts) -> Keys:
    """What the moment asks for."""
    if state.over:
        return [(Action.ENTER, texts.say("leave"))]
    if state.known is None:
        if not state.question:
            return []
        return [
            (Action.ENTER, texts.say("return")),
            (Action.NO, texts.say("new table")),
            (Action.LEAVE, texts.say("give that seat up")),
        ]
    if state.in_room:
        return [(Action.ENTER, texts.say("start"))]
    if state.confirm is Confirm.NEXT_DEAL:
        return [(Action.ENTER, _next_deal(state.known, texts))]
    return _acting(state, texts) if state.asked else []


def _next_deal(known: Known, texts: Texts) -> str:
    """The next deal, or another match; and how many have asked for it."""
    if match_is_over(known):
        return texts.say("another match")
    people = [info for info in known.view.seats if info.occupant == "person"]
    if len(people) < 2:
        return texts.say("next deal")
    return texts.say(
        "next deal ({ready}/{all} ready)",
        ready=sum(info.ready for info in people),
        all=len(people),
    )


def _other_keys(state: ScreenState, texts: Texts) -> Keys:
    """What may be looked at and done besides."""
    if state.known is None:
        actions: tuple[Action, ...] = (Action.LOG, Action.LEAVE, Action.HELP)
        if state.question:
            actions = (Action.LOG, Action.HELP)
    elif state.deal is None:
        actions = _IN_ROOM
    elif _is_settled(state):
        explain = [(Action.EXPLAIN, texts.say("explain"))]
        return [*explain, *_named(_IN_RESULT, state, texts)]
    elif state.phase == "play":
        actions = tuple(_KEYS)
    else:
        actions = _BEFORE_PLAY
    return _named(actions, state, texts)


def _named(actions: Iterable[Action], state: ScreenState, texts: Texts) -> Keys:
    """The actions that the table has, with their words."""
    return [
        (action, _with_unread(action, state, texts.say(_KEYS[action])))
        for action in actions
        if _has_use(action, state)
    ]


def _with_unread(action: Action, state: ScreenState, word: str) -> str:
    """What was said and nobody has looked at is counted beside the key that shows it."""
    return (
        f"{word} ({state.unread})" if action is Action.TALK and state.unread else word
    )


def _has_use(action: Action, state: ScreenState) -> bool:
    """Whether the table has what an action is for."""
    if state.known is None:
        return True
    options = state.known.view.options
    match action:
        case Action.HINT:
            return options.hints and state.asked
        case Action.SIGNAL:
            return options.signals != "off"
        case Action.CLAIM:
            return options.claims
        case Action.TAKE_BACK:
            return options.undo
        case Action.CANCEL:
            return state.ahead is not None
        case _:
            return True


def _acting(state: ScreenState, texts: Texts) -> Keys:
    situation = state.known.situation if state.known is not None else None
    match state.phase:
        case "discard":
            return [
                (Action.ENTER, texts.say("lay away")),
                (Action.MARK, texts.say("mark")),
                (Action.CLOSE, texts.say("clear")),
            ]
        case "declare" if situation is not None and situation.offer is not None:
            if not situation.offer.total:
                return [(Action.ENTER, texts.say("declare nothing"))]
            points = situation.offer.total
            return [
                (Action.ENTER, texts.say("declare all ({points})", points=points)),
                (Action.SKIP, texts.say("skip")),
                (Action.EXPLAIN, texts.say("explain")),
            ]
        case _:
            return [(Action.ENTER, texts.say("play"))]


def _is_settled(state: ScreenState) -> bool:
    return state.deal is not None and state.deal.settlement is not None
