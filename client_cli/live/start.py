"""`tarocco play`, `host`, `join` and `resume`: from a command line to a seat."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from client_cli.arguments import LEVELS
from client_cli.exits import Exit, Stopped
from client_cli.folders import state_folder
from client_cli.live import endings, local_server
from client_cli.live.comforts import comforts_for
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.debug_log import debug_log
from client_cli.live.front_end import LineMode, is_terminal
from client_cli.live.game import Game
from client_cli.live.game_result import GameResult, NotedHappenings
from client_cli.live.happenings import Interrupted
from client_cli.live.json_stream import JsonHappenings
from client_cli.live.parts import Parts, own_clock_ms
from client_cli.live.reaching import (
    check_name,
    entered,
    key_of,
    patience_s,
    server_for,
    tokens_for,
)
from client_cli.live.seating import (
    Return,
    ask_to_return,
    host_options,
    host_table,
    join_table,
    kept_seat,
    new_table,
    other_seats_line,
    quick_table,
)
from client_cli.live.table_options import options_for
from client_cli.live.tokens import TokenFile
from client_cli.live.waiting_room import FirstDeal
from client_cli.logins import kept_login
from client_cli.safe_text import shown
from client_cli.signals import until_signalled
from protocol.updates import NoAnswerError, SessionEndedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from client_cli.arguments import Level, LiveFlags, Request
    from client_cli.live.front_end import Display, FrontEnd
    from client_cli.live.happenings import Happenings
    from client_cli.texts import Texts
    from protocol.to_client import Welcome
    from protocol.tokens import TokenInMemory


def play(request: Request, texts: Texts, front: FrontEnd | None = None) -> Exit:
    """Play at a table until the person leaves it or its deals are over.

    Args:
        request: What the command line asks for.
        texts: The language.
        front: The mode to play in; None for the line mode.

    Raises:
        Stopped: It cannot be, or not any more.
    """
    check_name(request.live.name, request.verb or "play", texts)
    if request.live.server is not None:
        texts = texts.at(shown(request.live.server))
    front = front or LineMode(request.live, silent=request.json or request.jsonl)
    result = GameResult()
    code = Exit.FAULT
    try:
        code = asyncio.run(until_signalled(_play(request, texts, front, result)))
    except Stopped as end:
        code = end.code
        raise
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
        raise
    finally:
        if request.json:
            print(result.told(code), flush=True)
    return code


async def _play(
    request: Request, texts: Texts, front: FrontEnd, result: GameResult
) -> Exit:
    flags, folder = request.live, state_folder()
    interactive = is_terminal() and not flags.no_input and not flags.autopilot
    screen = front.display
    async with AsyncExitStack() as stack:
        log = stack.enter_context(debug_log(flags.debug_log, texts))
        tokens = tokens_for(request, folder, stack, texts)
        if isinstance(tokens, TokenFile) and tokens.is_damaged():
            screen.complain([_damaged_line(tokens, texts)])
        await _check_that_there_is_a_server(request, folder, texts)
        url, revive = await server_for(flags, folder, stack, texts)
        begun_s = time.monotonic()
        login = _login_for(flags, tokens, texts)
        session, welcome = await entered(url, tokens, flags, stack, texts, login=login)
        _tell_connected(screen, welcome, time.monotonic() - begun_s, flags, texts)
        is_script = flags.no_input or flags.autopilot
        if login is None and flags.name is None and not is_script:
            screen.note(_another_name_line(texts))
        can_return = isinstance(tokens, TokenFile)
        if not can_return and not flags.autopilot:
            screen.note(_second_client_line(texts))
        server_now_ms = _server_clock(welcome.now)
        happenings = (
            JsonHappenings(session, server_now_ms, texts, log=log)
            if request.jsonl
            else NotedHappenings(session, result, log)
        )
        stack.push_async_callback(happenings.close)
        keyboard = await stack.enter_async_context(front.running(happenings, session))
        reserved_ms = welcome.limits.reserved_ms
        comforts = comforts_for(flags.taste, folder, at_terminal=interactive)
        stack.callback(comforts.attention.close)
        parts = Parts(
            session=session,
            happenings=happenings,
            keyboard=keyboard,
            screen=screen,
            keeper=DealKeeper(folder, tell=result.kept),
            texts=texts,
            flags=flags,
            reserved_ms=reserved_ms,
            wait_s=patience_s(flags, reserved_ms / 1_000),
            can_return=can_return,
            comforts=comforts,
            revive=revive,
            url=url,
            server_now_ms=server_now_ms,
        )
        if welcome.seats:  # else nothing is lost yet by leaving at once
            _listen_for_interrupts(happenings)
        table, first_deal = await _seated(
            request, welcome, parts, interactive=interactive
        )
        result.sat_down(table)
        happenings.start()
        _listen_for_interrupts(happenings)
        code = await Game(parts, table, first_deal).run()
        await front.last_look()
        return code


async def _check_that_there_is_a_server(
    request: Request, folder: Path, texts: Texts
) -> None:
    """Start none to look for a table of others."""
    named = request.table.code is not None and request.live.server is None
    if named and await local_server.running(folder) is None:
        raise endings.no_table(request.table.code or "", texts)


def _login_for(
    flags: LiveFlags, tokens: TokenFile | TokenInMemory, texts: Texts
) -> str | None:
    """The person's login, where one is kept; a second client is somebody else."""
    if flags.server is None or not isinstance(tokens, TokenFile):
        return None
    return kept_login(state_folder(), key_of(flags.server, texts))


