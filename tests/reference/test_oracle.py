"""The oracle against every worked example of the rules text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reference.oracle import (
    IllegalRecord,
    card_points,
    explain,
    legal,
    score_record,
    settle,
    trick_winner,
)

CASES = Path(__file__).parent.parent / "data" / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads((CASES / name).read_text("utf-8"))
    return listed


def identity(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", cases("combinations.json"), ids=identity)
def test_combination_example(case: dict[str, Any]) -> None:
    assert explain(case["cards"]) == {
        "cricche_total": case["cricche_total"],
        "sequences_total": case["sequences_total"],
        "total": case["total"],
        "public_cards": case["public_cards"],
    }


@pytest.mark.parametrize(
    ("hand", "public"),
    [
        ("SR SQ SC 16 MT 5 C6", "SR SQ SC MT"),
        ("AN MN SO 14 SA", "AN MN SO"),
        ("SR BR CR BG MT S6", "SR BR CR"),
    ],
)
def test_public_cards_example(hand: str, public: str) -> None:
    assert explain(hand.split())["public_cards"] == public.split()


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("SR S6", 5),
        ("SQ S6", 4),
        ("SC S6", 3),
        ("SF S6", 2),
        ("S6 S7", 1),
        ("BG SC", 7),
        ("AN MN", 9),
        ("MT M1", 5),
        ("SO LU", 1),
        ("SR SQ SC SF", 12),
        ("", 0),
    ],
)
def test_card_points_example(pile: str, points: int) -> None:
    assert card_points(pile.split()) == points


@pytest.mark.parametrize("case", cases("tricks.json"), ids=identity)
def test_trick_example(case: dict[str, Any]) -> None:
    assert trick_winner(case["cards"]) == case["winner_index"]


@pytest.mark.parametrize("case", cases("legal_cards.json"), ids=identity)
def test_legal_cards_example(case: dict[str, Any]) -> None:
    assert legal(case["hand"], case["trick"]) == set(case["legal"])


@pytest.mark.parametrize("case", cases("settlements.json"), ids=identity)
def test_settlement_example(case: dict[str, Any]) -> None:
    settlement = settle(
        case["trick_piles"],
        case["tricks_won"],
        matto_owner=case["matto_owner"],
        dealer_team=case["dealer_team"],
        discards=case["discards"],
        last_trick_team=case["last_trick_team"],
    )
    assert settlement == {
        "given_for_matto": case["given_for_matto"],
        "teams": case["teams"],
    }


@pytest.mark.parametrize("case", cases("deals.json"))
def test_deal_example(case: dict[str, Any]) -> None:
    assert score_record(case["record"]) == {"ok": True, **case["expect"]}


def test_keys_it_does_not_know_are_ignored() -> None:
    case = cases("deals.json")[0]
    record = {**case["record"], "names": ["a", "b", "c", "d"]}
    assert score_record(record) == {"ok": True, **case["expect"]}


def with_fields(**changes: object) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        record.update(changes)

    return change


def with_card(trick: int, place: int, card: object) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        record["tricks"][trick - 1][place - 1] = card

    return change


def with_a_king_discarded(record: dict[str, Any]) -> None:
    record["discards"], record["tricks"][1][3] = ["SR", "DQ"], "BA"


def with_a_trick_missing(record: dict[str, Any]) -> None:
    record["tricks"].pop()


def with_a_card_missing(record: dict[str, Any]) -> None:
    record["tricks"][2].pop()


def with_a_revoke(record: dict[str, Any]) -> None:
    """Seat 2 throws D6 on a led C9 and keeps its C7 for trick 7."""
    record["tricks"][3][1], record["tricks"][6][3] = "D6", "C7"


@pytest.mark.parametrize(
    ("change", "rule", "at"),
    [
        pytest.param(
            with_fields(format="tarocco-deal/2"), None, "format", id="another format"
        ),
        pytest.param(with_fields(dealer=4), "R4", "dealer", id="dealer 4"),
        pytest.param(with_fields(dealer="2"), "R4", "dealer", id="dealer in words"),
        pytest.param(with_fields(dealer=True), "R4", "dealer", id="dealer true"),
        pytest.param(with_fields(discards=["BA"]), "R5", "discards", id="one discard"),
        pytest.param(
            with_fields(discards=["BA", "DQ", "S6"]),
            "R5",
            "discards",
            id="three discards",
        ),
        pytest.param(
            with_fields(discards="BA"), "R5", "discards", id="discards in words"
        ),
        pytest.param(
            with_fields(discards=["BA", "BA"]), "R3", "discards", id="discarded twice"
        ),
        pytest.param(
            with_fields(discards=["BA", "DK"]), "R3", "discards", id="no such discard"
        ),
        pytest.param(with_a_king_discarded, "R5", "discards", id="king discarded"),
        pytest.param(
            with_fields(declares=[True, True, True]),
            "R7",
            "declares",
            id="three declares",
        ),
        pytest.param(
            with_fields(declares=[1, 1, 1, 1]),
            "R7",
            "declares",
            id="declares in numbers",
        ),
        pytest.param(with_fields(declares=None), "R7", "declares", id="no declares"),
        pytest.param(with_fields(tricks=None), "R18", "tricks", id="no tricks"),
        pytest.param(with_a_trick_missing, "R18", "tricks", id="14 tricks"),
        pytest.param(with_a_card_missing, "R8", "trick 3", id="three cards"),
        pytest.param(with_card(3, 2, "S5"), "R3", "trick 3 card 2", id="no such card"),
        pytest.param(with_card(3, 2, 5), "R3", "trick 3 card 2", id="card in numbers"),
        pytest.param(with_card(3, 2, []), "R3", "trick 3 card 2", id="card in a list"),
        pytest.param(
            with_card(3, 2, "8"), "R3", "trick 3 card 2", id="card played before"
        ),
        pytest.param(
            with_card(3, 2, "DQ"), "R3", "trick 3 card 2", id="card discarded"
        ),
        pytest.param(with_a_revoke, "R9", "trick 4 card 2", id="revoke"),
    ],
)
def test_an_illegal_record_is_refused(
    change: Callable[[dict[str, Any]], None], rule: str | None, at: str
) -> None:
    record = cases("deals.json")[0]["record"]
    change(record)
    with pytest.raises(IllegalRecord) as refusal:
        score_record(record)
    assert (refusal.value.rule, refusal.value.at) == (rule, at)


def test_a_player_without_the_suit_must_trump() -> None:
    # Seat 3 has no cup, and throws DF in trick 9 instead of its trump BG.
    record = cases("deals.json")[2]["record"]
    record["tricks"][8][2], record["tricks"][14][3] = "DF", "BG"
    with pytest.raises(IllegalRecord) as refusal:
        score_record(record)
    assert (refusal.value.rule, refusal.value.at) == ("R9", "trick 9 card 3")


@pytest.mark.parametrize("record", [None, [], "tarocco-deal/1", 7], ids=repr)
def test_what_is_no_record_is_refused(record: object) -> None:
    with pytest.raises(IllegalRecord) as refusal:
        score_record(record)
    assert (refusal.value.rule, refusal.value.at) == (None, "record")


@pytest.mark.parametrize("cards", [["SR", "SR"], ["S5"], ["sr"]], ids=repr)
def test_only_cards_of_one_deck_are_explained(cards: list[str]) -> None:
    with pytest.raises(ValueError, match="not cards of one deck"):
        explain(cards)


def test_an_odd_pile_has_no_card_points() -> None:
    with pytest.raises(ValueError, match="even number"):
        card_points(["SR"])


def test_a_trick_needs_a_led_card() -> None:
    with pytest.raises(ValueError, match="nothing was led"):
        trick_winner(["MT"])
