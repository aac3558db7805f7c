"""`tarocco explain`: the combinations of some cards, and what they are worth."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from client_cli.card_names import CardNames, NoSuchCard
from client_cli.cards import ANY_MOOR, MOORS, all_on_screen
from client_cli.exits import Exit, Stopped
from client_cli.offline.answers import (
    CARDS_RULE,
    card_set,
    combinations_answer,
    explain_answer,
    refusal_of,
)
from client_cli.offline.filters import answer_lines
from client_cli.offline.reading import lines_in
from client_cli.offline.sheets import combined_from
from client_cli.safe_text import shown
from client_cli.score_lines import combined_lines
from engine.combinations import combinations_of
from engine.errors import RuleCode
from engine.record import IllegalRecord

if TYPE_CHECKING:
    from client_cli.score_sheet import Combined
    from client_cli.texts import Texts


def explain_stream(path: str, texts: Texts) -> Exit:
    """Answer every line of a file or, for `-`, of standard input, with an object.

    Raises:
        Stopped: The file cannot be read.
    """
    answer_lines(lines_in(path, texts), sys.stdout, explain_answer, CARDS_RULE)
    return Exit.DONE


def explain_cards(typed: str, texts: Texts, *, as_json: bool) -> Exit:
    """Print the combinations of the typed cards: codes in any case, or names.

    Raises:
        Stopped: A word names no card, or a card comes twice.
    """
    found = CardNames(texts).read(typed)
    codes = (found.word,) if isinstance(found, NoSuchCard) else _with_moors(found)
    try:
        cards = card_set(list(codes))
    except IllegalRecord as fault:
        if as_json:
            print(json.dumps(refusal_of(fault)))
        raise _stopped_by(fault, found, texts) from None
    if as_json:
        print(json.dumps({"v": 1, **combinations_answer(list(codes))}))
    else:
        score = combined_from(combinations_of(cards))
        print("\n".join(explained(score, texts)))
    return Exit.DONE


def explained(score: Combined, texts: Texts) -> list[str]:
    """Every combination, the sums, and which cards a declaration would show."""
    if not score.rows:
        return [texts.say("These cards hold no combination: 0 points.")]
    return [
        *combined_lines(score, texts),
        texts.say(
            "Total: sets {cricche} + sequences {sequences} = {total}.",
            cricche=score.cricche_total,
            sequences=score.sequences_total,
            total=score.total,
        ),
        texts.say(
            "Cards that count, and that all would see if they were declared: {cards}.",
            cards=all_on_screen(score.public_cards),
        ),
    ]


def _with_moors(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The codes with the lowest free Moor for each `MR`; a fifth stays as it is."""
    free = [moor for moor in MOORS if moor not in codes]
    return tuple(free.pop(0) if code == ANY_MOOR and free else code for code in codes)


def _stopped_by(
    fault: IllegalRecord, found: tuple[str, ...] | NoSuchCard, texts: Texts
) -> Stopped:
    if isinstance(found, NoSuchCard):
        what = texts.say("{word} is no card.", word=shown(found.word))
    elif fault.code is RuleCode.CARD_TWICE:
        what = texts.say("The same card comes twice; every card is there once.")
    else:
        what = texts.say("There are only four Moors.")
    return Stopped(
        Exit.WRONG_USE,
        what,
        why=texts.say("{code}, rule {rule}.", code=fault.code.value, rule=fault.rule),
        advice=texts.say("See all codes and names: {command}", command="tarocco cards"),
    )
