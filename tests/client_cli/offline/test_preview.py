from client_cli.offline.preview import declarable


def test_what_cards_could_be_declared() -> None:
    score = declarable(["DR", "DF", "BG", "MT", "S6"])

    assert [(row.name, row.points) for row in score.rows] == [("coins", 15)]
    assert score.total == 15


def test_nothing_to_declare() -> None:
    assert declarable(["S6", "B7"]).total == 0
