"""What was said while somebody could not hear it, and what is said meanwhile."""

import pytest

from server.hub.missed_talk import with_missed_talk
from server.hub.talk_lines import line_of, packed_line
from server.store_outcomes import StoreUnavailable
from tests.server.hub.nodes import world
from tests.server.hub.speaking import said, speak

FOUR = ("ann", "bob", "cid", "dan")


async def test_what_is_said_meanwhile_comes_behind_and_once() -> None:
    async with world(1) as all_of:
        node, table = all_of.nodes[0], await all_of.opened(*FOUR)
        await speak(all_of, table, "hello")
        inbox = await node.look(table, "ann")
        live = await node.live(table)

        async with with_missed_talk(all_of.store, live, inbox, 0):
            await speak(all_of, table, "sorry")
            again = line_of(table, 1, packed_line(0, "Ann", "hello", None))
            live.viewers[inbox].held_talk.append(again)  # type: ignore[union-attr]
            assert said(inbox) == []
        await speak(all_of, table, "thanks")

        assert said(inbox) == [(1, "hello"), (2, "sorry"), (3, "thanks")]


async def test_whoever_is_muted_is_left_out_of_both() -> None:
    async with world(1) as all_of:
        node, table = all_of.nodes[0], await all_of.opened(*FOUR)
        await speak(all_of, table, "hello", seat=1)
        inbox = await node.look(table, "ann")
        live = await node.live(table)
        live.viewers[inbox].muted.add(1)

        async with with_missed_talk(all_of.store, live, inbox, 0):
            await speak(all_of, table, "sorry", seat=1)
            await speak(all_of, table, "thanks", seat=2)

        assert said(inbox) == [(3, "thanks")]


async def test_store_that_is_away_holds_nothing_back() -> None:
    async with world(1) as all_of:
        node, table = all_of.nodes[0], await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        live = await node.live(table)
        all_of.store.is_away = True

        with pytest.raises(StoreUnavailable):
            async with with_missed_talk(all_of.store, live, inbox, 0):
                pass

        all_of.store.is_away = False
        await speak(all_of, table, "thanks")
        assert said(inbox) == [(1, "thanks")]
