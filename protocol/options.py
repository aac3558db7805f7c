"""How a table is played, as whoever opens it wishes."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from protocol.base import Message

Level: TypeAlias = Literal["easy", "medium", "hard", "expert", "master"]
FourLevels: TypeAlias = Annotated[
    tuple[Level | None, Level | None, Level | None, Level | None],
    Field(strict=False),
]


Invited: TypeAlias = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=64)], ...],
    Field(strict=False, max_length=16, fail_fast=True),
]


class Options(Message):
    """How a table is played; what is left out is as the rules have it."""

    deals: Annotated[int, Field(ge=1, le=16)] = 1
    level: Level = "medium"
    """How well the bots play that fill empty seats; a server that cannot play a level
    plays the best below it, and says so: see `levels` of `welcome`."""
    levels: FourLevels = (None, None, None, None)
    """Another level for the bot at a single seat."""
    pace_ms: Annotated[int, Field(ge=0, le=5_000)] = 900
    """How long a bot waits before each of its moves, about."""
    private: bool = False
    """A private table is in no list and has an id that cannot be guessed."""
    password: Annotated[str, Field(max_length=64)] = ""
    """What sitting down asks for; empty for nothing."""
    invited: Invited = ()
    """Who may sit down besides the host: names, or ids of sessions as `welcome` tells
    them; empty for everybody. Guests choose their names themselves, so an id or a
    private table is safer."""
    people: Annotated[int, Field(ge=1, le=4)] = 4
    """When so many people sit, bots take the other seats and the deal begins."""
    fill_ms: Annotated[int, Field(ge=0, le=600_000)] | None = None
    """Bots fill the seats so long after the first person sat down; 0 for never. Without
    a word, what the server has for `quick`, and never after `create`."""
    ready_ms: Annotated[int, Field(ge=1_000, le=600_000)] = 30_000
    """How long people are waited for once one of them asks for the next deal."""
    turn_ms: Annotated[int, Field(ge=0, le=600_000)] | None = None
    """Time for each action; 0 for a table without a clock. Without a word, the usual
    clock of the server, or none at a private table or with `people` 1."""
    bank_ms: Annotated[int, Field(ge=0, le=3_600_000)] | None = None
    """Time on top of it, for a whole deal. Without a word, none with `turn_ms`, and else
    the server's. It counts nothing at a table without a clock."""
    increment_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    """What each move in time adds to it."""
    extra_time: bool = True
    """Whether somebody may have twice the time; see `sit`."""
    bot_seats: Literal["between_deals", "at_once"] = "between_deals"
    """When a person may take a seat that a bot holds."""
    spectators: bool = True
    """Whether people without a seat may look on."""
    spectator_delay_ms: Annotated[int, Field(ge=0, le=600_000)] = 0
    """How much later than the table they are told; then they hear no talk."""
    talk: Literal["off", "phrases", "free", "always"] = "phrases"
    """What may be said: nothing, phrases of the list, texts as well while no deal runs,
    or texts at any time."""
    signals: Literal["off", "on", "after_king"] = "off"
    """Whether a leader may give a signal with a card of a suit."""
    undo: bool = False
    """Whether a card may be taken back when all agree."""
    claims: bool = True
    """Whether the rest of the tricks may be claimed."""
    recall: Literal["last", "all"] = "last"
    """Which tricks clients may show again."""
    hints: bool = True
    """Whether one may ask for hints."""
    counting: bool = False
    """Whether clients may help to count."""
