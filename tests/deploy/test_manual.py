"""server/README.md names every setting and every number, and none that is not."""

import re

import pytest

from server.metrics import PROMISES, Metrics
from server.settings import Settings
from server.wiring import Watch, wired
from tests.deploy.files import ROOT
from tests.deploy.manual import MANUAL, rewritten
from tests.server.rig import MemoryOfAll
from tests.support.counting import CountingInstruments
from tests.support.fakes import START_MS

TEXT = MANUAL.read_text("utf-8")


def test_the_table_of_settings_is_that_of_the_code() -> None:
    assert rewritten(TEXT) == TEXT, "run: python -m tests.deploy.manual"


def test_every_number_is_explained_and_no_other() -> None:
    counts = CountingInstruments()
    Metrics(counts)
    watch = Watch.begun()
    wired(Settings(bot_workers=0), MemoryOfAll(lambda: START_MS), watch)
    gauges = re.findall(rb"# TYPE tarocco_(\w+) gauge", watch.page().body)
    names = set(counts.made) | {name.decode() for name in gauges}

    explained = set(
        re.findall(r"^\| `tarocco_([a-z_]+?)(?:_total)?`", TEXT, re.MULTILINE)
    )

    # That one has a table of its own.
    assert explained == names - {"broken_promises"}
    assert "`tarocco_broken_promises_total`" in TEXT


@pytest.mark.parametrize("promise", PROMISES)
def test_every_promise_that_is_watched_is_explained(promise: str) -> None:
    assert f"| `{promise}` |" in TEXT


def test_files_that_are_named_are_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (MANUAL.parent / name).exists(), name
    for name in re.findall(r"`(deploy/[\w./-]+|docker-compose\.yml|Dockerfile)`", TEXT):
        assert (ROOT / name).exists(), name


def test_settings_in_the_text_are_settings() -> None:
    names = set(re.findall(r"`TAROCCO_([A-Z_]+)", TEXT)) - {"NAME", "CONFIG", "TABLE__"}
    names -= {"SERVER_", "BIND", "BEHIND_PROXY"}  # of the balancer

    known = {name.upper() for name in Settings.model_fields}
    assert {name for name in names if not name.startswith("TABLE__")} <= known
