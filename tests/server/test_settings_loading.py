import os
from pathlib import Path

import pytest

from server.settings_loading import BadSettings, Origin, load_settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(os.environ):
        if name.upper().startswith("TAROCCO_"):
            monkeypatch.delenv(name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "server.toml"
    path.write_text(
        "port = 1000\nhello_s = 3\nbot_workers = 3\n[table]\ngrace_ms = 7\n"
    )
    return path


def test_flag_wins_over_environment_over_file_over_default(
    monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setenv("TAROCCO_PORT", "2000")
    monkeypatch.setenv("TAROCCO_HELLO_S", "4")

    loaded = load_settings({"port": 3000, "host": None}, file)

    assert loaded.settings.port == 3000
    assert loaded.origin_of(("port",)) is Origin.FLAG
    assert loaded.settings.hello_s == 4
    assert loaded.origin_of(("hello_s",)) is Origin.ENVIRONMENT
    assert loaded.settings.bot_workers == 3
    assert loaded.origin_of(("bot_workers",)) is Origin.FILE
    assert loaded.settings.host == "127.0.0.1"
    assert loaded.origin_of(("host",)) is Origin.DEFAULT


def test_sections_are_mixed_part_by_part(
    monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setenv("TAROCCO_TABLE__RESERVED_MS", "9000")

    loaded = load_settings({}, file)

    assert loaded.settings.table.grace_ms == 7
    assert loaded.settings.table.reserved_ms == 9000
    assert loaded.origin_of(("table", "grace_ms")) is Origin.FILE


def test_the_file_may_be_named_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAROCCO_CONFIG", str(file))
    other = tmp_path / "other.toml"
    other.write_text("port = 5")

    assert load_settings({}).settings.port == 1000
    assert load_settings({}, other).settings.port == 5


def test_defaults_of_a_local_server_are_the_weakest(file: Path) -> None:
    loaded = load_settings({}, file, {"idle_exit_s": 600, "bot_workers": 0})

    assert loaded.settings.idle_exit_s == 600
    assert loaded.origin_of(("idle_exit_s",)) is Origin.LOCAL
    assert loaded.settings.bot_workers == 3


def test_every_fault_is_one_line_with_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("prot = 1\n[table]\ngrace_ms = -1\n[tables]\nx = 1\n")
    monkeypatch.setenv("TAROCCO_HELLO_S", "soon")
    monkeypatch.setenv("TAROCCO_TABLE__GRACES", "1")
    monkeypatch.setenv("TAROCCO_TRUSTED_PROXIES", "hunter2")

    with pytest.raises(BadSettings) as fault:
        load_settings({"port": 70_000}, path)

    places = {line.partition(": ")[0] for line in fault.value.lines}
    assert places == {
        f"prot ({path})",
        f"table.grace_ms ({path})",
        f"tables.x ({path})",
        "TAROCCO_HELLO_S (environment)",
        "TAROCCO_TABLE__GRACES (environment)",
        "TAROCCO_TRUSTED_PROXIES (environment)",
        "--port (flag)",
    }
    assert "hunter2" not in str(fault.value)


@pytest.mark.parametrize("value", ["garbage", "[]", "7"])
def test_a_section_is_not_one_value(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("TAROCCO_TABLE", value)

    with pytest.raises(BadSettings, match=r"TAROCCO_TABLE \(environment\)"):
        load_settings({})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"port = = 1", "line 1"),
        (b'host = "\xff"', "not UTF-8"),
        (b"#" * 1_048_577, "too long"),
    ],
)
def test_a_file_that_is_none_is_refused(
    tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)

    with pytest.raises(BadSettings, match=says):
        load_settings({}, path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        load_settings({}, tmp_path / "none.toml")


def test_slips_of_the_pen_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAROCCO_PROT", "1")
    monkeypatch.setenv("TAROCCO_COMMAND", "of the client")
    monkeypatch.setenv("TAROCCO_SERVER_1", "of the balancer:8062")
    monkeypatch.setenv("TAROCCO_PORT", "1")
    monkeypatch.setenv("TAROCCO_TABLE__GRACE_MS", "1")

    assert load_settings({}).strangers == ("TAROCCO_PROT",)


def test_settings_that_clash_are_told_with_the_place_of_the_one_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAROCCO_BEAT_S", "20")

    with pytest.raises(BadSettings) as refusal:
        load_settings({"metrics_port": 8062})

    beat, port = refusal.value.lines
    assert beat.startswith("TAROCCO_BEAT_S (environment): node_dead_s (15) has to be")
    assert port.startswith("--metrics-port (flag): metrics_port and port are both 8062")
