"""What is stored at the end is compared with what people were told.

The history is read from the store itself and folded by the server's own rules, and each
deal in it is judged card by card by a model that is written from the rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.dealing import commitment_to
from engine.events import DealStarted
from server.adapters.redis_store import RedisStore
from server.hub.history import unfolded
from server.table.events import Author, DealBegan, Stamped
from server.table.state import TableState
from tests.server.table.test_evolve import check_history

if TYPE_CHECKING:
    from protocol.fold import Known
    from tests.server.processes import Running
    from tests.system.people import Person


@dataclass(frozen=True, slots=True)
class History:
    """A table's newest deal as it is stored."""

    log: Mapping[int, Stamped]
    """By version, from the first event after the cards were dealt."""
    state: TableState


def store_url(running: Running) -> str:
    """Where the store of a server that has its own listens."""
    return f"unix://{running.folder / 'state' / 'store' / 's'}"


async def stored_history(url: str, table: str) -> History:
    """Read the newest deal of a table, which has to be whole and legal (P9)."""
    store = RedisStore.at(url)
    try:
        loaded = await store.load(table)
    finally:
        await store.aclose()
    assert loaded is not None
    position, steps = unfolded(loaded)
    first = loaded.snapshot.version + 1
    log = {version: step.stamped for version, step in enumerate(steps, first)}
    assert list(log) == list(range(first, loaded.mark.version + 1))
    deal = position.state.deal
    assert deal is not None
    dealt = DealStarted(deal.state.dealer, deal.state.dealt)
    began = DealBegan(deal.number, dealt)
    check_history([began, *(stamped.event for stamped in log.values())])
    return History(log, position.state)


def check(history: History, group: list[Person], ends: list[Known]) -> None:
    """Compare what is stored with what these people were told and played."""
    for one, end in zip(group, ends, strict=True):
        # P1: what was acknowledged is there, once, and somebody's own doing.
        assert len(set(one.acknowledged)) == len(one.acknowledged) == one.moves
        for version in one.acknowledged:
            if version in history.log:
                by = history.log[version].by
                assert by in {Author.PERSON, Author.SERVER}
        # P4: versions never fall within one history.
        for (epoch, version), (later, following) in pairwise(one.sightings):
            assert later != epoch or following >= version
        check_end(history, end)


def check_end(history: History, end: Known) -> None:
    """The end of a deal is told as it is stored, and its lines add up."""
    deal, stored = end.view.deal, history.state.deal
    assert deal is not None
    assert stored is not None
    settlement, counted = deal.settlement, stored.state.settlement
    assert settlement is not None
    assert counted is not None
    assert len(deal.tricks) == 15
    assert [team.total for team in settlement.teams] == [
        team.total for team in counted.teams
    ]
    for team in settlement.teams:
        parts = team.card_points + team.last_trick + team.captured + team.declared
        assert parts == team.total
    assert sum(team.card_points for team in settlement.teams) == 87
    # D9: the secret is the one that was promised.
    assert sha256(settlement.secret).digest() == commitment_to(stored.secret)
