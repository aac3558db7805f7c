from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.crowd import (
    Crowd,
    CrowdLimits,
    Full,
    NoPlace,
    Place,
    client_address,
    origin_of,
)
from tests.support.fakes import HandClock

PLENTY = CrowdLimits(
    total=100, newcomers=100, per_address=100, per_minute=100, per_user=100
)


def crowd(**limits: int) -> Crowd:
    given = {name: getattr(PLENTY, name) for name in PLENTY.__slots__} | limits
    return Crowd(CrowdLimits(**given), HandClock())


def entered(crowd: Crowd, address: str = "192.0.2.1") -> Place:
    place = crowd.enter(address)
    assert isinstance(place, Place)
    return place


def why(outcome: Place | NoPlace) -> Full:
    assert isinstance(outcome, NoPlace)
    return outcome.why


def test_a_full_server_takes_nobody_until_somebody_leaves() -> None:
    full = crowd(total=1)
    place = entered(full)

    assert why(full.enter("192.0.2.2")) is Full.TOTAL
    place.leave()
    entered(full, "192.0.2.2")


def test_newcomers_are_those_not_welcomed() -> None:
    few = crowd(newcomers=1)
    place = entered(few)

    assert why(few.enter("192.0.2.2")) is Full.NEWCOMERS
    assert place.welcome("ada")
    entered(few, "192.0.2.2")


def test_an_address_has_its_share_and_others_have_theirs() -> None:
    few = crowd(per_address=1)
    entered(few, "192.0.2.1")

    assert why(few.enter("192.0.2.1")) is Full.ADDRESS
    entered(few, "192.0.2.2")


def test_one_household_is_one_address_in_the_longer_form() -> None:
    few = crowd(per_address=1)
    entered(few, "2001:db8::1")

    assert why(few.enter("2001:db8::ffff")) is Full.ADDRESS
    entered(few, "2001:db8:0:1::1")


async def test_new_connections_a_minute_are_limited() -> None:
    clock = HandClock()
    few = Crowd(
        CrowdLimits(
            total=100, newcomers=100, per_address=100, per_minute=60, per_user=1
        ),
        clock,
    )
    for _ in range(60):
        entered(few).leave()

    refused = few.enter("192.0.2.1")
    assert refused == NoPlace(Full.ADDRESS_RATE, wait_s=1)
    await clock.advance(1000)
    entered(few)


def test_a_user_has_few_connections() -> None:
    few = crowd(per_user=2)
    places = [entered(few) for _ in range(3)]

    assert [place.welcome("ada") for place in places] == [True, True, False]
    places[0].leave()
    assert places[2].welcome("ada")


def test_who_is_gone_before_being_welcomed_keeps_no_place() -> None:
    few = crowd(newcomers=1, per_user=1)
    place = entered(few)
    place.leave()
    place.welcome("ada")

    assert entered(few).welcome("ada")


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from("ewl")), max_size=60))
def test_counts_are_right_whatever_happens(steps: list[tuple[int, str]]) -> None:
    watched = crowd(total=3, newcomers=2, per_address=2, per_user=2)
    places: list[Place] = []
    for number, step in steps:
        if step == "e":
            outcome = watched.enter(f"192.0.2.{number % 2}")
            places += [outcome] if isinstance(outcome, Place) else []
        elif places:
            place = places[number % len(places)]
            if step == "l":
                place.leave()
            elif place.user is None:
                place.welcome(f"user{number % 2}")
        present = [place for place in places if not place.is_left]
        assert watched.total == len(present)
        assert watched.newcomers == sum(place.user is None for place in present)
    for place in places:
        place.leave()

    assert (watched.total, watched.newcomers) == (0, 0)
    assert not watched._users


def test_addresses_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.crowd._ADDRESSES_KEPT", 10)
    watched = crowd(total=1000)
    stays = entered(watched, "198.51.100.1")

    for number in range(200):
        entered(watched, f"192.0.2.{number}").leave()

    assert len(watched._origins) == 10
    assert "198.51.100.1" in watched._origins
    stays.leave()
    assert watched.total == 0


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
        ("no address", "no address"),
    ],
)
def test_whom_an_address_counts_for(address: str, origin: str) -> None:
    assert origin_of(address) == origin


PROXIES = (ip_network("10.0.0.0/8"), ip_network("::1/128"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client", "believed"),
    [
        ("192.0.2.9", None, "192.0.2.9", False),
        ("192.0.2.9", "192.0.2.1", "192.0.2.9", False),
        ("10.0.0.1", None, "10.0.0.1", False),
        ("10.0.0.1", "192.0.2.1", "192.0.2.1", True),
        ("::ffff:10.0.0.1", "192.0.2.1", "192.0.2.1", True),
        ("::1", "2001:db8::1", "2001:db8::1", True),
        # What stands left of the last address outside was written by anybody.
        ("10.0.0.1", "203.0.113.7, 192.0.2.1", "192.0.2.1", True),
        ("10.0.0.1", "192.0.2.1, 10.0.0.2, 10.0.0.3", "192.0.2.1", True),
        ("10.0.0.1", "10.0.0.2", "10.0.0.2", True),
        ("10.0.0.1", "nonsense", "10.0.0.1", True),
        ("10.0.0.1", "192.0.2.1, nonsense", "10.0.0.1", True),
        ("10.0.0.1", "", "10.0.0.1", True),
        ("no address", "192.0.2.1", "no address", False),
    ],
)
def test_the_client_behind_a_proxy(
    peer: str, forwarded: str | None, client: str, believed: object
) -> None:
    assert client_address(peer, forwarded, PROXIES) == (client, believed)
