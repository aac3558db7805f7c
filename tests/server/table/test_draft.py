"""A decision in the making."""

from engine.seats import SEATS
from server.table.draft import Circumstances, Draft
from server.table.events import Author, EntropyAdded, KickVoted, Stamped
from server.table.evolve import evolve
from tests.server.table.playing import table


def test_draft_collects_events_and_the_states_after_them() -> None:
    driven = table()
    draft = Draft(driven.state, Circumstances(77, 5, bytes(32)), Author.PERSON)

    draft.add(EntropyAdded(SEATS[1], bytes(16)))
    draft.add(KickVoted(SEATS[1], SEATS[2]), by=Author.SERVER)
    outcome = draft.outcome()

    assert outcome.events == (
        Stamped(EntropyAdded(SEATS[1], bytes(16)), 77, Author.PERSON),
        Stamped(KickVoted(SEATS[1], SEATS[2]), 77, Author.SERVER),
    )
    after_first = evolve(driven.state, outcome.events[0], 6)
    assert outcome.states == (after_first, evolve(after_first, outcome.events[1], 7))
    assert draft.state == outcome.states[-1]


def test_draft_without_events_is_the_table_as_it_was() -> None:
    driven = table()
    draft = Draft(driven.state, Circumstances(77, 5, bytes(32)), Author.PERSON)

    assert draft.outcome().events == ()
    assert draft.state is driven.state
