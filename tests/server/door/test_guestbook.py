"""Whom a node remembers, and for how long."""

from dataclasses import replace

from server.door.guestbook import Guestbook
from server.identity import Entry
from tests.server.hub.nodes import entry
from tests.support.fakes import HandClock

KEEP_MS = 1_000
ADA = entry("ada")


def book(clock: HandClock | None = None) -> Guestbook:
    return Guestbook(2, KEEP_MS, (clock or HandClock()).monotonic_ms)


def been(guests: Guestbook, *entries: Entry) -> None:
    for one in entries:
        guests.came(one)
        guests.went(one)


def test_who_is_here_is_known_for_as_long_as_he_stays() -> None:
    clock = HandClock()
    guests = book(clock)
    guests.came(ADA)

    clock.jump(10 * KEEP_MS)

    assert guests.entry_of("ada") is ADA
    assert guests.gone == ()


def test_who_has_gone_is_remembered_for_a_while() -> None:
    clock = HandClock()
    guests = book(clock)
    been(guests, ADA)

    clock.jump(KEEP_MS - 1)
    assert guests.entry_of("ada") is ADA
    assert list(guests.gone) == [ADA]
    clock.jump(1)
    assert guests.entry_of("ada") is None
    assert not guests.gone


def test_who_has_come_back_has_not_gone() -> None:
    guests = book()
    been(guests, ADA)
    again = replace(ADA, uses=1)

    guests.came(again)

    assert guests.entry_of("ada") is again
    assert guests.gone == ()


def test_end_of_an_older_connection_is_no_news() -> None:
    guests = book()
    again = replace(ADA, uses=1)
    guests.came(ADA)
    guests.came(again)

    guests.went(ADA)

    assert guests.entry_of("ada") is again
    assert guests.gone == ()


def test_of_those_who_have_gone_only_so_many_are_remembered() -> None:
    guests = book()
    people = [entry(name) for name in ("ada", "bea", "cid")]

    been(guests, *people)

    assert guests.gone == tuple(people[1:])


def test_nothing_is_known_of_a_session_that_is_over() -> None:
    guests = book()
    been(guests, ADA)
    guests.came(entry("bea"))

    for session in ("ada", "bea", "nobody"):
        guests.strike(session)
        assert guests.entry_of(session) is None

    assert guests.gone == ()
