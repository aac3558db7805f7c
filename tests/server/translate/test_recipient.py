"""Who is told something: a seat, or nobody in particular."""

from engine.seats import SEATS
from server.translate.recipient import ONLOOKER, Recipient


def test_onlooker_has_no_seat() -> None:
    assert Recipient(None) == ONLOOKER
    assert Recipient(SEATS[0]) != ONLOOKER
