"""The limits hang together."""

from protocol import limits


def test_longer_messages_come_from_the_server() -> None:
    assert limits.TO_SERVER_BYTES < limits.TO_CLIENT_BYTES < limits.SNAPSHOT_BYTES


def test_what_waits_for_a_slow_client_holds_a_snapshot() -> None:
    assert limits.OUTBOX_BYTES >= limits.SNAPSHOT_BYTES


def test_two_pings_fit_into_a_silence() -> None:
    assert limits.PING_EVERY_S + limits.PING_WAIT_S <= limits.SILENCE_S


def test_every_hand_and_pile_fits_into_an_array() -> None:
    assert limits.ITEMS >= 62
