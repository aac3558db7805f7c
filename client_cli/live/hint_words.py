"""A hint in words: what each thing that one may do now is worth, or why there is none.

Nothing here asks or prints, so that every mode tells a hint alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.cards import as_held, on_screen
from client_cli.live.durations import duration
from client_cli.live.places import bot_words
from client_cli.live.questions import turn_line
from client_cli.live.refusals import code_sentence
from client_cli.texts import message
from protocol.codes import ErrorCode

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.to_client import Candidate, Hints

_NONE_HERE: Final = message("At this table no hints are given.")
_NO_DEAL: Final = message("No hint now: no deal is played.")


def why_no_hint(known: Known, texts: Texts) -> str | None:
    """Why it is of no use to ask for a hint now; None if it is."""
    if not known.view.options.hints:
        return texts.say(_NONE_HERE)
    deal = known.view.deal
    if deal is None or deal.settlement is not None:
        return texts.say(_NO_DEAL)
    if known.situation.turn != known.view.you:
        return _not_your_turn(known, texts)
    return None


def refusal_of_hint(hints: Hints, known: Known, texts: Texts) -> str | None:
    """Why the answer is no hint, or one that is of no use any more; None for a hint."""
    match hints.code:
        case None if hints.version < known.mark.version:
            return texts.say("The hint came too late: the table has gone on.")
        case None:
            return None
        case ErrorCode.NOT_ALLOWED:
            return texts.say(_NONE_HERE)
        case ErrorCode.PHASE:
            return texts.say(_NO_DEAL)
        case ErrorCode.NOT_YOUR_TURN:
            return _not_your_turn(known, texts)
        case code if hints.retry_ms is not None:
            return _later(code, hints.retry_ms, texts)
        case code:
            return code_sentence(code, texts)


def hint_lines(hints: Hints, texts: Texts) -> list[str]:
    """A hint line by line, the best first; what is worth the same in one line."""
    lines = [texts.say("Declare first: it is worth it.")] if hints.declare else []
    who = bot_words(hints.level, texts)
    if any(each.points is None for each in hints.candidates):
        best = _named(hints.candidates[0])
        return [*lines, texts.say("Hint of a {who}: {cards}.", who=who, cards=best)]
    lines.append(
        texts.say(
            "Hint of a {who}. At the end of the deal it expects so many points for our "
            "side, less those for theirs:",
            who=who,
        )
    )
    return [*lines, *_lines_by_points(hints)]


def _not_your_turn(known: Known, texts: Texts) -> str:
    return " ".join([texts.say("Not now."), turn_line(known, texts)])


def _later(code: str, retry_ms: int, texts: Texts) -> str:
    """Whole seconds, and enough: who asks then is not refused once more."""
    if code == ErrorCode.RATE:
        why = texts.say("You have asked for too many hints.")
    else:
        why = texts.say("The server has no time for a hint now.")
    time = duration(-(-retry_ms // 1_000) * 1_000, texts)
    return " ".join([why, texts.say("Ask again in {time}.", time=time)])


def _lines_by_points(hints: Hints) -> list[str]:
    """The Moors are equal for whoever holds them: the best of them speaks for all."""
    found: dict[int, list[str]] = {}
    named: set[str] = set()
    for each in hints.candidates:
        name = _named(each)
        if each.points is not None and name not in named:
            named.add(name)
            found.setdefault(each.points, []).append(name)
    return [f"{points:+d}: {', '.join(names)}." for points, names in found.items()]


def _named(candidate: Candidate) -> str:
    """The card, or the pair to lay away."""
    return " ".join(map(on_screen, as_held(candidate.cards)))
