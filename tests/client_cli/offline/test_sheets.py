import pytest

from client_cli.offline.sheets import combined_from, settlement_in, sheet_from
from client_cli.score_sheet import Place
from engine.cards import CardSet
from engine.combinations import combinations_of
from engine.deal import start
from engine.errors import BrokenInvariant
from engine.events import DealStarted
from engine.record import hands_of, read_record, replay_record
from tests.client_cli.records import example


def test_a_score_keeps_rows_totals_and_public_cards() -> None:
    cards = CardSet.of("DR", "DF", "MT", "C6")
    score = combined_from(combinations_of(cards))
    (row,) = score.rows

    assert row.places == (Place("DR"), Place("MT", "DQ"), Place("DF"))
    assert (row.name, row.is_sequence, row.points, row.rule) == (
        "coins",
        True,
        10,
        "R27",
    )
    assert (score.total, score.public_cards) == (10, ("DR", "DF", "MT"))


def test_sheet_of_the_worked_example() -> None:
    sheet = sheet_from(replay_record(read_record(example())))

    assert sheet.dealer == 2
    assert sheet.tricks_won == (4, 11)
    assert (sheet.matto, sheet.matto_owner, sheet.given_for_matto) == (
        "exchanged",
        0,
        "D7",
    )
    assert [team.total for team in sheet.teams] == [66, 390]
    assert [made.seat for made in sheet.teams[1].declarations] == [3]


def test_a_running_deal_has_no_settlement() -> None:
    record = read_record(example())
    state = start(DealStarted(record.dealer, hands_of(record)))

    with pytest.raises(BrokenInvariant):
        settlement_in(state)
