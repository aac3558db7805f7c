from dataclasses import replace

import pytest

from client_cli.languages import LANGUAGES
from client_cli.screens.grid import Open
from client_cli.screens.result import result_lines, result_rows, totals
from client_cli.screens.state import Scene, ScreenState
from client_cli.texts import Texts, texts_in
from engine.deal import Phase
from tests.client_cli.pretend import dealt
from tests.client_cli.screens.scenes import playing, settled
from tests.client_cli.screens.test_hand import scene_of, text


def scene_after_deal(you: int, secret: bytes) -> Scene:
    _, known = dealt(you, until=Phase.SETTLED, secret=secret)
    return Scene(ScreenState(known=known), known, Texts())


@pytest.mark.parametrize("you", range(4))
@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(4)])
def test_the_columns_add_up_to_the_totals(you: int, secret: bytes) -> None:
    scene = scene_after_deal(you, secret)
    rows = result_rows(scene)
    settlement = scene.deal.settlement if scene.deal is not None else None
    assert settlement is not None

    sums = sum(row.ours or 0 for row in rows), sum(row.theirs or 0 for row in rows)

    assert sums == totals(scene)
    ours, theirs = settlement.teams[you % 2], settlement.teams[1 - you % 2]
    assert sums == (ours.total, theirs.total)


def test_every_line_opens_to_a_reason() -> None:
    rows = result_rows(scene_of(settled()))

    assert all(row.reason for row in rows)
    assert rows[0].reason[0].startswith("WE: Card points: count values ")
    combinations = [row for row in rows if row.points is not None]
    assert combinations
    for row in combinations:
        assert row.reason[0].startswith(("Set. ", "Sequence. "))
        assert f", {row.points} points (R" in row.reason[0]


def test_before_the_end_there_is_no_result() -> None:
    assert result_rows(scene_of(playing())) == []
    assert totals(scene_of(playing())) == (0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_whole_in_every_language(language: str) -> None:
    scene = scene_of(settled(), texts_in(language))
    rows = result_rows(scene)

    drawn = [text(line) for line in result_lines(scene, 80, 40)[1:]]
    for row, line in zip(rows, drawn, strict=False):
        assert line[1:].startswith(f"{row.name} ")


def test_the_result_fills_exactly_its_rows_and_says_who_won() -> None:
    lines = result_lines(scene_of(settled()), 80, 18)

    assert len(lines) == 18
    assert text(lines[0]).endswith("WE   THEY")
    deal = settled().deal
    assert deal is not None
    assert deal.settlement is not None
    ours, theirs = (team.total for team in deal.settlement.teams)
    winner = "WE" if ours > theirs else "THEY"
    assert text(lines[-1]).split() == [
        *("TOTAL", winner, "win", "the", "deal", "by", str(abs(ours - theirs))),
        *(str(ours), str(theirs)),
    ]


def test_the_line_that_is_stood_on_is_always_shown() -> None:
    state = settled()
    last = len(result_rows(scene_of(state))) - 1
    for number in range(last + 3):
        scene = scene_of(replace(state, line=number))

        chosen = [
            each[0].target
            for each in result_lines(scene, 80, 10)
            if each and each[0].text.startswith(">")
        ]

        assert chosen == [Open(min(number, last))]


def test_more_than_one_deal_has_a_sum_of_all() -> None:
    state = settled()
    assert state.known is not None
    view = state.known.view.model_copy(update={"deals_played": 2, "match": (300, 400)})
    scene = scene_of(replace(state, known=replace(state.known, view=view)))

    assert "all deals: 300 - 400" in text(result_lines(scene, 120, 30)[-1])
