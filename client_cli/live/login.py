"""`tarocco login`, `logout` and `whoami`: who one is on a server with a login."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from client_cli.arguments import wrong_use
from client_cli.exits import Exit, Stopped
from client_cli.folders import state_folder
from client_cli.live import endings
from client_cli.live.reaching import entered, key_of, server_for
from client_cli.live.tokens import TokenFile, token_store
from client_cli.logins import forget, keep, kept_login, token_from
from client_cli.safe_text import shown
from client_cli.streams import complain

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.texts import Texts


def log_in(request: Request, texts: Texts) -> Exit:
    """Show a login to the server, and keep it if it is good.

    Raises:
        Stopped: There is none, or the server does not take it.
    """
    _server_in(request, texts)
    token = token_from(request.operands[0] if request.operands else None, texts)
    name = asyncio.run(_enter(request, token, texts))
    _tell_name(name, request, texts)
    return Exit.DONE


def log_out(request: Request, texts: Texts) -> Exit:
    """Forget the login, and end the session that began with it, here and there.

    Raises:
        Stopped: Another client of this person runs with it.
    """
    folder, server = state_folder(), _server_in(request, texts)
    with token_store(folder, server) as tokens:
        if not isinstance(tokens, TokenFile):
            raise endings.in_use(texts)
        if not forget(folder, server):
            print(texts.say("There was no login; you are a guest."))
            return Exit.DONE
        is_over = tokens.load() is None or asyncio.run(_ended(request, tokens, texts))
        tokens.forget()
    print(texts.say("The login is forgotten; you are a guest again."))
    if not is_over:
        line = texts.say(
            "It is forgotten here alone: the server could not be told, and keeps the "
            "session until it is too old."
        )
        complain([line])
    return Exit.DONE


async def _ended(request: Request, tokens: TokenFile, texts: Texts) -> bool:
    """Whether the session is over at the server, so that its token opens nothing."""
    async with AsyncExitStack() as stack:
        try:
            url, _ = await server_for(request.live, state_folder(), stack, texts)
            session, _ = await entered(url, tokens, request.live, stack, texts)
        except Stopped:
            return False
        return await session.close(forget=True)


def who_am_i(request: Request, texts: Texts) -> Exit:
    """Tell whether there is a login for the server that is meant; asks nobody."""
    if request.live.server is None:
        print(texts.say("You are a guest on this machine."))
    elif kept_login(state_folder(), _server_in(request, texts)) is None:
        server = shown(request.live.server)
        print(texts.say("You are a guest at {server}.", server=server))
    else:
        server = shown(request.live.server)
        print(texts.say("You have a login for {server}.", server=server))
    if request.live.name is not None:
        print(texts.say("Your name: {name}", name=shown(request.live.name)))
    return Exit.DONE


def _server_in(request: Request, texts: Texts) -> str:
    """Host and port of the server, which has to be named."""
    if request.live.server is None:
        what = texts.say("A login belongs to a server: name it with --server.")
        raise wrong_use(what, texts, request.verb)
    return key_of(request.live.server, texts)


async def _enter(request: Request, token: str, texts: Texts) -> str:
    """Begin a session with the login; gives the name that it has there."""
    folder, server = state_folder(), _server_in(request, texts)
    async with AsyncExitStack() as stack:
        tokens = stack.enter_context(token_store(folder, server))
        if not isinstance(tokens, TokenFile):
            raise endings.in_use(texts)
        before = tokens.load()
        tokens.forget()  # a session that goes on would hide the login
        try:
            url, _ = await server_for(request.live, folder, stack, texts)
            _, welcome = await entered(
                url, tokens, request.live, stack, texts, login=token
            )
        except Stopped:
            if before is not None:
                tokens.save(before)
            raise
        keep(folder, server, token)
        return welcome.name


def _tell_name(name: str, request: Request, texts: Texts) -> None:
    server = shown(request.live.server or "")
    print(texts.say("You are {name} at {server}.", name=shown(name), server=server))
