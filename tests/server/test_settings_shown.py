import tomllib
from pathlib import Path

import pytest

from server.settings import Settings
from server.settings_loading import Loaded, Origin, load_settings
from server.settings_shown import masked, shown


def test_what_is_shown_can_be_read_as_settings_again() -> None:
    settings = Settings(
        port=7,
        allow_dangers=["eviction", "fsync-everysec"],  # type: ignore[arg-type]
        trusted_proxies=["10.0.0.0/8"],  # type: ignore[arg-type]
        table={"grace_ms": 5},  # type: ignore[arg-type]
        state_dir=Path('a "strange" place'),
    )
    text = "\n".join(shown(Loaded(settings, {}, None, ())))

    assert Settings(**tomllib.loads(text)) == settings


def test_each_line_says_where_its_value_comes_from() -> None:
    origins = {("port",): Origin.FLAG, ("table", "grace_ms"): Origin.FILE}
    lines = list(shown(Loaded(Settings(), origins, Path("x.toml"), ("TAROCCO_PROT",))))

    ends = {line.split()[0]: line.split()[-1] for line in lines if "=" in line}
    assert lines[0] == "# file: x.toml"
    assert ends["port"] == "flag"
    assert ends["grace_ms"] == "file"
    assert ends["host"] == "default"
    assert "TAROCCO_PROT" in lines[-1]


@pytest.mark.parametrize(
    "url",
    [
        "redis://:hunter2@store:6379/0",
        "redis://user:hun%2Fter2@store/0",
        "redis://user:hunter2@hunter2@store/0",
        "rediss+sentinel://u:hunter2@a:1,b:2/main?sentinel_password=hunter2&x=1",
        "unix://u:hunter2@/run/store",
    ],
)
def test_passwords_are_not_shown(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("TAROCCO_REDIS_URL", url)

    text = "\n".join(shown(load_settings({})))

    assert "hunter2" not in text
    assert "ter2" not in text
    assert "redis_url" in text


def test_the_rest_of_a_url_is_shown() -> None:
    assert masked("redis://store:6379/0") == "redis://store:6379/0"
    assert masked("redis://u:p@store/0") == "redis://***@store/0"
