"""A process that thinks for bots: questions come in by a pipe, answers go out by one.

A question is what is wanted, a level, the view of one seat and a bot seed, pickled:
nothing that the seat may not know ever enters this process, and nothing it could follow
from. An answer is a few bytes that name an action, or candidates with their points, and
no object, so that the server never builds anything that a bot's process made up. Each has
its length before it. The first word of the process, once all is loaded that it needs, are
the levels that it can play. It ends when its input does, which is when the server ends,
however that was.

Nothing of the server is imported here but these files, so that a process is small.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from contextlib import suppress
from enum import Enum
from typing import IO, TYPE_CHECKING, Final, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import DECK_SIZE, Card
from engine.players.levels import LEVELS, RULE_LEVELS, player_of, warm_up
from engine.players.player import Advice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.view import SeatView
    from server.ports import BotQuestion

LENGTH_BYTES: Final = 4
MOST_BYTES: Final = 65_536
"""Of one question; a view takes about a thousand."""
FAILED: Final = b"!"
"""The answer of a player that raised an error."""
_POLITE: Final = 5
_CANDIDATE: Final = struct.Struct(">BBh")
"""One card or two, and points."""
_NONE: Final = 0xFF
"""In the place of a second card."""
_NO_POINTS: Final = -0x8000


class Wanted(Enum):
    """What a question asks for."""

    ACTION = "action"
    ADVICE = "advice"


def question_bytes(question: BotQuestion, wanted: Wanted = Wanted.ACTION) -> bytes:
    """A question as it goes into the pipe."""
    parts = (wanted.value, question.level, question.view, question.bot_seed)
    return framed(pickle.dumps(parts, pickle.HIGHEST_PROTOCOL))


def framed(content: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def answer_bytes(action: Action) -> bytes:
    """An action in a few bytes: a letter and the cards."""
    match action:
        case Discard(cards=cards):
            return b"X" + bytes(cards)
        case Declare():
            return b"D"
        case Skip():
            return b"S"
        case PlayCard(card=card):
            return b"P" + bytes([card])
        case _:
            assert_never(action)


def action_from(answer: bytes, view: SeatView) -> Action:
    """The action that an answer names, for the seat that was asked.

    Raises:
        ValueError: It names none; whether the rules allow it, the table says.
    """
    kind, cards = answer[:1], tuple(answer[1:])
    if any(card >= DECK_SIZE for card in cards):
        raise ValueError("no such card")
    match kind, cards:
        case b"X", (int(first), int(second)):
            return Discard(view.seat, (Card(first), Card(second)))
        case b"D", ():
            return Declare(view.seat)
        case b"S", ():
            return Skip(view.seat)
        case b"P", (int(card),):
            return PlayCard(view.seat, Card(card))
        case _:
            raise ValueError("no action")


def advice_bytes(candidates: Iterable[Advice]) -> bytes:
    """Candidates in a few bytes each, with whole points."""
    return b"".join(map(_candidate_bytes, candidates))


def _candidate_bytes(candidate: Advice) -> bytes:
    first, second = (*candidate.cards, _NONE)[:2]
    points = candidate.points
    rounded = _NO_POINTS if points is None else round(points)
    return _CANDIDATE.pack(first, second, rounded)


def advice_from(answer: bytes) -> tuple[Advice, ...]:
    """The candidates that an answer names, at least one.

    Raises:
        ValueError: It names none; whether the seat holds them, nobody has looked.
    """
    if not answer or len(answer) % _CANDIDATE.size:
        raise ValueError("no candidates")
    return tuple(map(_candidate_from, _CANDIDATE.iter_unpack(answer)))


def _candidate_from(parts: tuple[int, int, int]) -> Advice:
    first, second, points = parts
    cards = (first,) if second == _NONE else (first, second)
    if any(card >= DECK_SIZE for card in cards):
        raise ValueError("no such card")
    return Advice(tuple(map(Card, cards)), None if points == _NO_POINTS else points)


def answer_to(question: bytes) -> bytes:
    """What the player of the level answers."""
    # It was written by the server.
    wanted, level, view, bot_seed = pickle.loads(question)  # noqa: S301
    try:
        player = player_of(level)
        if Wanted(wanted) is Wanted.ADVICE:
            return advice_bytes(player.advise(view, bot_seed))
        return answer_bytes(player.choose(view, bot_seed))
    except Exception:  # noqa: BLE001 - whatever a player does wrong, the next may work
        return FAILED


def playable_levels() -> tuple[str, ...]:
    """The levels that this process can play, once all is loaded that they need."""
    try:
        warm_up()
    except Exception:  # noqa: BLE001 - no numba, or one that does not work here
        return RULE_LEVELS
    return LEVELS


def levels_from(hello: bytes) -> tuple[str, ...]:
    """The levels that the first word of a process names.

    Raises:
        ValueError: It names some that there are not, or leaves out the lowest one.
    """
    levels = tuple(hello.decode("ascii").split())
    if not set(levels) <= set(LEVELS) or LEVELS[0] not in levels:
        raise ValueError("no levels")
    return levels


def serve(
    questions: IO[bytes], answers: IO[bytes], levels: tuple[str, ...] = RULE_LEVELS
) -> None:
    """Answer until there are no more questions; the first word are the levels."""
    answers.write(framed(" ".join(levels).encode()))
    answers.flush()
    while head := questions.read(LENGTH_BYTES):
        question = questions.read(int.from_bytes(head, "big"))
        answers.write(framed(answer_to(question)))
        answers.flush()


def main() -> None:
    """Be a bot's process."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)  # the process with the sockets goes first
    with suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin.buffer, sys.stdout.buffer, playable_levels())


if __name__ == "__main__":
    main()
