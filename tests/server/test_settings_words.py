"""What is wrong with a value is said in words of our own, in one line."""

import pytest

from server.settings_loading import BadSettings, load_settings

NETWORK = "an address or a network is needed, as 10.0.0.2, 10.0.0.0/8 or 2001:db8::/32"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("port", "x", "a whole number is needed"),
        ("port", 1.5, "a whole number is needed"),
        ("port", 65_536, "at most 65535"),
        ("max_tables", 0, "at least 1"),
        ("hello_s", 0, "more than 0"),
        ("hello_s", 90_000, "at most 86400"),
        ("audit_share", -0.5, "at least 0"),
        ("hello_s", "soon", "a number is needed"),
        ("hello_s", [], "a number is needed"),
        ("hello_s", float("nan"), "a number with an end is needed"),
        ("allow_plain_text", "maybe", "true or false is needed"),
        ("allow_plain_text", [], "true or false is needed"),
        ("host", 5, "text is needed"),
        ("state_dir", 5, "text is needed"),
        ("login_issuer", 5, "text is needed"),
        ("log_level", "loud", "it is one of 'debug', 'info', 'warning' or 'error'"),
        ("trusted_proxies", ["foo", "bar"], NETWORK),
        ("trusted_proxies", 5, "a list is needed"),
        ("allow_dangers", 5, "a list is needed"),
        ("table", 5, "a section with settings of its own is needed"),
        ("prot", 5, "there is no such setting"),
        ("state_dir", "", "it is empty"),
        ("port", True, "neither true nor false can be its value"),
    ],
)
def test_each_fault_is_one_line_in_words(name: str, value: object, words: str) -> None:
    with pytest.raises(BadSettings) as fault:
        load_settings({name: value})

    (line,) = fault.value.lines
    assert line.partition(": ")[2] == words
