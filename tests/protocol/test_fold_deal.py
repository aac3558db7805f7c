"""How what is known of a deal grows, and what cannot follow on it."""

from protocol.fold import GapReason, Known
from tests.protocol.folding import follow, gap, known_at
from tests.protocol.pretend_table import a_table


def test_known_cards_of_an_own_hand_are_taken_out_of_it() -> None:
    table = a_table(you=0)
    table.play_deal(tricks=3)

    known = known_at(table, table.version)

    assert known.view.deal is not None
    assert known.view.deal.hand is not None
    assert len(known.view.deal.hand) == known.view.deal.counts[0] == 12


CARD = {"kind": "card_played", "seat": 1, "card": "SR", "by": "person"}


def test_card_without_a_deal_is_a_contradiction() -> None:
    assert follow(a_table(), CARD) == gap(GapReason.CONTRADICTION)


def test_fifth_card_of_a_trick_is_a_contradiction() -> None:
    table = a_table(you=0)
    table.play_deal(tricks=0)

    outcome = follow(table, *[CARD | {"seat": seat} for seat in (1, 2, 3, 1, 2)])

    assert outcome == gap(GapReason.CONTRADICTION)


def test_own_card_that_was_not_held_is_a_contradiction() -> None:
    table = a_table(you=0)
    table.play_deal(tricks=0)
    known = known_at(table, table.version)
    assert known.view.deal is not None
    assert known.view.deal.hand is not None
    others = next(
        code for code in ("SR", "BR", "CR") if code not in known.view.deal.hand
    )

    outcome = follow(table, CARD | {"seat": 0, "card": others})

    assert outcome == gap(GapReason.CONTRADICTION)


def test_card_from_an_empty_hand_is_a_contradiction() -> None:
    table = a_table()
    table.play_deal(tricks=15)

    assert follow(table, CARD) == gap(GapReason.CONTRADICTION)


def test_trick_of_other_cards_than_those_on_the_table_is_a_contradiction() -> None:
    table = a_table()
    table.play_deal(tricks=1)

    won = {
        "kind": "trick_won",
        "trick": 2,
        "leader": 0,
        "cards": ["SR", "SQ", "SC", "SF"],
        "winner": 0,
    }

    assert follow(table, won) == gap(GapReason.CONTRADICTION)


def test_card_that_does_not_lie_there_cannot_be_taken_back() -> None:
    table = a_table()
    table.play_deal(tricks=0)
    back = {"kind": "taken_back", "seat": 1, "card": "SR"}

    assert follow(table, back) == gap(GapReason.CONTRADICTION)


def test_card_taken_back_lies_in_the_shown_hand_again() -> None:
    others = {"kind": "claim_made", "seat": 2, "ours": True, "hand": ["C6"]}
    claim = {"kind": "claim_made", "seat": 1, "ours": True, "hand": ["SR", "D6"]}
    back = {"kind": "taken_back", "seat": 1, "card": "SR"}

    def shown_after(*items: dict[str, object]) -> list[tuple[str, ...]]:
        table = a_table(you=0)
        table.play_deal(tricks=0)
        known = follow(table, others, claim, *items)
        assert isinstance(known, Known)
        assert known.view.deal is not None
        return [shown.hand for shown in known.view.deal.shown_hands]

    assert shown_after(CARD) == [("C6",), ("D6",)]
    assert shown_after(CARD, back) == [("C6",), ("SR", "D6")]


def test_whatever_happens_in_a_deal_ends_what_is_asked() -> None:
    table = a_table()
    table.play_deal(tricks=1)
    asked = {"kind": "undo_asked", "seat": 1}

    waiting = follow(table, asked)
    answered = follow(table, asked, {"kind": "skipped", "seat": 2})

    assert isinstance(waiting, Known)
    assert isinstance(answered, Known)
    assert waiting.view.deal is not None
    assert answered.view.deal is not None
    assert waiting.view.deal.undo == 1
    assert answered.view.deal.undo is None


def test_hand_stays_with_the_seat() -> None:
    table = a_table(you=0)
    table.play_deal(tricks=1)
    taken = {
        "kind": "seat_taken",
        "seat": 2,
        "occupant": "person",
        "name": "Ada",
        "level": None,
        "you": True,
        "host": 0,
    }

    moved = follow(table, taken)

    assert isinstance(moved, Known)
    assert moved.view.you == 2
    assert moved.view.deal is not None
    assert moved.view.deal.hand is None
