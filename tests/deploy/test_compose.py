"""docker-compose.yml says what the manual promises."""

import shutil
import subprocess
from typing import Any

import pytest

from server.adapters.redis_link import Settings as StoreSettings
from server.adapters.store_health import dangers_of
from server.settings import Settings
from tests.deploy.files import ROOT, compose, environment_file, haproxy_lines, tls

SERVERS = ("server-1", "server-2")


def service(name: str) -> dict[str, Any]:
    found: dict[str, Any] = compose()["services"][name]
    return found


def seconds(text: str) -> int:
    assert text.endswith("s")
    return int(text[:-1])


def test_the_parts_are_a_store_two_servers_and_a_balancer() -> None:
    assert set(compose()["services"]) == {"store", *SERVERS, "balancer"}


def test_no_part_names_where_its_image_comes_from() -> None:
    for name in compose()["services"]:
        registry = service(name)["image"].split("/")[0]
        assert "." not in registry.split(":")[0]


def test_every_image_has_a_version() -> None:
    for name in compose()["services"]:
        assert service(name)["image"].partition(":")[2] not in {"", "latest"}


def test_the_store_has_no_setting_that_loses_moves() -> None:
    _, *words = service("store")["command"]
    options = dict(zip(words[::2], words[1::2], strict=True))

    assert options["--appendonly"] == "yes"
    assert options["--appendfsync"] == "always"
    assert options["--no-appendfsync-on-rewrite"] == "no"
    assert options["--maxmemory-policy"] == "noeviction"
    assert options["--aof-load-truncated"] == "yes"
    assert options["--maxmemory"]
    assert options["--slowlog-log-slower-than"] == "-1"
    # What the servers themselves would say of it.
    told = {
        "redis_version": "7.2.4",
        "aof_enabled": "1" if options["--appendonly"] == "yes" else "0",
        "maxmemory_policy": options["--maxmemory-policy"],
        "maxmemory": 1 << 30 if options["--maxmemory"] == "1gb" else 0,
    }
    given = {name.removeprefix("--"): value for name, value in options.items()}
    assert not tuple(dangers_of(StoreSettings(told, given)))


def test_the_store_keeps_its_files_and_is_seen_by_nobody_outside() -> None:
    store = service("store")

    assert [one.partition(":")[2] for one in store["volumes"]] == ["/data"]
    assert store["volumes"][0].partition(":")[0] in compose()["volumes"]
    assert "ports" not in store
    assert store["healthcheck"]["test"] == ["CMD", "valkey-cli", "ping"]


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_ended_in_good_order_and_kept_small(name: str) -> None:
    server = service(name)
    drain_s = float(environment_file()["TAROCCO_DRAIN_S"])

    assert seconds(server["stop_grace_period"]) > drain_s
    assert "ports" not in server
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert server["restart"] == "unless-stopped"
    assert server["depends_on"]["store"]["condition"] == "service_healthy"
    assert server["environment"]["TAROCCO_REDIS_URL"] == "redis://store:6379/0"
    files = server["ulimits"]["nofile"]["soft"]
    assert files >= Settings().max_connections + 128


def test_both_servers_are_the_same() -> None:
    assert service("server-1") == service("server-2")


def test_the_balancer_alone_is_open_and_to_this_machine_only() -> None:
    balancer = service("balancer")
    for number, name in enumerate(SERVERS, start=1):
        assert balancer["environment"][f"TAROCCO_SERVER_{number}"] == f"{name}:8062"

    mounted = balancer["volumes"][0].split(":")
    assert (ROOT / mounted[0]).is_file()
    assert mounted[2] == "ro"
    # Plain text: docker would open it to the world, past the firewall.
    assert balancer["ports"] == ["127.0.0.1:8062:8062"]
    assert balancer["environment"]["TAROCCO_BEHIND_PROXY"]
    assert "/healthz" in " ".join(balancer["healthcheck"]["test"])


def test_only_tls_is_open_to_the_world() -> None:
    front = tls()["services"]["tls"]

    assert front["ports"] == ["80:80", "443:443"]
    assert front["command"][-1] == "balancer:8062"
    assert front["networks"] == ["inside"]
    assert front["depends_on"].keys() <= compose()["services"].keys()
    opened = [
        port
        for part in compose()["services"].values()
        for port in part.get("ports", ())
        if not port.startswith("127.0.0.1:")
    ]
    assert not opened


def test_every_part_is_in_one_network_and_starts_again() -> None:
    for name in compose()["services"]:
        assert service(name)["networks"] == ["inside"]
        assert service(name)["restart"] == "unless-stopped"
        assert service(name)["logging"]["options"]["max-size"]


def test_the_balancer_asks_whether_servers_are_ready() -> None:
    lines = haproxy_lines()

    assert "http-check send meth GET uri /readyz" in lines
    assert "timeout tunnel 1h" in lines
    assert "balance leastconn" in lines
    assert not [line for line in lines if "shutdown-sessions" in line]
    assert not [line for line in lines if "stick" in line or "cookie" in line]


def test_the_balancer_waits_longer_than_servers_between_pings() -> None:
    (client,) = (
        line.split()[2] for line in haproxy_lines() if "timeout client " in line
    )

    assert seconds(client) > Settings().ping_every_s


def test_the_notice_is_long_enough_for_the_balancer() -> None:
    """It takes two looks to find that a server is not ready any more."""
    (checks,) = (line for line in haproxy_lines() if line.startswith("default-server"))
    words = checks.split()
    every_ms = int(words[words.index("inter") + 1].removesuffix("ms"))
    looks = int(words[words.index("fall") + 1])

    notice_ms = 1000 * float(environment_file()["TAROCCO_DRAIN_NOTICE_S"])
    assert notice_ms > every_ms * looks


def _has_docker_compose() -> bool:
    docker = shutil.which("docker")
    if docker is None:
        return False
    asked = subprocess.run(
        [docker, "compose", "version"], capture_output=True, check=False
    )
    return asked.returncode == 0


@pytest.mark.skipif(not _has_docker_compose(), reason="docker compose is not installed")
def test_docker_takes_the_file() -> None:
    docker = shutil.which("docker")
    assert docker is not None
    checked = subprocess.run(
        [docker, "compose", "-f", str(ROOT / "docker-compose.yml"), "config", "-q"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stderr
