"""What all links have in common."""

import pytest

from server.adapters.redis_link import (
    READ_RETRIES,
    Settings,
    again,
    common_options,
    never_again,
    of_primary,
)
from server.store_outcomes import StoreUnavailable, Trouble


def test_nothing_is_repeated_on_connections_for_changes() -> None:
    assert never_again().get_retries() == 0
    assert again().get_retries() == READ_RETRIES


def test_options_bound_every_wait() -> None:
    options = common_options(7, tcp=True)

    assert options["socket_timeout"] == options["socket_connect_timeout"] == 7
    assert options["socket_keepalive"] is True
    assert "socket_keepalive" not in common_options(7, tcp=False)


def test_a_replica_is_none_where_others_choose_the_primary() -> None:
    primary = Settings({"role": "master"}, None)

    assert of_primary(primary) is primary
    with pytest.raises(StoreUnavailable, match="a new primary") as failure:
        of_primary(Settings({"role": "slave"}, None))
    assert failure.value.trouble is Trouble.REPLICA


def test_settings_from_replies() -> None:
    assert Settings.of({"a": 1}, {"b": 2}) == Settings({"a": 1}, {"b": "2"})
    assert Settings.of({}, None).config is None
