"""Whether what people send could be read on its way."""

import pytest

from server.exposure import is_exposed, is_of_this_machine
from server.settings import Settings


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_loopback_is_of_this_machine(host: str) -> None:
    assert is_of_this_machine(host)
    assert not is_exposed(Settings(host=host))


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.0",  # noqa: S104 - what is found to be open
        *("::", "", "192.168.1.5", "2001:db8::1"),
        *("localhost.example.org", "my-server"),
    ],
)
def test_every_other_address_is_open_to_others(host: str) -> None:
    assert not is_of_this_machine(host)
    assert is_exposed(Settings(host=host))


def test_server_behind_a_proxy_is_not_exposed() -> None:
    settings = Settings(host="0.0.0.0", trusted_proxies=["10.0.0.2"])  # type: ignore[arg-type]  # noqa: S104

    assert not is_exposed(settings)
