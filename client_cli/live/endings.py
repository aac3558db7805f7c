"""The ways in which a game ends that a person can do something about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.exits import Exit, Stopped
from client_cli.live.refusals import code_sentence
from client_cli.safe_text import shown
from protocol.codes import CloseCode, ErrorCode
from protocol.updates import EndReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.texts import Texts
    from protocol.updates import Ended

_PLAY = "tarocco play"
_RESUME = "tarocco resume"


def lost(wait_s: float, texts: Texts, *, can_return: bool) -> Stopped:
    """The server is away and did not come back in time."""
    if can_return:
        advice = texts.say("Return to your seat later: {command}", command=_RESUME)
    else:
        advice = texts.say("Play at a new table: {command}", command=_PLAY)
    return Stopped(
        Exit.UNREACHABLE,
        texts.say("The connection to the server is lost."),
        why=texts.say(
            "It did not come back within {seconds} s.", seconds=f"{wait_s:g}"
        ),
        advice=advice,
    )


def unreachable(url: str, why: str, texts: Texts) -> Stopped:
    """No server could be reached at the beginning."""
    return Stopped(
        Exit.UNREACHABLE,
        texts.say("The server {url} cannot be reached.", url=shown(url)),
        why=shown(why, 200),
        advice=texts.say(
            "Check the address, or play at a table of your own: {command}",
            command=_PLAY,
        ),
    )


def nobody_let_in(url: str, why: str, texts: Texts) -> Stopped:
    """The server answers, but could let nobody in for as long as we waited."""
    return Stopped(
        Exit.UNREACHABLE,
        texts.say("The server {url} lets nobody in now.", url=shown(url)),
        why=why,
        advice=texts.say(
            "Try again later, or play at a table of your own: {command}",
            command=_PLAY,
        ),
    )


def ended(end: Ended, texts: Texts) -> Stopped:
    """The session is over for good."""
    if end.reason is EndReason.NO_VERSION:
        return Stopped(
            Exit.PROTOCOL,
            texts.say("Client and server do not speak the same version."),
            why=shown(end.why, 200),
            advice=texts.say(
                "Update the one that is older: {command}", command="tarocco --version"
            ),
        )
    if end.reason is EndReason.FAULT:
        return Stopped(
            Exit.FAULT,
            texts.say("The client made a mistake."),
            why=shown(end.why, 200),
            advice=texts.say("Return to your seat: {command}", command=_RESUME),
        )
    return _session_over(end, texts) or _not_let_in(end, texts)


def _session_over(end: Ended, texts: Texts) -> Stopped | None:
    """The server has let this session in and does so no more; None for all else."""
    if end.code == CloseCode.SUPERSEDED:
        return Stopped(
            Exit.REFUSED,
            texts.say("Another client has taken over your seat."),
            why=texts.say("It came with the same session; the game goes on there."),
            advice=texts.say("To play here again: {command}", command=_RESUME),
        )
    if end.error == ErrorCode.TOKEN:
        return Stopped(
            Exit.REFUSED,
            texts.say("This server does not know your session any more."),
            why=texts.say("It was ended, or you were away for too long."),
            advice=texts.say("Play at a new table: {command}", command=_PLAY),
        )
    if end.code == CloseCode.REVOKED:
        return Stopped(
            Exit.REFUSED,
            texts.say("The host of the server has ended your session."),
            why=texts.say("Or somebody else has used it. Its seats are gone for you."),
            advice=texts.say("Play at a new table: {command}", command=_PLAY),
        )
    return None


def _not_let_in(end: Ended, texts: Texts) -> Stopped:
    """One of the two sides wants no connection with the other."""
    if end.reason is EndReason.UNTRUSTED:
        return Stopped(
            Exit.REFUSED,
            texts.say("This client does not trust the certificate of the server."),
            why=shown(end.why, 200),
            advice=texts.say(
                "If you know that it is right, name its file: {setting}",
                setting="SSL_CERT_FILE=crt.pem",
            ),
        )
    if end.error == ErrorCode.LOGIN:
        return Stopped(
            Exit.REFUSED,
            texts.say("The server does not take this login."),
            why=texts.say("It is over, or is not of this server."),
            advice=texts.say("Log in anew: {command}", command="tarocco login"),
        )
    if end.error == ErrorCode.BAD_NAME:
        return Stopped(
            Exit.REFUSED,
            texts.say("The server does not take this name."),
            why=texts.say("It could be taken for a seat, a bot or the server."),
            advice=texts.say(
                "Choose another one: {command}", command=f"{_PLAY} --name ..."
            ),
        )
    return Stopped(
        Exit.REFUSED,
        texts.say("The server does not let this client in."),
        why=f"{shown(end.why, 200)} ({end.error or end.code or end.reason.value})".strip(),
        advice=texts.say(
            "Ask the host of the server, or play: {command}", command=_PLAY
        ),
    )


def gone(code: str, texts: Texts) -> Stopped:
    """The table is there no longer, or no longer with a seat of ours."""
    closed = code == ErrorCode.TABLE_CLOSED
    return Stopped(
        Exit.TABLE_CLOSED if closed else Exit.NOT_FOUND,
        texts.say("The table is closed.")
        if closed
        else texts.say("Your seat at the table is gone."),
        why="" if closed else code_sentence(code, texts),
        advice=texts.say("Play at a new one: {command}", command=_PLAY),
    )


def sent_away(texts: Texts) -> Stopped:
    """The seat is somebody else's, or nobody's, and the table goes on."""
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("Your seat at the table is gone."),
        why=texts.say("You were sent away, or were not there for too long."),
        advice=texts.say("Play at a new one: {command}", command=_PLAY),
    )


def table_closed(reason: str, texts: Texts) -> Stopped:
    """The table was closed while this client sat there."""
    return Stopped(
        Exit.TABLE_CLOSED,
        texts.say("The table was closed."),
        why=shown(reason),
        advice=texts.say("Play at a new one: {command}", command=_PLAY),
    )


def no_deal(why: str, texts: Texts) -> Stopped:
    """The server does not begin the deal that was asked for."""
    return Stopped(
        Exit.REFUSED,
        texts.say("The server begins no deal."),
        why=why,
        advice=texts.say("Play at a new table: {command}", command=_PLAY),
    )


def seat_lost(texts: Texts) -> Stopped:
    """The server knows this session no longer."""
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("Your seat is gone: the server knows this session no longer."),
        advice=texts.say("Play at a new table: {command}", command=_PLAY),
    )


def no_seat(
    texts: Texts, table: str | None = None, others: Sequence[str] = ()
) -> Stopped:
    """The person wants to return, and has no seat there.

    Args:
        texts: The language.
        table: The table that was named; None for any.
        others: Where there are seats of this person.
    """
    if table is None:
        what = texts.say("You have no seat to return to.")
    else:
        what = texts.say("You have no seat at table {table}.", table=shown(table))
    why = ""
    if others:
        why = texts.say("You sit at: {tables}.", tables=", ".join(map(shown, others)))
    advice = texts.say("Play at a new one: {command}", command=_PLAY)
    return Stopped(Exit.NOT_FOUND, what, why=why, advice=advice)


def no_table(table: str, texts: Texts) -> Stopped:
    """A table is named without its server, and none runs on this machine."""
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("There is no table {table} on this machine.", table=shown(table)),
        why=texts.say("No server runs here."),
        advice=texts.say("Use the link to it: {command}", command="tarocco join LINK"),
    )


def not_shown(table: str, code: str, texts: Texts) -> Stopped:
    """A table is not there, or may not be watched."""
    if code == ErrorCode.NOT_ALLOWED:
        return Stopped(
            Exit.REFUSED,
            texts.say("Table {table} cannot be looked at.", table=shown(table)),
            why=texts.say("It has no onlookers, or has as many as it may have."),
            advice=texts.say("See: {command}", command="tarocco tables"),
        )
    if code == ErrorCode.TABLE_CLOSED:
        return gone(code, texts)
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("There is no table {table}.", table=shown(table)),
        why=shown(code),
        advice=texts.say("See: {command}", command="tarocco tables"),
    )


def in_use(texts: Texts) -> Stopped:
    """The person wants to return, and another client has the seats."""
    return Stopped(
        Exit.REFUSED,
        texts.say("Another client of yours is running, and has your seats."),
        advice=texts.say("End it with Ctrl-C, then: {command}", command=_RESUME),
    )


def not_answered(texts: Texts) -> Stopped:
    """The server is there and gives no answer."""
    return Stopped(
        Exit.TIMED_OUT,
        texts.say("The server gave no answer in time."),
        advice=texts.say("Try again later: {command}", command=_PLAY),
    )
