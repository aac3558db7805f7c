"""Why a bot has played what it has: its decision, worked out again from the log.

A bot's move follows from the view of its seat, the bot seed of the table, and the level
and version of the players that the log holds beside the move. So whoever runs the server
can answer a complaint with what the bot has seen, and what it thought of each card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.deal import Phase
from engine.events import CardPlayed, Declared, Discarded, Skipped
from engine.plain import Plain, codes
from engine.players.decision_seeds import PLAYERS_VERSION
from engine.players.fallback import fallback_action
from engine.players.levels import player_of
from engine.seats import SEATS
from engine.view import SeatView, view_of
from server.table.commands import FIRST_LEGAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.hub.past import DealSoFar
    from server.table.events import BotReceipt, TableEvent
    from server.table.state import TableState

_Move: TypeAlias = Discarded | Declared | Skipped | CardPlayed
_ASKED: Final = frozenset({Phase.DISCARD, Phase.PLAY})
"""Where a bot weighs one thing against another; declaring it always does."""


class NotABotsMove(Exception):  # noqa: N818 - an answer, not a fault
    """No bot has moved at this version in the deal that is known."""


def bot_moves(deal: DealSoFar) -> list[Plain]:
    """A line for each move of a bot: its version, and who has done what at which level.

    While the deal runs, it says no more than everybody at the table knows: a list is
    looked at without the table being told.
    """
    is_public = not deal.end.deal_runs
    return [
        _line(version, move, receipt, before, shows_discards=is_public)
        for version, move, receipt, before in _moves(deal)
    ]


def bot_report(deal: DealSoFar, version: int) -> Plain:
    """What the bot saw that moved at a version, what it thought, and what it does again.

    Raises:
        NotABotsMove: None has moved there.
        ImportError: The level searches, and this machine cannot.
    """
    for found, move, receipt, before in _moves(deal):
        if found == version and before.deal is not None:
            view = view_of(before.deal.state, move.seat)
            line = _line(version, move, receipt, before)
            return line | _seen(view) | _worked_out(view, move, receipt, before)
    raise NotABotsMove


def _moves(
    deal: DealSoFar,
) -> Iterator[tuple[int, _Move, BotReceipt, TableState]]:
    """The moves of bots with their versions, and the table before each."""
    before, version = deal.start.state, deal.start.mark.version
    for step in deal.steps:
        version += 1
        move = _move_in(step.stamped.event)
        receipt = step.stamped.bot
        if move is not None and receipt is not None:
            yield version, move, receipt, before
        before = step.after


def _move_in(event: TableEvent) -> _Move | None:
    return event if isinstance(event, _Move) else None


def _line(
    version: int,
    move: _Move,
    receipt: BotReceipt,
    before: TableState,
    *,
    shows_discards: bool = True,
) -> Plain:
    is_hidden = isinstance(move, Discarded) and not shows_discards
    return {
        "version": version,
        "seat": move.seat,
        "did": "discard" if is_hidden else _told(_action_of(move)),
        "level": receipt.level,
        "players_version": receipt.players_version,
        "trick": 0 if before.deal is None else len(before.deal.state.tricks) + 1,
    }


def _seen(view: SeatView) -> Plain:
    """What the seat had before it."""
    return {
        "hand": codes(view.hand),
        "on_the_table": codes(view.public.trick),
        "legal": codes(view.legal | view.discardable),
        "shown": [codes(view.public.shown[seat]) for seat in SEATS],
    }


def _worked_out(
    view: SeatView, move: _Move, receipt: BotReceipt, before: TableState
) -> Plain:
    """What the same player does with the same view and chance, and what it thinks."""
    if receipt.level == FIRST_LEGAL:
        again, thinks = fallback_action(view), []
    else:
        player = player_of(receipt.level)
        again = player.choose(view, before.bot_seed)
        weighs = view.public.phase in _ASKED
        thinks = [
            {"cards": codes(one.cards), "points": one.points}
            for one in (player.advise(view, before.bot_seed) if weighs else ())
        ]
    return {
        "does_again": _told(again),
        "same": again == _action_of(move),
        "players_version_here": PLAYERS_VERSION,
        "thinks": thinks,
    }


def _action_of(move: _Move) -> Action:
    match move:
        case Discarded(seat, cards):
            return Discard(seat, cards)
        case Declared(seat):
            return Declare(seat)
        case Skipped(seat):
            return Skip(seat)
        case CardPlayed(seat, card):
            return PlayCard(seat, card)


def _told(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Discard(_, cards):
            return f"discard {' '.join(codes(cards))}"
        case Declare():
            return "declare"
        case Skip():
            return "skip"
        case PlayCard(_, card):
            return f"play {codes([card])[0]}"
