from dataclasses import replace

from client_cli.screens.phases import declare_lines, discard_lines
from client_cli.screens.state import ScreenState
from tests.client_cli.screens.scenes import declaring, discarding
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import known_with


def test_the_discard_names_protected_and_chosen_cards() -> None:
    shown = [text(each) for each in discard_lines(scene_of(discarding()), 80)]

    assert any("Protected, marked #: MN, BG, MT, SR, DR." in each for each in shown)
    assert " Chosen 2 of 2:  B10  B7" in shown


def test_who_does_not_deal_waits() -> None:
    state = replace(discarding(), asked=False)

    assert [text(each) for each in discard_lines(scene_of(state), 80)] == [
        "",
        " The dealer lays two cards away.",
    ]


def test_a_declaration_is_listed_with_all_that_it_brings_and_shows() -> None:
    shown = [text(each).split() for each in declare_lines(scene_of(declaring()), 80)]

    assert ["Jacks", "SF,", "BF,", "DF", "12"] in shown
    assert ["Grande", "AN,", "MT", "as", "MN,", "SO,", "16", "15"] in shown
    assert ["TOTAL", "37"] in shown
    assert shown[-1] == (
        [
            "Everybody",
            "would",
            "see",
            "these",
            "8",
            "cards:",
            "AN,",
            "SO,",
            "16,",
            "MT,",
            "SF,",
            "BF,",
            "DR,",
            "DF.",
        ]
    )
    subtotals = [each for each in shown if each[0] == "subtotal:"]
    assert [each[-1] for each in subtotals] == ["12", "25"]


def test_a_hand_without_combinations_says_so() -> None:
    nothing = {
        "cricche_total": 0,
        "sequences_total": 0,
        "total": 0,
        "public_cards": [],
        "lines": [],
    }
    known = known_with(phase="declare", offer=nothing)
    shown = declare_lines(scene_of(ScreenState(known=known, asked=True)), 80)

    assert text(shown[1]) == " You have nothing to declare."


def test_nothing_is_listed_when_nothing_is_asked() -> None:
    known = known_with(phase="declare", offer=None)

    lines = declare_lines(scene_of(ScreenState(known=known)), 80)

    assert [text(each) for each in lines] == [""]
