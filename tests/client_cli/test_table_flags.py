import pytest

from client_cli.exits import Exit, Stopped
from client_cli.table_flags import TableFlags, table_flags


def complaint(flag: str, typed: str, allowed: str) -> Stopped:
    return Stopped(Exit.WRONG_USE, f"{flag} {typed}", why=allowed)


def test_nothing_said_is_left_open() -> None:
    assert table_flags({}, complaint) == TableFlags()


def test_all_wishes() -> None:
    given = {
        "table": "qf7k2",
        "bots": "fill",
        "timer": "30s",
        "private": "",
        "password": "",
        "invite": "Anna, Maya",
        "talk": "free",
        "signals": "after_king",
        "undo": "on",
        "recall": "all",
        "hints": "off",
    }

    assert table_flags(given, complaint) == TableFlags(
        code="qf7k2",
        bots="fill",
        turn_ms=30_000,
        private=True,
        password=True,
        invited=("Anna", "Maya"),
        talk="free",
        signals="after_king",
        undo=True,
        recall="all",
        hints=False,
    )


def test_table_without_a_clock() -> None:
    assert table_flags({"timer": "off"}, complaint).turn_ms == 0


@pytest.mark.parametrize(
    ("key", "typed", "allowed"),
    [
        ("bots", "many", "only, fill, wait"),
        ("talk", "loud", "off, phrases, free, always"),
        ("signals", "yes", "off, on, after_king"),
        ("undo", "1", "on, off"),
        ("recall", "none", "last, all"),
        ("hints", "", "on, off"),
        ("timer", "0.5s", "off, 1s-600s"),
        ("timer", "601s", "off, 1s-600s"),
        ("timer", "soon", "off, 1s-600s"),
        ("invite", "Anna,,Maya", "Anna,Maya (1-16)"),
        ("invite", "x" * 65, "Anna,Maya (1-16)"),
        ("invite", ",".join("x" * 17), "Anna,Maya (1-16)"),
    ],
)
def test_impossible_wishes_say_what_is_possible(
    key: str, typed: str, allowed: str
) -> None:
    with pytest.raises(Stopped) as stopped:
        table_flags({key: typed}, complaint)

    assert stopped.value.what == f"--{key} {typed}"
    assert stopped.value.why == allowed
