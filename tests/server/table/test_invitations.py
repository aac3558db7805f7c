"""Who is invited is known again, by id exactly and by name in any case."""

import pytest

from server.table.invitations import invitations_to, is_invited

INVITED = invitations_to(["u-ann", "Nonna Bea"])


@pytest.mark.parametrize(
    ("user", "name"),
    [("u-ann", "Somebody"), ("u-9", "nonna bea"), ("u-9", "NONNA BEA")],
)
def test_who_is_named_or_has_the_id_is_invited(user: str, name: str) -> None:
    assert is_invited(user, name, INVITED)


@pytest.mark.parametrize(
    ("user", "name"), [("U-ANN", "Eve"), ("nonna bea", "Eve"), ("u-9", "Nonna")]
)
def test_nobody_else_is(user: str, name: str) -> None:
    assert not is_invited(user, name, INVITED)


def test_what_is_kept_does_not_grow_with_the_names() -> None:
    assert len(b"".join(invitations_to(["x", "y" * 64]))) == 4 * 8
