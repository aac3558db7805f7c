"""Allowances: so many at once, so many a second in the long run."""

from hypothesis import given
from hypothesis import strategies as st

from server.throttle import Allowance, Rate, Shares

RATE = Rate(per_s=10, burst=40)


def spent(allowance: Allowance, amount: float, now_ms: int) -> Allowance:
    assert allowance.spend(amount, now_ms)
    return allowance


def test_whole_allowance_can_be_spent_at_once_and_no_more() -> None:
    allowance = Allowance.full(RATE, 1_000)

    for _ in range(40):
        assert allowance.spend(1, 1_000)

    assert not allowance.spend(1, 1_000)
    assert not allowance.spend(1, 1_099)
    assert allowance.spend(1, 1_100)


def test_allowance_grows_up_to_its_bound() -> None:
    allowance = spent(Allowance.full(RATE, 0), 40, 0)

    assert allowance.spend(40, 3_600_000)

    assert not allowance.spend(1, 3_600_000)


def test_wait_is_as_long_as_it_takes() -> None:
    allowance = spent(Allowance.full(RATE, 0), 40, 0)

    assert allowance.wait_ms(1, 0) == 100
    assert allowance.wait_ms(5, 0) == 500
    assert allowance.wait_ms(1, 90) == 10
    assert allowance.wait_ms(1, 100) == 1


def test_what_is_given_back_can_be_spent_again_up_to_the_bound() -> None:
    allowance = spent(Allowance.full(RATE, 0), 40, 0)

    allowance.give_back(2, 100)

    assert not allowance.spend(4, 100)
    assert allowance.spend(3, 100)

    allowance.give_back(90, 100)
    assert not allowance.spend(41, 100)
    assert allowance.spend(40, 100)


def test_share_that_is_given_back_is_there_again() -> None:
    shares = Shares(Rate(per_s=1, burst=1))
    shares.spend("ada", 0)

    shares.give_back("ada", 0)
    shares.give_back("bob", 0)

    assert shares.spend("ada", 0) == 0
    assert shares.spend("ada", 0) == 1_000


def test_clock_that_goes_back_gives_nothing_and_takes_nothing() -> None:
    # T-I02
    allowance = spent(Allowance.full(RATE, 5_000), 30, 5_000)

    assert not allowance.spend(11, 1_000)
    assert allowance.spend(10, 1_000)


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(1, 8)), max_size=60),
    st.integers(1, 20),
    st.integers(8, 50),
)
def test_nobody_spends_more_than_burst_and_rate_allow(
    wishes: list[tuple[int, int]], per_s: int, burst: int
) -> None:
    allowance = Allowance.full(Rate(per_s, burst), 0)
    now_ms, used = 0, 0

    for wait_ms, amount in wishes:
        now_ms += wait_ms
        may_spend = allowance.holds(amount, now_ms)
        assert allowance.spend(amount, now_ms) == may_spend
        if may_spend:
            used += amount
        else:
            assert allowance.wait_ms(amount, now_ms) >= 1
        assert used <= burst + now_ms * per_s / 1000 + 1e-6


def test_shares_of_users_are_their_own() -> None:
    shares = Shares(Rate(per_s=1, burst=2))

    waits = [shares.spend("ann", 0) for _ in range(3)]

    assert waits == [0, 0, 1_000]
    assert shares.spend("bob", 0) == 0
    assert shares.spend("ann", 1_000) == 0


def test_share_used_longest_ago_is_forgotten_first() -> None:
    shares = Shares(Rate(per_s=1, burst=1))
    for number in range(20_000):
        assert shares.spend(f"user-{number}", 0) == 0
    assert shares.spend("user-0", 0) > 0

    assert shares.spend("one too many", 0) == 0

    assert shares.spend("user-1", 0) > 0
    assert shares.spend("user-0", 0) == 0


def test_looking_at_a_share_spends_nothing() -> None:
    shares = Shares(Rate(per_s=1, burst=1))

    assert [shares.wait_ms("ann", 0) for _ in range(3)] == [0, 0, 0]
    assert shares.spend("ann", 0) == 0
    assert shares.wait_ms("ann", 400) == 600
    assert shares.wait_ms("ann", 1_000) == 0
