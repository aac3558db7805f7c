"""Coming to a seat: at a new table of one's own, or back to the one that was left."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from client_cli.arguments import wrong_use
from client_cli.card_names import CardNames
from client_cli.exits import Exit, Stopped
from client_cli.live import endings
from client_cli.live.keyboard import Typed
from client_cli.live.own_chance import own_chance
from client_cli.live.passwords import asked_password
from client_cli.live.refusals import refusal_lines
from client_cli.live.table_options import options_for
from client_cli.live.vocabulary import spoken
from client_cli.live.wishes import Wish, Word, wish_in
from client_cli.safe_text import shown
from protocol.codes import ErrorCode
from protocol.to_client import Ok, Refused
from protocol.to_server import Sit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.live.parts import Parts
    from client_cli.table_flags import TableFlags
    from client_cli.texts import Texts
    from protocol.client import Session
    from protocol.options import Options
    from protocol.to_client import Answer, Welcome

_PASSWORD_TRIES: Final = 3
_LONGEST_PASSWORD: Final = 64
_NOT_THERE: Final[dict[str, Exit]] = {
    ErrorCode.NO_TABLE: Exit.NOT_FOUND,
    ErrorCode.TABLE_CLOSED: Exit.TABLE_CLOSED,
}
"""The exit codes where the table is not there; any other refusal is just that."""


class Return(Enum):
    """What to do about a seat that is still there."""

    GO_BACK = "back to it"
    NEW_TABLE = "a new table; the old seat stays"
    LEAVE_IT = "a new table; the old seat goes to a bot"


_CHOICES: Final[dict[Wish, Return]] = {
    Word.NOTHING: Return.GO_BACK,
    Word.YES: Return.GO_BACK,
    Word.NO: Return.NEW_TABLE,
    Word.QUIT: Return.LEAVE_IT,
}


async def new_table(
    session: Session, options: Options, seat: int | None, texts: Texts
) -> str:
    """Open a table and sit down at it; gives its id.

    Raises:
        Stopped: The server refuses.
        NoAnswerError: It gave no answer in time.
        SessionEndedError: The session is over.
    """
    table = await _opened(session, options, texts)
    _granted(await _sit(session, table, seat, options.password), texts)
    return table


async def host_table(options: Options, parts: Parts) -> str:
    """The same for a table to which others come, with chance of one's own in its deal.

    Raises like `new_table`.
    """
    session, texts = parts.session, parts.texts
    table = await _opened(session, options, texts)
    chance = await own_chance(table, parts)
    seat, password = parts.flags.seat, options.password
    _granted(await _sit(session, table, seat, password, chance), texts)
    return table


async def quick_table(session: Session, options: Options, texts: Texts) -> str:
    """Sit down where people wait, or at a new table for them; raises like `new_table`."""
    return _granted(await session.quick(options), texts).table or ""


async def sit_down(
    session: Session, table: str, seat: int | None, texts: Texts
) -> None:
    """Take a seat, or the first free one; raises like `new_table`."""
    _granted(await _sit(session, table, seat, ""), texts)


async def join_table(table: str, parts: Parts) -> None:
    """Take a seat at a table of others, with a password where it asks for one.

    Chance of one's own goes along where the table shows itself first.
    Raises like `new_table`.
    """
    session, texts = parts.session, parts.texts
    chance = await own_chance(table, parts)
    answer = await _sit(session, table, parts.flags.seat, "", chance)
    for _ in range(0 if parts.is_script else _PASSWORD_TRIES):
        if not isinstance(answer, Refused) or answer.code != ErrorCode.PASSWORD:
            break
        question = texts.say("Password of table {table}:", table=table)
        password = await asked_password(question, parts)
        if password is None:
            break
        answer = await _sit(session, table, parts.flags.seat, password, chance)
    _granted(answer, texts)


async def host_options(table: TableFlags, parts: Parts) -> Options:
    """The options of a table to which others come; its password is asked for."""
    password = ""
    if table.password:
        question = parts.texts.say("A password for the new table:")
        password = await asked_password(question, parts) or ""
        if not 1 <= len(password) <= _LONGEST_PASSWORD:
            what = parts.texts.say("This is no password for a table.")
            why = parts.texts.say(
                "A password has 1 to {most} characters.", most=_LONGEST_PASSWORD
            )
            raise wrong_use(what, parts.texts, "host", why=why)
    return options_for(parts.flags, table, password=password)


async def _opened(session: Session, options: Options, texts: Texts) -> str:
    """A new table's id."""
    return _granted(await session.create(options), texts).table or ""


async def _sit(
    session: Session,
    table: str,
    seat: int | None,
    password: str,
    chance: bytes | None = None,
) -> Answer:
    wish = {"table": table, "seat": seat, "password": password, "entropy": chance}
    return await session.command(lambda n: Sit.model_validate({"n": n, **wish}))


def _granted(answer: Answer, texts: Texts) -> Ok:
    if isinstance(answer, Refused):
        raise Stopped(
            _NOT_THERE.get(answer.code, Exit.REFUSED),
            texts.say("The server gives you no table."),
            why=" ".join(refusal_lines(answer, (), None, texts)),
            advice=texts.say(
                "Try again later, or see: {command}", command="tarocco play --help"
            ),
        )
    return answer


def kept_seat(welcome: Welcome, table: str | None, texts: Texts) -> str:
    """The table to return to.

    Args:
        welcome: What the server said; it names the seats that are kept.
        table: The table that the person named; None for the newest.
        texts: The language.

    Raises:
        Stopped: There is no such seat.
    """
    tables = [seat.table for seat in welcome.seats]
    if table is None and tables:
        return tables[-1]
    found = next((one for one in tables if one.lower() == (table or "").lower()), None)
    if found is not None:
        return found
    raise endings.no_seat(texts, table, tables)


async def ask_to_return(tables: Sequence[str], parts: Parts) -> Return:
    """Ask whether to go back to the seat that was taken last.

    Args:
        tables: Where the person sits, the newest last.
        parts: The screen and the keyboard.
    """
    names = CardNames(parts.texts)
    while True:
        for line in _return_lines(tables, parts.texts):
            parts.screen.ask(line)
        parts.screen.prompt()
        parts.keyboard.ask()
        happening = await parts.happenings.get()
        parts.screen.line_came()
        if not isinstance(happening, Typed):
            parts.happenings.put(happening)  # input has ended: for the game to see
            return Return.GO_BACK
        choice = _CHOICES.get(wish_in(happening.line, names, parts.texts))
        if choice is not None:
            return choice
        parts.screen.complain(
            [
                parts.texts.say(
                    "{word} is no answer to this.", word=shown(happening.line, 40)
                )
            ]
        )


def _return_lines(tables: Sequence[str], texts: Texts) -> list[str]:
    *others, newest = tables
    lines = [
        texts.say("You still have a seat at table {table}.", table=shown(newest)),
        texts.say("Type {yes} to return to it.", yes=spoken("yes", texts)),
        texts.say(
            "Type {no} to play at a new table; that seat is kept for a while.",
            no=spoken("no", texts),
        ),
        texts.say(
            "Type {quit} to give that seat up and play at a new table.",
            quit=spoken("quit", texts),
        ),
    ]
    if others:
        lines.append(other_seats_line(others, texts))
    return lines


def other_seats_line(tables: Sequence[str], texts: Texts) -> str:
    """Where else this person has a seat, and how to return there."""
    return texts.say(
        "You also have seats at: {tables}. To return there: {command}",
        tables=", ".join(map(shown, tables)),
        command=f"tarocco resume {shown(tables[-1])}",
    )
