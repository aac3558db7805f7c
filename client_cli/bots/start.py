"""`tarocco bot`: from a command line to a bot that has played its deals."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from pydantic import TypeAdapter, ValidationError

from client_cli.arguments import wrong_use
from client_cli.bot_files import bots_from, output_kept_from_bots
from client_cli.bots.program import Program
from client_cli.bots.program_faults import cannot_start, ended_early, hints
from client_cli.bots.records import Records
from client_cli.bots.report import Report
from client_cli.bots.stdio import StdioBot
from client_cli.exits import Exit, Stopped
from client_cli.folders import made, state_folder
from client_cli.live import endings
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.reaching import check_name, entered, patience_s, server_for
from client_cli.live.screen import Screen
from client_cli.live.seating import new_table, sit_down
from client_cli.live.table_options import options_for
from client_cli.safe_text import shown
from client_cli.signals import until_signalled
from client_cli.table_flags import TableFlags
from protocol.bot_game import BotGame, GameListener, GameOverError, LostError, Over
from protocol.bot_seat import MOVE_S, BotSeat
from protocol.bot_thread import BotThread
from protocol.fields import TableId
from protocol.tokens import TokenInMemory
from protocol.updates import NoAnswerError, SessionEndedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TextIO

    from client_cli.arguments import LiveFlags, Request
    from client_cli.texts import Texts
    from protocol.bot_seat import BotPlayer
    from protocol.client import Session

ERRORS: Final = "bot-errors.log"
_TABLE: Final[TypeAdapter[str]] = TypeAdapter(TableId)
_LEAVE_S: Final = 3.0
_VERBS_OF_PEOPLE: Final = ("play", "resume")


def play_bot(
    request: Request, texts: Texts, *, begin: Callable[[], None] = lambda: None
) -> Exit:
    """Let a bot play until its deals are over.

    Args:
        request: What the person wants.
        texts: The language.
        begin: Called when the bot is there and the server is looked for.

    Raises:
        Stopped: It cannot be, or not any more.
    """
    ways = (request.bots.program is not None) + request.bots.stdio
    if len(request.operands) + ways != 1:
        what = texts.say(
            "One of these is needed: a file, a program after --exec, or --stdio."
        )
        raise wrong_use(what, texts, "bot")
    check_name(request.live.name, "bot", texts)
    with output_kept_from_bots() as output:
        return asyncio.run(until_signalled(_play(request, texts, output, begin)))


async def _play(
    request: Request, texts: Texts, output: TextIO, begin: Callable[[], None]
) -> Exit:
    # Nobody returns to this seat, and nobody is asked: as when a bot holds a person's.
    flags = replace(request.live, autopilot=True, deals=1)
    limit_s = request.bots.limit_s or MOVE_S
    spoken = sys.stderr if request.bots.stdio else output
    screen = Screen(prompts=False, quiet=flags.quiet, output=spoken)
    async with AsyncExitStack() as stack:
        player = await _player(request, limit_s, output, stack, texts)
        stack.enter_context(_advice_for_bots(texts))
        begin()
        url, _ = await server_for(flags, state_folder(), stack, texts)
        session, _ = await entered(url, TokenInMemory(), flags, stack, texts)
        await _check_that_it_runs(player, texts)
        table = await _seated(session, request.table.code, flags, texts)
        screen.note(texts.say("Table {table}.", table=table))
        seat = BotSeat(player, limit_s=limit_s)
        report = Report(
            screen,
            seat.tally,
            texts,
            says=not request.json,
            is_verbose=flags.verbose,
        )
        records = Records(DealKeeper(state_folder()), screen, texts)
        listeners = [player] if isinstance(player, GameListener) else []
        game = BotGame(
            session,
            table=table,
            seat=seat,
            listeners=[*listeners, records, report],
            deals=request.bots.games or (None if request.table.code else 1),
            lost_s=patience_s(flags, 0.0),
        )
        try:
            await game.run()
        except LostError:
            wait_s = patience_s(flags, 0.0)
            raise endings.lost(wait_s, texts, can_return=False) from None
        except GameOverError as over:
            raise _ending(over, texts) from None
        finally:
            report.tell_reasons()
            if isinstance(player, Program):
                screen.complain(hints(seat.tally, player.errors, texts))
            if request.json:
                screen.say([json.dumps(report.data(table))])
            else:
                screen.say(report.lines())
        await _leave(session, table)
    return Exit.DONE if records.verified else Exit.BAD_RECORD


@contextmanager
def _advice_for_bots(texts: Texts) -> Iterator[None]:
    """Let advice name this verb, where the parts of a live game name theirs."""
    try:
        yield
    except Stopped as end:
        for verb in _VERBS_OF_PEOPLE:
            theirs, ours = (texts.command(f"tarocco {one}") for one in (verb, "bot"))
            end.advice = end.advice.replace(theirs, ours)
        raise


async def _player(
    request: Request,
    limit_s: float,
    output: TextIO,
    stack: AsyncExitStack,
    texts: Texts,
) -> BotPlayer:
    """Who answers: first of all, so that no server is started in vain."""
    if request.bots.stdio:
        bot = StdioBot(output, limit_s)
        bot.start()
        return bot
    if request.bots.program is None:
        thread = BotThread(bots_from(request.operands[0], texts)())
        stack.callback(thread.close)
        return thread
    command = _words_of(request.bots.program, texts)
    program = Program(command, _fresh_log(), limit_s)
    try:
        await program.start()
    except (OSError, ValueError) as fault:
        raise cannot_start(command[0], fault, texts) from None
    stack.push_async_callback(program.end)
    return program


async def _check_that_it_runs(player: BotPlayer, texts: Texts) -> None:
    """Take no seat for a program that has ended while the server was looked for."""
    if isinstance(player, Program):
        why = await player.why_ended()
        if why:
            raise ended_early(player.name, why, player.errors, texts)


def _words_of(typed: str, texts: Texts) -> list[str]:
    """A command line as words; no shell reads it."""
    try:
        words = shlex.split(typed)
    except ValueError as fault:
        why = str(fault)
    else:
        if words:
            return words
        why = ""
    what = texts.say("--exec needs a command, as typed in a shell.")
    raise wrong_use(what, texts, "bot", why=why)


def _fresh_log() -> Path:
    path = made(state_folder()) / ERRORS
    path.unlink(missing_ok=True)  # another bot that runs now keeps its own
    return path


async def _seated(
    session: Session, table: str | None, flags: LiveFlags, texts: Texts
) -> str:
    """The table to play at, with a seat of ours."""
    try:
        if table is None:
            options = options_for(flags, TableFlags())
            return await new_table(session, options, flags.seat, texts)
        checked = _TABLE.validate_python(table.upper())
        await sit_down(session, checked, flags.seat, texts)
    except ValidationError:
        what = texts.say("{table} is no table.", table=shown(table or ""))
        raise wrong_use(what, texts, "bot") from None
    except NoAnswerError:
        raise endings.not_answered(texts) from None
    except SessionEndedError as over:
        if over.ended is None:
            raise endings.seat_lost(texts) from None
        raise endings.ended(over.ended, texts) from None
    return checked


def _ending(end: GameOverError, texts: Texts) -> Stopped:
    if end.ended is not None:
        return endings.ended(end.ended, texts)
    match end.over:
        case Over.GONE:
            return endings.gone(end.code, texts)
        case Over.CLOSED:
            return endings.table_closed(end.code, texts)
        case Over.REFUSED:
            return endings.no_deal(end.code, texts)
        case Over.SEAT_LOST | Over.ENDED:
            return endings.seat_lost(texts)
        case _:
            assert_never(end.over)


async def _leave(session: Session, table: str) -> None:
    """Give the seat up; whether that is heard or not."""
    with suppress(TimeoutError, NoAnswerError, SessionEndedError):
        async with asyncio.timeout(_LEAVE_S):
            await session.leave(table)
