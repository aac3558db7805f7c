"""Scores on the wire."""

from engine.cards import FULL_DECK, CardSet
from engine.combinations import combinations_of
from engine.plain import combinations_data
from protocol.scores import Combinations


def test_the_richest_score_fits() -> None:
    score = Combinations.model_validate(combinations_data(combinations_of(FULL_DECK)))

    assert score.total == 846  # E63
    assert len(score.lines) == 12
    assert max(line.length for line in score.lines) == 22


def test_stand_ins_say_what_they_stand_for() -> None:
    cards = CardSet.of("SR", "SQ", "SA", "MT", "BR", "BF", "BG")  # two rows, A9

    score = Combinations.model_validate(combinations_data(combinations_of(cards)))

    swords, batons = score.lines
    assert (swords.name, batons.name) == ("swords", "batons")
    assert swords.length == len(swords.cards) + len(swords.stand_ins) + len(
        swords.added
    )


def test_lines_add_up_to_the_totals() -> None:
    score = Combinations.model_validate(combinations_data(combinations_of(FULL_DECK)))

    sums = {
        kind: sum(
            line.points * line.factor for line in score.lines if line.kind == kind
        )
        for kind in ("cricca", "sequence")
    }

    assert sums == {
        "cricca": score.cricche_total,
        "sequence": score.sequences_total,
    }
