"""What every store has to do besides histories: deadlines, lobby, people, talk, news."""

from unittest.mock import ANY

import pytest

from server.store_outcomes import (
    Applied,
    Conflicting,
    Duplicate,
    Gone,
    NumberTaken,
    Outdated,
    Published,
    Said,
    Watching,
)
from server.store_records import (
    SHARDS,
    VISIBILITY_MS,
    Append,
    DueDeadline,
    LobbyRow,
    Presence,
    Row,
    shard_of,
)
from server.store_talk import TALK_KEPT, Talk
from tests.contracts.rig import Rig
from tests.support.store_values import (
    Inbox,
    Played,
    change,
    fresh_table,
    receipt,
)

EVERYWHERE = range(SHARDS)


async def _schedule(table: Played, **deadlines: int | None) -> None:
    given = change(table.now_ms, deadlines=deadlines)
    number = next(table.numbers)
    await table.apply(
        Append(table.name, table.mark, receipt("sys:test", number), given)
    )


def _of(table: Played, found: tuple[DueDeadline, ...]) -> list[DueDeadline]:
    return [deadline for deadline in found if deadline.table == table.name]


class Surroundings:
    """On every store: in memory, and on one server, a cluster, behind sentinels."""

    async def test_due_deadline_is_claimed_once(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        now = table.now_ms
        await _schedule(table, turn=now - 5, idle=now + 60_000)

        first = await rig.store.claim_due(EVERYWHERE)
        second = await rig.store.claim_due(EVERYWHERE)

        assert _of(table, first) == [DueDeadline(table.name, "turn", now - 5)]
        assert _of(table, second) == []
        await rig.store.forget(table.name)

    async def test_lobby_row_is_put_kept_and_removed(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        seen = []
        rows: tuple[LobbyRow, ...] = (b"open", Row.KEEP, b"three seats", Row.REMOVE)
        for number, row in enumerate(rows):
            given = change(table.now_ms, lobby_row=row)
            await table.apply(
                Append(table.name, table.mark, receipt("sys", number), given)
            )
            seen.append((await rig.store.lobby()).get(table.name))

        assert seen == [b"open", b"open", b"three seats", None]

    async def test_news_arrive_where_a_table_is_watched(self, rig: Rig) -> None:
        watched, other = await Played.new(rig.store), await Played.new(rig.store)
        inbox = Inbox()
        feed = await rig.store.feed(inbox)
        try:
            await feed.watch(watched.name)
            await other.play(b"not for us")
            append = await watched.play(b"one", b"two")
            await watched.say(b"ciao")

            assert await inbox.next() == Watching(watched.name)
            news = await inbox.next()
            assert isinstance(news, Published)
            assert (news.table, news.mark) == (watched.name, watched.mark)
            assert [(e.version, e.token, e.payload) for e in news.events] == [
                (1, append.change.events[0].token, b"one"),
                (2, append.change.events[1].token, b"two"),
            ]
            assert await inbox.next() == Said(watched.name, 1, b"ciao")
        finally:
            await feed.aclose()

    async def test_news_end_when_a_table_is_no_longer_watched(self, rig: Rig) -> None:
        left, kept = await Played.new(rig.store), await Played.new(rig.store)
        inbox = Inbox()
        feed = await rig.store.feed(inbox)
        try:
            await feed.watch(left.name)
            await feed.watch(kept.name)
            await feed.watch(kept.name)
            await feed.unwatch(left.name)
            await feed.unwatch(left.name)
            await left.play(b"unseen")
            await kept.play(b"seen")

            heard = [await inbox.next() for _ in range(3)]
            assert {news.table for news in heard[:2]} == {left.name, kept.name}
            assert isinstance(heard[2], Published)
            assert heard[2].mark == kept.mark
        finally:
            await feed.aclose()

    async def test_nodes_know_of_each_other(self, rig: Rig) -> None:
        ann, ben = fresh_table(), fresh_table()

        await rig.store.beat(ann, b"load 1", keep_ms=60_000, gap_ms=60_000)
        await rig.store.beat(ben, b"load 2", keep_ms=60_000, gap_ms=60_000)
        await rig.store.beat(ann, b"load 3", keep_ms=60_000, gap_ms=60_000)

        nodes = await rig.store.nodes()
        assert (nodes[ann], nodes[ben]) == (b"load 3", b"load 2")

    # ---------------------------------------------------------------- deadlines

    async def test_claim_that_nobody_finishes_comes_back(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        await _schedule(table, turn=table.now_ms)
        shard = [shard_of(table.name)]
        assert _of(table, await rig.store.claim_due(shard))

        rig.age(VISIBILITY_MS + 1)

        assert _of(table, await rig.store.claim_due(shard))

    async def test_deadline_is_moved_and_removed(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        shard = [shard_of(table.name)]
        now = table.now_ms
        await _schedule(table, turn=now + 50_000, bot=now + 10_000)
        await _schedule(table, turn=now + 70_000, bot=None, pause=None)

        scheduled = await rig.store.scheduled(shard)
        loaded = await rig.store.load(table.name)

        assert _of(table, scheduled) == [DueDeadline(table.name, "turn", now + 70_000)]
        assert loaded is not None
        assert loaded.deadlines == {"turn": now + 70_000}

    async def test_one_deadline_is_claimed_by_name(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        now = table.now_ms
        await _schedule(table, bot=now, turn=now + 60_000)

        assert await rig.store.claim(table.name, "bot") == DueDeadline(
            table.name, "bot", now
        )
        assert await rig.store.claim(table.name, "bot") is None
        assert await rig.store.claim(table.name, "turn") is None
        assert await rig.store.claim(table.name, "pause") is None

    async def test_claim_takes_no_more_than_it_is_told(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        now = table.now_ms
        await _schedule(table, **{f"k{i}": now - 1_000 + i for i in range(5)})
        shard = [shard_of(table.name)]
        others = len(await rig.store.scheduled(shard)) - 5

        first = _of(table, await rig.store.claim_due(shard, limit=others + 2))
        rest = _of(table, await rig.store.claim_due(shard))

        assert len(first) >= 2
        assert {d.kind for d in (*first, *rest)} == {f"k{i}" for i in range(5)}
        assert len(first) + len(rest) == 5

    async def test_forgotten_table_has_no_deadlines(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        await _schedule(table, turn=table.now_ms, idle=table.now_ms)
        shard = [shard_of(table.name)]

        await rig.store.forget(table.name)

        assert _of(table, await rig.store.scheduled(shard)) == []

    async def test_clock_is_the_one_of_the_answers(self, rig: Rig) -> None:
        table = await Played.new(rig.store)

        before = await rig.store.now_ms(table.name)
        outcome = await table.apply(table.append(b"x"))
        after = await rig.store.now_ms(table.name)

        assert before <= outcome.now_ms <= after

    # -------------------------------------------------------------------- people

    async def test_newer_generation_holds_the_seat(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        store, name = rig.store, table.name
        old = Presence("ann", 2, 4, "node-a", table.now_ms + 1_000)
        new = Presence("ann", 2, 5, "node-b", table.now_ms + 2_000)

        assert await store.put_presence(name, old)
        assert await store.put_presence(name, new)
        assert not await store.put_presence(name, old)
        assert await store.presences(name) == (new,)
        assert not await store.drop_presence(name, "ann", 4)
        assert await store.drop_presence(name, "ann", 5)
        assert not await store.drop_presence(name, "ann", 5)
        assert await store.presences(name) == ()

    async def test_nobody_is_at_a_table_that_does_not_exist(self, rig: Rig) -> None:
        name = fresh_table()

        assert not await rig.store.put_presence(name, Presence("ann", 0, 1, "n", 1))
        assert not await rig.store.drop_presence(name, "ann", 1)
        assert await rig.store.presences(name) == ()

    async def test_seats_of_a_user(self, rig: Rig) -> None:
        user = fresh_table()

        await rig.store.put_user_seat(user, "b", b"seat 1")
        await rig.store.put_user_seat(user, "a", b"seat 2")
        await rig.store.put_user_seat(user, "b", b"seat 3")
        both = dict(await rig.store.user_seats(user))
        await rig.store.drop_user_seat(user, "b")
        await rig.store.drop_user_seat(user, "b")

        assert both == {"a": b"seat 2", "b": b"seat 3"}
        assert await rig.store.user_seats(user) == {"a": b"seat 2"}
        assert await rig.store.user_seats("nobody") == {}

    # ---------------------------------------------------------------------- talk

    async def test_talk_is_numbered(self, rig: Rig) -> None:
        table = await Played.new(rig.store)

        await table.say(b"one")
        await table.say(b"two")

        assert await rig.store.talk_after(table.name, 0, 9) == (
            Talk(1, b"one"),
            Talk(2, b"two"),
        )
        assert await rig.store.talk_after(table.name, 1, 9) == (Talk(2, b"two"),)
        assert await rig.store.talk_after(table.name, 0, 1) == (Talk(1, b"one"),)

    async def test_same_receipt_says_a_line_once(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")
        said = table.speech(b"ciao", receipt("bob", 5, b"ciao", b"heard"))

        assert await rig.store.say(said) == Applied(table.mark, ANY)
        assert await rig.store.say(said) == Duplicate(b"heard", 1)

        other = table.speech(b"addio", receipt("bob", 5, b"addio"))
        older = table.speech(b"prima", receipt("bob", 4))
        assert await rig.store.say(other) == Conflicting()
        assert await rig.store.say(older) == Outdated(5)
        assert await rig.store.talk_after(table.name, 0, 9) == (Talk(1, b"ciao"),)

    async def test_refusal_to_let_somebody_speak_is_kept(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        refused = table.speech(None, receipt("bob", 5, b"ciao", b"refused"))

        assert isinstance(await rig.store.say(refused), Applied)

        assert await rig.store.say(refused) == Duplicate(b"refused", 0)
        assert await rig.store.talk_after(table.name, 0, 9) == ()

    async def test_talk_and_moves_share_their_numbers(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        move = await table.play(b"one")

        earlier = table.speech(b"ciao", receipt("ann", move.receipt.number, b"say"))
        assert await rig.store.say(earlier) == Conflicting()

        later = table.speech(b"ciao", receipt("ann", move.receipt.number + 1))
        assert isinstance(await rig.store.say(later), Applied)
        assert await rig.store.apply(move) == Outdated(move.receipt.number + 1)

    async def test_old_talk_goes(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        for _ in range(TALK_KEPT + 3):
            await table.say(b"bla")

        kept = await rig.store.talk_after(table.name, 0, 999)

        assert [kept[0].number, kept[-1].number] == [4, TALK_KEPT + 3]
        assert len(kept) == TALK_KEPT

    async def test_talk_does_not_touch_the_game(self, rig: Rig) -> None:
        table = await Played.new(rig.store, b"one")

        await table.say(b"ciao")

        assert (await rig.store.marks([table.name]))[table.name] == table.mark

    async def test_no_talk_at_a_table_that_does_not_exist(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        nowhere = table.speech(b"hello?", table=fresh_table())

        assert await rig.store.say(nowhere) == Gone()

    async def test_uses_of_one_user_are_counted_for_a_while(self, rig: Rig) -> None:
        ann, bob = fresh_table(), fresh_table()

        uses = [
            await rig.store.count_use(ann, "opened", period_ms=60_000) for _ in range(3)
        ]
        other = await rig.store.count_use(bob, "opened", period_ms=60_000)
        elsewhere = await rig.store.count_use(ann, "said", period_ms=60_000)

        assert [one.count for one in uses] == [1, 2, 3]
        assert all(0 < one.ends_ms <= 60_000 for one in uses)
        assert (other.count, elsewhere.count) == (1, 1)

    async def test_use_that_is_given_back_does_not_count(self, rig: Rig) -> None:
        ann = fresh_table()
        for _ in range(3):
            await rig.store.count_use(ann, "opened", period_ms=60_000)
        await rig.store.count_use(ann, "said", period_ms=60_000)

        await rig.store.give_use_back(ann, "opened")

        again = await rig.store.count_use(ann, "opened", period_ms=1)
        elsewhere = await rig.store.count_use(ann, "said", period_ms=1)
        assert (again.count, elsewhere.count) == (3, 2)
        assert again.ends_ms > 1

    async def test_nothing_is_owed_for_uses_that_were_given_back(
        self, rig: Rig
    ) -> None:
        ann = fresh_table()
        await rig.store.count_use(ann, "opened", period_ms=60_000)

        for _ in range(3):
            await rig.store.give_use_back(ann, "opened")

        used = await rig.store.count_use(ann, "opened", period_ms=60_000)
        assert used.count == 1
        assert used.ends_ms > 0

    async def test_people_of_one_wish_meet_at_one_table(self, rig: Rig) -> None:
        wish, other = fresh_table(), fresh_table()

        met = [await rig.store.meet(wish, table) for table in ("T1", "T2", "T1")]

        assert met == ["T1", "T1", "T1"]
        assert await rig.store.meet(wish, "T2", instead_of="T1") == "T2"
        assert await rig.store.meet(wish, "T3", instead_of="T1") == "T2"
        assert await rig.store.meet(other, "T3") == "T3"

    # ------------------------------------------------------- commands of no table

    async def test_number_leads_where_it_led_first(self, rig: Rig) -> None:
        ann = fresh_table()

        assert await rig.store.take_number(receipt(ann, 5, result=b"")) == (
            NumberTaken(b"")
        )
        for leads_to in (b"T1", b""):
            given = receipt(ann, 5, result=leads_to)
            assert await rig.store.take_number(given) == NumberTaken(b"T1")
        assert await rig.store.take_number(receipt(ann, 6, result=b"")) == (
            NumberTaken(b"")
        )

    async def test_number_is_taken_for_one_content_and_only_counts_up(
        self, rig: Rig
    ) -> None:
        ann = fresh_table()
        await rig.store.take_number(receipt(ann, 5, b"one deal", b"T1"))

        assert await rig.store.take_number(receipt(ann, 5, b"two")) == Conflicting()
        assert await rig.store.take_number(receipt(ann, 4)) == Outdated(5)
        assert isinstance(
            await rig.store.take_number(receipt(fresh_table(), 4)), NumberTaken
        )

    # ------------------------------------------------------------- deals, nodes

    async def test_finished_deal_is_kept_as_first_written(self, rig: Rig) -> None:
        name = fresh_table()

        await rig.store.archive(name, "1", b"first", keep_ms=60_000)
        await rig.store.archive(name, "1", b"second", keep_ms=60_000)

        assert await rig.store.archived(name, "1") == b"first"
        assert await rig.store.archived(name, "2") is None

    async def test_beats_in_time_are_no_outage(self, rig: Rig) -> None:
        node = fresh_table()
        await rig.store.beat(node, b"", keep_ms=60_000, gap_ms=60_000)

        heartbeat = await rig.store.beat(node, b"", keep_ms=60_000, gap_ms=60_000)

        assert heartbeat.outages == ()
        assert heartbeat.now_ms <= await rig.store.now_ms()

    async def test_node_hears_when_it_gave_the_sign_before(self, rig: Rig) -> None:
        node = fresh_table()
        first = await rig.store.beat(node, b"", keep_ms=60_000, gap_ms=60_000)

        second = await rig.store.beat(node, b"", keep_ms=60_000, gap_ms=60_000)

        assert first.before_ms is None
        assert second.before_ms == first.now_ms

    # -------------------------------------------------------------------- bounds

    async def test_names_that_would_break_keys_are_refused(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        for bad in ("", "a b", "a|b", "{s001}", "ä", "x" * 65):
            with pytest.raises(ValueError, match="not a"):
                await rig.store.load(bad)
            with pytest.raises(ValueError, match="not a"):
                await rig.store.claim(table.name, bad)
            with pytest.raises(ValueError, match="not a"):
                await rig.store.drop_presence(table.name, bad, 1)
            with pytest.raises(ValueError, match="not a"):
                await rig.store.user_seats(bad)
            with pytest.raises(ValueError, match="not a"):
                await rig.store.archived(table.name, bad)
            with pytest.raises(ValueError, match="not a"):
                await rig.store.beat(bad, b"", keep_ms=1, gap_ms=1)

    async def test_overlong_values_are_refused(self, rig: Rig) -> None:
        table = await Played.new(rig.store)
        with pytest.raises(ValueError, match="talk"):
            await rig.store.say(table.speech(b"x" * 1025))
        with pytest.raises(ValueError, match="seat note"):
            await rig.store.put_user_seat("ann", table.name, b"x" * 1025)
        with pytest.raises(ValueError, match="deal record"):
            await rig.store.archive(table.name, "1", bytes(2**20 + 1), keep_ms=1)
