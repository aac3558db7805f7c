"""Following one table: folding what is told, and asking for what is missing.

A gap is answered by one `resync` at a time. What cannot be folded meanwhile is not lost:
the highest version seen is remembered, and after the answer there must be nothing beyond
it, or the table is asked for again, the third time as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.seats import SEATS
from protocol.fold import Gap, GapReason, Known, fold
from protocol.to_client import Events, Replayed, Said, Snapshot
from protocol.to_server import Mute, Resync

if TYPE_CHECKING:
    from engine.seats import Seat

MOST_TRIES = 4
"""After so many answers in a row that did not help, the connection is given up."""
_TRIES_BY_POSITION = 2
_POSITION_IS_NO_USE = frozenset({GapReason.NO_SNAPSHOT, GapReason.CONTRADICTION})


class Following:
    """What is known of a table that this session follows."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.known: Known | None = None
        self.asked = False
        """Whether a `resync` is on its way."""
        self.put_off = False
        """Whether a `resync` was refused for now and has to be sent again."""
        self.tries = 0
        """How many were sent in a row without coming up to date."""
        self.missed_talk = False
        """Whether something was said before the last snapshot that nobody will tell
        unless it is asked for."""
        self._heard: int | None = None
        """Number of the last line of talk; None before anything is known."""
        self._muted: set[Seat | None] = set()
        self._seen_epoch = b""
        self._seen_version = 0

    def take(self, message: Events | Snapshot) -> Known | Gap:
        """Fold a message: what is known now, or the gap that it leaves."""
        outcome = fold(self.known, message)
        if isinstance(outcome, Gap):
            last = message.last if isinstance(message, Events) else message.version
            self._remember(message.epoch, last)
            return outcome
        self._hear_newcomers(outcome)
        self.known = outcome
        if isinstance(message, Snapshot):
            self._note_talk(message.said)
            self._answered()
        return outcome

    def hears(self, line: Said) -> bool:
        """Whether a line of talk was not told before; from now on it was."""
        if self._heard is not None and line.number <= self._heard:
            return False
        self._heard = line.number
        return True

    def replayed(self, message: Replayed) -> None:
        """The answer to `resync` is complete."""
        if self.known is not None:
            self._remember(self.known.mark.epoch, message.version)
        self._answered()

    @property
    def behind(self) -> bool:
        """Whether more was seen, of the history that is known, than is known."""
        if self.known is None:
            return True
        mark = self.known.mark
        return mark.epoch == self._seen_epoch and mark.version < self._seen_version

    def ask(self, reason: GapReason) -> Resync:
        """The question that closes the gap, which is from now on under way."""
        self.asked = True
        self.put_off = False
        self.tries += 1
        by_position = (
            reason not in _POSITION_IS_NO_USE and self.tries <= _TRIES_BY_POSITION
        )
        if self.known is None or not by_position:
            return Resync(table=self.table, heard=self._heard)
        mark = self.known.mark
        return Resync(
            table=self.table,
            epoch=mark.epoch,
            version=mark.version,
            token=mark.token,
            heard=self._heard,
        )

    def refused_for_now(self) -> None:
        """The question was not looked at; it does not count as one that was no help."""
        self.asked = False
        self.put_off = True
        self.tries -= 1

    def link_lost(self) -> None:
        """Nothing is on its way any more."""
        self.asked = False
        self.put_off = False
        self._forget_seen()

    def mute(self, message: Mute) -> None:
        """Remember who is not to be heard."""
        if message.on:
            self._muted.add(message.seat)
        elif message.seat is None:
            self._muted.clear()
        else:
            self._muted.discard(message.seat)

    @property
    def mutes(self) -> list[Mute]:
        """What to say on a new connection, which knows of no mutes, before `resync`."""
        return [Mute(table=self.table, seat=seat, on=True) for seat in self._muted]

    def _hear_newcomers(self, now: Known) -> None:
        """A mute is of a person: it ends when somebody else has the seat."""
        if self.known is None:
            return
        before = self.known.view.seats
        self._muted -= {
            seat for seat in SEATS if before[seat].name != now.view.seats[seat].name
        }

    def _note_talk(self, said: int) -> None:
        """Compare what was heard with what was said before a snapshot.

        What was not heard follows a snapshot that was asked for, and no other: who was
        too slow has lost it. Where the store lost talk, its numbers begin anew.
        """
        if self._heard is None:
            self._heard = said
        self.missed_talk = said > self._heard and not self.asked
        self._heard = min(said, self._heard)

    def _remember(self, epoch: bytes, version: int) -> None:
        if epoch != self._seen_epoch:
            self._seen_epoch = epoch
            self._seen_version = 0
        self._seen_version = max(self._seen_version, version)

    def _answered(self) -> None:
        self.asked = False
        self.put_off = False
        if not self.behind:
            self._forget_seen()

    def _forget_seen(self) -> None:
        self.tries = 0
        self._seen_epoch = b""
        self._seen_version = 0
