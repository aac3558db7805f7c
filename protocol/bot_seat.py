"""One bot at one seat: asked, given so much time, and replaced by the fallback.

Whatever a bot does, a move comes out. One that sleeps too long, throws, or answers
against the rules loses its turn to the first thing that is allowed; one that does so
again and again is not asked any more in this deal.
"""

from __future__ import annotations

import asyncio
import math
import time
from abc import ABC, abstractmethod
from array import array
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final

from protocol.bot_reasons import kind_of, why_wrong
from protocol.bots import (
    DeclareMove,
    WrongAnswerError,
    fallback_move,
    has_no_choice,
    move_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from protocol.bots import BotView, Move

MOVE_S: Final = 10.0
"""What a bot has for a move, unless it is told otherwise."""
LATE_IN_A_ROW: Final = 3
"""After so many turns without an answer it is not asked again in this deal."""
GIVEN_UP: Final = (
    f"not asked again in this deal, after {LATE_IN_A_ROW} turns without an answer"
)
MOST_REASONS: Final = 100
"""So many different reasons are told apart."""
OTHER_REASONS: Final = "other reasons"
"""Stands for all that come after these."""
_BETWEEN_TRIES: Final = " Then: "


class _AllWrongError(Exception):
    """No try was a right answer; the text says of each why.

    Args:
        wrong: The reasons of the tries, and their kinds.
    """

    def __init__(self, wrong: Sequence[tuple[str, str]]) -> None:
        whys, kinds = (_different(texts) for texts in zip(*wrong, strict=True))
        super().__init__(whys)
        self.kind = kinds


class BotFailedError(Exception):
    """A bot raised an error or is not there; the text says which, for its author.

    Args:
        why: The text.
        kind: What it has in common with others; None if that is all of it.
    """

    def __init__(self, why: str, kind: str | None = None) -> None:
        super().__init__(why)
        self.kind = kind


class BotPlayer(ABC):
    """Somebody who answers for a seat: an object in a thread, or a program."""

    tries: ClassVar[int] = 1
    """How many wrong answers end a turn."""

    @abstractmethod
    async def answer(self, view: BotView) -> object:
        """The answer to what is asked, not judged yet; may be cancelled.

        Raises:
            BotFailedError: There is none, and will be none for this question.
        """

    def as_given(self, answer: object) -> object:
        """The answer as it was given, before it was read; for its author."""
        return answer

    @abstractmethod
    async def was_wrong(self, view: BotView, fault: WrongAnswerError) -> None:
        """Hear what was wrong with the last answer."""

    @abstractmethod
    async def lost_turn(self, move: Move, why: str) -> None:
        """Hear what was done instead, and why."""


class Loss(Enum):
    """Why a turn went to the fallback."""

    ILLEGAL = "illegal"
    LATE = "late"
    FAILED = "failed"


@dataclass(slots=True)
class Tally:
    """How a bot has done its turns so far."""

    asked: int = 0
    """Turns, those included that it lost."""
    lost: dict[Loss, int] = field(default_factory=lambda: dict.fromkeys(Loss, 0))
    """Turns that went to the fallback."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How many turns were lost for each kind of reason, in English."""
    examples: dict[str, str] = field(default_factory=dict)
    """Of each kind the first reason, with the answer that was given."""
    times_s: array[float] = field(default_factory=lambda: array("d"))
    """How long each turn took for which it was asked."""

    def lose(self, loss: Loss, why: str, kind: str | None = None) -> None:
        """Count a turn that went to the fallback.

        Args:
            loss: How it was lost.
            why: The whole reason.
            kind: What it has in common with others; None if that is all of it.
        """
        self.lost[loss] += 1
        self._count_reason(why if kind is None else kind, why, 1)

    def add(self, other: Tally) -> None:
        """Count the turns of another tally as well."""
        self.asked += other.asked
        for loss, number in other.lost.items():
            self.lost[loss] += number
        for kind, number in other.reasons.items():
            self._count_reason(kind, other.examples[kind], number)
        self.times_s.extend(other.times_s)

    def _count_reason(self, kind: str, example: str, turns: int) -> None:
        if kind not in self.reasons and len(self.reasons) >= MOST_REASONS:
            kind = example = OTHER_REASONS
        self.reasons[kind] += turns
        self.examples.setdefault(kind, example)

    @property
    def all_lost(self) -> int:
        """Turns that went to the fallback, for whatever reason."""
        return sum(self.lost.values())

    @property
    def mean_s(self) -> float | None:
        """Mean time for a turn; None before the first."""
        return math.fsum(self.times_s) / len(self.times_s) if self.times_s else None

    @property
    def p99_s(self) -> float | None:
        """The time that 99 of 100 turns keep to; None before the first."""
        if not self.times_s:
            return None
        place = math.ceil(0.99 * len(self.times_s)) - 1
        return sorted(self.times_s)[place]


class BotSeat:
    """Gives a move for every turn of one seat.

    Args:
        player: Who is asked.
        limit_s: Time for a turn, all tries together.
        now_s: A clock that only runs forward.
    """

    def __init__(
        self,
        player: BotPlayer,
        *,
        limit_s: float = MOVE_S,
        now_s: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.player = player
        self.tally = Tally()
        self.trouble = ""
        """Why the last turn was lost, in English; empty if none was."""
        self._limit_s = limit_s
        self._now_s = now_s
        self._late = 0

    def new_deal(self) -> None:
        """Ask again a bot that was given up."""
        self._late = 0

    async def move(self, view: BotView, most_s: float = math.inf) -> Move:
        """What the seat does at its turn.

        Args:
            view: What it knows.
            most_s: Time that there is, where that is less than the usual.
        """
        if has_no_choice(view):
            return DeclareMove(wish=False)
        self.tally.asked += 1
        if self._late >= LATE_IN_A_ROW:
            return await self._lost(view, Loss.LATE, GIVEN_UP)
        begun_s, limit_s = self._now_s(), min(self._limit_s, most_s)
        try:
            async with asyncio.timeout(limit_s):
                return await self._asked(view)
        except TimeoutError:
            self._late += 1
            return await self._lost(view, Loss.LATE, f"no answer within {limit_s:g} s")
        except _AllWrongError as fault:
            return await self._lost(view, Loss.ILLEGAL, str(fault), fault.kind)
        except BotFailedError as fault:
            return await self._lost(view, Loss.FAILED, str(fault), fault.kind)
        finally:
            self.tally.times_s.append(self._now_s() - begun_s)

    async def _asked(self, view: BotView) -> Move:
        wrong: list[tuple[str, str]] = []
        while True:
            answer = await self.player.answer(view)
            self._late = 0
            try:
                return move_in(answer, view)
            except WrongAnswerError as fault:
                given = self.player.as_given(answer)
                wrong.append((why_wrong(fault, given), kind_of(fault)))
                if len(wrong) >= self.player.tries:
                    raise _AllWrongError(wrong) from fault
                await self.player.was_wrong(view, fault)

    async def _lost(
        self, view: BotView, loss: Loss, why: str, kind: str | None = None
    ) -> Move:
        self.tally.lose(loss, why, kind)
        self.trouble = why
        move = fallback_move(view)
        await self.player.lost_turn(move, why)
        return move


def _different(texts: Iterable[str]) -> str:
    """Each text once: whoever does not listen says the same again."""
    return _BETWEEN_TRIES.join(dict.fromkeys(texts))
