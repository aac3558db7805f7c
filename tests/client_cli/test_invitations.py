import pytest

from client_cli.arguments import LiveFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.invitations import (
    Invitation,
    invitation_in,
    link_to,
    with_invitation,
)
from client_cli.table_flags import TableFlags
from client_cli.texts import Texts


@pytest.mark.parametrize(
    ("typed", "invitation"),
    [
        ("qf7k2", Invitation("QF7K2")),
        (" QF7K2 ", Invitation("QF7K2")),
        (
            "https://table.example/QF7K2",
            Invitation("QF7K2", "https://table.example"),
        ),
        (
            "http://127.0.0.1:8062/QF7K2/",
            Invitation("QF7K2", "http://127.0.0.1:8062"),
        ),
        ("table.example/qf7k2", Invitation("QF7K2", "table.example")),
    ],
)
def test_code_or_link(typed: str, invitation: Invitation) -> None:
    assert invitation_in(typed) == invitation


@pytest.mark.parametrize(
    "typed",
    ["", "/", "https://table", "//QF7K2", "QF 7K2", "x" * 33, "QF7K2?a=b", "٣"],
)
def test_neither_code_nor_link(typed: str) -> None:
    with pytest.raises(ValueError, match=r"code|server"):
        invitation_in(typed)


@pytest.mark.parametrize("url", ["ws://127.0.0.1:8062", "wss://table.example/"])
def test_link_leads_back_to_its_table(url: str) -> None:
    invitation = invitation_in(link_to("QF7K2", url))

    assert invitation.code == "QF7K2"
    assert invitation.server == url.replace("ws", "http", 1).rstrip("/")


def test_link_decides_where_to_play() -> None:
    asked = Request(
        "join", ("https://table.example/QF7K2",), live=LiveFlags(server="other")
    )

    request = with_invitation(asked, Texts())
    assert request.table.code == "QF7K2"
    assert request.live.server == "https://table.example"


def test_code_leaves_the_server_as_it_was() -> None:
    asked = Request(
        "play", live=LiveFlags(server="here"), table=TableFlags(code="qf7k2")
    )

    request = with_invitation(asked, Texts())
    assert (request.table.code, request.live.server) == ("QF7K2", "here")


def test_without_a_table_nothing_changes() -> None:
    asked = Request("play")

    assert with_invitation(asked, Texts()) is asked


def test_what_is_no_table_is_wrong_use() -> None:
    with pytest.raises(Stopped) as stopped:
        with_invitation(Request("join", ("\x1b",)), Texts())

    assert stopped.value.code is Exit.WRONG_USE
    assert "\x1b" not in stopped.value.what
