"""What was written once in this version is read, and written, the same way for ever."""

import json
from pathlib import Path
from typing import Any, get_args

import msgpack
import pytest

from protocol.base import Message
from protocol.codec import Unknown, encode_to_client, encode_to_server
from protocol.to_server import ToServer
from tests.conformance.adding import add_frames
from tests.conformance.golden import (
    FRAMES,
    KINDS_BY_FAMILY,
    Golden,
    golden_frames,
    kept_lines,
    line_of,
    path_of,
    read,
    written,
)
from tests.conformance.plain_values import from_json, to_json

GOLDEN = golden_frames()
CANONICAL = [one for one in GOLDEN if one.is_canonical]


def named(golden: Golden) -> str:
    return golden.name


def holds(whole: Any, part: Any) -> bool:
    """Whether a value has all that another one has; later fields do not count."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            name in whole and holds(whole[name], value) for name, value in part.items()
        )
    if isinstance(part, list):
        return (
            isinstance(whole, list)
            and len(whole) == len(part)
            and all(map(holds, whole, part))
        )
    return type(whole) is type(part) and bool(whole == part)


@pytest.mark.parametrize("family", KINDS_BY_FAMILY)
def test_every_kind_has_golden_frames_and_no_other(family: str) -> None:
    kinds = {one.kind for one in GOLDEN if one.family == family}

    assert kinds == KINDS_BY_FAMILY[family]


def test_no_frame_was_lost_or_changed() -> None:
    assert set(kept_lines()) == set(map(line_of, GOLDEN))
    assert len({one.name for one in GOLDEN}) == len(GOLDEN)


@pytest.mark.parametrize("golden", GOLDEN, ids=named)
def test_bytes_hold_what_stands_beside_them(golden: Golden) -> None:
    assert to_json(msgpack.unpackb(golden.frame)) == golden.plain


@pytest.mark.parametrize("golden", GOLDEN, ids=named)
def test_frame_is_read_as_it_was_meant(golden: Golden) -> None:
    message = read(golden.family, golden.frame)

    if golden.means is None:
        assert message == Unknown(golden.plain["op"])
    else:
        assert isinstance(message, Message), message
        assert holds(to_json(message.model_dump()), golden.means)


@pytest.mark.parametrize("golden", GOLDEN, ids=named)
def test_kind_is_the_one_of_its_file(golden: Golden) -> None:
    told = golden.plain["items"][0]["kind"] if golden.family == "items" else None
    kind = told or golden.plain["op"]

    assert golden.kind == (
        kind if kind in KINDS_BY_FAMILY[golden.family] else "unknown"
    )


@pytest.mark.parametrize("golden", CANONICAL, ids=named)
def test_meaning_is_written_as_the_same_bytes(golden: Golden) -> None:
    message = read(golden.family, golden.frame)
    assert isinstance(message, Message)

    assert written(message) == golden.frame


def is_complete(golden: Golden) -> bool:
    """Whether a frame names every field that its message has by now."""
    message = read(golden.family, golden.frame)
    return isinstance(message, Message) and to_json(message.model_dump()) == (
        golden.plain
    )


@pytest.mark.parametrize(
    "golden", [one for one in CANONICAL if is_complete(one)], ids=named
)
def test_complete_message_is_written_as_the_same_bytes(golden: Golden) -> None:
    message = read(golden.family, golden.frame)
    assert isinstance(message, Message)

    if isinstance(message, get_args(ToServer)):
        assert encode_to_server(message) == golden.frame
    else:
        assert encode_to_client(message) == golden.frame


# -------------------------------------------------------------------------- adding


def entries(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_nothing_waits_to_be_added() -> None:
    assert add_frames(FRAMES) == []


def test_new_kind_gets_the_example_of_the_document(tmp_path: Path) -> None:
    add_frames(tmp_path)

    (play,) = entries(path_of(tmp_path, "to_server", "play"))
    (taken,) = entries(path_of(tmp_path, "items", "taken_back"))
    assert play["frame"]["op"] == "play"
    assert msgpack.unpackb(bytes.fromhex(play["hex"])) == play["frame"]
    assert [one["kind"] for one in taken["frame"]["items"]] == ["taken_back"]
    assert len(list(tmp_path.glob("*/*.json"))) == len(list(FRAMES.glob("*/*.json")))


def test_what_is_there_is_never_written_anew(tmp_path: Path) -> None:
    add_frames(tmp_path)
    path = path_of(tmp_path, "to_server", "ping")
    odd = '[{"about": "odd", "frame": {"op": "ping", "t": 1}, "hex": "80"}]'
    path.write_text(odd, "utf-8")

    assert add_frames(tmp_path) == []
    assert path.read_text("utf-8") == odd


def test_frame_that_was_changed_or_lost_is_missed(tmp_path: Path) -> None:
    add_frames(tmp_path)
    kept = kept_lines(tmp_path)
    path = path_of(tmp_path, "to_server", "bye")
    path.write_text(path.read_text("utf-8").replace("627965", "627964"), "utf-8")
    path_of(tmp_path, "to_server", "ping").unlink()

    lines = {line_of(one) for one in golden_frames(tmp_path)}

    missed = {line.split(" ", 1)[1] for line in kept if line not in lines}
    assert missed == {
        "to_server/bye: as in the document",
        "to_server/ping: as in the document",
    }


def test_entry_without_bytes_gets_them_and_its_meaning(tmp_path: Path) -> None:
    add_frames(tmp_path)
    path = path_of(tmp_path, "to_server", "lobby")
    first = entries(path)
    path.write_text(
        json.dumps([*first, {"about": "bare", "frame": {"op": "lobby"}}]), "utf-8"
    )

    assert add_frames(tmp_path) == [path]
    assert entries(path) == [
        *first,
        {
            "about": "bare",
            "frame": {"op": "lobby"},
            "hex": "81a26f70a56c6f626279",
            "means": {
                "op": "lobby",
                "follow": False,
                "free": 0,
                "people": 0,
                "deals": None,
                "clock": None,
                "level": None,
                "password": None,
                "phase": None,
            },
        },
    ]


def test_what_is_no_message_is_no_golden_frame(tmp_path: Path) -> None:
    path = path_of(tmp_path, "to_server", "ping")
    path.parent.mkdir()
    path.write_text('[{"about": "wrong", "frame": {"op": "ping", "t": -1}}]', "utf-8")

    with pytest.raises(ValueError, match=r"wrong: ping\.t"):
        add_frames(tmp_path)


def test_bins_are_told_from_texts() -> None:
    value = {"a": [b"\x00\xff", "00ff", None, True, 1]}

    assert to_json(value) == {"a": ["hex:00ff", "00ff", None, True, 1]}
    assert from_json(to_json(value)) == value
