"""`tarocco play` and `tarocco resume`: from a command line to a seat at a table."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from client_cli.arguments import wrong_use
from client_cli.folders import state_folder
from client_cli.live import endings, local_server
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.game import Game
from client_cli.live.happenings import Happenings, Interrupted
from client_cli.live.keyboard import Keyboard
from client_cli.live.parts import Parts
from client_cli.live.screen import Screen
from client_cli.live.seating import Return, ask_to_return, kept_seat, new_table
from client_cli.live.tokens import TokenFile, token_store
from client_cli.safe_text import shown
from client_cli.versions import client_version
from protocol.client import Session
from protocol.codes import Retry
from protocol.fields import checked_name
from protocol.links import is_on_this_machine
from protocol.settings import SessionSettings
from protocol.tokens import TokenInMemory
from protocol.updates import NoAnswerError, SessionEndedError

if TYPE_CHECKING:
    from pathlib import Path

    from client_cli.arguments import LiveFlags, Request
    from client_cli.exits import Exit
    from client_cli.texts import Texts
    from protocol.to_client import Welcome

_SERVER_START_S: Final = 20.0
_CONNECT_S: Final = 10.0
_SCRIPT_WAIT_S: Final = 30.0
_LOCAL: Final = "local"


def play(request: Request, texts: Texts) -> Exit:
    """Play at a table until the person leaves it or its deals are over.

    Raises:
        Stopped: It cannot be, or not any more.
    """
    if len(request.operands) > (1 if request.verb == "resume" else 0):
        what = texts.say("tarocco {verb} takes fewer words.", verb=request.verb)
        raise wrong_use(what, texts, request.verb)
    _check_name(request.live.name, texts)
    return asyncio.run(_play(request, texts))


def _check_name(name: str | None, texts: Texts) -> None:
    try:
        if name is not None:
            checked_name(name)
    except ValueError:
        what = texts.say("The name {name} cannot be used.", name=shown(name or ""))
        why = texts.say("1 to 24 visible characters, at least a letter or a digit.")
        raise wrong_use(what, texts, "play", why=why) from None


async def _play(request: Request, texts: Texts) -> Exit:
    flags, folder = request.live, state_folder()
    interactive = _is_terminal() and not flags.no_input and not flags.autopilot
    screen = Screen(prompts=interactive, quiet=flags.quiet)
    async with AsyncExitStack() as stack:
        url, key = await _server_for(flags, folder, stack, texts)
        tokens: TokenFile | TokenInMemory = TokenInMemory()
        if not flags.autopilot or request.verb == "resume":  # else nobody returns
            tokens = stack.enter_context(token_store(folder, key))
        begun_s = time.monotonic()
        session, welcome = await _entered(url, tokens, flags, stack, texts)
        _tell_connected(screen, welcome, time.monotonic() - begun_s, flags, texts)
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
            wait_s=_wait_s(flags, reserved_ms / 1_000),
        )
        table = await _seated(request, welcome, parts, interactive=interactive)
        happenings.start()
        if sys.platform != "win32":  # event loops there take no signal handlers
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGINT, happenings.put, Interrupted())
        return await Game(parts, table).run()


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _wait_s(flags: LiveFlags, usual_s: float) -> float:
    """How long a server may be away: as the person says, or as nobody waits for it."""
    if flags.timeout_s is not None:
        return flags.timeout_s
    return _SCRIPT_WAIT_S if flags.no_input or flags.autopilot else usual_s


async def _server_for(
    flags: LiveFlags, folder: Path, stack: AsyncExitStack, texts: Texts
) -> tuple[str, str]:
    """The address to connect to, and the name under which its session is kept."""
    if flags.server is not None:
        url = address_of(flags.server)
        return url, urlsplit(url).netloc
    server = await local_server.find_or_start(folder, _SERVER_START_S, texts)
    if flags.autopilot:
        stack.push_async_callback(local_server.end, server)
    return server.url, _LOCAL


def address_of(typed: str) -> str:
    """A server's address as typed: a scheme is put before a bare host and port."""
    scheme, colon, rest = typed.partition("://")
    if not colon:
        bare = f"ws://{typed}"
        return bare if is_on_this_machine(bare) else f"wss://{typed}"
    schemes = {"http": "ws", "https": "wss"}
    return f"{schemes.get(scheme, scheme)}://{rest}"


async def _entered(
    url: str,
    tokens: TokenFile | TokenInMemory,
    flags: LiveFlags,
    stack: AsyncExitStack,
    texts: Texts,
) -> tuple[Session, Welcome]:
    """A session that the server has let in.

    A token that the server no longer takes is forgotten, once, and a new session begun.
    """
    wait_s = _wait_s(flags, _CONNECT_S)
    settings = SessionSettings(open_s=min(wait_s, 10.0))
    while True:
        try:
            session = Session(
                url,
                client=f"tarocco/{client_version() or 'checkout'}",
                name=flags.name,
                tokens=tokens,
                settings=settings,
            )
        except ValueError as fault:
            what = texts.say("{url} is no address of a server.", url=shown(url))
            raise wrong_use(what, texts, "play", why=str(fault)) from None
        await stack.enter_async_context(session)
        try:
            return session, await session.welcomed(wait_s)
        except NoAnswerError:
            why = texts.say("No answer within {seconds} s.", seconds=f"{wait_s:g}")
            raise endings.unreachable(url, why, texts) from None
        except SessionEndedError as over:
            ended = over.ended
            if ended is None:
                raise
            stale = ended.retry is Retry.ENTER_AGAIN and tokens.load() is not None
            if not stale:
                raise endings.ended(ended, texts) from None
            if isinstance(tokens, TokenFile):
                tokens.forget()


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
    if flags.verbose:
        screen.note(
            texts.say(
                "Server {node}, protocol {version}.",
                node=shown(welcome.node),
                version=welcome.version,
            )
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
            seat = welcome.seats[-1]
            match await ask_to_return(seat, parts):
                case Return.GO_BACK:
                    return seat.table
                case Return.LEAVE_IT:
                    await parts.session.leave(seat.table)
                case Return.NEW_TABLE:
                    pass
        return await new_table(parts)
    except NoAnswerError:
        if parts.session.online:
            raise endings.not_answered(texts) from None
        raise endings.lost(parts.wait_s, texts) from None
    except SessionEndedError as over:
        if over.ended is None:
            raise endings.seat_lost(texts) from None
        raise endings.ended(over.ended, texts) from None
