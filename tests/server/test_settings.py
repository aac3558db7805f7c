from pathlib import Path

import pytest
from pydantic import ValidationError

from protocol import limits
from server.settings import Settings


def test_defaults_are_those_of_the_protocol() -> None:
    settings = Settings()

    assert settings.messages_per_s == limits.MESSAGES_PER_S
    assert settings.hello_s == limits.HELLO_S
    assert settings.table.grace_ms == limits.GRACE_MS


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", -1),
        ("port", 65_536),
        ("max_connections", 0),
        ("bot_workers", -1),
        ("hello_s", 0),
        ("hello_s", float("nan")),
        ("ping_every_s", float("inf")),
        ("idle_exit_s", -1),
        ("max_seats_per_user", 65),
        ("trusted_proxies", "10.0.0.1/8"),
        ("log_level", "loud"),
        ("login_key", "too short"),
        ("login_key", "-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----"),
        ("kill_at", "C11"),
        ("port", True),
        ("beat_s", True),
        ("state_dir", ""),
        ("redis_url", "http://x"),
        ("redis_url", "redis://host/x"),
        ("allow_dangers", ["evction"]),
        ("allow_dangers", ["replica"]),
        ("allowed_origins", ["example.org"]),
        ("allowed_origins", ["https://example.org/"]),
        ("table", {"turn_ms": True}),
        ("prot", 8062),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError) as fault:
        Settings(**{name: value})  # type: ignore[arg-type]

    assert fault.value.errors()[0]["loc"][0] == name


def test_lists_are_one_text_with_commas_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAROCCO_ALLOW_DANGERS", "eviction, fsync-everysec,")
    monkeypatch.setenv("TAROCCO_TRUSTED_PROXIES", "10.0.0.0/8,::1")

    settings = Settings()

    assert settings.allow_dangers == {"eviction", "fsync-everysec"}
    assert [str(one) for one in settings.trusted_proxies] == ["10.0.0.0/8", "::1/128"]


def test_parts_of_a_section_have_names_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAROCCO_TABLE__GRACE_MS", "5")

    assert Settings().table.grace_ms == 5


def test_errors_do_not_repeat_the_value() -> None:
    with pytest.raises(ValidationError) as fault:
        Settings(port="hunter2")  # type: ignore[arg-type]

    assert "hunter2" not in str(fault.value)


@pytest.mark.parametrize(
    ("state", "place"),
    [
        ("/var/state", "/var/state/tarocco/server"),
        ("", "/home/ada/.local/state/tarocco/server"),
        ("not/absolute", "/home/ada/.local/state/tarocco/server"),
    ],
)
def test_files_are_kept_where_they_outlive_a_reboot(
    monkeypatch: pytest.MonkeyPatch, state: str, place: str
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_STATE_HOME", state)

    assert Settings().state_dir == Path(place)


def test_a_user_without_a_home_gets_a_passing_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)

    assert Settings().state_dir.name == "server"
