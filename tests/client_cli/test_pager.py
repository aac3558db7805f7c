import sys
from pathlib import Path

import pytest

from client_cli.bidi import Bidi
from client_cli.pager import pager_in, show_paged
from client_cli.streams import laid_out_for

if sys.platform == "win32":
    pytest.skip("the pagers are shell scripts", allow_module_level=True)


def pager(folder: Path, script: str, mode: int = 0o755) -> dict[str, str]:
    """An environment whose PAGER is this script."""
    path = folder / "a pager"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(mode)
    return {"PAGER": f"'{path}' --fast"}


def test_text_goes_through_the_pager_with_its_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one\ntwo", pager(tmp_path, 'echo "$1"; tr a-z A-Z'))

    assert capfd.readouterr().out == "--fast\nONE\nTWO\n"


def test_the_pager_gets_lines_as_they_would_be_printed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with laid_out_for(Bidi.AUTO):
        show_paged("أ SR ب", pager(tmp_path, "cat"))

    assert capfd.readouterr().out == "أ SR\nب\n"


@pytest.mark.parametrize("script", ["exit 3", "cat >/dev/null; exit 1"])
def test_a_pager_that_fails_costs_nobody_the_text(
    script: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one\ntwo", pager(tmp_path, script))

    assert capfd.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize(
    "wanted", ["/no/such/pager", "/", "'unfinished", "", "  ", "a\0b"]
)
def test_without_a_pager_that_starts_the_text_is_printed(
    wanted: str, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one", {"PAGER": wanted})

    assert capfd.readouterr().out == "one\n"


def test_a_file_that_is_no_program_is_no_pager(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one", pager(tmp_path, "cat", 0o644))

    assert capfd.readouterr().out == "one\n"


def test_a_person_may_leave_the_pager_early(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("line\n" * 100_000, pager(tmp_path, "head -n 1"))

    assert capfd.readouterr().out == "line\n"


def test_a_pager_that_was_ended_from_outside_has_shown_enough(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one", pager(tmp_path, "kill -INT $$"))

    assert capfd.readouterr().out == ""


def test_ctrl_c_is_for_the_pager(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show_paged("one", pager(tmp_path, 'read line; cat; kill -INT $PPID; echo "$line"'))

    assert capfd.readouterr().out == "one\n"


def test_usual_pager_if_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pager_in({}) == []
    (tmp_path / "more").touch(mode=0o755)

    assert pager_in({}) == ["more"]
    assert pager_in({"TERM": "dumb"}) == []
