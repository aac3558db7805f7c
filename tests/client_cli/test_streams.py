import errno
import io
import os
import sys
from pathlib import Path

import pytest

from client_cli.bidi import Bidi, ordered
from client_cli.exits import Exit, Stopped
from client_cli.streams import (
    as_printed,
    check_output,
    complain,
    flush_or_forget,
    laid_out_for,
    nothing_laid_out,
    output_fault,
    prepare,
)
from client_cli.texts import Texts


class Full(io.StringIO):
    """A stream on a disk that has no room."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "full")


def test_letters_that_the_encoding_lacks_are_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)

    prepare()
    stream.write("B\u00e9gato")
    stream.flush()

    assert stream.buffer.getvalue() == b"B?gato"


def test_a_closed_error_output_is_one_that_nobody_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", None)

    prepare()
    complain(["Lost."])
    sys.stderr.close()

    assert capsys.readouterr().out == ""


def test_without_an_output_there_is_nothing_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_output(Texts())
    monkeypatch.setattr("sys.stdout", None)

    with pytest.raises(Stopped) as stopped:
        check_output(Texts())

    assert (stopped.value.code, stopped.value.why) == (
        Exit.FAULT,
        "Standard output is closed.",
    )


def test_a_full_disk_under_the_output_is_no_fault_of_the_program() -> None:
    end = output_fault(OSError(errno.ENOSPC, "full"), Texts())

    assert end is not None
    assert end.what == "The output cannot be written."


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.ENOSPC, "full", "/some/file"),
        OSError(errno.ECONNRESET, "away"),
        OSError("no number"),
    ],
)
def test_other_faults_are_not_taken_for_the_output(fault: OSError) -> None:
    assert output_fault(fault, Texts()) is None


def test_a_complaint_that_cannot_be_written_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr", Full())

    complain(["Lost."])


def test_what_cannot_be_written_out_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "read only"
    path.touch()
    stream = io.TextIOWrapper(io.BufferedWriter(io.FileIO(path, "w")))
    os.dup2(reading := os.open(path, os.O_RDONLY), stream.fileno())
    os.close(reading)
    stream.write("x")
    monkeypatch.setattr("sys.stdout", stream)

    flush_or_forget()
    stream.close()  # would fail, were the rest still to be written to the file

    assert path.read_text() == ""


def test_a_complaint_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    complain(["Error: \x1b[2J\u202e", "Why: a\nb"])

    assert capsys.readouterr().err == "Error: <U+001B>[2J<U+202E>\nWhy: a<U+000A>b\n"


LONG = "أ SR ب"
BROKEN = "أ SR\nب"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_lines_are_laid_out_on_their_way_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with laid_out_for(Bidi.AUTO):
        say(LONG)
        complain([LONG])
        assert as_printed(LONG) == BROKEN
    say(LONG)

    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (f"{BROKEN}\n{LONG}\n", f"{BROKEN}\n")


def test_letters_are_ordered_for_whoever_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = Terminal()
    monkeypatch.setattr("sys.stdout", output)

    with laid_out_for(Bidi.APP):
        say(LONG)
        assert sys.stdout.isatty()
        assert sys.stdout.encoding == "utf-8"

    assert output.getvalue() == f"{ordered(LONG)}\n"
    assert ordered(LONG) != LONG


def test_other_languages_are_printed_through_the_same_streams() -> None:
    before = sys.stdout, sys.stderr

    with laid_out_for(Bidi.NONE):
        assert (sys.stdout, sys.stderr) == before
        assert as_printed(LONG) == LONG


def test_layout_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    with laid_out_for(Bidi.AUTO):
        with nothing_laid_out():
            say(LONG)
        say(LONG)
    with nothing_laid_out():
        say(LONG)

    assert capsys.readouterr().out == f"{LONG}\n{BROKEN}\n{LONG}\n"


def test_a_closed_output_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)

    with laid_out_for(Bidi.AUTO):
        assert sys.stdout is None
