"""What holds for every test: the `--long` switch and how hard hypothesis searches.

Tests marked `long` take full waits or search deeply; without `--long` they are left
out. Hypothesis has no deadline, as no test here judges the machine's speed.

Tests marked `untraced` go over the same code so many times that tracing it for coverage
would take longer than they do. They add nothing to what is covered: each line and branch
that must be is reached by another test.
"""

import sys
from collections.abc import Iterator

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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    # The mark `no_cover` of pytest-cov would do the same, if it did not fall back to a
    # second tracer in the workers of xdist.
    if item.get_closest_marker("untraced") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
