"""The example files are ones that a server takes, and the tools too."""

import os
import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import cast

import pytest
from redis import Redis
from redis.utils import str_if_bytes

from server.adapters.redis_link import Settings as Shown
from server.adapters.store_health import dangers_of
from server.settings import ENVIRONMENT_PREFIX, Settings
from server.settings_loading import load_settings
from tests.deploy.files import ROOT, environment_file
from tests.deploy.manual import MANUAL
from tests.support.redis_processes import ServerProcess, debian_redis, scratch

UNIT = ROOT / "deploy" / "tarocco-server.service"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(os.environ):
        if name.upper().startswith(ENVIRONMENT_PREFIX):
            monkeypatch.delenv(name)


def test_the_environment_file_holds_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment_file().items():
        monkeypatch.setenv(name, value)

    loaded = load_settings({})

    assert loaded.strangers == ()
    assert loaded.settings.drain_notice_s == 2
    assert len(loaded.origins) == len(environment_file())


def test_the_file_of_settings_is_one() -> None:
    settings = load_settings({}, ROOT / "deploy" / "server.toml").settings

    assert settings.state_dir == Path("/var/lib/tarocco")
    assert settings.metrics_port is not None
    assert settings.table == Settings().table


def unit() -> RawConfigParser:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT)
    return parser


def test_the_service_of_the_system_is_ended_in_good_order() -> None:
    service = unit()["Service"]

    assert int(service["TimeoutStopSec"]) > Settings().drain_s
    assert service["KillMode"] == "mixed"
    assert service["KillSignal"] == "SIGTERM"
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == "2"
    assert int(service["LimitNOFILE"]) > Settings().max_connections + 128
    assert service["LimitCORE"] == "0"
    assert service["User"] != "root"


def test_the_service_keeps_what_it_compiles_where_it_may_write() -> None:
    name, _, folder = unit()["Service"]["Environment"].partition("=")
    settings = load_settings({}, ROOT / "deploy" / "server.toml").settings

    assert name == "NUMBA_CACHE_DIR"
    assert Path(folder).parent == settings.state_dir


def test_the_manual_compiles_for_the_service() -> None:
    service = unit()["Service"]
    (line,) = re.findall(r"^    (.* warmup)$", MANUAL.read_text("utf-8"), re.MULTILINE)
    python = Path(service["ExecStart"].split()[0])
    user, variable = service["User"], service["Environment"]

    program = python.parent / "tarocco-server"
    assert line == f"runuser -u {user} -- env {variable} {program} warmup"


def test_the_service_uses_the_example_of_settings() -> None:
    command = unit()["Service"]["ExecStart"].split()

    assert command[1:3] == ["-m", "server"]
    assert command[3] == "--config"
    assert Path(command[4]).name == "server.toml"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed"
)
def test_systemd_takes_the_file(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = tmp_path / UNIT.name
    text = UNIT.read_text().replace("/opt/tarocco/.venv/bin/python", str(program))
    copy.write_text(text)
    tool = shutil.which("systemd-analyze")
    assert tool is not None

    checked = subprocess.run(
        [tool, "verify", str(copy)], capture_output=True, text=True, check=False
    )

    assert UNIT.name not in checked.stderr, checked.stderr


def test_the_settings_of_a_store_are_without_danger() -> None:
    binary = debian_redis()
    if binary is None:
        pytest.skip("redis-server is not installed")
    with scratch() as folder:
        file = str(ROOT / "deploy" / "redis.conf")
        own = {"port": "0", "unixsocket": str(folder / "s")}
        store = ServerProcess(binary, folder, own, (file,))
        try:
            store.start()
            with store.client() as client:
                shown = Shown(client.info(), cast("dict[str, str]", texts(client)))
        finally:
            store.end()

    assert dangers_of(shown) == ()


def texts(client: Redis) -> object:
    return {
        str_if_bytes(name): str_if_bytes(value)
        for name, value in cast("dict[bytes, bytes]", client.config_get("*")).items()
    }
