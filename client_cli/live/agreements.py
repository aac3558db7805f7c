"""What the others at the table want this seat to agree to: a claim, a card back.

Both wait for an answer and hinder nobody: the next card ends the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from client_cli.live.places import places_in

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known


class Wanted(Enum):
    """What somebody wants."""

    CARD_BACK = "the card that was played last"
    ALL_TRICKS = "all the tricks that are left"
    NO_TRICK = "to give up all the tricks that are left"


@dataclass(frozen=True, slots=True)
class Agreement:
    """A wish of another seat that waits for this one's answer."""

    seat: int
    wanted: Wanted


def asked_of(known: Known) -> Agreement | None:
    """What this seat is asked to agree to; None if nothing."""
    deal, you = known.view.deal, known.view.you
    if deal is None or you is None:
        return None
    if deal.undo is not None and deal.undo != you:
        return Agreement(deal.undo, Wanted.CARD_BACK)
    claim = deal.claim
    if claim is not None and claim.seat % 2 != you % 2:
        wanted = Wanted.ALL_TRICKS if claim.ours else Wanted.NO_TRICK
        return Agreement(claim.seat, wanted)
    return None


def agreement_question(
    agreement: Agreement, known: Known, texts: Texts, *, yes: str, no: str
) -> str:
    """The question, with the words to answer it."""
    seat = places_in(known.view, texts).called(agreement.seat)
    match agreement.wanted:
        case Wanted.CARD_BACK:
            question = texts.say("May {seat} take the last card back?", seat=seat)
        case Wanted.ALL_TRICKS:
            question = texts.say("Does {seat} get all tricks that are left?", seat=seat)
        case Wanted.NO_TRICK:
            question = texts.say("Do you get all tricks that are left?")
        case _:
            assert_never(agreement.wanted)
    return f"{question} {texts.say('Type {yes} or {no}.', yes=yes, no=no)}"
