"""The list of what players expect is complete, and its tests are there."""

import ast
from pathlib import Path

import pytest

from tests.client_cli.expectations import EXPECTATIONS, Expectation
from tests.client_cli.screen_expectations import ON_THE_SCREEN

TESTS = Path(__file__).resolve().parents[1]


def names_in(path: Path) -> set[str]:
    """The functions of a file, by name."""
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


@pytest.mark.parametrize("expectations", [EXPECTATIONS, ON_THE_SCREEN])
def test_every_expectation_is_in_the_list(
    expectations: dict[str, Expectation],
) -> None:
    assert list(expectations) == [f"H{number:02}" for number in range(1, 61)]


@pytest.mark.parametrize(
    "expectation",
    [*EXPECTATIONS.values(), *ON_THE_SCREEN.values()],
    ids=[*EXPECTATIONS, *(f"{name} on the screen" for name in ON_THE_SCREEN)],
)
def test_each_is_shown_by_tests_or_has_a_reason(expectation: Expectation) -> None:
    assert bool(expectation.tests) is not bool(expectation.reason)
    for test in expectation.tests:
        file, _, name = test.partition("::")
        assert name.startswith("test_")
        assert name in names_in(TESTS / file), test
