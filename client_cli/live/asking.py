"""How one's own seat is asked for a move: with its time, its bell, and what was chosen.

Whoever has chosen a card ahead is not asked, and an autopilot answers by itself.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from client_cli.live.ahead import Release
from client_cli.live.autopilot import Declare, Discard, Play, choice_for
from client_cli.live.questions import question_lines, time_lines, turn_line
from client_cli.live.server_time import TurnClock

if TYPE_CHECKING:
    from client_cli.live.ahead import Ahead
    from client_cli.live.moves import Moves
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.fold import Known


class Asking:
    """Asks the person at one seat."""

    def __init__(self, parts: Parts, seat: OwnSeat, ahead: Ahead, moves: Moves) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._ahead = ahead
        self._moves = moves
        self._clock = TurnClock(parts.comforts.time, parts.happenings.put)

    def keep_up(self, known: Known) -> None:
        """Keep time and title, and what was chosen ahead, in step with the table."""
        asked = self._seat.is_asked and not self._parts.is_script
        self._clock.set(known.situation.deadline if asked else None)
        self._parts.comforts.attention.title(self._title(known))
        self._parts.screen.say(self._ahead.review(known, self._texts))

    def ask(self, known: Known) -> bool:
        """Ask for the move that is wanted now; whether a person has to answer."""
        if self._parts.flags.autopilot:
            self._answer_for(known)
            return False
        card = self._ahead.card_for(known)
        if card is not None and not self._parts.is_script:
            self._play_soon(card, known)
            return False
        self._parts.screen.ask_turn(question_lines(known, self._texts))
        left_ms = self._parts.comforts.time.left_ms(known.situation.deadline)
        self._parts.screen.say(time_lines(left_ms, self._texts))
        self._parts.comforts.attention.your_turn(self._title(known))
        return True

    def time_is_short(self, deadline_ms: int) -> bool:
        """Warn of the end of a turn, if it is still that turn; whether it is (H05)."""
        known = self._seat.known
        if known is None or known.situation.deadline != deadline_ms:
            return False
        left_ms = self._parts.comforts.time.left_ms(deadline_ms)
        self._parts.screen.complain(time_lines(left_ms, self._texts))
        self._parts.comforts.attention.warn()
        return True

    def release(self, release: Release) -> bool:
        """Play a card that was chosen ahead, if it is still to be played.

        Nobody is asked anything by it, which is what it gives.
        """
        known = self._seat.known
        if (
            known is not None
            and self._seat.is_asked
            and known.mark.version == release.version
            and self._ahead.card_for(known) == release.card
        ):
            self._ahead.forget()
            self._moves.play(release.card)
        return False

    def _title(self, known: Known) -> str:
        return f"{turn_line(known, self._texts)} {known.view.table}"

    def _play_soon(self, card: str, known: Known) -> None:
        """Play a card as a person would who knows his card: after a pause (H16)."""
        asyncio.get_running_loop().call_later(
            self._parts.comforts.pause_s(),
            self._parts.happenings.put,
            Release(card, known.mark.version),
        )

    def _answer_for(self, known: Known) -> None:
        match choice_for(known):
            case Discard(cards):
                self._moves.discard(cards)
            case Declare():
                self._moves.declare()
            case Play(card):
                self._moves.play(card)
            case None:
                pass
