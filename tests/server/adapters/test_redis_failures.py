"""Each error of the client is definite or unknown, and never the wrong one."""

import pytest
from redis import exceptions as errors

from server.adapters.redis_failures import is_passing, unavailable
from server.store_outcomes import StoreUnavailable, Trouble


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (errors.OutOfMemoryError("command not allowed"), Trouble.FULL),
        (errors.ResponseError("MISCONF errors writing"), Trouble.FULL),
        (errors.BusyLoadingError("loading"), Trouble.STARTING),
        (errors.ReadOnlyError("replica"), Trouble.REPLICA),
        (errors.ClusterDownError("down"), Trouble.STARTING),
        (errors.ResponseError("NOREPLICAS not enough"), Trouble.TOO_FEW_REPLICAS),
        (errors.AuthenticationError("wrong"), Trouble.REFUSED),
        (errors.NoPermissionError("no"), Trouble.REFUSED),
        (errors.MovedError("1 127.0.0.1:1"), Trouble.REFUSED),
        (errors.MaxConnectionsError("too many"), Trouble.BUSY),
        (errors.RedisClusterException("no node"), Trouble.UNREACHABLE),
    ],
)
def test_refusals_are_definite(error: Exception, trouble: Trouble) -> None:
    failure = unavailable(error, sent=True)

    assert (failure.trouble, failure.unknown) == (trouble, False)


@pytest.mark.parametrize("error", [errors.ConnectionError(), errors.TimeoutError()])
def test_lost_answer_is_unknown(error: Exception) -> None:
    failure = unavailable(error, sent=True)

    assert (failure.trouble, failure.unknown) == (Trouble.NO_ANSWER, True)


@pytest.mark.parametrize("error", [errors.ConnectionError(), ConnectionRefusedError()])
def test_unsent_call_is_definite(error: Exception) -> None:
    failure = unavailable(error, sent=False)

    assert (failure.trouble, failure.unknown) == (Trouble.UNREACHABLE, False)


def test_refusal_that_is_wrapped_up() -> None:
    wrapped = errors.ConnectionError("no connection")
    wrapped.__cause__ = errors.AuthenticationError("wrong password")

    failure = unavailable(wrapped, sent=False)

    assert (failure.trouble, failure.unknown) == (Trouble.REFUSED, False)


def test_script_that_broke_is_unknown() -> None:
    failure = unavailable(errors.ResponseError("WRONGTYPE secret card"), sent=True)

    assert (failure.trouble, failure.unknown) == (Trouble.BROKEN, True)
    assert "card" not in str(failure)


def test_script_without_a_right_is_refused_and_may_have_written() -> None:
    text = "ACL failure in script: User t has no permissions to run the 'xadd' command"

    failure = unavailable(errors.ResponseError(text), sent=True)

    assert (failure.trouble, failure.unknown) == (Trouble.REFUSED, True)
    assert failure.detail == "its user may not run XADD: add +xadd"


@pytest.mark.parametrize(
    ("trouble", "passes"),
    [
        (Trouble.UNREACHABLE, True),
        (Trouble.NO_ANSWER, True),
        (Trouble.STARTING, True),
        (Trouble.REPLICA, True),
        (Trouble.TOO_FEW_REPLICAS, True),
        (Trouble.BUSY, True),
        (Trouble.FULL, False),
        (Trouble.REFUSED, False),
        (Trouble.BROKEN, False),
    ],
)
def test_what_is_worth_another_try(trouble: Trouble, passes: bool) -> None:  # noqa: FBT001
    assert is_passing(StoreUnavailable(trouble, unknown=True)) is passes
