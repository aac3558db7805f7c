"""What a seat may ask for (R5, R7, R8, A50)."""

from dataclasses import fields
from typing import get_args

import pytest

from engine.actions import Action, Declare, Discard, PlayCard, Skip


def test_there_is_nothing_else_to_ask_for() -> None:
    # A50: no redeal, no "a monte", no signals.
    assert set(get_args(Action)) == {Discard, Declare, Skip, PlayCard}


@pytest.mark.parametrize("action", get_args(Action))
def test_every_action_names_its_seat(action: type) -> None:
    assert fields(action)[0].name == "seat"
