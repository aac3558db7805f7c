"""`tarocco-server admin` on a store of its own."""

from collections.abc import Iterator

import pytest

from server.commands.admin import admin_command
from tests.server.commands.admin_store import Run
from tests.support import redis_processes


@pytest.fixture
def store_url() -> Iterator[str]:
    """The URL of a store of its own."""
    with redis_processes.one_server() as server:
        yield server.url


@pytest.fixture
def run(store_url: str, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command on that store."""

    def run_on_it(*words: str) -> tuple[int, str, str]:
        code = admin_command(["--redis-url", store_url, *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run_on_it
