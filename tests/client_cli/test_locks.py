from pathlib import Path

from client_cli.locks import taken


def test_a_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with taken(path) as first:
        with taken(path) as second:
            pass
        with taken(path) as third:
            pass

    assert (first, second, third) == (True, False, False)


def test_a_lock_is_free_again_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with taken(path):
        pass
    with taken(path) as again:
        pass

    assert again
