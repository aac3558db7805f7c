"""How a table is played, as it is wished."""

from typing import get_args

import pytest
from pydantic import ValidationError

from engine.players.levels import LEVELS
from protocol.options import Level, Options


@pytest.mark.parametrize("unknown", [{"colour": "green"}, {"turn": 1}])
def test_option_that_nobody_knows_is_refused(unknown: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(unknown)


def test_level_is_wished_for_each_seat() -> None:
    wished = Options.model_validate({"levels": [None, "easy", None, "medium"]})

    assert wished.levels == (None, "easy", None, "medium")
    for levels in ([None], ["genius", None, None, None]):
        with pytest.raises(ValidationError):
            Options.model_validate({"levels": levels})


def test_there_are_the_levels_that_the_engine_has() -> None:
    assert get_args(Level) == LEVELS


@pytest.mark.parametrize("invited", [[""], ["x" * 65], ["Ada"] * 17, "Ada", [1]])
def test_list_of_the_invited_is_bounded(invited: object) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate({"invited": invited})


def test_who_is_invited_is_named() -> None:
    wished = Options.model_validate({"invited": ["Ada", "a41f"]})

    assert wished.invited == ("Ada", "a41f")
