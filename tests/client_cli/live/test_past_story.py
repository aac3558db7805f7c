"""The deal that is being played, told from one's own place."""

import pytest

from client_cli.live.past_story import PastFault, PastStory, view_after
from client_cli.texts import Texts
from engine.players.by_rule import MEDIUM
from engine.seats import Seat
from engine.view import view_of
from protocol.clock_items import BankSpent
from protocol.items import CardPlayed, Hidden, Item, TakenBack
from protocol.views import View
from tests.client_cli.pretend import PretendTable


def played(
    tricks: int, you: int = 0, *, recall: str = "last"
) -> tuple[View, list[Item]]:
    """A deal up to a number of complete tricks: its start, and what happened since."""
    table = PretendTable(you=you)
    table.begin()
    start = View.model_validate(table.view())
    options = start.options.model_copy(update={"recall": recall})
    start = start.model_copy(update={"options": options})
    items: list[Item] = []
    while True:
        assert table.state is not None
        assert table.state.turn is not None
        if len(table.state.tricks) >= tricks:
            return start, items
        seat = table.state.turn
        action = MEDIUM.choose(view_of(table.state, Seat(seat)))
        items += table.act(action).items


def told(start: View, items: list[Item]) -> PastStory:
    return PastStory(start, items, Texts())


def kinds(story: PastStory) -> list[object]:
    events = story.data(story.last, None)["events"]
    assert isinstance(events, list)
    return [event["kind"] for event in events]


def as_onlooker(start: View, items: list[Item]) -> tuple[View, list[Item]]:
    """The same as somebody is told who only looks on."""
    assert start.deal is not None
    deal = start.deal.model_copy(update={"hand": None})
    hidden = [
        item.model_copy(update={"cards": None}) if item.kind == "discarded" else item
        for item in items
    ]
    return start.model_copy(update={"you": None, "deal": deal}), hidden


def test_events_of_the_deal_are_numbered_from_the_dealing_and_nothing_else_is() -> None:
    start, items = played(1)
    first, second = Hidden(), BankSpent(seat=Seat(1), left_ms=900)

    story = told(start, [first, *items, second])

    assert kinds(story) == ["deal_started", *(item.kind for item in items)]
    assert story.last == len(items) + 1
    assert [story.next_trick(1), story.next_trick(story.last)] == [story.last] * 2


def test_what_one_knew_at_an_event() -> None:
    start, items = played(1)
    assert start.deal is not None
    assert start.deal.hand is not None
    story = told(start, items)
    own = next(
        number
        for number, item in enumerate(items, 2)
        if isinstance(item, CardPlayed) and item.seat == 0
    )
    card = next(
        item.card for item in items if isinstance(item, CardPlayed) and not item.seat
    )

    before, after = story.moment(own - 1, 0), story.moment(own, 0)

    assert after[0] == f"Event {own} of {story.last}, as seat 0 (Ada) knew it."
    assert after[1].startswith("Seat 0 (Ada) played ")
    (held_before,) = [line for line in before if "(Ada) holds" in line]
    (held_after,) = [line for line in after if "(Ada) holds" in line]
    assert held_before.count(",") == held_after.count(",") + 1
    assert sum(" holds " in line for line in after) == 1
    assert card not in held_after.replace(".", "").split(" holds ")[1].split(", ")


def test_list_begins_with_teams_and_the_own_hand() -> None:
    start, items = played(0)
    story = told(start, items)

    assert story.teams()[0] == "Team 0: seat 0 (Ada) and seat 2 (bot)."
    (hand,) = story.opening(0)
    assert hand.startswith("Seat 0 (Ada) holds ")
    assert story.event(1, 0)[0].endswith(" has dealt.")
    assert (story.viewpoints, story.next_trick(1)) == ((0,), story.last)


def test_standing_says_the_table_the_points_and_what_lies_open() -> None:
    start, items = played(1, you=2)
    story = told(start, items)
    first_card = next(
        n for n, item in enumerate(items, 2) if item.kind == "card_played"
    )

    lines = story.moment(first_card, 2)

    assert any(line.startswith("On the table: seat ") for line in lines)
    assert lines[-1] == "Tricks, team 0: 0; team 1: 0."
    assert story.moment(story.last, 2)[-1] in {
        "Tricks, team 0: 1; team 1: 0.",
        "Tricks, team 0: 0; team 1: 1.",
    }


