import pytest

from client_cli.live.ahead import Ahead, may_choose, winning_card
from client_cli.texts import Texts
from protocol.fold import Known
from tests.client_cli.situations import deal_data, known_with, offer, view_of_seat

TEXTS = Texts()
EARLIER = known_with(view_of_seat(deal=deal_data(trick=["S10"])), turn=3)
"""North has led S10, and West is to play before us."""


def chosen(card: str = "SF") -> Ahead:
    ahead = Ahead(auto_play=False)
    ahead.choose(card, EARLIER)
    return ahead


def test_a_card_that_was_chosen_ahead_is_played_at_ones_turn() -> None:
    ahead = chosen()

    assert ahead.review(known_with(), TEXTS) == []
    assert ahead.card_for(known_with()) == "SF"


def test_another_winning_card_forgets_what_was_chosen() -> None:
    ahead = chosen()
    later = known_with(winning=1)

    assert winning_card(later) == "S8"
    assert ahead.review(later, TEXTS) == [
        "SF is not played ahead any more: the trick has changed."
    ]
    assert ahead.card is None
    assert ahead.review(later, TEXTS) == []


def test_a_card_that_became_illegal_is_forgotten() -> None:
    ahead = chosen()
    later = known_with(legal=["S6"])

    assert ahead.review(later, TEXTS) != []
    assert ahead.card_for(later) is None


def test_nothing_that_could_be_declared_is_lost_by_a_chosen_card() -> None:
    asked = known_with(phase="declare", offer=offer("SR", "BR", "CR"))

    assert chosen().card_for(asked) is None
    assert chosen().card_for(known_with(phase="declare", offer=offer("SR"))) == "SF"


@pytest.mark.parametrize(
    ("known", "auto_play", "card"),
    [
        (known_with(legal=["S6"]), True, "S6"),
        (known_with(legal=["S6"]), False, None),
        (known_with(legal=["S6", "MT"]), True, None),
        (known_with(phase="declare", legal=["S6"]), True, None),
    ],
)
def test_a_forced_card_is_played_by_itself_only_if_one_likes_that(
    known: Known, *, auto_play: bool, card: str | None
) -> None:
    assert Ahead(auto_play=auto_play).card_for(known) == card


@pytest.mark.parametrize(
    ("card", "legal", "may"),
    [
        ("SF", ["SF"], True),
        ("BQ", ["SF"], False),
        ("BQ", [], True),
        ("SR", [], False),
    ],
)
def test_only_what_fits_the_trick_can_be_chosen(
    card: str, legal: list[str], *, may: bool
) -> None:
    assert may_choose(known_with(turn=1, legal=legal), card) is may
