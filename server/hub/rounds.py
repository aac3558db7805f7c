"""People whose node died: it cannot say that they are gone, so others find out."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from server.store_outcomes import StoreUnavailable
from server.store_records import Presence
from server.table.commands import PersonConnected, PersonLost
from server.table.deadlines import LEASE

if TYPE_CHECKING:
    from server.hub.hub import Hub
    from server.hub.live_table import LiveTable, Viewer
    from server.hub.pulse import Pulse
    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.store import TableStore

_LOOKS_PER_LEASE: Final = 10
"""The second look at somebody who seems to be gone follows after a tenth of it."""


class Rounds:
    """Looks, every half minute, whether the nodes of a table's people live."""

    def __init__(
        self,
        store: TableStore,
        hub: Hub,
        pulse: Pulse,
        clock: Clock,
        store_clock: StoreClock,
    ) -> None:
        self._store = store
        self._hub = hub
        self._pulse = pulse
        self._clock = clock
        self._store_clock = store_clock

    async def look(self, live: LiveTable) -> None:
        """Tell the table of people who are gone, and look again later."""
        lost = await self._lost(live)
        if lost:
            # Who has just come may not be noted yet.
            await self._clock.sleep_ms(self._hub.spans.lease_ms // _LOOKS_PER_LEASE)
            lost = lost & await self._lost(live)
        for user, arrival in sorted(lost):
            await self._hub.submit_own(live, PersonLost(user, arrival))
            await self._store.drop_presence(live.table, user, arrival)
        still_there = any(held.connected for held in live.position.state.seats)
        next_ms = self._store_clock.now_ms() + self._hub.spans.lease_ms
        due_ms = next_ms if still_there else None
        await self._hub.renew_deadline(live, LEASE, due_ms=due_ms)

    async def greet_again(self, live: LiveTable) -> None:
        """Note anew who is connected here, after the store has lost something.

        What was lost may be how people came here, and the notes of where they are and
        at which tables they sit.
        """
        self._pulse.note_forgetful_store()
        for viewer in list(live.viewers.values()):
            if viewer.arrival is None:
                continue
            with suppress(StoreUnavailable):
                await self._greet(live, viewer)
        with suppress(StoreUnavailable):
            await self._note_seats(live)

    async def _note_seats(self, live: LiveTable) -> None:
        """Let people find their seats who are away just now, too."""
        state = live.position.state
        if state.closed is not None:
            return
        for seat in state.people:
            person = state.seats[seat].person
            if person is None:
                continue
            if live.table not in await self._store.user_seats(person.user):
                await self._store.put_user_seat(person.user, live.table, b"")

    async def _greet(self, live: LiveTable, viewer: Viewer) -> None:
        seat = live.position.state.seat_of(viewer.user)
        if seat is None:
            return
        held = live.position.state.seats[seat]
        if held.arrival != viewer.arrival or not held.connected:

            def arrived(live: LiveTable) -> None:
                viewer.arrival = live.position.state.seats[seat].arrival

            viewer.arrival = None  # nobody else has come, so nobody is shown out
            await self._hub.submit_own(live, PersonConnected(viewer.user), arrived)
        if viewer.arrival is None:
            return
        note = Presence(viewer.user, seat, viewer.arrival, self._pulse.node, 0)
        await self._store.put_presence(live.table, note)

    async def _lost(self, live: LiveTable) -> frozenset[tuple[str, int]]:
        """People who count as connected, over a node that does not live."""
        living = await self._pulse.living()
        notes = await self._store.presences(live.table)
        held = {note.session: note for note in notes}
        lost = set()
        for seat in live.position.state.seats:
            if seat.person is None or not seat.connected:
                continue
            note = held.get(seat.person.user)
            if note is None or note.node not in living:
                lost.add((seat.person.user, seat.arrival))
        return frozenset(lost)
