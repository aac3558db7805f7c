"""What every screen has: the title above, and the prompt, message and keys below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.card_names import CardNames
from client_cli.cards import on_screen, suit_of
from client_cli.live.questions import turn_line
from client_cli.live.recital import winning_line
from client_cli.live.seat import Confirm
from client_cli.safe_text import shown
from client_cli.screens.grid import Line, Press, Role, Span, line
from client_cli.screens.state import Link, Scene, clock
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.screens.state import ScreenState
    from client_cli.texts import Texts
    from protocol.views import DealView

_TRICKS: Final = 15
_PHASES: Final = {
    "discard": message("DISCARD"),
    "declare": message("DECLARATIONS"),
}
_KEYS: Final = {
    "t": message("last trick", "key"),
    "p": message("points", "key"),
    "w": message("why", "key"),
    "h": message("log", "key"),
    "o": message("order", "key"),
    "r": message("rules", "key"),
    "q": message("leave", "key"),
    "y": message("say", "key"),
    "g": message("signal", "key"),
    "k": message("claim", "key"),
    "z": message("take back", "key"),
    "x": message("nothing ahead", "key"),
    "?": message("help", "key"),
}


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
    if state.asked and state.confirm is Confirm.NOTHING:
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
    """The keys of this moment; each may be clicked."""
    spans: list[Span] = []
    used = 0
    for key, word in keys_now(state, texts):
        text = f" {key} {word} "
        if used + len(text) > width:
            break
        used += len(text)
        spans += [
            Span(f" {key}", Role.MARK, bold=True, target=Press(key)),
            Span(f" {word} ", Role.DIM, target=Press(key)),
        ]
    return tuple(spans)


def keys_now(state: ScreenState, texts: Texts) -> list[tuple[str, str]]:
    """The keys that do something now, the most important first."""
    yes, no = ("y", texts.say("yes")), ("n", texts.say("no"))
    enter: list[tuple[str, str]] = []
    match state.confirm:
        case Confirm.MOVE:
            return [("Enter", texts.say("yes")), ("n", texts.say("no"))]
        case Confirm.QUIT | Confirm.AGREEMENT:
            return [yes, no]
        case _:
            pass
    if state.over:
        enter = [("Enter", texts.say("leave"))]
    elif state.known is None and state.question:
        enter = [
            ("Enter", texts.say("return")),
            ("n", texts.say("new table")),
            ("q", texts.say("give that seat up")),
        ]
    elif state.confirm is Confirm.NEXT_DEAL:
        enter = [("Enter", texts.say("next deal"))]
    elif state.asked:
        enter = _acting(state, texts)
    keys = [*_KEYS]
    if _is_settled(state):
        keys = ["e", "p", "h", "q", "?"]
    elif state.deal is None:
        keys = ["h", "q", "?"]
    told = [
        (key, texts.say("explain") if key == "e" else texts.say(_KEYS[key]))
        for key in keys
        if not (state.known is None and key == "q" and state.question)
    ]
    return [*enter, *told]


def _acting(state: ScreenState, texts: Texts) -> list[tuple[str, str]]:
    situation = state.known.situation if state.known is not None else None
    match state.phase:
        case "discard":
            return [
                ("Enter", texts.say("lay away")),
                ("Space", texts.say("mark")),
                ("Esc", texts.say("clear")),
            ]
        case "declare" if situation is not None and situation.offer is not None:
            if not situation.offer.total:
                return [("Enter", texts.say("declare nothing"))]
            return [
                (
                    "Enter",
                    texts.say("declare all ({points})", points=situation.offer.total),
                ),
                ("n", texts.say("skip")),
            ]
        case _:
            return [("Enter", texts.say("play"))]


def _is_settled(state: ScreenState) -> bool:
    return state.deal is not None and state.deal.settlement is not None
