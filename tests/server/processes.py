"""Servers as real processes on this machine, each ended by its own id."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support.redis_processes import scratch, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parents[2]
END_S = 20.0


@dataclass
class Running:
    """One server process, and what it says."""

    process: subprocess.Popen[bytes]
    folder: Path
    port: int

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """Everything on standard output so far."""
        return (self.folder / "out").read_text("utf-8")

    @property
    def errors(self) -> str:
        """Everything on standard error so far."""
        return (self.folder / "err").read_text("utf-8")

    def logged(self, event: str) -> list[dict[str, Any]]:
        """The log's lines about an event."""
        found = []
        for line in self.errors.splitlines():
            with contextlib.suppress(ValueError):
                entry = json.loads(line)
                if entry["event"] == event:
                    found.append(entry)
        return found

    def has_logged(self, event: str) -> bool:
        """Whether the log has a line about an event."""
        return bool(self.logged(event))

    def get(self, path: str, port: int | None = None) -> tuple[int, str]:
        """Status and body of a plain request; 0 when nobody answers."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", port or self.port, timeout=5
        )
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def await_ready(self) -> None:
        """Return when people may be sent to it."""
        until(self._is_ready, f"server on {self.port}: {self.errors}")

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.errors
        return self.get("/readyz")[0] == 200

    def end(self, sign: int = signal.SIGTERM) -> int:
        """End it; its exit code."""
        self.process.send_signal(sign)
        return self.process.wait(timeout=END_S)


@contextlib.contextmanager
def server(
    *words: str,
    port: int | None = None,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    module: str = "server",
    **options: Any,
) -> Iterator[Running]:
    """A server with these words and these settings in its environment.

    Args:
        words: After `tarocco-server`.
        port: To listen on; a free one if not given.
        folder: For its files; a passing one if not given.
        environment: Settings.
        module: What to run instead of the server as it is.
        options: Further ones of `subprocess.Popen`.
    """
    with contextlib.ExitStack() as stack:
        place = folder or stack.enter_context(scratch())
        place.mkdir(parents=True, exist_ok=True)
        chosen = port or free_port()
        own = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("TAROCCO_")
        }
        own |= {
            "TAROCCO_PORT": str(chosen),
            "TAROCCO_STATE_DIR": str(place / "state"),
            "TAROCCO_BOT_WORKERS": "0",
        }
        own |= environment or {}
        out = stack.enter_context((place / "out").open("wb"))
        err = stack.enter_context((place / "err").open("wb"))
        process = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            **options,
        )
        try:
            yield Running(process, place, chosen)
        finally:
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            process.wait(timeout=END_S)


def free_port() -> int:
    """A port that nobody uses now."""

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