def test_declaration_and_discards_are_those_that_the_seat_knew() -> None:
    for you in range(4):
        start, items = played(1, you=you)
        assert start.deal is not None
        story = told(start, items)
        number = next(n for n, item in enumerate(items, 2) if item.kind == "discarded")
        (line,) = story.event(number, you)

        assert line.endswith("two cards.") == (start.deal.dealer != you)
        later = story.moment(number + 1, you)
        again = [line for line in later if "has discarded" in line]
        assert bool(again) == (start.deal.dealer == you)
        for declared in (
            n for n, item in enumerate(items, 2) if item.kind == "declared"
        ):
            assert " declares " in story.event(declared, you)[0]


def test_onlooker_sees_no_hand() -> None:
    story = told(*as_onlooker(*played(1)))

    lines = [line for n in range(1, story.last + 1) for line in story.moment(n, None)]

    assert lines[0] == f"Event 1 of {story.last}, as onlookers saw it."
    assert not [line for line in lines if " holds " in line]
    assert story.opening(None) == []


def test_tricks_before_the_last_are_not_shown_again() -> None:
    # H26
    start, items = played(3)
    story = told(start, items)
    shown = [n for n in range(1, story.last + 1) if story.event(n, 0)]
    first_card = next(
        n for n, item in enumerate(items, 2) if item.kind == "card_played"
    )
    won = [n for n, item in enumerate(items, 2) if item.kind == "trick_won"]

    assert shown == [*range(1, first_card), *range(won[1] + 1, story.last + 1)]
    assert story.moment(first_card, 0)[1:] == [
        (
            "While the deal is played, this table lets the last trick be seen again, "
            "and none before it."
        )
    ]
    assert kinds(story).count("hidden") == won[1] - first_card + 1
    assert kinds(story)[first_card - 1] == "hidden"


@pytest.mark.parametrize("onlooks", [False, True])
def test_all_tricks_are_shown_where_the_table_lets_them(*, onlooks: bool) -> None:
    start, items = played(3, recall="last" if onlooks else "all")
    story = told(*(as_onlooker(start, items) if onlooks else (start, items)))

    assert all(story.event(n, None) for n in range(1, story.last + 1))
    assert "hidden" not in kinds(story)


def test_first_trick_is_no_trick_before_the_last() -> None:
    story = told(*played(1))

    assert "hidden" not in kinds(story)


def test_card_that_is_taken_back() -> None:
    start, items = played(1, recall="all")
    cut = next(n for n, item in enumerate(items) if item.kind == "card_played")
    card = items[cut]
    assert isinstance(card, CardPlayed)
    back = TakenBack(seat=card.seat, card=card.card)
    story = told(start, [*items[: cut + 1], back])

    (line,) = story.event(story.last, 0)

    assert "takes" in line
    assert line.endswith("back.")


def test_skipping_is_said() -> None:
    start, items = played(1)
    story = told(start, items)
    skipped = [n for n, item in enumerate(items, 2) if item.kind == "skipped"]

    assert skipped
    assert all(story.event(n, 0)[0].endswith("declares nothing.") for n in skipped)


def test_cut_off_data_ends_with_the_event_that_is_named() -> None:
    story = told(*played(1))

    data = story.data(3, 0)

    assert data["seat"] == 0
    assert data["names"] == ["Ada", "bot", "bot", "bot"]
    assert isinstance(data["events"], list)
    assert [event["n"] for event in data["events"]] == [1, 2, 3]


def test_items_that_do_not_fit_are_a_fault() -> None:
    start, items = played(1)
    without = start.model_copy(update={"deal": None})

    with pytest.raises(PastFault):
        told(start, items[1:] + items[1:])
    with pytest.raises(PastFault):
        told(without, [])
    with pytest.raises(PastFault):
        view_after(start, items[2:] + items[2:])
    assert view_after(start, []) is start
