import errno
import stat
from pathlib import Path

import pytest

from client_cli.folders import made, state_folder, write_private


def test_state_folder_follows_the_variable() -> None:
    assert state_folder({"XDG_STATE_HOME": "/x/y"}) == Path("/x/y/tarocco")


@pytest.mark.parametrize("value", ["", "relative/path"])
def test_state_folder_is_in_the_home_otherwise(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/h")

    assert state_folder({"XDG_STATE_HOME": value}) == Path("/h/.local/state/tarocco")


def test_folder_and_file_are_closed_to_others(tmp_path: Path) -> None:
    folder = made(tmp_path / "a" / "b")
    write_private(folder / "secret", "x")

    assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_writing_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_private(path, "one")
    write_private(path, "two")

    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_is_full_keeps_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)

    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "file", "x")
    assert list(tmp_path.iterdir()) == []


def test_failed_writing_leaves_the_old_content(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        write_private(tmp_path / "missing" / "file", "x")
