"""Counters and histograms, and the text of the Prometheus library that it scrapes.

Counting happens many times a move, so that it is an addition in a dictionary here: the
library's own instruments lock and look up, which costs several times as much. They would
have to for threads, but everything is counted by the event loop. The library makes the
page. Each server has a registry of its own, so two in one process (as in tests) do not
mix.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client import Gauge as LibraryGauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_NAMESPACE: Final = "tarocco"
_MOST_LABELS: Final = 128
"""Beyond this everything new is counted together: a scrape stays small."""
_OTHER: Final = "other"


class PrometheusCounter(Collector):
    """A counter, with a number for each label.

    Args:
        name: With the product's name before it.
        text: What is counted.
        label: Name of the label; empty for a counter that has none.
        words: Labels that are shown from the start.
    """

    def __init__(self, name: str, text: str, label: str, words: Sequence[str]) -> None:
        self._name = name
        self._text = text
        self._label = label
        self._counts: dict[str, int] = dict.fromkeys(words if label else ("",), 0)

    def add(self, label: str = "", amount: int = 1) -> None:
        """Count."""
        counts = self._counts
        if label in counts:
            counts[label] += amount
            return
        if len(counts) >= _MOST_LABELS:
            label = _OTHER
        counts[label] = counts.get(label, 0) + amount

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Give the numbers to whoever scrapes."""
        labels = [self._label] if self._label else []
        family = CounterMetricFamily(self._name, self._text, labels=labels)
        for word, count in self._counts.items():
            family.add_metric([word][: len(labels)], count)
        yield family


class _Ranges:
    """How many values fell into each range, and what they come to together."""

    __slots__ = ("counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0


class PrometheusHistogram(Collector):
    """A histogram, with ranges for each label.

    Args:
        name: With the product's name before it.
        text: What is measured.
        label: Name of the label; empty for a histogram that has none.
        bounds: Upper ends of the ranges, rising; above them is one more.
    """

    def __init__(
        self, name: str, text: str, label: str, bounds: Sequence[float]
    ) -> None:
        self._name = name
        self._text = text
        self._label = label
        self._bounds = tuple(bounds)
        ends = (*bounds, float("inf"))
        self._ends = [floatToGoString(end) for end in ends]  # type: ignore[no-untyped-call]
        self._ranges: dict[str, _Ranges] = {} if label else {"": _Ranges(bounds)}

    def observe(self, value: float, label: str = "") -> None:
        """Note one value."""
        ranges = self._ranges.get(label)
        if ranges is None:
            if len(self._ranges) >= _MOST_LABELS:
                label = _OTHER
            ranges = self._ranges.setdefault(label, _Ranges(self._bounds))
        ranges.counts[bisect_left(self._bounds, value)] += 1
        ranges.total += value

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """Give the numbers to whoever scrapes."""
        labels = [self._label] if self._label else []
        family = HistogramMetricFamily(self._name, self._text, labels=labels)
        for word, ranges in self._ranges.items():
            sums = list(zip(self._ends, accumulate(ranges.counts), strict=True))
            family.add_metric([word][: len(labels)], sums, ranges.total)
        yield family


class PrometheusInstruments:
    """Instruments of one registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry(auto_describe=True)

    def counter(
        self, name: str, text: str, *, label: str = "", words: Sequence[str] = ()
    ) -> PrometheusCounter:
        """A counter `tarocco_NAME_total`."""
        made = PrometheusCounter(f"{_NAMESPACE}_{name}", text, label, words)
        self._registry.register(made)
        return made

    def histogram(
        self, name: str, text: str, bounds: Sequence[float], *, label: str = ""
    ) -> PrometheusHistogram:
        """A histogram `tarocco_NAME`."""
        made = PrometheusHistogram(f"{_NAMESPACE}_{name}", text, label, bounds)
        self._registry.register(made)
        return made

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A gauge `tarocco_NAME`, read at each scrape."""
        gauge = LibraryGauge(name, text, namespace=_NAMESPACE, registry=self._registry)
        gauge.set_function(read)

    def info(self, name: str, text: str, label: str, value: str) -> None:
        """A gauge `tarocco_NAME` that is 1, with what is known as its label."""
        gauge = LibraryGauge(
            name, text, [label], namespace=_NAMESPACE, registry=self._registry
        )
        gauge.labels(value).set(1)

    def now_s(self) -> float:
        """A steady clock, finer than a microsecond."""
        return time.perf_counter()

    def text(self) -> bytes:
        """Everything as the text that Prometheus scrapes."""
        return generate_latest(self._registry)
