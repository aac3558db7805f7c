"""Counters and histograms of the Prometheus library, and the text that it scrapes.

Children of labels are kept here: finding them through the library costs more than the
counting itself. Each server has a registry of its own, so two in one process (as in
tests) do not mix.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from prometheus_client import (
    CollectorRegistry,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client import Counter as LibraryCounter
from prometheus_client import Gauge as LibraryGauge
from prometheus_client import Histogram as LibraryHistogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_NAMESPACE: Final = "tarocco"
_MOST_LABELS: Final = 128
"""Beyond this everything new is counted together: a scrape stays small."""
_OTHER: Final = "other"

# A second series for each counter, with a time that nobody asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]


class PrometheusCounter:
    """A counter, with the children of its label at hand."""

    def __init__(self, counter: LibraryCounter, words: Sequence[str]) -> None:
        self._counter = counter
        self._children: dict[str, LibraryCounter] = {}
        for word in words:
            self._child(word)

    def add(self, label: str = "", amount: int = 1) -> None:
        """Count."""
        child = self._children.get(label)
        if child is None:
            child = self._child(label)
        child.inc(amount)

    def _child(self, label: str) -> LibraryCounter:
        if len(self._children) >= _MOST_LABELS:
            label = _OTHER
        child = self._counter.labels(label) if label else self._counter
        self._children[label] = child
        return child


class PrometheusHistogram:
    """A histogram, with the children of its label at hand."""

    def __init__(self, histogram: LibraryHistogram) -> None:
        self._histogram = histogram
        self._children: dict[str, LibraryHistogram] = {}

    def observe(self, value: float, label: str = "") -> None:
        """Note one value."""
        child = self._children.get(label)
        if child is None:
            if len(self._children) >= _MOST_LABELS:
                label = _OTHER
            child = self._histogram.labels(label) if label else self._histogram
            self._children[label] = child
        child.observe(value)


class PrometheusInstruments:
    """Instruments of one registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()

    def counter(
        self, name: str, text: str, *, label: str = "", words: Sequence[str] = ()
    ) -> PrometheusCounter:
        """A counter `tarocco_NAME_total`."""
        made = LibraryCounter(
            name,
            text,
            labelnames=(label,) if label else (),
            namespace=_NAMESPACE,
            registry=self._registry,
        )
        return PrometheusCounter(made, words)

    def histogram(
        self, name: str, text: str, bounds: Sequence[float], *, label: str = ""
    ) -> PrometheusHistogram:
        """A histogram `tarocco_NAME`."""
        made = LibraryHistogram(
            name,
            text,
            labelnames=(label,) if label else (),
            namespace=_NAMESPACE,
            registry=self._registry,
            buckets=bounds,
        )
        return PrometheusHistogram(made)

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A gauge `tarocco_NAME`, read at each scrape."""
        gauge = LibraryGauge(name, text, namespace=_NAMESPACE, registry=self._registry)
        gauge.set_function(read)

    def now_s(self) -> float:
        """A steady clock, finer than a microsecond."""
        return time.perf_counter()

    def text(self) -> bytes:
        """Everything as the text that Prometheus scrapes."""
        return generate_latest(self._registry)
