import os
from pathlib import Path

import pytest

from server.commands.flags import loaded_settings, parser_of
from server.settings_loading import Loaded, Origin


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(os.environ):
        if name.upper().startswith("TAROCCO_"):
            monkeypatch.delenv(name)


def loaded(*words: str) -> Loaded:
    return loaded_settings(parser_of("serve", "").parse_args(words))


def test_flags_stand_for_settings() -> None:
    settings = loaded(
        *("--host", "::1", "--port", "1", "--metrics-port", "2"),
        *("--redis-url", "redis://h", "--state-dir", "s", "--idle-exit", "3"),
        *("--log-level", "debug"),
    ).settings

    assert (settings.host, settings.port, settings.metrics_port) == ("::1", 1, 2)
    assert (settings.redis_url, settings.state_dir) == ("redis://h", Path("s"))
    assert (settings.idle_exit_s, settings.log_level) == (3, "debug")


def test_without_flags_all_are_defaults() -> None:
    assert not loaded().origins


def test_a_local_server_is_on_loopback_and_small() -> None:
    settings = loaded("--local").settings

    assert (settings.host, settings.port) == ("127.0.0.1", 0)
    assert (settings.idle_exit_s, settings.bot_workers) == (600, 0)
    assert settings.tables_per_minute == 60


def test_a_local_server_stays_on_loopback_whatever_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAROCCO_HOST", "0.0.0.0")  # noqa: S104
    monkeypatch.setenv("TAROCCO_PORT", "80")
    monkeypatch.setenv("TAROCCO_BOT_WORKERS", "2")

    result = loaded("--local")

    assert (result.settings.host, result.settings.port) == ("127.0.0.1", 0)
    assert result.settings.bot_workers == 2
    assert result.origin_of(("idle_exit_s",)) is Origin.LOCAL


def test_flags_win_over_what_local_means() -> None:
    settings = loaded("--local", "--port", "9", "--idle-exit", "0").settings

    assert settings.port == 9
    assert settings.idle_exit_s == 0


def test_the_file_is_named_by_a_flag(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("port = 5")

    assert loaded("--config", str(file)).settings.port == 5
