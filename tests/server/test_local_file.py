import json
import os
import stat
from pathlib import Path

import pytest

from server.local_file import FILE_NAME, LocalFile

URL = "ws://127.0.0.1:1234"


def test_the_file_says_where_the_server_is_while_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "state" / FILE_NAME

    with LocalFile(file.parent, URL):
        found = json.loads(file.read_text("utf-8"))
        assert found["url"] == URL
        assert found["pid"] == os.getpid()
        assert found["started"] > 1_700_000_000_000
        assert found["version"]
        assert [path.name for path in file.parent.iterdir()] == [FILE_NAME]

    assert not file.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "state"

    with LocalFile(folder, URL):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_file_goes_also_when_the_server_fails(tmp_path: Path) -> None:
    with pytest.raises(ArithmeticError), LocalFile(tmp_path, URL):
        raise ArithmeticError

    assert not (tmp_path / FILE_NAME).exists()


@pytest.mark.parametrize("other", ['{"pid": 1}', "[]", "nonsense", ""])
def test_the_file_of_another_server_stays(tmp_path: Path, other: str) -> None:
    file = tmp_path / FILE_NAME

    with LocalFile(tmp_path, URL):
        file.write_text(other)

    assert file.read_text() == other


def test_a_file_that_is_gone_already_is_no_trouble(tmp_path: Path) -> None:
    with LocalFile(tmp_path, URL):
        (tmp_path / FILE_NAME).unlink()
