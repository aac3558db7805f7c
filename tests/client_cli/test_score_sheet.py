from client_cli.score_sheet import Combined, DealSheet, Place, Row, TeamSheet, laid_out

NOTHING = Combined((), 0, 0, 0, ())


def team(total: int) -> TeamSheet:
    return TeamSheet((), 0, 0, 0, NOTHING, (), 0, total)


def sheet(first: int, second: int) -> DealSheet:
    return DealSheet(
        dealer=0,
        discards=("S6", "S7"),
        discards_to=0,
        tricks_won=(8, 7),
        matto="kept",
        matto_owner=0,
        given_for_matto=None,
        teams=(team(first), team(second)),
    )


def test_a_stand_in_lies_where_the_missing_card_would() -> None:
    assert laid_out(("AN", "SO", "16"), (("MT", "MN"),)) == (
        Place("AN"),
        Place("MT", "MN"),
        Place("SO"),
        Place("16"),
    )


def test_sets_and_sequences_are_told_apart() -> None:
    cricca = Row("kings", False, (), (), 3, 17, 1, "R23")  # noqa: FBT003
    row = Row("swords", True, (), (), 3, 10, 1, "R27")  # noqa: FBT003
    score = Combined((cricca, row), 17, 10, 27, ())

    assert score.cricche == (cricca,)
    assert score.sequences == (row,)


def test_higher_total_wins() -> None:
    assert sheet(10, 9).winner == 0
    assert sheet(9, 10).winner == 1
    assert sheet(9, 9).winner is None
