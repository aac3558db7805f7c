"""Store URLs of every kind, and what is said about others."""

import pytest

from server.store_address import Cluster, OneServer, Watched, parse_address


@pytest.mark.parametrize(
    ("url", "is_socket"),
    [
        ("redis://host:6380/2", False),
        ("rediss://user:secret@host", False),
        ("unix:///run/valkey.sock?db=1", True),
    ],
)
def test_one_server(url: str, is_socket: bool) -> None:  # noqa: FBT001
    address = parse_address(url)

    assert address == OneServer(url)
    assert isinstance(address, OneServer)
    assert address.is_socket is is_socket


def test_cluster() -> None:
    assert parse_address("redis+cluster://ann:p%40ss@a:7000,b,[::1]:7002") == Cluster(
        nodes=(("a", 7000), ("b", 6379), ("::1", 7002)),
        username="ann",
        password="p@ss",  # noqa: S106
    )
    assert parse_address("rediss+cluster://a:1") == Cluster((("a", 1),), tls=True)


def test_watched_primary() -> None:
    url = "redis+sentinel://:pw@a:1,b/main/3?sentinel_password=other"

    assert parse_address(url) == Watched(
        sentinels=(("a", 1), ("b", 26379)),
        name="main",
        password="pw",  # noqa: S106
        sentinel_password="other",  # noqa: S106
        db=3,
    )


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "looks like"),
        ("localhost:6379", "looks like"),
        ("http://host", "unknown kind"),
        ("redis+other://host", "unknown kind"),
        ("redis://host/x", "the database is a number"),
        ("redis://host:port", "not a host and port"),
        ("redis://:6379", "not a host and port"),
        ("redis://a:b#c@host", "%23"),
        ("redis+sentinel://host", "name of the primary"),
        ("redis+sentinel://host/main/x", "name of the primary"),
        ("redis+cluster://:7000", "not a host and port"),
        ("redis+cluster://a:7000,b:port", "not a host and port"),
        ("redis+cluster://a,,b", "not a host and port"),
    ],
)
def test_other_urls_are_refused(url: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_address(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://ann:secret@host",
        "redis+cluster://ann:secret@host",
        "redis+sentinel://ann:secret@host/main?sentinel_password=secret",
    ],
)
def test_no_password_is_shown(url: str) -> None:
    assert "secret" not in repr(parse_address(url))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://ann:secret@host:1/2", "redis://host:1/2"),
        ("unix:///run/s?password=secret", "unix:///run/s"),
        ("redis+cluster://ann:secret@a:1,b:2", "the cluster a:1, b:2"),
        ("redis+sentinel://ann:secret@a:1/main", "main of the sentinels a:1"),
    ],
)
def test_the_place_is_shown_without_a_password(url: str, shown: str) -> None:
    assert parse_address(url).shown == shown


@pytest.mark.parametrize(
    "url",
    [
        "redis+cluster://ann:secret@host:port",
        "redis+cluster://ann:secret/1@host:7000",
        "redis://ann:1/secret@host:port",
        "redis://ann:secret/1@host:port",
    ],
)
def test_no_password_is_in_a_refusal(url: str) -> None:
    with pytest.raises(ValueError, match="in a password") as refusal:
        parse_address(url)

    assert "secret" not in str(refusal.value)
