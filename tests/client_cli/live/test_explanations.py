from client_cli.live.explanations import explained
from client_cli.texts import Texts
from engine.deal import Phase
from tests.client_cli.pretend import dealt
from tests.client_cli.situations import known_with, offer

TEXTS = Texts()
OFFERED = known_with(
    phase="declare", offer=offer("SR", "BR", "CR", "DR", "DQ", "MT", "BG")
)
"""Kings, and a sequence of Coins with both contatori."""


def test_the_lines_have_numbers() -> None:
    lines = explained(None, OFFERED, TEXTS)

    assert lines is not None
    assert lines[0].startswith("1. Set. Kings: ")
    assert [line.split(".")[0] for line in lines] == [
        str(number) for number in range(1, len(lines) + 1)
    ]


def test_a_line_opens_to_its_cards_points_and_rules() -> None:
    lines = explained(2, OFFERED, TEXTS)

    assert lines is not None
    assert lines[0].startswith("Sequence. Coins: DR, DQ, ")
    assert "DR, real." in lines
    assert any(line.endswith(" missing: BG stands in.") for line in lines)
    assert "MT, added: one card longer." in lines
    assert any(line.startswith("Together ") for line in lines)
    assert any("R27" in line for line in lines[5:])  # the text of the rule itself


def test_a_doubled_line_says_so() -> None:
    doubled = known_with(
        phase="declare",
        offer=offer(*(suit + rank for suit in "SBC" for rank in "RQC")),
    )
    lines = explained(1, doubled, TEXTS)

    assert lines is not None
    assert "Together 17 points, doubled: 34." in lines


def test_no_score_and_no_such_line() -> None:
    assert explained(None, known_with(), TEXTS) == ["There is no score to explain now."]
    assert explained(1, known_with(), TEXTS) is None
    assert explained(99, OFFERED, TEXTS) is None


def test_every_line_of_a_result_opens_to_something() -> None:
    _, known = dealt(until=Phase.SETTLED)
    listed = explained(None, known, TEXTS)

    assert listed is not None
    assert listed[-1].split(". ", 1)[1].startswith("Result: ")
    for number in range(1, len(listed) + 1):
        opened = explained(number, known, TEXTS)
        assert opened is not None
        assert opened[0] == listed[number - 1].split(". ", 1)[1]
        assert len(opened) > 1


def test_combinations_of_a_result_open_to_their_cards() -> None:
    _, known = dealt(until=Phase.SETTLED)
    listed = explained(None, known, TEXTS) or []
    numbers = [
        number
        for number, line in enumerate(listed, 1)
        if ". Set. " in line or ". Sequence. " in line
    ]

    assert numbers
    for number in numbers:
        opened = explained(number, known, TEXTS) or []
        assert any(line.endswith(", real.") for line in opened)
