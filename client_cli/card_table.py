"""`tarocco cards`: codes, names and order of the 62 cards, in the person's language.

A table for people: what a card counts and which cards are higher is told as the rules
tell it, nothing is computed from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.card_names import CardNames
from client_cli.cards import (
    ANY_MOOR,
    BEGATO,
    CODES,
    HIGH_TRUMPS,
    MATTO,
    NUMBERS,
    SUITS,
    sorted_hand,
)

if TYPE_CHECKING:
    from client_cli.texts import Texts

_COURTS = ("R", "Q", "C", "F")


def table_lines(texts: Texts) -> list[str]:
    """The lines of the table."""
    names = CardNames(texts)
    lines = [
        texts.say("62 cards. A code is the letter of the suit and the rank."),
        texts.say("Capitals or not, that is all the same; full names do as well."),
        "",
        texts.say("Suits, the highest card first:"),
    ]
    suits = {group.suit: group.cards for group in sorted_hand(CODES)}
    lines += [
        f"  {suit}  {names.suit(suit)}: {' '.join(suits[suit])}" for suit in SUITS
    ]
    lines += ["", texts.say("Ranks:")]
    lines += [f"  {rank}  {names.rank(rank)}" for rank in (*_COURTS, "A")]
    lines += ["", texts.say("Trumps, the highest first:")]
    lines += [f"  {code}  {names.full(code)}" for code in HIGH_TRUMPS]
    lines += [
        texts.say(
            "  {first} to {last}  by their numbers", first=NUMBERS[0], last=NUMBERS[-1]
        ),
        texts.say("  {code}  any of the four equal Moors (M1 M2 M3 M4)", code=ANY_MOOR),
        f"  {BEGATO}  {names.full(BEGATO)}",
        "",
        texts.say("Neither suit nor trump:"),
        f"  {MATTO}  {names.full(MATTO)}",
        "",
        texts.say(
            "Count values: {five} 5, {four} 4, {three} 3, {two} 2, others 1.",
            five=", ".join(["AN", "MN", BEGATO, MATTO, names.rank("R")]),
            four=names.rank("Q"),
            three=names.rank("C"),
            two=names.rank("F"),
        ),
        texts.say("Half a point is taken off for each card."),
    ]
    return lines
