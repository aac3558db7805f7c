"""Scripts are known by the hash of their text, and say first what they may do."""

import re
from pathlib import Path

import pytest

from server.adapters import redis_scripts
from server.adapters.redis_scripts import (
    apply_arguments,
    create_arguments,
    rebase_arguments,
    script,
)
from server.store_records import (
    Append,
    Change,
    Mark,
    NewEvent,
    NewTable,
    Rebase,
    Receipt,
    Row,
)
from tests.support.redis_processes import ServerProcess

NAMES = sorted(
    path.stem
    for path in (Path(redis_scripts.__file__).parent / "scripts").glob("*.lua")
    if path.stem != "common"
)
MARK = Mark(b"epoch..1", 3, b"token..3")
EVENT = NewEvent(b"card", b"token..4")
CHANGE = Change(
    now_ms=1_000,
    events=(EVENT,),
    snapshot=b"state",
    deadlines={"turn": 5_000, "bot": None},
    phase="play",
    writer=2,
    minimum_writer=1,
    expire_ms=60_000,
    trim_before=2,
)
CHANGE_ARGUMENTS = ["T1", "PUBLISH", "play", 2, 1, 60_000, 2, 1, b"state"]
LISTS = [1, b"token..4", b"card", 2, "turn", 5_000, "bot", ""]


@pytest.mark.parametrize("name", NAMES)
def test_script_is_known_to_the_server_by_its_hash(
    name: str, shared_server: ServerProcess
) -> None:
    with shared_server.client() as client:
        assert client.script_load(script(name).text) == script(name).sha


@pytest.mark.parametrize("name", NAMES)
def test_script_says_first_what_it_may_do(name: str) -> None:
    assert re.match(r"#!lua( flags=(no-writes|allow-oom))?\n", script(name).text)


def test_last_change_of_a_table_is_a_change_like_any_other() -> None:
    # T-F08
    usual, last = script("apply").text, script("apply_last").text

    assert usual.startswith("#!lua\n")
    assert last == usual.replace("#!lua", "#!lua flags=allow-oom", 1)


@pytest.mark.parametrize("name", [*NAMES, "common"])
def test_script_touches_only_keys_that_it_was_given(name: str) -> None:
    folder = Path(redis_scripts.__file__).parent / "scripts"
    calls = re.findall(
        r"redis\.call\(('\w+'|verb)(?:, ([^,)]+))?",
        (folder / f"{name}.lua").read_text(),
    )

    assert all(
        key.startswith("KEYS[") for command, key in calls if command != "'TIME'"
    ), calls


def test_arguments_of_a_command() -> None:
    append = Append("T1", MARK, Receipt("ann", 7, b"di", b"result"), CHANGE)

    head = ["ann", 7, "6469", b"epoch..1", 3, b"token..3", 1_000, 250, 2, 64]
    kept = b"7 6469 4 746f6b656e2e2e34 result"
    assert apply_arguments(append, "PUBLISH", 250) == [
        *head,
        *CHANGE_ARGUMENTS,
        *("keep", b""),
        *("ann", kept),
        *LISTS,
    ]


def test_arguments_of_a_new_table() -> None:
    new = NewTable("T1", b"epoch..1", Receipt("ann", 7, b"di", b"r"), CHANGE, base=9)

    kept = b"7 6469 10 746f6b656e2e2e34 r"
    assert create_arguments(new, "PUBLISH", 250) == [
        *("ann", 7, "6469", b"epoch..1", 9, 1_000, 250),
        *CHANGE_ARGUMENTS,
        *("keep", b""),
        *("ann", kept),
        *LISTS,
    ]


def test_arguments_of_a_rebase() -> None:
    rebase = Rebase("T1", MARK, b"epoch..2", CHANGE, skip=90)

    assert rebase_arguments(rebase, "PUBLISH", 250) == [
        *(b"epoch..1", 3, b"token..3", b"epoch..2", 1_000, 250, 2, 90),
        *CHANGE_ARGUMENTS,
        *("keep", b""),
        *("", b""),
        *LISTS,
    ]


@pytest.mark.parametrize(
    ("row", "arguments"),
    [
        (b"row", ["put", b"row"]),
        (Row.REMOVE, ["remove", b""]),
        (Row.KEEP, ["keep", b""]),
    ],
)
def test_arguments_of_a_lobby_row(row: bytes | Row, arguments: list[object]) -> None:
    change = Change(now_ms=1, lobby_row=row)
    append = Append("T1", MARK, Receipt("ann", 7, b"", b""), change)

    given = apply_arguments(append, "PUBLISH", 250)

    assert given[10:21] == [
        "T1",
        "PUBLISH",
        "",
        1,
        "",
        86_400_000,
        "",
        0,
        b"",
        *arguments,
    ]
