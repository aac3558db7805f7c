"""The files that a host deploys, read as the tools read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]


def compose() -> dict[str, Any]:
    """The compose file, with its anchors resolved."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return loaded


def tls() -> dict[str, Any]:
    """What is added to the compose file for TLS."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "tls.yml").read_text())
    return loaded


def environment_file() -> dict[str, str]:
    """The settings of deploy/server.env."""
    found = {}
    for line in (ROOT / "deploy" / "server.env").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            assert name not in found
            found[name] = value
    return found


def haproxy_lines() -> list[str]:
    """What deploy/haproxy.cfg says, without comments."""
    text = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def dockerfile() -> list[tuple[str, str]]:
    """The steps of the Dockerfile: word and rest, with lines put together."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    whole = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = whole.replace("\\\n", " ").splitlines()
    steps = (line.strip().partition(" ") for line in lines if line.strip())
    return [(word, " ".join(rest.split())) for word, _, rest in steps]
