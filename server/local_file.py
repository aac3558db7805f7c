"""How the client at this machine finds the server: a small file while it runs."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Final

from server.versions import program_version

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

FILE_NAME: Final = "server.json"


class LocalFile:
    """Is there as long as the server can be reached; written whole or not at all."""

    def __init__(self, folder: Path, url: str) -> None:
        self._path = folder / FILE_NAME
        self._url = url

    def __enter__(self) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps(
            {
                "url": self._url,
                "pid": os.getpid(),
                "started": time.time_ns() // 1_000_000,
                "version": program_version(),
            }
        )
        fresh = self._path.with_suffix(f".{os.getpid()}")
        fresh.write_text(text, "utf-8")
        fresh.replace(self._path)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_ours():
            self._path.unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(found, dict) and found.get("pid") == os.getpid()
