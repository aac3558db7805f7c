"""What becomes of the connection, told in words, and how long it may be away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, assert_never

from client_cli.live import endings
from client_cli.live.durations import duration
from client_cli.live.happenings import WaitOver
from client_cli.safe_text import shown
from protocol.codes import ErrorCode
from protocol.to_client import Error, GoAway
from protocol.updates import (
    CaughtUp,
    Ended,
    Lost,
    Notice,
    Online,
    Retrying,
    StoreAway,
    StoreBack,
    TokenNotSaved,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from client_cli.live.parts import Parts, Revive

    ConnectionUpdate: TypeAlias = (
        Online
        | Lost
        | Retrying
        | CaughtUp
        | StoreAway
        | StoreBack
        | Notice
        | TokenNotSaved
        | Ended
    )


class Connection:
    """Tells of the connection and counts how long it is away."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._timer: asyncio.TimerHandle | None = None
        self._reviving = False
        self.catching_up = False
        """Whether what comes next has happened while we were away."""

    def tell(self, update: ConnectionUpdate) -> None:
        """React to an update about the connection.

        Raises:
            Stopped: The session is over, or its seats are gone.
        """
        match update:
            case Online():
                self._online(update)
            case Lost():
                self._lost()
            case Retrying():
                self._retrying(update)
            case CaughtUp():
                self.catching_up = False
            case StoreAway():
                line = self._texts.say(
                    "The server cannot store moves now; please wait."
                )
                self._parts.screen.complain([line])
            case StoreBack():
                line = self._texts.say("The server stores moves again.")
                self._parts.screen.complain([line])
            case Notice():
                self._notice(update)
            case TokenNotSaved(why):
                line = self._texts.say(
                    "Coming back later will not work: {reason}.", reason=shown(why, 200)
                )
                self._parts.screen.note(line)
            case Ended():
                raise endings.ended(update, self._texts)
            case _:
                assert_never(update)

    def _online(self, update: Online) -> None:
        self._parts.comforts.time.heard(update.welcome.now)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not update.same_session:
            raise endings.seat_lost(self._texts)
        if update.away_ms is not None:
            self.catching_up = True
            time = duration(update.away_ms, self._texts)
            line = self._texts.say("Back after {time}.", time=time)
            self._parts.screen.complain([line])

    def _lost(self) -> None:
        line = self._texts.say(
            "Connection lost, trying again. Your seat is kept for {time}.",
            time=duration(self._parts.reserved_ms, self._texts),
        )
        self._parts.screen.complain([line])
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(
                self._parts.wait_s, self._parts.happenings.put, WaitOver()
            )

    def _retrying(self, update: Retrying) -> None:
        self._see_to_server()
        if self._parts.flags.verbose:
            line = self._texts.say(
                "Attempt {number} in {seconds} s: {reason}.",
                number=update.attempt,
                seconds=f"{update.in_ms / 1_000:.1f}",
                reason=shown(update.why, 200),
            )
            self._parts.screen.note(line)

    def _see_to_server(self) -> None:
        """Start the server again if it is gone; with each attempt, as one may fail."""
        if self._parts.revive is not None and not self._reviving:
            self._reviving = True
            self._parts.happenings.do(self._revived(self._parts.revive))

    async def _revived(self, revive: Revive) -> None:
        try:
            await revive()
        finally:
            self._reviving = False

    def _notice(self, update: Notice) -> None:
        if isinstance(update.message, GoAway):
            line = self._texts.say("The server is about to restart; the table stays.")
            self._parts.screen.note(line)
        elif _says_frozen(update):
            line = self._texts.say(
                "The table stands still after a fault of the server; nobody can move."
            )
            self._parts.screen.note(line)
        elif self._parts.flags.verbose:
            line = self._texts.say("Notice of the server: {text}", text=_text(update))
            self._parts.screen.note(line)


def _says_frozen(update: Notice) -> bool:
    message = update.message
    return isinstance(message, Error) and message.code == ErrorCode.FROZEN


def _text(update: Notice) -> str:
    return shown(repr(update.message), 300)
