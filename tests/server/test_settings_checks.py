from typing import Any

import pytest

from server.settings import Settings
from server.settings_checks import clashes


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"beat_s": 20}, ("beat_s", "node_dead_s")),
        ({"drain_notice_s": 20, "drain_s": 3}, ("drain_notice_s", "drain_s")),
        ({"port": 8070, "metrics_port": 8070}, ("metrics_port", "port")),
        (
            {"metrics_port": 8062, "metrics_host": "127.0.0.1"},
            ("metrics_port", "port"),
        ),
        ({"host": "0.0.0.0"}, ("host",)),  # noqa: S104 - what is refused
        ({"host": ""}, ("host",)),
    ],
)
def test_settings_that_are_no_good_together(
    given: dict[str, Any], names: tuple[str, ...]
) -> None:
    assert [named for named, _ in clashes(Settings(**given))] == [names]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"beat_s": 7.5},
        {"drain_notice_s": 2},
        {"port": 0, "metrics_port": 0},
        {"metrics_port": 8062, "metrics_host": "10.0.0.1"},
        {"host": "10.0.0.1", "allow_plain_text": True},
        {"host": "10.0.0.1", "trusted_proxies": ["10.0.0.2"]},
    ],
)
def test_settings_that_go_together(given: dict[str, Any]) -> None:
    assert not list(clashes(Settings(**given)))
