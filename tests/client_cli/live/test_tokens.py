import json
import stat
from pathlib import Path

import pytest

from client_cli.live.tokens import TokenFile, token_file, token_store
from protocol.tokens import TokenInMemory

TOKEN = bytes(range(48))


def test_a_token_is_kept_for_this_user_only(tmp_path: Path) -> None:
    path = token_file(tmp_path, "local")
    TokenFile(path).save(TOKEN)

    assert TokenFile(path).load() == TOKEN
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_newest_token_counts_until_it_is_forgotten(tmp_path: Path) -> None:
    tokens = TokenFile(tmp_path / "x.json")
    tokens.save(bytes(48))
    tokens.save(TOKEN)
    assert tokens.load() == TOKEN

    tokens.forget()
    tokens.forget()
    assert tokens.load() is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"token": 1}',
        '{"token": "zz"}',
        '{"token": "00"}',
        "[" * 900,
        json.dumps({"token": "00" * 100}),
        json.dumps({"token": "00" * 48, "more": "x" * 5_000}),
    ],
)
def test_a_broken_file_holds_no_token(content: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)

    assert TokenFile(path).load() is None


def test_each_server_has_a_file_of_its_own(tmp_path: Path) -> None:
    names = {
        token_file(tmp_path, server).name
        for server in ("local", "Table.Example:443", "[::1]:80", "../../etc/passwd")
    }

    assert names == {
        "session-local.json",
        "session-table.example_443.json",
        "session-___1__80.json",
        "session-.._.._etc_passwd.json",
    }


def test_a_second_client_plays_with_a_token_of_its_own(tmp_path: Path) -> None:
    with token_store(tmp_path, "local") as first:
        first.save(TOKEN)
        with token_store(tmp_path, "local") as second:
            assert isinstance(second, TokenInMemory)
            assert second.load() is None
    with token_store(tmp_path, "local") as third:
        assert third.load() == TOKEN


def test_without_a_place_to_write_a_token_lives_in_memory() -> None:
    with token_store(Path("/dev/null/x"), "local") as tokens:
        assert isinstance(tokens, TokenInMemory)