def _listen_for_interrupts(happenings: Happenings) -> None:
    if sys.platform != "win32":  # event loops there take no signal handlers
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, happenings.put, Interrupted())


def _server_clock(now_ms: int) -> Callable[[], int]:
    """The server's clock, from what it said when it let us in."""
    ahead_ms = now_ms - own_clock_ms()
    return lambda: own_clock_ms() + ahead_ms


def _second_client_line(texts: Texts) -> str:
    return texts.say(
        "Another client of yours is running: here you play as somebody else, and "
        "cannot come back to this seat after leaving."
    )


def _another_name_line(texts: Texts) -> str:
    return texts.say("Another name: {command}", command="tarocco config set name NAME")


def _damaged_line(tokens: TokenFile, texts: Texts) -> str:
    return texts.say(
        "The file for coming back cannot be read, so you play as somebody new: {path}",
        path=tokens.path,
    )


def _tell_connected(
    screen: Display, welcome: Welcome, took_s: float, flags: LiveFlags, texts: Texts
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
) -> tuple[str, FirstDeal]:
    """The table to play at, with a seat of ours; and when its first deal begins."""
    texts = parts.texts
    try:
        return await _place(request, welcome, parts, interactive=interactive)
    except NoAnswerError:
        if parts.session.online:
            raise endings.not_answered(texts) from None
        raise endings.lost(parts.wait_s, texts, can_return=parts.can_return) from None
    except SessionEndedError as over:
        if over.ended is None:
            raise endings.seat_lost(texts) from None
        raise endings.ended(over.ended, texts) from None


async def _place(
    request: Request, welcome: Welcome, parts: Parts, *, interactive: bool
) -> tuple[str, FirstDeal]:
    waits = first_deal_at(request)
    tables = [seat.table for seat in welcome.seats]
    if request.verb == "resume":
        return _table_to_resume(request, welcome, parts), waits
    code = request.table.code
    if code is not None:
        if code not in tables:
            await join_table(code, parts)
        return code, waits
    if request.verb == "host":
        options = await host_options(request.table, parts)
        return await host_table(options, parts), waits
    if interactive and tables:
        match await ask_to_return(tables, parts):
            case Return.GO_BACK:
                return tables[-1], FirstDeal.WITH_OTHERS
            case Return.LEAVE_IT:
                await parts.session.leave(tables[-1])
            case Return.NEW_TABLE:
                pass
    options = options_for(parts.flags, request.table)
    if waits is FirstDeal.AT_ONCE:
        return await new_table(
            parts.session, options, parts.flags.seat, parts.texts
        ), waits
    return await quick_table(parts.session, options, parts.texts), waits


def _table_to_resume(request: Request, welcome: Welcome, parts: Parts) -> str:
    """The table that is named, or the newest; then the others are told."""
    wanted = request.operands[0] if request.operands else None
    table = kept_seat(welcome, wanted, parts.texts)
    others = [seat.table for seat in welcome.seats if seat.table != table]
    if wanted is None and others:
        parts.screen.note(other_seats_line(others, parts.texts))
    return table


def first_deal_at(request: Request) -> FirstDeal:
    """When the first deal begins where this request leads.

    A script waits for others only where it says so, for it cannot say `start`.
    """
    flags, bots = request.live, request.table.bots
    if bots is not None:
        waits = bots != "only"
    elif flags.autopilot or flags.no_input:
        waits = False
    else:
        waits = (
            request.verb != "play"
            or request.table.code is not None
            or flags.server is not None
        )
    if not waits:
        return FirstDeal.AT_ONCE
    return FirstDeal.WITH_GUESTS if request.verb == "host" else FirstDeal.WITH_OTHERS
