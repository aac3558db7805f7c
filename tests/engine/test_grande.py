"""The Grande as it is laid out (R29-R33, A13-A20).

A row is written as it lies: real cards, `BG=15` for the Begato in the place of the 15,
and `+MT` for a contatore that only lengthens.
"""

import pytest
from hypothesis import given

from engine.cards import CONTATORI, CardSet, code_of
from engine.grande import GrandeRow, lay_out_grande
from tests.reference.combinations import grande_rows
from tests.support.builders import hand, text_of
from tests.support.strategies import examples, scoring_sets


def laid_out(cards: CardSet) -> GrandeRow | None:
    return lay_out_grande(cards, tuple(cards & CONTATORI))


@pytest.mark.parametrize(
    ("held", "reached", "stand_ins", "unused"),
    [
        # R29: the Angel and two of the three.
        ("AN MN SO", "AN MN SO", "", ""),
        ("AN MN LU", "AN MN LU", "", ""),
        ("AN SO LU", "AN SO LU", "", ""),  # A13: any one may be skipped
        ("AN MN BG", "AN MN", "BG=SO", ""),
        ("AN SO MT", "AN SO", "MT=MN", ""),
        ("AN LU BG MT", "AN LU", "BG=MN MT=16", ""),
        ("AN MN BG MT", "AN MN", "BG=SO", "MT"),  # R33: the other one lengthens
        # A15: one after the other, from the 16 down.
        ("AN MN SO LU 16 14", "AN MN SO LU 16", "", ""),
        ("AN MN SO 16 15", "AN MN SO 16 15", "", ""),  # A14: the Moon is skipped
        ("AN MN SO LU 15 MT", "AN MN SO LU 15", "MT=16", ""),  # R31
        ("AN MN SO 16 14 MT", "AN MN SO 16 14", "MT=15", ""),
        ("AN MN SO 16 14 12 BG MT", "AN MN SO 16 14 12", "BG=15 MT=13", ""),
        # R32, A16: no two stand-ins side by side, in the row as it lies.
        ("AN MN SO LU 16 13 BG MT", "AN MN SO LU 16", "BG=15", "MT"),
        ("AN MN 15 14 BG MT", "AN MN", "BG=SO", "MT"),
        ("AN SO 15 14 BG MT", "AN SO 15 14", "BG=MN MT=16", ""),
        ("AN LU 15 14 BG MT", "AN LU 15 14", "BG=MN MT=16", ""),
        ("AN MN 16 14 BG MT", "AN MN 16 14", "BG=SO MT=15", ""),
        # R30, A18: the Moors follow a whole run, as many as there are.
        ("AN MN SO 16-5 M2 M4", "AN MN SO 16-5 M2 M4", "", ""),
        ("AN MN SO 16-6 M1", "AN MN SO 16-6", "", ""),
        ("AN MN SO 16-6 M1 MT", "AN MN SO 16-6 M1", "MT=5", ""),  # A17
        ("AN MN SO 16-7 M1 BG MT", "AN MN SO 16-7", "BG=6", "MT"),
        # A19: at the natural end each contatore adds itself.
        ("AN MN SO LU 16-5 M1 BG MT", "AN MN SO LU 16-5 M1", "", "BG MT"),
    ],
)
def test_a_row(held: str, reached: str, stand_ins: str, unused: str) -> None:
    grande = laid_out(hand(held))

    assert grande is not None
    assert text_of(grande.cards) == text_of(hand(reached))
    assert (
        " ".join(
            f"{code_of(one.contatore)}={code_of(one.stands_for)}"
            for one in grande.stand_ins
        )
        == stand_ins
    )
    assert text_of(grande.unused) == unused


@pytest.mark.parametrize(
    "held",
    [
        "",
        "MN SO LU 16-5 BG MT",  # A5: the Angel must be real
        "AN BG MT",  # A13: one of the three must be real
        "AN 16-5 BG MT",
        "AN MN",
        "AN MN 16-5",  # R29: two of the three are needed
    ],
)
def test_no_grande(held: str) -> None:
    assert laid_out(hand(held)) is None


@pytest.mark.untraced
@given(scoring_sets)
@examples(1500)
def test_no_layout_is_longer(cards: CardSet) -> None:
    # A20: the one that is taken is as long as the longest of all that the rules allow.
    longest = max(map(len, grande_rows(frozenset(cards.codes))), default=0)
    grande = laid_out(cards)

    if grande is None:
        assert longest == 0
    else:
        parts = (grande.cards, grande.stand_ins, grande.unused)
        assert sum(map(len, parts)) == longest


@given(scoring_sets)
@examples(300)
def test_every_contatore_counts_once(cards: CardSet) -> None:
    grande = laid_out(cards)
    if grande is not None:
        used = [one.contatore for one in grande.stand_ins]
        assert sorted([*used, *grande.unused]) == list(cards & CONTATORI)  # A4
        assert all(one.stands_for not in cards for one in grande.stand_ins)
