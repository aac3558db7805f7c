"""What tests of the search need.

Without numba they are left out; the rest of the project does without it. With it they may
wait for its compiler, which takes its time on a machine with much else to do.
"""

from importlib.util import find_spec

import pytest

COMPILING_S = 300
MAY_COMPILE = (
    "tests/bench/",
    "tests/blunders/",
    "tests/client_cli/offline/",
    "tests/engine/players/",
    "tests/engine/search/",
    "tests/server/adapters/test_bot",
)

collect_ignore_glob = (
    []
    if find_spec("numba")
    else ["engine/search/*", "tests/engine/search/*", "*by_search.py"]
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give those time that may be the first to want a compiled search."""
    for item in items:
        if item.nodeid.startswith(MAY_COMPILE):
            item.add_marker(pytest.mark.timeout(COMPILING_S))
