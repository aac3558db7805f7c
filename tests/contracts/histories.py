"""What every store has to do with histories: create, load, append, read on."""

import asyncio
from dataclasses import replace

import pytest

from server.store_outcomes import (
    Applied,
    Conflicting,
    Duplicate,
    EpochChanged,
    Exists,
    Following,
    Gone,
    Outdated,
    Rewound,
    Skewed,
    Stale,
    Trimmed,
    UpgradeNeeded,
)
from server.store_records import (
    EVENT_BYTES_MAX,
    EVENTS_MAX,
    Append,
    Mark,
    NewTable,
)
from tests.contracts.rig import Rig
from tests.support.store_values import (
    PATIENT_MS,
    Played,
    applied,
    change,
    fresh,
    fresh_table,
    receipt,
)

NOBODY = "no-such-table"


class Histories:
    """On every store: in memory, and on one server, a cluster, behind sentinels."""

    async def test_created_table_is_loaded_as_it_was_given(self, rig: Rig) -> None:
        name = fresh_table()
        now = await rig.store.now_ms(name)
        given = change(
            now,
            b"one",
            b"two",
            snapshot=b"state",
            deadlines={"turn": now + 30_000, "idle": now + 90_000},
            phase="play",
            writer=3,
            minimum_writer=2,
        )

        outcome = await rig.store.create(NewTable(name, fresh(), receipt(), given))
        loaded = await rig.store.load(name)

        assert isinstance(outcome, Applied)
        assert loaded is not None
        assert loaded.mark == outcome.mark
        assert (loaded.snapshot.version, loaded.snapshot.payload) == (2, b"state")
        assert loaded.events == ()
        assert loaded.deadlines == {"idle": now + 90_000, "turn": now + 30_000}
        assert (loaded.phase, loaded.writer, loaded.minimum_writer) == ("play", 3, 2)
        await rig.store.forget(name)

    async def test_unknown_table_is_nowhere(self, rig: Rig) -> None:
        table = Played(rig.store, NOBODY, Mark(fresh(), 0, b""), 1)

        assert await rig.store.load(NOBODY) is None
        assert await rig.store.marks([NOBODY]) == {}
        assert await rig.store.apply(table.append(b"x")) == Gone()
        assert await rig.store.rebase(table.rebase(b"x")) == Gone()
        assert await rig.store.events_after(NOBODY, table.mark, 1) == Gone()

    async def test_events_follow_the_snapshot_without_a_gap(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        await table.play(b"two", b"three")
        await table.play(b"four")

        loaded = await rig.store.load(table.name)

        assert loaded is not None
        assert loaded.snapshot.version == 1
        assert [(e.version, e.payload) for e in loaded.events] == [
            (2, b"two"),
            (3, b"three"),
            (4, b"four"),
        ]
        assert loaded.mark == table.mark
        assert loaded.events[-1].token == loaded.mark.token
        assert await rig.store.marks([table.name, NOBODY]) == {table.name: table.mark}

    async def test_same_command_twice_is_one_event(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        append = table.append(b"once")

        first = await rig.store.apply(append)
        second = await rig.store.apply(append)

        assert isinstance(first, Applied)
        assert second == Duplicate(b"ok", 1)
        assert await table.payloads() == [b"once"]

    async def test_of_two_that_race_one_wins(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"start")
        racers = [
            Append(
                table.name,
                table.mark,
                receipt(f"p{i}"),
                change(table.now_ms, b"%d" % i),
            )
            for i in range(10)
        ]

        outcomes = await asyncio.gather(*map(rig.store.apply, racers))

        (winner,) = applied(list(outcomes))
        stale = [o for o in outcomes if isinstance(o, Stale)]
        assert len(stale) == 9
        assert all(loser.mark == winner.mark for loser in stale)
        assert all(len(loser.events) == 1 for loser in stale)

    async def test_rebase_starts_a_new_epoch(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one", b"two")
        old = table.mark
        rebase = table.rebase(b"rewound")

        first = await rig.store.rebase(rebase)
        again = await rig.store.rebase(rebase)
        other = await rig.store.rebase(table.rebase(b"rewound too", at=old))

        assert isinstance(first, Applied)
        assert isinstance(again, Applied)
        assert first.mark == again.mark == rebase.mark
        assert other == EpochChanged(rebase.epoch)
        assert await rig.store.apply(table.append(b"x")) == EpochChanged(rebase.epoch)
        loaded = await rig.store.load(table.name)
        assert loaded is not None
        assert loaded.mark == rebase.mark
        assert loaded.snapshot.payload == b"rebased"

    async def test_versions_that_a_rebase_leaves_out_are_never_given(
        self, rig: Rig
    ) -> None:
        # T-F12: what was chosen at one of them is told from what comes later.
        table = await Played.new(rig.store, b"one", b"two")
        rebase = replace(table.rebase(b"rewound"), skip=90)

        first = await rig.store.rebase(rebase)
        again = await rig.store.rebase(rebase)

        assert isinstance(first, Applied)
        assert isinstance(again, Applied)
        assert first.mark == again.mark == rebase.mark
        assert rebase.mark.version == 93
        table.mark = rebase.mark
        await table.play(b"three")
        loaded = await rig.store.load(table.name)
        assert loaded is not None
        assert loaded.mark == table.mark
        assert (loaded.snapshot.version, loaded.snapshot.payload) == (93, b"rebased")
        assert [event.version for event in loaded.events] == [94]
        following = await rig.store.events_after(table.name, rebase.mark, 9)
        assert following == Following(table.mark, loaded.events)

    async def test_reader_goes_on_where_it_stopped(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        seen = table.mark
        await table.play(b"two", b"three")
        await table.play(b"four")

        whole = await rig.store.events_after(table.name, seen, 256)
        part = await rig.store.events_after(table.name, seen, 2)
        none = await rig.store.events_after(table.name, table.mark, 256)

        assert isinstance(whole, Following)
        assert [e.payload for e in whole.events] == [b"two", b"three", b"four"]
        assert isinstance(part, Following)
        assert [e.version for e in part.events] == [2, 3]
        assert part.mark == whole.mark == table.mark
        assert none == Following(table.mark, ())

    # ------------------------------------------------------------------- create

    async def test_created_twice(self, rig: Rig) -> None:
        name, now = fresh_table(), await rig.store.now_ms()
        new = NewTable(name, fresh(), receipt(), change(now, snapshot=b"s"))
        await rig.store.create(new)

        again = await rig.store.create(new)
        other = receipt("ben")
        theirs = await rig.store.create(NewTable(name, fresh(), other, new.change))
        mixed = receipt(digest=b"another")
        conflict = await rig.store.create(NewTable(name, fresh(), mixed, new.change))

        assert again == Duplicate(b"ok", 0)
        assert theirs == Exists()
        assert conflict == Conflicting()

    async def test_created_by_a_wrong_clock(self, rig: Rig) -> None:
        name, now = fresh_table(), await rig.store.now_ms()
        wrong = change(now + 2 * PATIENT_MS, snapshot=b"s")

        outcome = await rig.store.create(NewTable(name, fresh(), receipt(), wrong))

        assert isinstance(outcome, Skewed)
        assert await rig.store.load(name) is None

    async def test_lost_table_is_put_back_with_its_versions(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one", b"two", b"three")
        await rig.store.forget(table.name)
        back = NewTable(
            table.name,
            fresh(),
            receipt("host", 9),
            change(table.now_ms, b"repaired", snapshot=b"from memory"),
            base=3,
        )

        outcome = await rig.store.create(back)
        loaded = await rig.store.load(table.name)

        assert isinstance(outcome, Applied)
        assert outcome.mark.version == 4
        assert loaded is not None
        assert loaded.mark == outcome.mark
        assert loaded.snapshot.version == 4
        assert await rig.store.apply(table.append(b"x")) == EpochChanged(back.epoch)

    # -------------------------------------------------------------------- apply

    @pytest.mark.parametrize("size", [0, 1, 300, EVENT_BYTES_MAX])
    async def test_payloads_are_opaque(self, rig: Rig, size: int) -> None:
        table = await Played.new(rig.store)
        payload = (bytes(range(256)) * 32)[:size]

        await table.play(payload)

        assert await table.payloads() == [payload]

    async def test_as_many_events_as_may_be(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        payloads = [b"%d" % i for i in range(EVENTS_MAX)]

        await table.play(*payloads)

        assert table.mark.version == EVENTS_MAX
        assert await table.payloads() == payloads

    async def test_many_events_without_a_snapshot(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        payloads = [b"%d" % i for i in range(600)]
        for at in range(0, 600, EVENTS_MAX):
            await table.play(*payloads[at : at + EVENTS_MAX])

        assert await table.payloads() == payloads

    async def test_command_without_events_is_remembered(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        before = table.mark
        append = await table.play()

        assert table.mark == before
        assert await rig.store.apply(append) == Duplicate(b"ok", 1)

    async def test_order_of_the_checks(self, rig: Rig) -> None:
        """A call that is wrong in several ways is told the first of them."""
        table = await Played.new(rig.store, b"one", b"two")
        await table.apply(
            Append(
                table.name,
                table.mark,
                receipt("ann", 5),
                change(table.now_ms, b"three", writer=4, minimum_writer=4),
            )
        )
        here = table.mark
        other_epoch = Mark(fresh(), 9, fresh())
        ahead = Mark(here.epoch, 9, fresh())
        other_token = Mark(here.epoch, here.version, fresh())
        behind = Mark(here.epoch, 0, b"")
        late = table.now_ms + 2 * PATIENT_MS

        async def ask(
            number: int, digest: bytes, at: Mark, writer: int, now_ms: int
        ) -> object:
            given = receipt("ann", number, digest)
            wrong = change(now_ms, b"x", writer=writer)
            return await rig.store.apply(Append(table.name, at, given, wrong))

        assert await ask(5, b"d", other_epoch, 1, late) == Duplicate(b"ok", 3)
        assert await ask(5, b"other", other_epoch, 1, late) == Conflicting()
        assert await ask(4, b"d", other_epoch, 1, late) == Outdated(5)
        assert await ask(6, b"d", other_epoch, 1, late) == EpochChanged(here.epoch)
        assert await ask(6, b"d", ahead, 1, late) == UpgradeNeeded(4)
        assert await ask(6, b"d", ahead, 4, late) == Rewound(here)
        assert await ask(6, b"d", other_token, 4, late) == Rewound(here)
        assert isinstance(await ask(6, b"d", behind, 4, late), Stale)
        assert isinstance(await ask(6, b"d", here, 4, late), Skewed)
        assert isinstance(await ask(6, b"d", here, 4, table.now_ms), Applied)

    async def test_refusal_changes_nothing(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        await table.play(b"two")
        before = await rig.store.load(table.name)
        assert before is not None
        busy = change(
            table.now_ms,
            b"x",
            snapshot=b"changed",
            deadlines={"turn": table.now_ms + 1},
            lobby_row=b"row",
            phase="other",
            minimum_writer=9,
            trim_before=2,
        )
        late = change(table.now_ms + 2 * PATIENT_MS, b"x", snapshot=b"changed")
        start = Mark(table.mark.epoch, 0, b"")

        stale = await rig.store.apply(Append(table.name, start, receipt("ben"), busy))
        skew = await rig.store.apply(
            Append(table.name, table.mark, receipt("ben"), late)
        )

        assert isinstance(stale, Stale)
        assert isinstance(skew, Skewed)
        after = await rig.store.load(table.name)
        assert after is not None
        assert (after.mark, after.snapshot, after.events) == (
            before.mark,
            before.snapshot,
            before.events,
        )
        assert (after.phase, after.deadlines, after.minimum_writer) == ("", {}, 0)
        assert table.name not in await rig.store.lobby()

    async def test_clock_may_be_a_little_off(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        table.now_ms -= PATIENT_MS // 2

        await table.play(b"in time enough")

    async def test_stale_caller_gets_what_it_missed(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        seen = table.mark
        await table.play(*[b"%d" % i for i in range(50)])
        await table.play(*[b"%d" % i for i in range(50, 100)])

        outcome = await rig.store.apply(table.append(b"x", at=seen))

        assert isinstance(outcome, Stale)
        assert outcome.mark == table.mark
        assert [e.payload for e in outcome.events] == [b"%d" % i for i in range(64)]
        assert [e.version for e in outcome.events] == list(range(2, 66))

    async def test_stale_caller_of_another_history_is_told(self, rig: Rig) -> None:
        """Events after a lost tail must not be glued to what the caller has seen."""
        table = await Played.new(rig.store, b"one")
        lost = Mark(table.mark.epoch, table.mark.version + 1, fresh())
        await table.play(b"two")
        await table.play(b"three")

        assert await rig.store.apply(table.append(b"x", at=lost)) == Rewound(table.mark)
        assert await rig.store.events_after(table.name, lost, 9) == Rewound(table.mark)

    async def test_trimmed_events_are_gone_and_said_to_be(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one", b"two")
        seen = Mark(table.mark.epoch, 1, fresh())
        start = Mark(table.mark.epoch, 0, b"")
        middle = table.mark
        await table.play(b"three")
        cut = change(table.now_ms, b"four", snapshot=b"later", trim_before=3)
        await table.apply(Append(table.name, table.mark, receipt("host", 2), cut))

        assert await rig.store.events_after(table.name, start, 9) == Trimmed(table.mark)
        assert await rig.store.events_after(table.name, seen, 9) == Trimmed(table.mark)
        assert await rig.store.events_after(table.name, middle, 9) == Trimmed(
            table.mark
        )
        stale = await rig.store.apply(table.append(b"x", at=middle))
        assert stale == Stale(table.mark, ())

    async def test_no_event_after_the_snapshot_is_trimmed(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        await table.play(b"two", b"three")
        greedy = change(table.now_ms, b"four", trim_before=99)

        await table.apply(Append(table.name, table.mark, receipt("host", 2), greedy))

        assert await table.payloads() == [b"two", b"three", b"four"]

    async def test_snapshot_replaces_what_came_before(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        await table.play(b"two")
        new_deal = change(table.now_ms, b"three", snapshot=b"second deal")
        await table.apply(Append(table.name, table.mark, receipt("host", 2), new_deal))
        await table.play(b"four")

        loaded = await rig.store.load(table.name)

        assert loaded is not None
        assert (loaded.snapshot.version, loaded.snapshot.payload) == (3, b"second deal")
        assert [e.payload for e in loaded.events] == [b"four"]

    async def test_sessions_have_numbers_of_their_own(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        for session in ("ann", "ben", "sys:turn"):
            given = change(table.now_ms, session.encode())
            await table.apply(
                Append(table.name, table.mark, receipt(session, 7), given)
            )

        assert await table.payloads() == [b"ann", b"ben", b"sys:turn"]

    async def test_same_command_at_the_same_time(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        append = table.append(b"once")

        outcomes = await asyncio.gather(*[rig.store.apply(append) for _ in range(5)])

        assert len(applied(list(outcomes))) == 1
        assert outcomes.count(Duplicate(b"ok", 1)) == 4
        assert await table.payloads() == [b"once"]

    async def test_cancelled_caller_leaves_a_whole_change(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        append = table.append(b"a", b"b")
        task = asyncio.create_task(rig.store.apply(append))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

        outcome = await rig.store.apply(append)

        assert isinstance(outcome, Applied | Duplicate)
        assert await table.payloads() == [b"a", b"b"]

    # ------------------------------------------------------------------- rebase

    async def test_rebase_checks_the_position(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        behind = table.mark
        await table.play(b"two")
        ahead = Mark(table.mark.epoch, 9, fresh())
        late = table.rebase(b"rewound")

        assert await rig.store.rebase(table.rebase(b"x", at=ahead)) == Rewound(
            table.mark
        )
        assert await rig.store.rebase(table.rebase(b"x", at=behind)) == Stale(
            table.mark, ()
        )
        table.now_ms += 2 * PATIENT_MS
        assert isinstance(await rig.store.rebase(table.rebase(b"x")), Skewed)
        assert isinstance(await rig.store.rebase(late), Applied)

    async def test_rebase_needs_a_new_enough_writer(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        raised = change(table.now_ms, writer=4, minimum_writer=4)
        await table.apply(Append(table.name, table.mark, receipt("host", 2), raised))

        assert await rig.store.rebase(table.rebase(b"x")) == UpgradeNeeded(4)

    async def test_reader_of_an_older_epoch_is_told(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        rebase = table.rebase(b"rewound")
        await rig.store.rebase(rebase)

        outcome = await rig.store.events_after(table.name, table.mark, 9)

        assert outcome == EpochChanged(rebase.epoch)

    async def test_reader_ahead_of_the_store_is_told(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        ahead = Mark(table.mark.epoch, 5, fresh())
        other = Mark(table.mark.epoch, 1, fresh())

        assert await rig.store.events_after(table.name, ahead, 9) == Rewound(table.mark)
        assert await rig.store.events_after(table.name, other, 9) == Rewound(table.mark)

    @pytest.mark.parametrize("limit", [0, 257])
    async def test_reader_asks_for_too_many(self, rig: Rig, limit: int) -> None:
        table = await Played.new(rig.store, b"one")

        with pytest.raises(ValueError, match="events"):
            await rig.store.events_after(table.name, table.mark, limit)

    # ------------------------------------------------------------------- forget

    async def test_forgotten_table_leaves_nothing(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        posted = change(
            table.now_ms, deadlines={"turn": table.now_ms}, lobby_row=b"open"
        )
        await table.apply(Append(table.name, table.mark, receipt("host", 2), posted))
        await table.say(b"ciao")

        await rig.store.forget(table.name)
        await rig.store.forget(table.name)

        assert await rig.store.load(table.name) is None
        assert await rig.store.talk_after(table.name, 0, 9) == ()
        assert table.name not in await rig.store.lobby()

    async def test_finished_table_stays_readable_for_a_while(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        posted = change(
            table.now_ms, deadlines={"turn": table.now_ms}, lobby_row=b"open"
        )
        await table.apply(Append(table.name, table.mark, receipt("host", 2), posted))

        await rig.store.forget(table.name, after_ms=60_000)

        loaded = await rig.store.load(table.name)
        assert loaded is not None
        assert loaded.deadlines == {}
        assert table.name not in await rig.store.lobby()
