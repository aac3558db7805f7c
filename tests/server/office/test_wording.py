"""A host's words are held to what clients can read."""

import pytest

from server.office.wording import why_no_reason, why_unsayable


@pytest.mark.parametrize("reason", ["host", "a" * 32, "planned_upgrade_2"])
def test_reason_that_clients_can_read_is_fine(reason: str) -> None:
    assert why_no_reason(reason) is None


@pytest.mark.parametrize("reason", ["", "a" * 33, "Two words", "perché"])
def test_reason_that_clients_cannot_read_is_told(reason: str) -> None:
    assert why_no_reason(reason) == (
        "A reason is one word of at most 32 characters, of a to z, 0 to 9 and _."
    )


@pytest.mark.parametrize("text", ["Ciao!", "a" * 512, "è" * 256])
def test_text_that_clients_can_read_is_fine(text: str) -> None:
    assert why_unsayable(text) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" ", "There is nothing to say."),
        ("a" * 513, "A text has at most 512 bytes as UTF-8; this one has 513."),
        ("è" * 257, "A text has at most 512 bytes as UTF-8; this one has 514."),
        ("\udce8", "The text cannot be written as UTF-8."),
    ],
)
def test_text_that_clients_cannot_read_is_told(text: str, why: str) -> None:
    assert why_unsayable(text) == why
