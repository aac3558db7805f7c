"""JSON from files and pipes, read without trust.

The content comes from anywhere: it may be cut off, no UTF-8, endless, nested without
end, or hold numbers that no computer wants to see. Whatever it is, reading gives data
or a `BadJson` and nothing else; how much is read has a bound.
"""

from __future__ import annotations

import json
import math
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, NoReturn

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from client_cli.texts import Texts

LONGEST_BYTES: Final = 1_048_576
"""Of one file, and of one line of a stream; a record has about a thousand."""
_SKIP_BYTES: Final = 65_536
_STDIN: Final = "-"


class BadJson(Exception):  # noqa: N818 - says what was read
    """What was read is no JSON; the text says why, in English."""


def parsed(raw: bytes) -> object:
    """The data in some JSON.

    Raises:
        BadJson: It is none, or none that can be read within bounds.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadJson(f"not UTF-8 at byte {fault.start + 1}") from None
    if not text.strip():
        raise BadJson("empty")
    try:
        data: object = json.loads(
            text,
            object_pairs_hook=_object_of,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except RecursionError:
        raise BadJson("nested too deeply") from None
    except json.JSONDecodeError as fault:
        raise BadJson(f"{fault.msg} at character {fault.pos + 1}") from None
    except ValueError:  # a whole number with thousands of digits
        raise BadJson("a number is too long") from None
    return data


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object; one that says two things under one key says nothing for certain."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadJson(f'the key "{shown(key)}" comes twice')
        found[key] = value
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise BadJson("a number is too large")
    return number


def _refuse_constant(word: str) -> NoReturn:
    raise BadJson(f"{word} is not JSON")


def lines_in(path: str, texts: Texts) -> Iterator[bytes | None]:
    """Each line of a file, or of standard input for `-`, as `lines_of` gives them.

    Raises:
        Stopped: There is no such file, or it cannot be read, or not to its end.
    """
    with opened(path, texts) as file:
        lines = lines_of(file)
        while True:
            try:
                line = next(lines)
            except StopIteration:
                return
            except OSError as fault:
                raise _no_file(path, fault, texts) from None
            yield line


def lines_of(stream: BinaryIO) -> Iterator[bytes | None]:
    """Each line of a stream as soon as it is there, without its end.

    None stands for a line that is too long to be kept.
    """
    while line := stream.readline(LONGEST_BYTES + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LONGEST_BYTES:
            yield line  # the last one, without an end
        else:
            _skip_line(stream)
            yield None


def _skip_line(stream: BinaryIO) -> None:
    while rest := stream.readline(_SKIP_BYTES):
        if rest.endswith(b"\n"):
            return


def opened(path: str, texts: Texts) -> AbstractContextManager[BinaryIO]:
    """A file, or standard input for `-`, to be read as bytes.

    Standard input stays open: whether it is a terminal is asked later.

    Raises:
        Stopped: There is no such file, or it cannot be read.
    """
    if path == _STDIN:
        if sys.stdin is None:
            raise _unreadable(path, texts.say("Standard input is closed."), texts)
        return nullcontext(sys.stdin.buffer)
    try:
        # A `Path` would take an empty name for the folder where the person is.
        return open(path, "rb")  # noqa: PTH123
    except (OSError, ValueError) as fault:
        raise _no_file(path, fault, texts) from None


def data_in(path: str, texts: Texts) -> object:
    """The data in a JSON file, or in standard input for `-`.

    Raises:
        BadJson: It is no JSON, or longer than allowed.
        Stopped: There is no such file, or it cannot be read.
    """
    with opened(path, texts) as file:
        try:
            raw = file.read(LONGEST_BYTES + 1)
        except OSError as fault:  # a folder, or a disk that fails
            raise _no_file(path, fault, texts) from None
    if len(raw) > LONGEST_BYTES:
        raise BadJson(f"longer than {LONGEST_BYTES} bytes")
    return parsed(raw)


def _no_file(path: str, fault: Exception, texts: Texts) -> Stopped:
    if isinstance(fault, FileNotFoundError):
        why = texts.say("There is no such file.")
    else:  # the system's own words, in its own language
        why = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
    return _unreadable(path, why, texts)


def _unreadable(path: str, why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("The file {path} cannot be read.", path=shown(path) or "''"),
        why=why,
        advice=texts.say("Give the path of a file, or - for standard input."),
    )
