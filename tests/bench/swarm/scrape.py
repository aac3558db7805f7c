"""What the server says of itself on `/metrics`."""

import asyncio
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

WAIT_S = 10.0
_LINE = re.compile(r"(?P<name>[a-z_]+)(?:\{(?P<labels>[^}]*)\})? (?P<value>\S+)")
_BUCKET = re.compile(r'(?P<others>.*?),?le="(?P<bound>[^"]+)"')


class Page:
    """Series and their values, such as `tarocco_commands_total{outcome="done"}`."""

    def __init__(self, text: str) -> None:
        self._series: dict[tuple[str, str], float] = {}
        for line in text.splitlines():
            found = _LINE.fullmatch(line)
            if found is not None:
                key = (found["name"], found["labels"] or "")
                self._series[key] = float(found["value"])

    def labelled(self, name: str) -> Mapping[str, float]:
        """A family's values by the value of its one label."""
        return {
            labels.partition('"')[2].rstrip('"'): value
            for (series, labels), value in self._series.items()
            if series == name
        }

    def value(self, name: str) -> float:
        """The value of a series without labels, 0 if there is none."""
        return self._series.get((name, ""), 0.0)

    def since(self, before: "Page") -> "Page":
        """What came on top since an earlier page."""
        page = Page("")
        page._series = {
            key: value - before._series.get(key, 0.0)
            for key, value in self._series.items()
        }
        return page

    def plus(self, other: "Page") -> "Page":
        """This and another server's page together."""
        page = Page("")
        keys = self._series.keys() | other._series.keys()
        page._series = {
            key: self._series.get(key, 0.0) + other._series.get(key, 0.0)
            for key in keys
        }
        return page

    def bound_ms(self, name: str, share: float, labels: str = "") -> float | None:
        """The bucket of a histogram of seconds that holds this share, as its bound.

        Infinite if only the last bucket does; None when nothing was observed.
        """
        buckets: list[tuple[float, float]] = []
        for (series, with_bound), count in self._series.items():
            found = _BUCKET.fullmatch(with_bound)
            if series == f"{name}_bucket" and found and found["others"] == labels:
                buckets.append((float(found["bound"]), count))
        buckets.sort()
        if not buckets or not buckets[-1][1]:
            return None
        return next(
            bound * 1000 for bound, count in buckets if count >= share * buckets[-1][1]
        )


async def scraped(url: str) -> Page | None:
    """The page of the server at a WebSocket address; None if it shows none."""
    parts = urlsplit(url)
    if parts.scheme != "ws":
        return None  # behind TLS the page is a proxy's matter
    question = f"GET /metrics HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
    try:
        async with asyncio.timeout(WAIT_S):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or 80
            )
            try:
                writer.write(question.encode())
                answer = await reader.read()
            finally:
                writer.close()
    except OSError:
        return None
    head, _, body = answer.partition(b"\r\n\r\n")
    return Page(body.decode()) if b" 200 " in head.partition(b"\r\n")[0] else None
