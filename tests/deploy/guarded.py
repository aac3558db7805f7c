"""A store with the users of deploy/redis.conf, as their lines are when they are taken."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Final

from redis import Redis

from tests.deploy.files import ROOT
from tests.support.redis_processes import ServerProcess, scratch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHIPPED: Final = (ROOT / "deploy" / "redis.conf").read_text("utf-8")
WHOLE: Final = "user default off ~* &* +@all"
_TAKEN: Final = re.compile(r"^# (?=(?:user|masteruser|masterauth) )", re.MULTILINE)


class Guarded(ServerProcess):
    """A store that lets nobody in but the users of the file."""

    def client(self) -> Redis:
        """A client of the host."""
        return Redis(
            unix_socket_path=self.options["unixsocket"],
            username="keeper",
            password="KEEPER-PASSWORD",  # noqa: S106 - the one of the example
            socket_timeout=5,
        )

    @property
    def url(self) -> str:
        """The address for servers."""
        return f"unix://tarocco:PASSWORD@{self.options['unixsocket']}"


@contextlib.contextmanager
def guarded(
    binary: Path, default: str = WHOLE, options: dict[str, str] | None = None
) -> Iterator[Guarded]:
    """Run a store with the users of the file."""
    with scratch() as folder:
        taken = _TAKEN.sub("", SHIPPED)
        assert WHOLE in taken
        file = folder / "redis.conf"
        file.write_text(taken.replace(WHOLE, default), "utf-8")
        own = {"port": "0", "unixsocket": str(folder / "s"), **(options or {})}
        store = Guarded(binary, folder, own, (str(file),))
        try:
            store.start()
            yield store
        finally:
            store.end()
