"""`tarocco play` and `tarocco resume`: from a command line to a seat at a table."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from client_cli.arguments import LEVELS
from client_cli.folders import state_folder
from client_cli.live import endings
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.game import Game
from client_cli.live.happenings import Happenings, Interrupted
from client_cli.live.keyboard import Keyboard
from client_cli.live.parts import Parts
from client_cli.live.reaching import (
    check_name,
    entered,
    patience_s,
    server_for,
    tokens_for,
)
from client_cli.live.screen import Screen
from client_cli.live.seating import Return, ask_to_return, kept_seat, new_table
from client_cli.live.tokens import TokenFile
from client_cli.safe_text import shown
from protocol.updates import NoAnswerError, SessionEndedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.arguments import Level, LiveFlags, Request
    from client_cli.exits import Exit
    from client_cli.texts import Texts
    from protocol.to_client import Welcome


def play(request: Request, texts: Texts) -> Exit:
    """Play at a table until the person leaves it or its deals are over.

    Raises:
        Stopped: It cannot be, or not any more.
    """
    check_name(request.live.name, request.verb or "play", texts)
    if request.live.server is not None:
        texts = texts.at(shown(request.live.server))
    return asyncio.run(_play(request, texts))


async def _play(request: Request, texts: Texts) -> Exit:
    flags, folder = request.live, state_folder()
    interactive = _is_terminal() and not flags.no_input and not flags.autopilot
    screen = Screen(prompts=interactive, quiet=flags.quiet)
    async with AsyncExitStack() as stack:
        tokens = tokens_for(request, folder, stack, texts)
        if isinstance(tokens, TokenFile) and tokens.is_damaged():
            screen.complain([_damaged_line(tokens, texts)])
        url, revive = await server_for(flags, folder, stack, texts)
        begun_s = time.monotonic()
        session, welcome = await entered(url, tokens, flags, stack, texts)
        _tell_connected(screen, welcome, time.monotonic() - begun_s, flags, texts)
        can_return = isinstance(tokens, TokenFile)
        if not can_return and not flags.autopilot:
            screen.note(_second_client_line(texts))
        happenings = Happenings(session)
        stack.push_async_callback(happenings.close)
        descriptor = None if sys.stdin is None else sys.stdin.fileno()
        keyboard = Keyboard(descriptor, eager=_is_terminal(), deliver=happenings.put)
        if not flags.autopilot:
            keyboard.start(asyncio.get_running_loop())
        reserved_ms = welcome.limits.reserved_ms
        parts = Parts(
            session=session,
            happenings=happenings,
            keyboard=keyboard,
            screen=screen,
            keeper=DealKeeper(folder),
            texts=texts,
            flags=flags,
            reserved_ms=reserved_ms,
            wait_s=patience_s(flags, reserved_ms / 1_000),
            can_return=can_return,
            revive=revive,
        )
        if welcome.seats:  # else nothing is lost yet by leaving at once
            _listen_for_interrupts(happenings)
        table = await _seated(request, welcome, parts, interactive=interactive)
        happenings.start()
        _listen_for_interrupts(happenings)
        return await Game(parts, table).run()


def _listen_for_interrupts(happenings: Happenings) -> None:
    if sys.platform != "win32":  # event loops there take no signal handlers
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, happenings.put, Interrupted())


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _second_client_line(texts: Texts) -> str:
    return texts.say(
        "Another client of yours is running: here you play as somebody else, and "
        "cannot come back to this seat after leaving."
    )


def _damaged_line(tokens: TokenFile, texts: Texts) -> str:
    return texts.say(
        "The file for coming back cannot be read, so you play as somebody new: {path}",
        path=tokens.path,
    )


def _tell_connected(
    screen: Screen, welcome: Welcome, took_s: float, flags: LiveFlags, texts: Texts
) -> None:
    screen.note(
        texts.say(
            "Connected, {milliseconds} ms. You are {name}.",
            milliseconds=round(took_s * 1_000),
            name=shown(welcome.name),
        )
    )
    if welcome.levels and flags.level not in welcome.levels:
        screen.note(_lower_level_line(welcome.levels, flags.level, texts))
    if flags.verbose:
        screen.note(
            texts.say(
                "Server {node}, protocol {version}.",
                node=shown(welcome.node),
                version=welcome.version,
            )
        )


def _lower_level_line(offered: Sequence[str], wished: Level, texts: Texts) -> str:
    """What bots play instead of a level that the server does not have."""
    below = LEVELS[: LEVELS.index(wished)]
    best = next((one for one in reversed(below) if one in offered), offered[0])
    return texts.say(
        "This server has no bots of level {wished}: new tables get {best}.",
        wished=wished,
        best=shown(best),
    )


async def _seated(
    request: Request, welcome: Welcome, parts: Parts, *, interactive: bool
) -> str:
    """The table to play at, with a seat of ours."""
    texts = parts.texts
    if request.verb == "resume":
        table = request.operands[0] if request.operands else None
        return kept_seat(welcome, table, texts)
    try:
        if interactive and welcome.seats:
            tables = [seat.table for seat in welcome.seats]
            match await ask_to_return(tables, parts):
                case Return.GO_BACK:
                    return tables[-1]
                case Return.LEAVE_IT:
                    await parts.session.leave(tables[-1])
                case Return.NEW_TABLE:
                    pass
        return await new_table(parts.session, parts.flags, texts)
    except NoAnswerError:
        if parts.session.online:
            raise endings.not_answered(texts) from None
        raise endings.lost(parts.wait_s, texts, can_return=parts.can_return) from None
    except SessionEndedError as over:
        if over.ended is None:
            raise endings.seat_lost(texts) from None
        raise endings.ended(over.ended, texts) from None
