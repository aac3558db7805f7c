"""Contents of files and of the store: records, cards, events, settings."""

import json
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from unittest import mock

from client_cli.offline.answers import explain_answer, score_answer
from client_cli.preference_files import BrokenFile, entries_in
from server.settings_loading import BadSettings, load_settings
from server.stored import (
    CHECKSUM_BYTES,
    NO_CHECKSUM,
    StoredFault,
    _checksum,
    open_event,
    open_snapshot,
)
from tests.fuzz.target import Target

BEFORE = bytes(CHECKSUM_BYTES)
DATA = Path(__file__).parents[1] / "data"
EXAMPLE = Path(__file__).parents[2] / "deploy" / "server.toml"
CODES = tuple(f'"{code}"'.encode() for code in ("MT", "BG", "AN", "SR", "5", "M1"))
TOML = (b"= ", b"[table]\n", b'"', b"'", b"true", b"-1", b"1e9", b"\n", b"port", b"[[")


def check_record(data: bytes) -> None:
    """A record is counted, or refused with a code, a rule and a place."""
    _answered(score_answer(data))


def check_cards(data: bytes) -> None:
    """A set of cards is explained, or refused."""
    _answered(explain_answer(data))


def _answered(answer: dict[str, object]) -> None:
    json.dumps(answer)
    if answer["ok"] is not True:
        assert {"code", "rule", "at"} <= answer.keys()


def check_event(data: bytes) -> None:
    """A stored event is read, or told to be damaged, with a wrong checksum or a right one."""
    body = data[:-CHECKSUM_BYTES]
    for payload in (data, body + _checksum(BEFORE, body)):
        with suppress(StoredFault):
            open_event(payload, BEFORE)


def check_snapshot(data: bytes) -> None:
    """The same of a stored table."""
    body = data[:-CHECKSUM_BYTES]
    for payload in (data, body + _checksum(NO_CHECKSUM, body)):
        with suppress(StoredFault):
            open_snapshot(payload)


def check_settings(data: bytes) -> None:
    """A host's file is taken, or each fault has a line; no value is in it."""
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        with mock.patch.dict(os.environ, clear=True):
            lines = _complaints(Path(file.name))
        assert all(line.isprintable() for line in lines)


def _complaints(file: Path) -> tuple[str, ...]:
    try:
        load_settings({}, file)
    except BadSettings as fault:
        return fault.lines
    return ()


def check_preferences(data: bytes) -> None:
    """A person's file is taken, or told to be broken."""
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        with suppress(BrokenFile):
            entries_in(Path(file.name))


def _records() -> Iterable[bytes]:
    for case in json.loads((DATA / "cases" / "deals.json").read_text("utf-8")):
        yield json.dumps(case["record"]).encode()


def _card_sets() -> Iterable[bytes]:
    for case in json.loads((DATA / "cases" / "combinations.json").read_text("utf-8")):
        yield json.dumps(case["cards"]).encode()


def _stored() -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (DATA / "stored" / "schema_1.json").read_text("utf-8")
    )
    return found


def _events() -> Iterable[bytes]:
    for name, text in _stored().items():
        if name not in SNAPSHOTS:
            yield bytes.fromhex(text)


def _snapshots() -> Iterable[bytes]:
    for name in SNAPSHOTS:
        yield bytes.fromhex(_stored()[name])


def _settings() -> Iterable[bytes]:
    yield EXAMPLE.read_bytes()
    yield b'port = 0\nhost = "127.0.0.1"\n[table]\ngrace_ms = 20000\n'


def _preferences() -> Iterable[bytes]:
    yield b'language = "it"\nname = "Ada"\npace = 2\n'


SNAPSHOTS = ("snapshot",)
TARGETS = (
    Target("record", "records of deals", check_record, _records, CODES, cost=5),
    Target("cards", "sets of cards", check_cards, _card_sets, CODES),
    Target("event", "stored events", check_event, _events),
    Target("snapshot", "stored tables", check_snapshot, _snapshots),
    Target("settings", "a host's settings", check_settings, _settings, TOML, cost=10),
    Target("preferences", "a person's settings", check_preferences, _preferences, TOML),
)
