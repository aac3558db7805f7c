import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.adapters.prometheus_metrics import CONTENT_TYPE, PrometheusInstruments
from server.metrics import PROMISES, Metrics


def samples(instruments: PrometheusInstruments) -> dict[str, float]:
    """Every number of a scrape, under its name and labels."""
    return {
        sample.name
        + "".join(f" {label}" for label in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(instruments.text().decode())
        for sample in family.samples
    }


def test_counters_are_scraped_by_label() -> None:
    instruments = PrometheusInstruments()
    metrics = Metrics(instruments)

    metrics.refusals.add("E_BUSY")
    metrics.refusals.add("E_BUSY", 2)
    metrics.received_bytes.add(amount=40)

    found = samples(instruments)
    assert found["tarocco_refusals_total E_BUSY"] == 3
    assert found["tarocco_bytes_in_total"] == 40


def test_histograms_are_scraped_by_range() -> None:
    instruments = PrometheusInstruments()
    metrics = Metrics(instruments)

    metrics.stored_s.observe(0.003)
    metrics.store_call_s.observe(0.5, "apply")

    found = samples(instruments)
    assert found["tarocco_stored_seconds_bucket 0.002"] == 0
    assert found["tarocco_stored_seconds_bucket 0.005"] == 1
    assert found["tarocco_store_call_seconds_count apply"] == 1


def test_ranges_end_where_they_say() -> None:
    instruments = PrometheusInstruments()
    histogram = instruments.histogram("times", "Times", (1.0, 2.0))

    for value in (0.5, 1.0, 1.5, 2.0, 7.0):
        histogram.observe(value)

    assert samples(instruments) == {
        "tarocco_times_bucket 1.0": 2,
        "tarocco_times_bucket 2.0": 4,
        "tarocco_times_bucket +Inf": 5,
        "tarocco_times_count": 5,
        "tarocco_times_sum": 12,
    }


def test_what_has_no_label_stands_at_zero_from_the_start() -> None:
    instruments = PrometheusInstruments()
    instruments.counter("things", "Things")
    instruments.histogram("times", "Times", (1.0,))

    found = samples(instruments)
    assert (found["tarocco_things_total"], found["tarocco_times_count"]) == (0, 0)


def test_name_is_given_once() -> None:
    instruments = PrometheusInstruments()
    instruments.counter("things", "Things")

    with pytest.raises(ValueError, match="tarocco_things"):
        instruments.counter("things", "Other things")


def test_what_stays_as_it_is_is_a_label() -> None:
    instruments = PrometheusInstruments()
    instruments.info("build_info", "Which version this is", "version", "7.8.9")

    assert b'tarocco_build_info{version="7.8.9"} 1.0' in instruments.text()


def test_gauges_are_read_when_somebody_looks() -> None:
    instruments = PrometheusInstruments()
    numbers = iter([1, 2])
    instruments.gauge("connections", "Connections now", lambda: next(numbers))

    assert samples(instruments)["tarocco_connections"] == 1
    assert samples(instruments)["tarocco_connections"] == 2


def test_promises_stand_at_zero_from_the_start() -> None:
    instruments = PrometheusInstruments()
    Metrics(instruments)

    found = samples(instruments)
    for promise in PROMISES:
        assert found[f"tarocco_broken_promises_total {promise}"] == 0


def test_labels_without_end_are_counted_together() -> None:
    instruments = PrometheusInstruments()
    counter = instruments.counter("things", "Things", label="kind")
    histogram = instruments.histogram("times", "Times", (1.0,), label="kind")

    for number in range(1000):
        counter.add(f"kind{number}")
        histogram.observe(0.5, f"kind{number}")

    found = samples(instruments)
    assert found["tarocco_things_total other"] == 1000 - 128
    assert found["tarocco_times_count other"] == 1000 - 128


def test_two_servers_in_one_process_do_not_mix() -> None:
    one, other = PrometheusInstruments(), PrometheusInstruments()
    Metrics(one).opened.add()
    Metrics(other)

    assert samples(other)["tarocco_connections_opened_total"] == 0


def test_there_is_no_second_series_for_each_counter() -> None:
    instruments = PrometheusInstruments()
    Metrics(instruments)

    assert b"_created" not in instruments.text()
    assert CONTENT_TYPE.startswith("text/plain; version=0.0.4")


def test_time_goes_on() -> None:
    instruments = PrometheusInstruments()

    assert instruments.now_s() <= instruments.now_s()
