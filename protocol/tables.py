"""The tables that a session follows: news in, updates and questions out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.codes import Advice, advice_for
from protocol.fold import Gap, GapReason, Known
from protocol.following import MOST_TRIES, Following
from protocol.to_client import Error, Events, Replayed, Said, Snapshot
from protocol.updates import CaughtUp, Changed, Gone, Replaced, Talked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.reaction import Reaction, Waits
    from protocol.to_server import Mute

_SAT: Final = "sat"


class Tables:
    """All tables of one session.

    Args:
        waits: Where questions are noted, so that a missing answer is noticed.
    """

    def __init__(self, waits: Waits) -> None:
        self._waits = waits
        self._tables: dict[str, Following] = {}
        self._dropped: set[str] = set()
        """Tables of which a late snapshot may come that nobody wants any more."""

    @property
    def known(self) -> tuple[Known, ...]:
        """What is known of each table of which something is known."""
        known = (following.known for following in self._tables.values())
        return tuple(one for one in known if one is not None)

    def known_of(self, table: str) -> Known | None:
        """What is known of one table."""
        following = self._tables.get(table)
        return None if following is None else following.known

    def follow(self, tables: Iterable[str]) -> None:
        """Follow these from now on, besides the others."""
        for table in tables:
            self._tables.setdefault(table, Following(table))
            self._dropped.discard(table)

    def forget(self, table: str, code: str, reaction: Reaction) -> None:
        """Follow a table no longer."""
        self._waits.end(_question(table))
        if self._tables.pop(table, None) is not None:
            self._dropped.add(table)
            reaction.updates.append(Gone(table, code))

    def looks_on_at(self, table: str) -> bool:
        """Whether a table is followed without a seat there, as far as is known."""
        following = self._tables.get(table)
        if following is None:
            return False
        return following.known is None or following.known.view.you is None

    def mute(self, message: Mute) -> bool:
        """Note who is not to be heard; false for a table that is not followed."""
        following = self._tables.get(message.table)
        if following is not None:
            following.mute(message)
        return following is not None

    @property
    def mutes(self) -> list[Mute]:
        """What a new connection has to be told again."""
        return [mute for table in self._tables.values() for mute in table.mutes]

    def forget_all(self) -> None:
        """Follow nothing; the session that followed is gone."""
        self._tables.clear()

    def link_lost(self) -> None:
        """Every question has to be asked again."""
        self._dropped.clear()
        for following in self._tables.values():
            following.link_lost()

    def ask_all(self, reason: GapReason, reaction: Reaction, now_s: float) -> None:
        """Ask for every table that is not being asked for."""
        for following in self._tables.values():
            self._ask(following, reason, reaction, now_s)

    def ask(self, table: str, reaction: Reaction, now_s: float) -> None:
        """Ask for the whole of a followed table."""
        self._ask(self._tables[table], GapReason.NO_SNAPSHOT, reaction, now_s)

    def take_news(
        self, message: Events | Snapshot, reaction: Reaction, now_s: float
    ) -> None:
        """Fold what was told; a snapshot of a new table begins to follow it."""
        if isinstance(message, Snapshot) and self._is_wanted(message):
            self.follow([message.table])
        following = self._tables.get(message.table)
        if following is None:
            return  # a late word about a table that was left
        before = following.known
        known = following.take(message)
        if isinstance(known, Gap):
            self._ask(following, known.reason, reaction, now_s)
            return
        if following.asked:
            self._waits.begin(_question(message.table), now_s)
        if isinstance(message, Snapshot):
            reaction.updates.append(Replaced(message, before, known))
            self._after_answer(following, reaction, now_s)
            if following.missed_talk:
                self._ask(following, GapReason.MISSED, reaction, now_s)
        elif before is not None and known is not before:
            reaction.updates.append(Changed(message, before, known))

    def take_talk(self, line: Said, reaction: Reaction) -> None:
        """Pass on what was said, unless it was told before."""
        following = self._tables.get(line.table)
        if following is None or following.hears(line):
            reaction.updates.append(Talked(line))

    def take_replayed(
        self, message: Replayed, reaction: Reaction, now_s: float
    ) -> None:
        """The events that were asked for have all been told."""
        following = self._tables.get(message.table)
        if following is None:
            return
        following.replayed(message)
        known = following.known
        if known is not None and not following.behind:
            reaction.updates.append(CaughtUp(message.table, message.count, known))
        self._after_answer(following, reaction, now_s)

    def take_error(self, error: Error, reaction: Reaction) -> None:
        """A table that was asked for may not be there, or only not now.

        An error that asks to try again and names no table may mean any of them.
        """
        if advice_for(error.code) is Advice.RESEND:
            for table, following in self._tables.items():
                if following.asked and error.table in {None, table}:
                    following.refused_for_now()
                    self._waits.end(_question(table))
        elif error.table in self._tables:
            self.forget(error.table, error.code, reaction)

    def ask_again(self, reaction: Reaction, now_s: float) -> None:
        """Ask for every table that was refused for now."""
        for following in self._tables.values():
            if following.put_off:
                self._ask(following, GapReason.MISSED, reaction, now_s)

    def _is_wanted(self, message: Snapshot) -> bool:
        return message.table not in self._dropped or message.reason == _SAT

    def _after_answer(
        self, following: Following, reaction: Reaction, now_s: float
    ) -> None:
        self._waits.end(_question(following.table))
        if following.behind:
            self._ask(following, GapReason.MISSED, reaction, now_s)

    def _ask(
        self, following: Following, reason: GapReason, reaction: Reaction, now_s: float
    ) -> None:
        if following.asked:
            return
        if following.tries >= MOST_TRIES:
            reaction.drop = f"resync of {following.table} does not help"
            return
        reaction.send.append(following.ask(reason))
        self._waits.begin(_question(following.table), now_s)


def _question(table: str) -> str:
    return f"resync of {table}"
