"""The server to play at: where it is, what to show there, and being let in."""

from __future__ import annotations

from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from client_cli.arguments import wrong_use
from client_cli.exits import Stopped
from client_cli.live import endings, local_server
from client_cli.live.refusals import why_not_now
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
    from client_cli.live.parts import Revive
    from client_cli.texts import Texts
    from protocol.to_client import Welcome

_SERVER_START_S: Final = 20.0
_CONNECT_S: Final = 10.0
_SCRIPT_WAIT_S: Final = 30.0
_LOCAL: Final = "local"


def tokens_for(
    request: Request, folder: Path, stack: AsyncExitStack, texts: Texts
) -> TokenFile | TokenInMemory:
    """Where the token is kept; looked at first, so that no server starts in vain.

    Raises:
        Stopped: The person wants to return, and there is nothing to return with.
    """
    resumes = request.verb == "resume"
    if request.live.autopilot and not resumes:
        return TokenInMemory()  # nobody returns
    server = request.live.server
    key = _LOCAL if server is None else urlsplit(_checked(server, texts)).netloc
    tokens = stack.enter_context(token_store(folder, key))
    if resumes and isinstance(tokens, TokenInMemory):
        raise endings.in_use(texts)
    if resumes and tokens.load() is None:
        raise endings.no_seat(texts)
    return tokens


def check_name(name: str | None, verb: str, texts: Texts) -> None:
    """Refuse a name that no server takes; raises `Stopped`."""
    try:
        if name is not None:
            checked_name(name)
    except ValueError:
        what = texts.say(
            "The name {name} cannot be used.", name=shown(name) if name else '""'
        )
        why = texts.say("1 to 24 visible characters, at least a letter or a digit.")
        raise wrong_use(what, texts, verb, why=why) from None


async def server_for(
    flags: LiveFlags, folder: Path, stack: AsyncExitStack, texts: Texts
) -> tuple[str, Revive | None]:
    """The address to connect to, and what starts the server again should it die."""
    if flags.server is not None:
        return _checked(flags.server, texts), None
    server = await local_server.find_or_start(folder, _SERVER_START_S, texts)
    if flags.autopilot:  # a demonstration ends with its server
        stack.push_async_callback(local_server.end, server)
        return server.url, None

    async def revive() -> None:
        # Where it cannot be started, the wait for it comes to its own end.
        with suppress(Stopped):
            await local_server.find_or_start(folder, _SERVER_START_S, texts)

    return server.url, revive


def address_of(typed: str) -> str:
    """A server's address as typed: a scheme is put before a bare host and port.

    Raises:
        ValueError: Host or port can be none.
    """
    scheme, colon, rest = typed.partition("://")
    if not colon:
        bare = f"ws://{typed}"
        scheme, rest = "ws" if is_on_this_machine(bare) else "wss", typed
    schemes = {"http": "ws", "https": "wss"}
    url = f"{schemes.get(scheme, scheme)}://{rest}"
    _ = urlsplit(url).port  # looked at only when it is asked for
    return url


def _checked(typed: str, texts: Texts) -> str:
    try:
        return address_of(typed)
    except ValueError as fault:
        raise _no_address(typed, fault, texts) from None


def _no_address(typed: str, fault: ValueError, texts: Texts) -> Stopped:
    what = texts.say("{url} is no address of a server.", url=shown(typed))
    return wrong_use(what, texts, "play", why=str(fault))


async def entered(
    url: str,
    tokens: TokenFile | TokenInMemory,
    flags: LiveFlags,
    stack: AsyncExitStack,
    texts: Texts,
) -> tuple[Session, Welcome]:
    """A session that the server has let in.

    A token that the server no longer takes is forgotten, once, and a new session begun.
    """
    wait_s = patience_s(flags, _CONNECT_S)
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
            raise _no_address(url, fault, texts) from None
        await stack.enter_async_context(session)
        try:
            return session, await session.welcomed(wait_s)
        except NoAnswerError:
            not_now = why_not_now(session.trouble, texts)
            if not_now is not None:
                raise endings.nobody_let_in(url, not_now, texts) from None
            why = texts.say("No answer within {seconds} s.", seconds=f"{wait_s:g}")
            if session.trouble:
                trouble = session.trouble[:200]
                why = f"{why} {trouble[:1].upper()}{trouble[1:]}."
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


def patience_s(flags: LiveFlags, usual_s: float) -> float:
    """How long a server may be away: as the person says, or as nobody waits for it."""
    if flags.timeout_s is not None:
        return flags.timeout_s
    return _SCRIPT_WAIT_S if flags.no_input or flags.autopilot else usual_s
