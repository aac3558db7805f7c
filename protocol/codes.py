"""Every refusal and every way a connection ends, each with a plain sentence.

`ErrorCode` is what `refused` and `error` carry, `CloseCode` what ends a connection. Both
say what a client should do: the advice is data, so that clients need no table of their
own. The sentences are for logs and documents; what a person reads is made by the client,
in the person's language, from the code and its arguments.
"""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from typing import Final


class Advice(Enum):
    """What a client should do after a refusal."""

    CHANGE = "ask for something else; the table is as it was"
    RESEND = "send the same command with the same number again, after `retry_ms`"
    REFRESH = "look at the table as it is now, and choose again"
    REPAIR = "repair the client: a correct one never causes this"
    ENTER_AGAIN = "connect without the resume token; the old session is gone"
    GIVE_UP = "tell the person; asking again gives the same answer"


class ErrorCode(StrEnum):
    """Why something was not done; the value is the code on the wire."""

    advice: Advice
    sentence: str

    def __new__(
        cls, code: str, advice: Advice = Advice.GIVE_UP, sentence: str = ""
    ) -> ErrorCode:
        """One code with its advice and its sentence; `ErrorCode(text)` looks it up."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.advice = advice
        member.sentence = sentence
        return member

    # The rules refuse; `rule` names the rule, `legal` the cards that would do.
    NO_SUCH_CARD = "E_NO_SUCH_CARD", Advice.CHANGE, "There is no card with this code."
    NOT_YOUR_TURN = "E_NOT_YOUR_TURN", Advice.CHANGE, "Another seat is to act."
    PHASE = "E_PHASE", Advice.CHANGE, "The deal is not at the point where this is done."
    NOT_IN_HAND = "E_NOT_IN_HAND", Advice.CHANGE, "The seat does not hold this card."
    CARD_TWICE = "E_CARD_TWICE", Advice.CHANGE, "The same card is named twice."
    MUST_FOLLOW = (
        "E_MUST_FOLLOW",
        Advice.CHANGE,
        "The led suit must be followed, or the Matto played.",
    )
    MUST_TRUMP = (
        "E_MUST_TRUMP",
        Advice.CHANGE,
        "Who cannot follow must play a trump, or the Matto.",
    )
    DISCARD_PROTECTED = (
        "E_DISCARD_PROTECTED",
        Advice.CHANGE,
        "Kings, Angel, World, Begato and Matto cannot be discarded.",
    )
    DISCARD_COUNT = "E_DISCARD_COUNT", Advice.CHANGE, "Two cards are discarded."
    DECLARATION_CLOSED = (
        "E_DECL_CLOSED",
        Advice.CHANGE,
        "This seat can no longer declare in this deal.",
    )
    NOTHING_TO_DECLARE = (
        "E_NOTHING_TO_DECLARE",
        Advice.CHANGE,
        "The hand holds no combination: it can only skip.",
    )
    BAD_RECORD = (
        "E_BAD_RECORD",
        Advice.CHANGE,
        "The record of the deal is not complete.",
    )

    # The table refuses.
    NO_TABLE = "E_NO_TABLE", Advice.GIVE_UP, "There is no such table, or no longer."
    SEAT_TAKEN = "E_SEAT_TAKEN", Advice.CHANGE, "Somebody sits there."
    TABLE_FULL = "E_TABLE_FULL", Advice.CHANGE, "No seat is free at this table."
    NOT_SEATED = "E_NOT_SEATED", Advice.CHANGE, "This session has no seat at the table."
    ALREADY_SEATED = (
        "E_ALREADY_SEATED",
        Advice.CHANGE,
        "This session sits there already.",
    )
    NOT_HOST = "E_NOT_HOST", Advice.CHANGE, "Only the host of the table may do this."
    PASSWORD = "E_PASSWORD", Advice.CHANGE, "The table asks for another password."
    KICKED = "E_KICKED", Advice.GIVE_UP, "This session was sent away from the table."
    NOT_ALLOWED = (
        "E_NOT_ALLOWED",
        Advice.CHANGE,
        "The options of the table do not allow it.",
    )
    SIGNAL_NOT_ALLOWED = (
        "E_SIGNAL_NOT_ALLOWED",
        Advice.CHANGE,
        "A signal goes with a led card, where and when the table allows it.",
    )
    PAUSED = "E_PAUSED", Advice.CHANGE, "The table pauses; nobody moves."
    NOTHING_ASKED = (
        "E_NOTHING_ASKED",
        Advice.CHANGE,
        "There is nothing that this seat could answer.",
    )
    TOO_MANY_TABLES = (
        "E_TOO_MANY_TABLES",
        Advice.CHANGE,
        "This session, or the server, has all the tables that it may have.",
    )
    TABLE_CLOSED = "E_TABLE_CLOSED", Advice.GIVE_UP, "The table is closed."
    STALE = (
        "E_STALE",
        Advice.REFRESH,
        "The turn that this command was meant for is over.",
    )

    # The command number refuses.
    CONFLICT = (
        "E_CONFLICT",
        Advice.REPAIR,
        "This number was used for another command, which stands.",
    )
    OLD_NUMBER = (
        "E_OLD_NUMBER",
        Advice.REFRESH,
        "A later command of this session was taken; numbers only count up.",
    )

    # The server cannot, now.
    BUSY = "E_BUSY", Advice.RESEND, "Too much at once at this table; nothing was done."
    RATE = "E_RATE", Advice.RESEND, "Too many messages; this one was not looked at."
    STORE_AWAY = (
        "E_STORE_AWAY",
        Advice.RESEND,
        "The store does not answer; whether the command counts is not known yet.",
    )
    STORE_FULL = (
        "E_STORE_FULL",
        Advice.RESEND,
        "The store has no room; nothing was done.",
    )
    INTERNAL = (
        "E_INTERNAL",
        Advice.GIVE_UP,
        "The server made a mistake; nothing was done.",
    )

    FROZEN = (
        "E_FROZEN",
        Advice.GIVE_UP,
        "The table stands still after a fault of the server; nobody can move.",
    )

    # The message itself is refused.
    BAD_MESSAGE = (
        "E_BAD_MESSAGE",
        Advice.REPAIR,
        "The message has not the shape of its op.",
    )
    UNKNOWN_OP = "E_UNKNOWN_OP", Advice.REPAIR, "There is no such op in this version."
    TOO_BIG = "E_TOO_BIG", Advice.REPAIR, "The message has more bytes than allowed."
    TEXT_FRAME = "E_TEXT_FRAME", Advice.REPAIR, "Messages are binary frames."
    BAD_NAME = (
        "E_BAD_NAME",
        Advice.CHANGE,
        "A name has 1 to 24 visible characters, with a letter or digit among them.",
    )

    # The connection is refused.
    HELLO_FIRST = "E_HELLO_FIRST", Advice.REPAIR, "The first message must be hello."
    HELLO_TWICE = "E_HELLO_TWICE", Advice.REPAIR, "hello was said already."
    VERSION = (
        "E_VERSION",
        Advice.GIVE_UP,
        "No version of the protocol suits both sides.",
    )
    LOGIN = (
        "E_LOGIN",
        Advice.GIVE_UP,
        "The login token is not good, or the server has no login.",
    )
    TOKEN = (
        "E_TOKEN",
        Advice.ENTER_AGAIN,
        "The resume token is not, or no longer, valid.",
    )


RULE_CODES: Final = frozenset(
    {
        ErrorCode.NO_SUCH_CARD,
        ErrorCode.NOT_YOUR_TURN,
        ErrorCode.PHASE,
        ErrorCode.NOT_IN_HAND,
        ErrorCode.CARD_TWICE,
        ErrorCode.MUST_FOLLOW,
        ErrorCode.MUST_TRUMP,
        ErrorCode.DISCARD_PROTECTED,
        ErrorCode.DISCARD_COUNT,
        ErrorCode.DECLARATION_CLOSED,
        ErrorCode.NOTHING_TO_DECLARE,
        ErrorCode.BAD_RECORD,
    }
)
"""The refusals that come from the rules of the game and name a rule."""


_ERRORS: Final = {code.value: code for code in ErrorCode}


def advice_for(code: str) -> Advice:
    """What to do about a code, also about one that only newer servers know."""
    known = _ERRORS.get(code)
    return Advice.GIVE_UP if known is None else known.advice


class Retry(Enum):
    """Whether a client connects again after a connection has ended."""

    RESUME = "at once, with the first short delay of the back-off"
    LATER = "after the time that goaway named, or a few seconds"
    ENTER_AGAIN = "not with this token: the person has to enter again"
    NEVER = "no: it would end the same way"


class CloseCode(IntEnum):
    """How a connection ended; 4000 and above are this protocol's own."""

    retry: Retry
    sentence: str

    def __new__(
        cls, code: int, retry: Retry = Retry.NEVER, sentence: str = ""
    ) -> CloseCode:
        """One close code with retry flag and sentence; `CloseCode(4005)` looks it up."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.retry = retry
        member.sentence = sentence
        return member

    NORMAL = 1000, Retry.RESUME, "Ended in good order, as after bye."
    GOING_AWAY = 1001, Retry.RESUME, "The other end is going away."
    FRAMES = 1002, Retry.NEVER, "Frames against the rules of WebSocket."
    NOT_BINARY = 1003, Retry.NEVER, "A kind of frame that is not taken."
    NO_CODE = 1005, Retry.RESUME, "The connection was closed without a code."
    CUT = 1006, Retry.RESUME, "The connection broke without a word."
    BAD_TEXT = 1007, Retry.NEVER, "A text frame that is not UTF-8."
    TOO_BIG = 1009, Retry.NEVER, "A message with more bytes than allowed."
    FAULT = 1011, Retry.RESUME, "A fault in the other end, or no answer to a ping."
    RESTART = 1012, Retry.LATER, "The server restarts; seats and tables stay."
    TRY_LATER = 1013, Retry.LATER, "The server cannot take the connection now."
    INTERNAL = 4000, Retry.RESUME, "A fault in the server."
    BAD_MESSAGE = 4001, Retry.NEVER, "Too many messages that could not be taken."
    HELLO_LATE = 4002, Retry.RESUME, "hello did not come in time."
    AUTH = 4003, Retry.NEVER, "Sign-in was refused."
    REVOKED = 4004, Retry.ENTER_AGAIN, "The resume token is not, or no longer, valid."
    SUPERSEDED = 4005, Retry.NEVER, "The session goes on over another connection."
    RATE = 4006, Retry.LATER, "Too many messages, in spite of warnings."
    SLOW = (
        4007,
        Retry.RESUME,
        "The client was too slow to read, or to finish a message.",
    )
    VERSION = 4008, Retry.NEVER, "No version of the protocol suits both sides."
    CAPACITY = (
        4009,
        Retry.LATER,
        "The server, or this session, has all the connections that it may have.",
    )


_CLOSINGS: Final = {code.value: code for code in CloseCode}


def retry_after(code: int) -> Retry:
    """Whether to connect again after this close code, known or not.

    A code that only newer servers know is met with a pause; a standard code that is
    not listed blames what this side sent, and sending it again would not help.
    """
    known = _CLOSINGS.get(code)
    if known is not None:
        return known.retry
    return Retry.LATER if code >= 3000 else Retry.NEVER
