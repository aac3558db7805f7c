"""Measuring the way to the server and back."""

from protocol.pings import Latency, Pings, latency_of
from protocol.to_client import Pong


def test_clock_of_the_server_is_told_by_the_middle_of_the_way() -> None:
    pong = Pong(t=1, now=10_500)

    assert latency_of(pong, took_s=0.2, now_ms=10_100) == Latency(200, 500)


async def test_answer_finds_its_question() -> None:
    pings = Pings()
    with pings.asked() as (first, one), pings.asked() as (second, other):
        pings.answered(Pong(t=second, now=5))
        pings.answered(Pong(t=second, now=6))
        pings.answered(Pong(t=99, now=7))

        assert (first, second) == (1, 2)
        assert not one.done()
        assert other.result().now == 5


async def test_late_answer_is_ignored() -> None:
    pings = Pings()
    with pings.asked() as (stamp, _):
        pass

    pings.answered(Pong(t=stamp, now=5))

    with pings.asked() as (again, answer):
        assert again != stamp
        assert not answer.done()
