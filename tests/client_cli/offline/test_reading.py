import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.exits import Exit, Stopped
from client_cli.offline.reading import (
    LONGEST_BYTES,
    BadJson,
    data_in,
    lines_in,
    lines_of,
    opened,
    parsed,
)
from client_cli.texts import Texts


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "empty"),
        (b"  \r", "empty"),
        (b'{"a": 1', "at character 8"),
        (b"\xff\xfe", "not UTF-8 at byte 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 5_000, "a number is too long"),
        (b"[NaN]", "NaN is not JSON"),
        (b"-Infinity", "-Infinity is not JSON"),
        (b"{'a': 1}", "at character 2"),
        (b'{"x": 1e999}', "a number is too large"),
        (b"[-1e400]", "a number is too large"),
        (b'{"a": 1, "b": 2, "a": 1}', 'the key "a" comes twice'),
        (b'[{"a": {"\\u001b": 1, "\\u001b": 2}}]', r'the key "<U\+001B>" comes twice'),
    ],
)
def test_no_json_says_why(raw: bytes, reason: str) -> None:
    with pytest.raises(BadJson, match=reason):
        parsed(raw)


def test_json_is_read_with_or_without_a_byte_order_mark() -> None:
    assert parsed(b'\xef\xbb\xbf["SR"]') == ["SR"]
    assert parsed(b'["\\ud800"]') == ["\ud800"]


def test_keys_may_come_again_in_another_object() -> None:
    assert parsed(b'[{"a": 1}, {"a": {"a": 1.5}}]') == [{"a": 1}, {"a": {"a": 1.5}}]


@given(st.binary(max_size=200))
def test_any_bytes_are_data_or_bad_json(raw: bytes) -> None:
    with suppress(BadJson):
        parsed(raw)


def test_lines_come_one_by_one_without_their_end() -> None:
    assert list(lines_of(io.BytesIO(b"a\n\nb\r\nc"))) == [b"a", b"", b"b\r", b"c"]
    assert list(lines_of(io.BytesIO(b""))) == []


def test_a_long_line_is_left_out_and_the_next_one_read() -> None:
    exactly = b"x" * LONGEST_BYTES
    stream = io.BytesIO(exactly + b"x\n" + exactly + b"\nend\n" + exactly + b"xx")

    assert list(lines_of(stream)) == [None, exactly, b"end", None]


def test_data_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[1]")

    assert data_in(str(path), Texts()) == [1]


def test_a_file_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b" " * (LONGEST_BYTES + 1))

    with pytest.raises(BadJson, match="longer than"):
        data_in(str(path), Texts())


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"[2]")))

    assert data_in("-", Texts()) == [2]
    assert not sys.stdin.closed


@pytest.mark.parametrize("path", ["/no/such/file", "/", "a\0b", ""])
def test_what_cannot_be_read_is_not_found(path: str) -> None:
    with pytest.raises(Stopped) as stopped:
        data_in(path, Texts())

    assert stopped.value.code is Exit.NOT_FOUND
    assert stopped.value.why


def test_an_empty_name_is_no_file() -> None:
    with pytest.raises(Stopped) as stopped:
        data_in("", Texts())

    assert stopped.value.what == "The file '' cannot be read."
    assert stopped.value.why == "There is no such file."


@pytest.mark.parametrize("read", [data_in, lambda *of: list(lines_in(*of))])
def test_standard_input_that_is_closed(
    read: Callable[[str, Texts], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)

    with pytest.raises(Stopped) as stopped:
        read("-", Texts())

    assert stopped.value.code is Exit.NOT_FOUND
    assert stopped.value.why == "Standard input is closed."


def test_standard_input_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "written only"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    with open(descriptor, "rb") as stdin:  # noqa: PTH123 - by its descriptor
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(stdin.raw)))

        with pytest.raises(Stopped) as stopped:
            list(lines_in("-", Texts()))

    assert stopped.value.code is Exit.NOT_FOUND


def test_opening_what_is_not_there() -> None:
    with pytest.raises(Stopped) as stopped:
        opened("/no/such/file", Texts())

    assert stopped.value.why == "There is no such file."
