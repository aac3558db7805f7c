from tests.bench.swarm.chart import Window, windows_of


def test_moves_are_told_by_when_they_were_answered() -> None:
    answered = [(100.5, 0.002), (101.0, 0.004), (101.9, 0.006), (107.0, 0.001)]

    assert windows_of(answered, begun_s=100.0, width_s=2.0) == [
        Window(2.0, 4.0, 6.0),
        Window(8.0, 1.0, 1.0),
    ]


def test_nothing_answered_is_nothing_drawn() -> None:
    assert windows_of([], begun_s=0.0, width_s=1.0) == []
