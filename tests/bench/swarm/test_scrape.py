from tests.bench.swarm.scrape import Page

BEFORE = """\
# HELP tarocco_bytes_out_total Bytes
tarocco_bytes_out_total 100.0
tarocco_broken_promises_total{promise="lost"} 0.0
tarocco_broken_promises_total{promise="gap"} 1.0
"""
AFTER = """\
tarocco_bytes_out_total 1e+03
tarocco_broken_promises_total{promise="gap"} 3.0
tarocco_store_call_seconds_bucket{call="apply",le="0.005"} 90.0
tarocco_store_call_seconds_bucket{call="apply",le="0.05"} 99.0
tarocco_store_call_seconds_bucket{call="apply",le="+Inf"} 100.0
tarocco_store_call_seconds_bucket{call="load",le="+Inf"} 7.0
tarocco_stored_seconds_bucket{le="0.001"} 4.0
tarocco_stored_seconds_bucket{le="+Inf"} 4.0
tarocco_silent_seconds_bucket{le="+Inf"} 0.0
"""


def test_series_without_and_with_a_label() -> None:
    page = Page(BEFORE)

    assert page.value("tarocco_bytes_out_total") == 100
    assert page.labelled("tarocco_broken_promises_total") == {"lost": 0, "gap": 1}
    assert page.value("tarocco_nothing_total") == 0


def test_what_came_on_top() -> None:
    page = Page(AFTER).since(Page(BEFORE))

    assert page.value("tarocco_bytes_out_total") == 900
    assert page.labelled("tarocco_broken_promises_total") == {"gap": 2}


def test_two_servers_together() -> None:
    page = Page(BEFORE).plus(Page(AFTER))

    assert page.value("tarocco_bytes_out_total") == 1100
    assert page.labelled("tarocco_broken_promises_total") == {"lost": 0, "gap": 4}


def test_the_bucket_that_holds_a_share() -> None:
    page, apply = Page(AFTER), 'call="apply"'

    assert page.bound_ms("tarocco_store_call_seconds", 0.5, apply) == 5
    assert page.bound_ms("tarocco_store_call_seconds", 0.99, apply) == 50
    assert page.bound_ms("tarocco_store_call_seconds", 0.999, apply) == float("inf")
    assert page.bound_ms("tarocco_stored_seconds", 0.99) == 1
    assert page.bound_ms("tarocco_silent_seconds", 0.99) is None
    assert page.bound_ms("tarocco_unknown_seconds", 0.99) is None
