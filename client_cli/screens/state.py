"""All that a screen is drawn from: what is known of the table, and what the person does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from client_cli.live.hand_order import HandOrder
from client_cli.live.places import Places, places_in
from client_cli.live.seat import Confirm
from client_cli.live.table_talk import ALL_HEARD, MutedNow
from client_cli.screens.actions import USUAL_KEYS, Keymap
from client_cli.texts import Texts
from protocol.fold import Known
from protocol.previews import Previewed

if TYPE_CHECKING:
    from protocol.views import DealView


class Panel(Enum):
    """What may lie on top of the table."""

    NONE = "nothing"
    LAST_TRICK = "the last trick"
    POINTS = "the public score"
    LOG = "what has happened"
    TALK = "what is said, and what can be"
    ANSWER = "an answer to what was asked"
    HELP = "the keys of this moment"
    EXPLAIN = "the reason of a line of the result"


class Link(Enum):
    """How the server can be reached."""

    ONLINE = "connected"
    RETRYING = "trying again"
    OVER = "not any more"


@dataclass(frozen=True, slots=True)
class Notice:
    """The message line."""

    text: str = ""
    warns: bool = False
    too_soon: bool = False
    """Whether it says of a line that it came before one's turn."""


@dataclass(frozen=True, slots=True)
class ScreenState:
    """One moment of the screen."""

    known: Known | None = None
    asked: bool = False
    """Whether the seat may act now."""
    confirm: Confirm = Confirm.NOTHING
    question: tuple[str, ...] = ()
    """What waits for a yes or a no."""
    typed: str = ""
    cursor: str | None = None
    """The card that the arrows stand on."""
    chosen: tuple[str, ...] = ()
    """The cards that are to be laid away."""
    preview: Previewed | None = None
    """What a discard would leave to declare, as the table has counted it last."""
    notice: Notice = Notice()
    log: tuple[str, ...] = ()
    panel: Panel = Panel.NONE
    answer: tuple[str, ...] = ()
    """The lines of an `ANSWER`."""
    scroll: int = 0
    """The first line of a panel that is shown."""
    line: int = 0
    """The line of the result that the arrows stand on."""
    link: Link = Link.ONLINE
    away_s: int = 0
    """Since when the server is away."""
    kept_s: int = 0
    """How long the seat is kept from then on."""
    ping_ms: int | None = None
    left_s: int | None = None
    """What is left of the time for this turn; None where there is no clock."""
    order: HandOrder = HandOrder.HIGH_FIRST
    """In which the hand is held."""
    ahead: str | None = None
    """The card that is played at one's turn."""
    talk: tuple[str, ...] = ()
    """What was said at the table."""
    unread: int = 0
    """How many of its last lines have come since somebody looked."""
    choice: int = 0
    """What the arrows stand on among what can be said."""
    muted: MutedNow = ALL_HEARD
    in_room: bool = False
    """Whether others are waited for before the first deal."""
    url: str = ""
    """Where the server is, for invitations."""
    keys: Keymap = USUAL_KEYS
    """Which key does what."""
    resting: bool = False
    """Whether the last trick still lies on the table, though the next has begun."""
    over: bool = False
    """Whether the game is over and only the result is still shown."""

    @property
    def deal(self) -> DealView | None:
        """The deal that runs, or the last one."""
        return None if self.known is None else self.known.view.deal

    @property
    def phase(self) -> str:
        """The phase of the deal, as the server calls it."""
        return "waiting" if self.known is None else self.known.situation.phase


@dataclass(frozen=True, slots=True)
class Scene:
    """A state of which a table is known, with the words for it."""

    state: ScreenState
    known: Known
    texts: Texts

    @property
    def places(self) -> Places:
        """What the seats are called."""
        return places_in(self.known.view, self.texts)

    @property
    def deal(self) -> DealView | None:
        """The deal that runs, or the last one."""
        return self.known.view.deal

    def seat(self, steps: int) -> int:
        """The seat so many places to the right of one's own."""
        return (self.places.you + steps) % 4


def clock(seconds: int) -> str:
    """`0:38`, `10:00`."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes}:{rest:02}"
