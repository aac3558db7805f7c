from client_cli.live.sheets import combined_from, sheet_from
from client_cli.offline import sheets as offline
from engine.deal import Phase
from protocol.scores import Combinations
from tests.client_cli.pretend import dealt
from tests.client_cli.situations import offer


def test_a_score_told_is_the_score_worked_out() -> None:
    score = combined_from(Combinations.model_validate(offer("AN", "SO", "16", "MT")))

    assert [(place.code, place.stands_for) for place in score.rows[0].places] == [
        ("AN", None),
        ("MT", "MN"),
        ("SO", None),
        ("16", None),
    ]
    assert (score.total, score.rows[0].points) == (15, 15)


def test_sheet_of_a_table_is_that_of_its_record() -> None:
    session, known = dealt(until=Phase.SETTLED)
    deal, state = known.view.deal, session.table.state
    assert deal is not None
    assert deal.settlement is not None
    assert state is not None

    assert sheet_from(deal, deal.settlement) == offline.sheet_from(state)
