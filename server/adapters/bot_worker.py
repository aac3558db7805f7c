"""A process that thinks for bots: questions come in by a pipe, answers go out by one.

A question is a level, the view of one seat and the table's bot seed, pickled: nothing
that the seat may not know ever enters this process, and nothing it could follow from. An answer is a few bytes that name an action and no
object, so that the server never builds anything that a bot's process made up. Each has
its length before it. The first word of the process, once all is loaded that it needs, are
the levels that it can play. It ends when its input does, which is when the server ends,
however that was.

Nothing of the server is imported here but these files, so that a process is small.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import DECK_SIZE, Card
from engine.players.levels import LEVELS, RULE_LEVELS, player_of, warm_up

if TYPE_CHECKING:
    from engine.view import SeatView
    from server.ports import BotQuestion

LENGTH_BYTES: Final = 4
MOST_BYTES: Final = 65_536
"""Of one question; a view takes about a thousand."""
FAILED: Final = b"!"
"""The answer of a player that raised an error."""
_POLITE: Final = 5


def question_bytes(question: BotQuestion) -> bytes:
    """A question as it goes into the pipe."""
    parts = (question.level, question.view, question.bot_seed)
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


def answer_to(question: bytes) -> bytes:
    """What the player of the level answers."""
    level, view, bot_seed = pickle.loads(question)  # noqa: S301 - written by the server
    try:
        return answer_bytes(player_of(level).choose(view, bot_seed))
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
