from client_cli.live.discarding import preview_lines
from client_cli.live.sheets import combined_from
from client_cli.score_sheet import Combined
from client_cli.texts import Texts
from protocol.scores import Combinations
from tests.client_cli.situations import offer

TEXTS = Texts()


def of(*cards: str) -> Combined:
    return combined_from(Combinations.model_validate(offer(*cards)))


COINS = ("DR", "DF", "BG", "MT")


def test_what_is_left_to_declare() -> None:
    assert preview_lines(of(*COINS, "S6"), of(*COINS), TEXTS) == [
        "After this discard you could declare 15 points:",
        "Sequence. Coins: DR, BG as DQ, DF, with MT added. 4 cards, 15 points (R27).",
        "Lost by this discard: nothing.",
    ]


def test_what_a_discard_costs() -> None:
    assert preview_lines(of(*COINS), of("BG", "MT"), TEXTS) == [
        "After this discard there is nothing to declare.",
        "Lost by this discard: 15 points, and Coins.",
    ]


def test_a_combination_that_gets_shorter() -> None:
    before = of("DR", "DQ", "DC", "DF")
    lines = preview_lines(before, of("DR", "DQ", "DC"), TEXTS)

    assert lines[-1] == "Lost by this discard: 5 points."
