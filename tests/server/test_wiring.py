from pathlib import Path

import pytest

from server import wiring
from server.adapters.bot_processes import BotProcesses
from server.adapters.bot_threads import BotThreads
from server.adapters.bots_on_demand import BotsOnDemand
from server.hub.appending import Spans
from server.settings import Settings
from server.wiring import Watch, _bots, _places, embedded_server, wired
from tests.server.rig import MemoryOfAll, say_hello, serving
from tests.support.fakes import START_MS, HandClock


@pytest.mark.parametrize(
    ("workers", "searches", "kind"),
    [
        (0, False, BotThreads),
        (0, True, BotsOnDemand),
        (1, False, BotProcesses),
        (None, True, BotProcesses),
    ],
)
def test_bots_think_where_the_host_wants(
    monkeypatch: pytest.MonkeyPatch, workers: int | None, *, searches: bool, kind: type
) -> None:
    monkeypatch.setattr(wiring, "can_search", lambda: searches)

    bots = _bots(Settings(bot_workers=workers), Watch.begun().metrics)

    assert isinstance(bots, kind)


@pytest.mark.parametrize(
    ("files", "places"),
    [(None, 5000), (8192, 5000), (5064, 5000), (5063, 4999), (256, 192), (10, 1)],
)
def test_places_are_what_open_files_allow(
    monkeypatch: pytest.MonkeyPatch, files: int | None, places: int
) -> None:
    monkeypatch.setattr(wiring, "raised_file_limit", lambda _wanted: files)

    assert _places(Settings()) == places


async def test_numbers_are_read_from_the_parts() -> None:
    async with serving() as rig, rig.client() as client, rig.client():
        await say_hello(client)

        numbers = {name: read() for name, read in rig.counts.gauges.items()}
        rig.health.store_failed("unreachable")
        later = {name: read() for name, read in rig.counts.gauges.items()}

    assert numbers["connections"] == 2
    assert numbers["newcomers"] == 1
    assert numbers["places"] == 5000
    assert numbers["tables_known"] == numbers["viewers"] == 0
    assert numbers["bot_questions_waiting"] == 0
    assert numbers["store_silent_seconds"] == 0
    assert numbers["ready"] == 1
    assert later["store_silent_seconds"] > 0


def test_lost_tables_are_left_to_others_until_those_must_have_looked() -> None:
    settings = Settings(bot_workers=0, beat_s=3)

    parts = wired(settings, MemoryOfAll(lambda: START_MS), Watch.begun())

    assert parts.service.copies.others_first_ms == 18_000


def test_tables_are_kept_as_the_host_wants() -> None:
    settings = Settings(bot_workers=0, lease_s=7, table_keep_s=7_200, max_tables=9)

    parts = wired(settings, MemoryOfAll(lambda: START_MS), Watch.begun())

    assert parts.service.copies.most == 9
    assert parts.service.hub.spans == Spans(lease_ms=7_000, keep_ms=7_200_000)


def test_the_page_of_numbers_is_one_that_prometheus_reads() -> None:
    watch = Watch.begun()
    wired(Settings(bot_workers=0), MemoryOfAll(lambda: START_MS), watch)

    page = watch.page()

    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert b"tarocco_connections 0.0" in page.body


def test_store_of_ones_own_is_as_the_host_wants(tmp_path: Path) -> None:
    embedded = embedded_server(Settings(state_dir=tmp_path, store_memory_mb=99))

    assert (embedded._max_memory_mb, embedded._files.path) == (99, tmp_path / "store")


def test_all_parts_count_by_the_clock_that_is_handed_in() -> None:
    clock = HandClock()
    parts = wired(Settings(), MemoryOfAll(clock.store_ms), Watch.begun(), clock=clock)

    before_ms = parts.service.store_clock.now_ms()
    clock.jump(5_000)

    assert parts.service.clock is clock
    assert parts.service.store_clock.now_ms() == before_ms + 5_000
