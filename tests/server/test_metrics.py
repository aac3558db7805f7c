from server.metrics import NO_METRICS, Metrics
from tests.support.counting import CountingInstruments


def test_every_instrument_is_made_once() -> None:
    counts = CountingInstruments()
    metrics = Metrics(counts)

    fields = {name for name in vars(metrics) if name not in {"gauge", "now_s"}}
    assert len(counts.made) == len(fields)


def test_what_is_counted_is_told_to_the_instrument() -> None:
    counts = CountingInstruments()
    metrics = Metrics(counts)

    metrics.refusals.add("E_BUSY")
    metrics.received_bytes.add(amount=7)
    metrics.stored_s.observe(0.25)

    assert counts.count("refusals", "E_BUSY") == 1
    assert counts.count("bytes_in") == 7
    assert counts.made["stored_seconds"].values == [0.25]


def test_without_instruments_nothing_happens() -> None:
    NO_METRICS.refusals.add("E_BUSY")
    NO_METRICS.stored_s.observe(NO_METRICS.now_s())
    NO_METRICS.gauge("anything", "text", lambda: 1.0)
