"""`tarocco replay TABLE` while a deal is played there: what one knew, event by event."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final

from client_cli.arguments import wrong_use
from client_cli.exits import Exit, Stopped
from client_cli.folders import state_folder
from client_cli.live import endings, local_server
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.past import NotTold, Over, past_of
from client_cli.live.past_story import PastFault, PastStory, view_after
from client_cli.live.reaching import entered, patience_s, server_for, tokens_for
from client_cli.live.refusals import code_sentence
from client_cli.replaying import tell
from client_cli.safe_text import shown
from protocol.codes import ErrorCode
from protocol.tokens import TokenInMemory
from protocol.updates import SessionEndedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.arguments import LiveFlags, Request
    from client_cli.live.past import Past
    from client_cli.texts import Texts
    from protocol.items import Item
    from protocol.views import View

_ANSWER_S: Final = 10.0
_NO_DEAL: Final = ""
_NOT_THERE: Final = {_NO_DEAL, ErrorCode.NO_TABLE}


def replay_live(request: Request, texts: Texts, *, must: bool) -> Exit | None:
    """Show the deal that is played at a table; None if none is played there.

    A deal that is over by now is kept, so that its record can be shown instead.

    Args:
        request: What is wanted, of one table.
        texts: The language.
        must: Whether nothing else could be shown, so that the person has to hear why.

    Raises:
        Stopped: The server cannot be reached or gives no answer; with `must`, also that
            there is nothing to show.
    """
    try:
        past = asyncio.run(_past(request, texts))
        if past is None or past.start is None:
            return None
        return _shown(past.start, past.items, request, texts)
    except NotTold as answer:
        if must:
            raise _not_told(request.operands[0], answer.code, texts) from None
        return None
    except PastFault:
        raise Stopped(
            Exit.PROTOCOL,
            texts.say("What the server tells of the deal does not fit together."),
            advice=texts.say(
                "Update the one that is older: {command}", command="tarocco --version"
            ),
        ) from None


def _shown(
    start: View, items: Sequence[Item], request: Request, texts: Texts
) -> Exit | None:
    """Show the deal, or keep its record if it is over."""
    view = view_after(start, items)
    if view.deal is None:
        raise NotTold(_NO_DEAL)
    if view.deal.settlement is not None:
        keeper = DealKeeper(state_folder())
        keeper.saw_view(start)
        kept = keeper.keep(view)
        if kept is not None and kept.path is None:
            what = texts.say(
                "The record could not be saved: {reason}.", reason=kept.problem
            )
            raise Stopped(Exit.FAULT, what)
        return None
    _check_seat(request, view.you, texts)
    tell(PastStory(start, items, texts), view.you, request, texts)
    return Exit.DONE


async def _past(request: Request, texts: Texts) -> Past | None:
    """The deal at the table; None without a server to ask."""
    flags, folder = request.live, state_folder()
    local = await local_server.running(folder) if flags.server is None else None
    if flags.server is None and local is None:
        return None
    async with AsyncExitStack() as stack:
        tokens = tokens_for(request, folder, stack, texts)
        if isinstance(tokens, TokenInMemory):
            _tell(flags, texts)
        elif tokens.load() is None:
            tokens = TokenInMemory()  # who only looks on is nobody to come back as
        url = local or (await server_for(flags, folder, stack, texts))[0]
        session, welcome = await entered(url, tokens, flags, stack, texts)
        typed = request.operands[0].upper()
        seats = {seat.table.upper(): seat.table for seat in welcome.seats}
        try:
            async with asyncio.timeout(patience_s(flags, _ANSWER_S)):
                return await past_of(session, seats.get(typed, typed))
        except TimeoutError:
            raise endings.not_answered(texts) from None
        except Over as over:
            raise endings.ended(over.ended, texts) from None
        except SessionEndedError as over:
            if over.ended is None:
                raise endings.seat_lost(texts) from None
            raise endings.ended(over.ended, texts) from None


def _tell(flags: LiveFlags, texts: Texts) -> None:
    if not flags.quiet:
        line = texts.say(
            "Another client of yours is running: here you look on as somebody else."
        )
        print(line, file=sys.stderr, flush=True)


def _check_seat(request: Request, you: int | None, texts: Texts) -> None:
    """While a deal is played nobody sees it from another place than his own."""
    if request.live.seat not in {None, you}:
        what = texts.say(
            "{flag} cannot be {value}.", flag="--seat", value=request.live.seat
        )
        why = texts.say(
            "While a deal is played, it can be seen from one's own place only."
        )
        raise wrong_use(what, texts, "replay", why=why)


def _not_told(table: str, code: str, texts: Texts) -> Stopped:
    if code == ErrorCode.TABLE_CLOSED:
        return endings.gone(code, texts)
    what = texts.say("Table {table} cannot be looked at.", table=shown(table))
    if code == ErrorCode.NOT_ALLOWED:
        return Stopped(
            Exit.REFUSED,
            what,
            why=texts.say(
                "It lets nobody look on, lets no more people look on, or shows what "
                "happens some time later only."
            ),
            advice=texts.say(
                "Come back later: {command}",
                command=f"tarocco replay {shown(table)}",
            ),
        )
    if code == _NO_DEAL:
        why = texts.say("No cards are dealt yet.")
    else:
        why = code_sentence(code, texts)
    return Stopped(
        Exit.NOT_FOUND if code in _NOT_THERE else Exit.REFUSED,
        what,
        why=why,
        advice=texts.say(
            "Look at a finished deal: {command}", command="tarocco replay FILE"
        ),
    )
