"""Compiling may take longer than other tests on a machine with much to do."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPILING_S = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(COMPILING_S))
