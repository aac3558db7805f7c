"""A table as a file, from one store to another."""

import json
from typing import Any

import pytest

from server.adapters.system import SystemChance
from server.hub.history import position_of
from server.office.moving_van import NotMoved, packed, unpacked
from server.sessions import KeptSession, Resumed, ResumeToken
from server.stored import pack_plain
from tests.server.hub.nodes import World, world
from tests.server.rig import MemoryOfAll
from tests.support.fakes import START_MS


async def packed_table(here: World, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table with a deal under way, as it is written to a file."""
    table = await here.opened("anna", "bruno", "carla", "dario")
    for _ in range(9):
        await here.act(here.nodes[0], table)
    store = MemoryOfAll(lambda: START_MS)
    loaded = await here.store.load(table)
    assert loaded is not None

    async def load(_table: str) -> Any:
        return loaded

    monkeypatch.setattr(store, "load", load)
    token = ResumeToken(b"k" * 16, b"p" * 32)
    kept = KeptSession(token.proof_hash, pack_plain(["anna", "Anna"]), 7, b"b" * 32)
    await store.open_session("anna", kept, keep_ms=60_000)
    # Bruno is known by a login of the host, and has come over a session of his own.
    kept = KeptSession(b"h" * 32, pack_plain(["bruno", "Bruno"]))
    await store.open_session("phone", kept, keep_ms=60_000)
    await store.note_session("bruno", "phone", began_ms=1, keep_ms=60_000)
    return json.loads(json.dumps(await packed(store, table)))


async def test_a_table_goes_on_at_another_store_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
        before = (await here.truth(data["table"])).state
    other = MemoryOfAll(lambda: START_MS)
    table = await unpacked(other, data, SystemChance())
    loaded = await other.load(table)

    assert loaded is not None
    after = position_of(loaded)
    assert after.state.deal == before.deal
    assert after.state.seats == before.seats
    assert after.mark.epoch.hex() != data["epoch"]


async def test_people_come_back_with_the_tokens_that_they_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    other = MemoryOfAll(lambda: START_MS)
    table = await unpacked(other, data, SystemChance())
    shown = ResumeToken(b"k" * 16, b"p" * 32)
    outcome = await other.resume_session(
        "anna", shown.proof_hash, b"n" * 32, keep_ms=60_000
    )

    assert isinstance(outcome, Resumed)
    assert list(await other.user_seats("anna")) == [table]


async def test_person_of_a_login_finds_the_seat_where_the_table_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    other = MemoryOfAll(lambda: START_MS)
    table = await unpacked(other, data, SystemChance())
    outcome = await other.resume_session("phone", b"h" * 32, b"n" * 32, keep_ms=60_000)

    assert isinstance(outcome, Resumed)
    # Whoever shows the login itself has no session there yet.
    for user in ("anna", "bruno", "carla", "dario"):
        assert list(await other.user_seats(user)) == [table]


async def test_sessions_go_along_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    other = MemoryOfAll(lambda: START_MS)
    await unpacked(other, data, SystemChance())

    kept = await other.kept_session("anna")

    assert kept is not None
    assert (kept.uses, kept.before_hash) == (7, b"b" * 32)
    with_less = await other.kept_session("phone")
    assert with_less == KeptSession(b"h" * 32, pack_plain(["bruno", "Bruno"]))


async def test_file_that_says_less_of_sessions_is_read_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    data["sessions"] = {who: kept[:2] for who, kept in data["sessions"].items()}
    other = MemoryOfAll(lambda: START_MS)

    await unpacked(other, data, SystemChance())

    kept = await other.kept_session("anna")
    assert kept is not None
    assert (kept.uses, kept.before_hash) == (0, None)


async def test_a_table_is_put_up_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    other = MemoryOfAll(lambda: START_MS)
    await unpacked(other, data, SystemChance())

    with pytest.raises(NotMoved, match="already"):
        await unpacked(other, data, SystemChance())


async def test_there_is_nothing_to_pack_of_no_table() -> None:
    assert await packed(MemoryOfAll(lambda: START_MS), "NONE2") is None


@pytest.mark.parametrize("fault", ["format", "events", "flipped", "list", "text"])
async def test_a_file_that_holds_no_table_changes_nothing(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world() as here:
        data = await packed_table(here, monkeypatch)
    bad: Any = dict(data)
    match fault:
        case "format":
            bad["format"] = "tarocco-table/0"
        case "events":
            del bad["events"]
        case "flipped":
            version, payload = bad["snapshot"]
            bad["snapshot"] = [version, payload[:40] + "AAAA" + payload[44:]]
        case "list":
            bad = [data]
        case _:
            bad = "a table"
    other = MemoryOfAll(lambda: START_MS)

    with pytest.raises(NotMoved):
        await unpacked(other, bad, SystemChance())
    assert await other.load(data["table"]) is None
