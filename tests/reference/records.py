"""A whole deal record, checked against the rules and scored.

Checks go from the outside in, and the first fault is the one reported: the shape
of the record, field by field; whether its 62 cards are the deck; the discards;
then the play, trick by trick. A record names no hands: a seat's hand is the
fifteen cards that it plays, so a card that a seat never held shows as a card that
lies somewhere else as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypedDict

from tests.reference.cards import DECK, MATTO, NEVER_DISCARDED
from tests.reference.combinations import explain
from tests.reference.play import legal, trick_winner
from tests.reference.settlement import settle

RECORD_FORMAT: Final = "tarocco-deal/1"


class DealRecord(TypedDict):
    """A deal record with the keys that matter; seats are numbered as they play."""

    format: str
    dealer: int
    discards: list[str]
    declares: list[bool]
    tricks: list[list[str]]


class ScoredTeam(TypedDict):
    """One team's score lines and their sum."""

    card_points: int
    last_trick: int
    captured: int
    declared: int
    total: int


class Score(TypedDict):
    """The score of a legal record."""

    ok: bool
    declared_by_seat: list[int]
    tricks_won: list[int]
    given_for_matto: str | None
    teams: list[ScoredTeam]
    result: str


class IllegalRecord(ValueError):  # noqa: N818 - it names what is wrong
    """A record that the rules do not allow, or that is none.

    `rule` is the number of the rule broken, or None where the fault is in the
    shape of the record and no rule speaks of it. `at` is the place: `record`,
    `format`, `dealer`, `discards`, `declares`, `tricks`, `trick 3` or
    `trick 3 card 2`, counted from one in the order played.
    """

    def __init__(self, rule: str | None, at: str) -> None:
        super().__init__(f"{at}: {rule or 'not a deal record'}")
        self.rule = rule
        self.at = at


@dataclass(frozen=True, slots=True)
class Trick:
    """One complete trick: who played each card, and who won."""

    seats: list[int]
    cards: list[str]
    winner: int


def score_record(record: object) -> Score:
    """The score of a deal record.

    Raises:
        IllegalRecord: the first fault found, in the order given above.
    """
    deal = well_formed(record)
    check_the_deck(deal)
    if NEVER_DISCARDED.intersection(deal["discards"]):
        raise IllegalRecord("R5", "discards")
    tricks = seated(deal)
    hands: list[list[str]] = [[], [], [], []]
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            hands[seat].append(card)
    check_the_play(tricks, hands)
    return count(deal, tricks, hands)


def well_formed(record: object) -> DealRecord:
    """The record, with every field of the right shape; other keys are ignored."""
    if not isinstance(record, Mapping):
        raise IllegalRecord(None, "record")
    if record.get("format") != RECORD_FORMAT:
        raise IllegalRecord(None, "format")
    dealer = record.get("dealer")
    if type(dealer) is not int or dealer not in {0, 1, 2, 3}:  # True is no seat.
        raise IllegalRecord("R4", "dealer")
    discards = record.get("discards")
    if not isinstance(discards, list) or len(discards) != 2:
        raise IllegalRecord("R5", "discards")
    declares = record.get("declares")
    if (
        not isinstance(declares, list)
        or len(declares) != 4
        or not all(isinstance(one, bool) for one in declares)
    ):
        raise IllegalRecord("R7", "declares")
    tricks = record.get("tricks")
    if not isinstance(tricks, list) or len(tricks) != 15:
        raise IllegalRecord("R18", "tricks")
    for number, trick in enumerate(tricks, 1):
        if not isinstance(trick, list) or len(trick) != 4:
            raise IllegalRecord("R8", f"trick {number}")
    return {
        "format": RECORD_FORMAT,
        "dealer": dealer,
        "discards": discards,
        "declares": declares,
        "tricks": tricks,
    }


def check_the_deck(deal: DealRecord) -> None:
    """R3: every entry is a card, and no card lies in two places."""
    places = [(card, "discards") for card in deal["discards"]]
    for number, trick in enumerate(deal["tricks"], 1):
        for place, card in enumerate(trick, 1):
            places.append((card, f"trick {number} card {place}"))
    seen: list[str] = []
    for card, at in places:
        if card not in DECK or card in seen:
            raise IllegalRecord("R3", at)
        seen.append(card)


def seated(deal: DealRecord) -> list[Trick]:
    """The tricks with their seats: the winner of each leads the next (R6, R11)."""
    leader = (deal["dealer"] + 1) % 4  # R6, A38
    tricks = []
    for cards in deal["tricks"]:
        seats = [(leader + place) % 4 for place in range(4)]
        leader = seats[trick_winner(cards)]
        tricks.append(Trick(seats, cards, winner=leader))
    return tricks


def check_the_play(tricks: list[Trick], hands: list[list[str]]) -> None:
    """R9, R10: every card was one that its seat might play just then."""
    left = [set(hand) for hand in hands]
    for number, trick in enumerate(tricks, 1):
        for place, (seat, card) in enumerate(
            zip(trick.seats, trick.cards, strict=True)
        ):
            if card not in legal(left[seat], trick.cards[:place]):
                raise IllegalRecord("R9", f"trick {number} card {place + 1}")
            left[seat].remove(card)


def count(deal: DealRecord, tricks: list[Trick], hands: list[list[str]]) -> Score:
    """Add up a deal that has been found legal (R22)."""
    # R7, A24 to A27: a player's fifteen cards, counted on their own.
    declared_by_seat = [
        explain(hand)["total"] if declares else 0
        for hand, declares in zip(hands, deal["declares"], strict=True)
    ]
    piles: list[list[str]] = [[], []]
    tricks_won = [0, 0]
    for trick in tricks:
        piles[trick.winner % 2].extend(trick.cards)
        tricks_won[trick.winner % 2] += 1
    settlement = settle(
        trick_piles=piles,
        tricks_won=tricks_won,
        matto_owner=next(s % 2 for s, hand in enumerate(hands) if MATTO in hand),
        dealer_team=deal["dealer"] % 2,
        discards=deal["discards"],
        last_trick_team=tricks[-1].winner % 2,
    )
    teams: list[ScoredTeam] = []
    for team, settled in enumerate(settlement["teams"]):
        declared = declared_by_seat[team] + declared_by_seat[team + 2]  # R2, A29
        teams.append(
            {
                "card_points": settled["card_points"],
                "last_trick": settled["last_trick"],
                "captured": settled["captured"],
                "declared": declared,
                "total": settled["total"] + declared,
            }
        )
    ahead = teams[0]["total"] - teams[1]["total"]
    return {
        "ok": True,
        "declared_by_seat": declared_by_seat,
        "tricks_won": tricks_won,
        "given_for_matto": settlement["given_for_matto"],
        "teams": teams,
        # R22, A49: equal totals are a draw, nothing breaks the tie.
        "result": "team 0" if ahead > 0 else "team 1" if ahead < 0 else "draw",
    }
