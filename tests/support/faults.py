"""Deal records with one fault each, for comparing who finds it where."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.reference.cards import DECK, KINGS

Record = dict[str, Any]


def faulty(record: Record, rng: Random) -> Record:
    """A copy of a record with one thing changed; now and then it stays legal."""
    changed = copy.deepcopy(record)
    rng.choice(_FAULTS)(changed, rng)
    return changed


def _places(record: Record) -> list[tuple[list[Any], int]]:
    rows = [record["discards"], *record["tricks"]]
    return [(row, place) for row in rows for place in range(len(row))]


def _another_card(record: Record, rng: Random) -> None:
    row, place = rng.choice(_places(record))
    row[place] = rng.choice(DECK)  # most often one that lies elsewhere too


def _no_card(record: Record, rng: Random) -> None:
    row, place = rng.choice(_places(record))
    row[place] = rng.choice(("S5", "sr", "", "17", None, 16, ["SR"]))


def _two_cards_exchanged(record: Record, rng: Random) -> None:
    (one, here), (other, there) = rng.sample(_places(record), 2)
    one[here], other[there] = other[there], one[here]


def _a_king_discarded(record: Record, rng: Random) -> None:
    king = rng.choice(KINGS)
    for row, place in _places(record):
        if row[place] == king:
            row[place] = record["discards"][0]
    record["discards"][0] = king


def _a_card_too_few(record: Record, rng: Random) -> None:
    rng.choice([record["discards"], *record["tricks"]]).pop()


def _a_card_too_many(record: Record, rng: Random) -> None:
    rng.choice([record["discards"], *record["tricks"]]).append(rng.choice(DECK))


def _a_trick_too_few(record: Record, rng: Random) -> None:
    record["tricks"].pop(rng.randrange(15))


def _another_dealer(record: Record, rng: Random) -> None:
    record["dealer"] = rng.choice((0, 1, 2, 3, 4, -1, True, "0", None, 1.0))


def _another_answer(record: Record, rng: Random) -> None:
    answers = record["declares"]
    answers[rng.randrange(4)] = rng.choice((True, False, 1, None, "yes"))


def _no_list(record: Record, rng: Random) -> None:
    record[rng.choice(("discards", "declares", "tricks"))] = rng.choice(
        (None, {}, "SR", [], 7)
    )


def _a_key_lost(record: Record, rng: Random) -> None:
    del record[rng.choice(tuple(record))]


def _another_format(record: Record, rng: Random) -> None:
    record["format"] = rng.choice((None, "tarocco-deal/2", 1, ["tarocco-deal/1"]))


_FAULTS: tuple[Callable[[Record, Random], None], ...] = (
    _another_card,
    _no_card,
    *(_two_cards_exchanged,) * 4,
    _a_king_discarded,
    _a_card_too_few,
    _a_card_too_many,
    _a_trick_too_few,
    _another_dealer,
    _another_answer,
    _no_list,
    _a_key_lost,
    _another_format,
)
