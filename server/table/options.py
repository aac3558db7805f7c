"""How a table is played: chosen when it is opened, the same until it is closed.

The defaults are as the rule texts have it, and as strangers expect it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Talk(Enum):
    """Who may say what at the table."""

    OFF = "off"
    PHRASES = "phrases"
    """Fixed phrases, which every client shows in its own language."""
    FREE = "free"
    """Free text as well, but only between deals: partners could tell their cards."""
    ALWAYS = "always"
    """Free text also while a deal runs, for tables that want it."""


class Signals(Enum):
    """Whether a leader may tell his partner something by a sign (busso and the like)."""

    OFF = "off"
    ON = "on"
    AFTER_KING = "after_king"
    """Only with a suit whose King has been played, as in tournaments."""


class BotSeats(Enum):
    """When a person may take a seat that a bot holds."""

    BETWEEN_DEALS = "between_deals"
    AT_ONCE = "at_once"
    """Also during a deal: for people who trust each other, since somebody who leaves
    could come back as a guest and look at another hand."""


SeatLevels: TypeAlias = tuple[str | None, str | None, str | None, str | None]
"""A level for single seats; None for the table's."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of a table."""

    deals: int = 1
    """Number of deals of a match, 1 to 16."""
    level: str = "medium"
    """Level of the bots that fill seats."""
    levels: SeatLevels = (None,) * 4
    """Another level for single seats."""
    pace_ms: int = 900
    """How long a bot waits before a move, about; 0 for no wait."""
    private: bool = False
    """In no list, under a code that cannot be guessed."""
    password_hash: bytes = b""
    """Of the password that sitting down asks for; empty for none."""
    invited: tuple[bytes, ...] = ()
    """Who may sit down besides the host, as `invitations_to` writes them; empty
    for everybody."""
    people: int = 4
    """So many people make the first deal begin without being asked."""
    fill_ms: int = 0
    """Bots fill the empty seats so long after the first person sat down; 0 for never."""
    ready_ms: int = 30_000
    """How long people are waited for between deals once one of them is ready."""
    turn_ms: int = 0
    """Time for each action; 0 for a table without a clock."""
    bank_ms: int = 0
    """Time on top of it, for a whole deal."""
    increment_ms: int = 0
    """What each move in time adds to that."""
    extra_time: bool = True
    """Whether a person may ask for twice the time at a seat."""
    bot_seats: BotSeats = BotSeats.BETWEEN_DEALS
    spectators: bool = True
    """Whether people without a seat may look on."""
    spectator_delay_ms: int = 0
    """How much later than the table they are told."""
    talk: Talk = Talk.PHRASES
    signals: Signals = Signals.OFF
    undo: bool = False
    """Whether a card may be taken back by consent (H44)."""
    claims: bool = True
    """Whether the rest of the tricks may be claimed (H45)."""
    recall: str = "last"
    """Which tricks clients may show again: `last` or `all` (H26)."""
    hints: bool = True
    """Whether a person may ask for a hint (H56)."""
    counting: bool = False
    """Whether clients may help to count (H34)."""
    lag_budget_ms: int = 5_000
    """What may be left to a seat for the way of its moves, for a whole deal."""
    grace_ms: int = 20_000
    """How long an absent person is waited for before a bot plays."""
    reserved_ms: int = 600_000
    """How long a seat is kept for an absent person."""
