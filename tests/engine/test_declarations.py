"""What a hand may declare (R7, A24-A29)."""

import pytest

from engine.declarations import declaration_of
from engine.errors import RuleViolation
from tests.support.builders import hand, text_of


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("SR SQ SC 16 MT 5 C6", "SR SQ SC MT"),
        ("AN MN SO 14 SA", "AN MN SO"),
        ("SR BR CR BG MT S6", "SR BR CR"),
    ],
)
def test_exactly_the_cards_that_count_are_shown(held: str, shown: str) -> None:
    assert text_of(declaration_of(hand(held)).public_cards) == shown  # A28


def test_a_declaration_is_the_whole_hand() -> None:
    # A27: Kings, a sequence of swords and one of Aces; none of them can be held back.
    score = declaration_of(hand("SR SQ SC BR CR SA BA CA"))

    assert score.total == 17 + 15 + 10


@pytest.mark.parametrize("held", ["", "SR SQ", "S10 S9 S8 16 15 14 BG MT"])
def test_a_hand_with_nothing_can_only_skip(held: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        declaration_of(hand(held))

    assert (refusal.value.code, refusal.value.rule) == ("E_NOTHING_TO_DECLARE", "A27")
    assert refusal.value.allowed == ()
