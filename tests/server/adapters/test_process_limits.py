import sys
from collections.abc import Iterator

import pytest

from server.adapters.process_limits import forbid_core_dumps, raised_file_limit

if sys.platform == "win32":
    pytest.skip("there are no such limits on Windows", allow_module_level=True)

import resource


@pytest.fixture(autouse=True)
def limit_as_before() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_rises_to_what_is_wanted() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))

    assert raised_file_limit(250) == 250
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (250, hard)


def test_a_limit_that_is_high_enough_stays() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))

    assert raised_file_limit(100) == 200
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (200, hard)


def test_the_system_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(64, 128), (128, 128)]
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits.pop(0))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, pair: asked.append(pair))

    assert raised_file_limit(8192) == 128
    assert asked == [(128, 128)]
    monkeypatch.undo()


def test_no_limit_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda _which: pair)

    assert raised_file_limit(8192) is None
    monkeypatch.undo()


def test_a_system_that_refuses_leaves_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_which: int, _pair: tuple[int, int]) -> None:
        raise ValueError("not allowed")

    monkeypatch.setattr(resource, "getrlimit", lambda _which: (64, 128))
    monkeypatch.setattr(resource, "setrlimit", refuse)

    assert raised_file_limit(8192) == 64
    monkeypatch.undo()


def test_no_dump_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(
        resource, "setrlimit", lambda which, pair: asked.append((which, pair))
    )

    forbid_core_dumps()

    assert asked == [(resource.RLIMIT_CORE, (0, 0))]
    monkeypatch.undo()
