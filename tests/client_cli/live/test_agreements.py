from typing import Any

import pytest

from client_cli.live.agreements import (
    Agreement,
    Wanted,
    agreement_question,
    asked_of,
)
from client_cli.texts import Texts
from protocol.fold import Known
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def with_deal(you: int | None = 0, **changes: Any) -> Known:
    return known_with(view_of_seat(you, deal=deal_data(**changes)))


def claim(seat: int, *, ours: bool = True) -> dict[str, Any]:
    return {"seat": seat, "ours": ours}


@pytest.mark.parametrize(
    ("known", "agreement"),
    [
        (with_deal(), None),
        (with_deal(undo=1), Agreement(1, Wanted.CARD_BACK)),
        (with_deal(undo=2), Agreement(2, Wanted.CARD_BACK)),
        (with_deal(undo=0), None),
        (with_deal(claim=claim(1)), Agreement(1, Wanted.ALL_TRICKS)),
        (with_deal(claim=claim(3, ours=False)), Agreement(3, Wanted.NO_TRICK)),
        (with_deal(claim=claim(2)), None),
        (with_deal(None, claim=claim(1)), None),
        (known_with(view_of_seat(deal=None)), None),
    ],
)
def test_who_is_asked_for_what(known: Known, agreement: Agreement | None) -> None:
    assert asked_of(known) == agreement


@pytest.mark.parametrize(
    ("wanted", "question"),
    [
        (Wanted.CARD_BACK, "May Maya (East) take the last card back? Type yes or no."),
        (
            Wanted.ALL_TRICKS,
            "Does Maya (East) get all tricks that are left? Type yes or no.",
        ),
        (Wanted.NO_TRICK, "Do you get all tricks that are left? Type yes or no."),
    ],
)
def test_questions(wanted: Wanted, question: str) -> None:
    agreement = Agreement(1, wanted)

    assert question == agreement_question(
        agreement, known_with(), Texts(), yes="yes", no="no"
    )
