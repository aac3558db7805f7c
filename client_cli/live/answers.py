"""Answers to what a person asks about the table in the middle of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.card_table import table_lines as card_table_lines
from client_cli.live import recital
from client_cli.live.hand_order import HandOrder
from client_cli.live.questions import is_asked, led_parts, time_lines, turn_line
from client_cli.live.vocabulary import spoken, value_spoken
from client_cli.live.wishes import Word

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known


@dataclass(frozen=True, slots=True)
class Looking:
    """How a person looks at the table."""

    order: HandOrder = HandOrder.HIGH_FIRST
    left_ms: int | None = None
    """How long the seat on turn has, if its time is known."""
    online: bool = True
    """Whether the server can be reached."""


_USUAL: Final = Looking()


def answer_lines(
    word: Word, known: Known | None, texts: Texts, looking: Looking = _USUAL
) -> list[str]:
    """The answer to a question about the table, or about the game."""
    if word is Word.CARDS:
        return card_table_lines(texts)
    if word is Word.HELP:
        return help_lines(known, texts)
    if known is None:
        return [texts.say("Nothing is known of the table yet.")]
    match word:
        case Word.HAND:
            return _hand(known, texts, looking.order)
        case Word.TABLE:
            return recital.table_lines(known, texts)
        case Word.TRICK:
            return [recital.trick_line(known, texts)]
        case Word.LAST:
            return [recital.last_trick_line(known.view, texts)]
        case Word.POINTS:
            return recital.points_lines(known.view, texts)
        case Word.LOG:
            return recital.log_lines(known.view, texts)
        case _:
            return [status_line(known, texts, looking)]


def _hand(known: Known, texts: Texts, order: HandOrder) -> list[str]:
    if known.view.deal is None:
        return [texts.say("No cards are dealt yet.")]
    return recital.hand_lines(known.view.deal, texts, order)


def status_line(known: Known, texts: Texts, looking: Looking = _USUAL) -> str:
    """Connection, turn, time, led suit, winning card and tricks in one line (H47)."""
    deal = known.view.deal
    parts = [] if looking.online else [texts.say("The connection is lost.")]
    parts += [turn_line(known, texts), *time_lines(looking.left_ms, texts)]
    if deal is not None and deal.trick:
        parts += led_parts(known, deal, texts)
        parts += recital.winning_line(known, texts)
    if deal is not None:
        parts.append(recital.points_lines(known.view, texts)[0])
    return " ".join(parts)


def help_lines(known: Known | None, texts: Texts) -> list[str]:
    """The words of this phase; the words for looking about always."""

    def word(english: str) -> str:
        return spoken(english, texts)

    phase = None if known is None or not is_asked(known) else known.situation.phase
    lines = []
    if phase == "discard":
        lines.append(
            texts.say("{word} and two cards: lay them away.", word=word("discard"))
        )
    if phase == "declare":
        lines.append(
            texts.say(
                "{declare}: everything the hand holds; {skip}: nothing.",
                declare=word("declare"),
                skip=word("skip"),
            )
        )
    if phase in {"declare", "play"}:
        lines.append(
            texts.say(
                "A card, as code or name: play it. Examples: {examples}.",
                examples="sf, MR, 16",
            )
        )
    lines.append(
        texts.say(
            "Look: {hand}, {table}, {trick}, {last} (t), {points} (p), {log} (h), "
            "{status}.",
            hand=word("hand"),
            table=word("table"),
            trick=word("trick"),
            last=word("last"),
            points=word("points"),
            log=word("log"),
            status=word("status"),
        )
    )
    lines.append(
        texts.say(
            "Ask: {why} (w) with or without a card, {again} with or without a number, "
            "{cards}, {rules} with or without a topic.",
            why=word("why"),
            again=word("again"),
            cards=word("cards"),
            rules=word("rules"),
        )
    )
    lines.append(
        texts.say(
            "Open a line of a score: {explain} (e). Order of the hand: {order} (o). A "
            "forced card by itself: {auto}.",
            explain=word("explain"),
            order=word("order"),
            auto=word("auto"),
        )
    )
    if known is not None:
        lines += _help_by_options(known, texts)
    lines.append(texts.say("Leave: {quit} (q).", quit=word("quit")))
    return lines


def _help_by_options(known: Known, texts: Texts) -> list[str]:
    """The words for what the table's options allow."""
    options, lines = known.view.options, []
    if options.hints:
        hint = spoken("hint", texts)
        lines.append(
            texts.say("What each thing is worth that you may do: {hint}.", hint=hint)
        )
    if options.talk != "off":
        lines.append(
            texts.say(
                "Talk: {say} (y) with a phrase or by itself; {mute} and {unmute} with a "
                "name or for all.",
                say=spoken("say", texts),
                mute=spoken("mute", texts),
                unmute=spoken("unmute", texts),
            )
        )
    if options.signals != "off":
        lines.append(
            texts.say(
                "Signal with a led card: {signal} (g) and busso, striscio or volo.",
                signal=spoken("signal", texts),
            )
        )
    if options.claims:
        lines.append(
            texts.say(
                "Claim the rest on your lead: {claim} (k) and {ours} or {theirs}.",
                claim=spoken("claim", texts),
                ours=value_spoken("ours", texts),
                theirs=value_spoken("theirs", texts),
            )
        )
    if options.undo:
        lines.append(
            texts.say("Ask for your last card: {undo} (u).", undo=spoken("undo", texts))
        )
    return lines
