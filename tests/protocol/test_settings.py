"""What a session takes from outside unless it is told otherwise."""

from protocol.settings import SessionSettings


def test_chance_lies_between_0_and_1() -> None:
    assert all(0 <= SessionSettings().chance() < 1 for _ in range(100))


def test_time_of_day_is_in_milliseconds() -> None:
    now_ms = SessionSettings().now_ms()

    assert 1_700_000_000_000 < now_ms < 10_000_000_000_000


def test_silence_of_45_seconds_is_noticed() -> None:
    settings = SessionSettings()

    assert settings.ping_every_s + settings.ping_wait_s == 45
