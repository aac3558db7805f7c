"""What holds for every test: the `--long` switch and how hard hypothesis searches.

Tests marked `long` take full waits or search deeply; without `--long` they are left
out. Hypothesis has no deadline, as no test here judges the machine's speed.
"""

import pytest
from hypothesis import settings

settings.register_profile("short", deadline=None, print_blob=True)
settings.register_profile(
    "long", parent=settings.get_profile("short"), max_examples=2000
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="also run the tests marked as long"
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
