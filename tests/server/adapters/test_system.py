"""Real time and real chance."""

from server.adapters.system import SystemChance, SystemClock


async def test_clock_never_goes_back_and_wakes_no_sleeper_early() -> None:
    clock = SystemClock()
    before_ms = clock.monotonic_ms()

    await clock.sleep_ms(2)

    assert clock.monotonic_ms() - before_ms >= 1


def test_chance_gives_as_many_bytes_as_asked_and_never_the_same() -> None:
    chance = SystemChance()

    drawn = [chance.fresh(32) for _ in range(20)]

    assert {len(one) for one in drawn} == {32}
    assert len(set(drawn)) == 20
    assert chance.fresh(0) == b""
