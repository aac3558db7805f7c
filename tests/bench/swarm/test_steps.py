import pytest

from tests.bench.swarm.steps import STEPS, Trouble, fitted


@pytest.mark.parametrize(
    ("name", "connections", "moves_per_s", "seconds"),
    [
        ("L0", 40, 20, 20),
        ("L1", 1000, 100, 300),
        ("L2", 4000, 250, 600),
        ("L6", 1000, 100, 600),
        ("L7", 1000, 100, 3600),
    ],
)
def test_the_plan(
    name: str, connections: int, moves_per_s: float, seconds: float
) -> None:
    step = STEPS[name]

    assert step.connections == connections
    assert step.stages[0].moves_per_s == moves_per_s
    assert step.seconds == seconds


def test_saturation_rises_in_eight_stages_and_then_recovers() -> None:
    rates = [stage.moves_per_s for stage in STEPS["L4"].stages]

    assert rates == [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 250, 250]


def test_a_rolling_restart_takes_two_servers_and_restarts_each_of_them() -> None:
    step = STEPS["restart"]

    assert step.nodes >= 2
    assert sum(stage.restarts for stage in fitted(step, shorten=10).stages) == 4


def test_what_is_restarted_counts_anew() -> None:
    disturbed = [name for name, step in STEPS.items() if step.is_disturbed]

    assert disturbed == ["L8", "restart", "store"]


def test_a_shortened_step_offers_the_same_rate() -> None:
    short = fitted(STEPS["L5"], shorten=10)

    assert [stage.seconds for stage in short.stages] == [2, 2, 2]
    assert {stage.moves_per_s for stage in short.stages} == {100}


def test_shortened_faults_come_as_often_and_each_kind_comes() -> None:
    faults = STEPS["L8"].stages[1]
    shorter = fitted(STEPS["L8"], shorten=5).stages[1]
    shortest = fitted(STEPS["L8"], shorten=100).stages[1]

    assert len(faults.troubles) == 30  # each of three kinds once a minute
    assert len(shorter.troubles) == 6
    assert set(shortest.troubles) == set(Trouble)


def test_rabble_of_the_mixed_load() -> None:
    assert STEPS["L6"].rabble == 740
    assert STEPS["L1"].rabble == 0


def test_other_numbers_keep_the_proportions_of_the_stages() -> None:
    other = fitted(STEPS["L4"], tables=10, moves_per_s=25, seconds=27)

    assert other.connections == 40
    assert other.stages[7].moves_per_s == 200
    assert other.stages[7].seconds == 3
    assert other.stages[-1].seconds == 2
