"""The views of the arena are those of a server, and moves mean the same."""

from dataclasses import replace

import pytest

from client_cli.offline.wire_views import action_of, bot_view
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import card_of
from engine.deal import DealState
from engine.dealing import DealSource, deal_out
from engine.events import DealStarted
from engine.seats import Seat
from protocol.bots import DeclareMove, DiscardMove, Move, PlayMove, asked_view
from protocol.fold import Known, Mark
from protocol.views import Situation, View
from server.table.state import TableState
from server.translate.recipient import Recipient
from server.translate.table_view import situation_data, view_data
from tests.server.table.playing import dealt_table
from tests.support.play import Played, chance, played_at_random


def a_played_deal(seed: int) -> Played:
    dealt = deal_out(DealSource(bytes(32), "T", seed, (b"", b"", b"", b"")))
    return played_at_random(DealStarted(dealt.dealer, dealt.hands), chance(seed))


def at_table(started: DealStarted, state: DealState) -> TableState:
    """A server's table at which the deal is at this point."""
    table = dealt_table(started.dealer, {}, started).state
    assert table.deal is not None
    return replace(table, deal=replace(table.deal, state=state))


@pytest.mark.parametrize("seed", range(3))
def test_bot_sees_what_a_server_would_tell_it(seed: int) -> None:
    played = a_played_deal(seed)
    for state in played.states:
        seat = state.turn
        if seat is None:
            break
        table, recipient = at_table(played.started, state), Recipient(seat)
        known = Known(
            Mark(bytes(8), 1, bytes(8)),
            View.model_validate(view_data(table, recipient)),
            Situation.model_validate(situation_data(table, recipient)),
        )

        assert bot_view(state, seat, 1) == asked_view(known)


@pytest.mark.parametrize(
    ("move", "action"),
    [
        (
            DiscardMove(("S6", "B7")),
            Discard(Seat(2), (card_of("S6"), card_of("B7"))),
        ),
        (DeclareMove(wish=True), Declare(Seat(2))),
        (DeclareMove(wish=False), Skip(Seat(2))),
        (PlayMove("MT"), PlayCard(Seat(2), card_of("MT"))),
    ],
)
def test_move_as_the_rules_take_it(move: Move, action: Action) -> None:
    assert action_of(move, Seat(2)) == action
