from tests.bench.swarm.latencies import Percentiles, percentiles_of


def test_a_thousand_times() -> None:
    times_s = [number / 1000 for number in range(1000, 0, -1)]

    assert percentiles_of(times_s) == Percentiles(1000, 500, 900, 990, 999, 1000)


def test_one_time_is_every_percentile() -> None:
    assert percentiles_of([0.25]) == Percentiles(1, 250, 250, 250, 250, 250)


def test_nothing_measured_has_no_percentiles() -> None:
    assert percentiles_of([]) is None
