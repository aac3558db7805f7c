"""What is wrong with a record, said in the person's language.

The rules give a code, the number of the rule and the place; their own sentence is in
English and goes into JSON. Here the code becomes a sentence that any language has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.texts import message
from engine.errors import RuleCode
from engine.record import RECORD_FORMAT

if TYPE_CHECKING:
    from client_cli.offline.reading import BadJson
    from client_cli.texts import Texts
    from engine.record import IllegalRecord

_SENTENCES: Final = {
    RuleCode.NO_SUCH_CARD: message("There is no such card."),
    RuleCode.NOT_YOUR_TURN: message("Another seat is to act."),
    RuleCode.WRONG_PHASE: message("The deal is not at this point."),
    RuleCode.NOT_IN_HAND: message("The seat does not hold this card."),
    RuleCode.CARD_TWICE: message("The same card comes a second time."),
    RuleCode.MUST_FOLLOW: message("The seat holds the led suit and has to follow it."),
    RuleCode.MUST_TRUMP: message(
        "The seat cannot follow, holds a trump and has to play one."
    ),
    RuleCode.DISCARD_PROTECTED: message(
        "Kings, Angel, World, Bégato and Matto may not be discarded."
    ),
    RuleCode.DISCARD_COUNT: message("Exactly two cards are discarded."),
    RuleCode.DECLARATION_CLOSED: message("The declaration of this seat is closed."),
    RuleCode.NOTHING_TO_DECLARE: message("The hand holds no combination."),
    RuleCode.BAD_RECORD: message("This part is missing or has the wrong form."),
}
_MISSING: Final = {
    "commitment": message("The record does not tell the commitment."),
    "entropies": message("The record does not tell what the seats added."),
    "secret": message("The record does not tell the secret."),
    "table": message("The record does not tell the table."),
    "deal": message("The record does not tell the number of the deal."),
    "dealer_drawn": message("The record does not tell whether the dealer was drawn."),
}
# Which of several parts was changed, nobody can know: each sentence names them all.
_BROKEN: Final = {
    "commitment": message("The commitment is not the SHA-256 of the secret."),
    "dealer": message(
        "Another dealer follows from secret, table, deal and entropies together."
    ),
    "tricks": message(
        "Other hands follow from secret, table, deal, dealer and entropies together."
    ),
}


def stopped_by_rule(fault: IllegalRecord, what: str, texts: Texts) -> Stopped:
    """The end of a verb whose record is none, or breaks a rule."""
    if fault.code is not RuleCode.BAD_RECORD:
        sentence = texts.say(_SENTENCES[fault.code])
        if fault.allowed:
            cards = ", ".join(fault.allowed)
            sentence += " " + texts.say("Allowed: {cards}.", cards=cards)
        rule = f"tarocco rules {fault.rule}"
        advice = texts.say("See the rule: {command}", command=rule)
        return _stopped(fault, what, sentence, advice, texts)
    if fault.at == "format":
        sentence = texts.say("Only the format {format} is read.", format=RECORD_FORMAT)
    else:
        sentence = texts.say(_SENTENCES[fault.code])
    return _stopped(fault, what, sentence, _record_wanted(texts), texts)


def stopped_by_missing_proof(fault: IllegalRecord, what: str, texts: Texts) -> Stopped:
    """The end of `verify` on a record that does not tell how it was dealt."""
    sentence = texts.say(_MISSING[fault.at])
    return _stopped(fault, what, sentence, _record_wanted(texts), texts)


def stopped_by_broken_promise(fault: IllegalRecord, what: str, texts: Texts) -> Stopped:
    """The end of `verify` on a record that contradicts its own proof."""
    advice = texts.say(
        "Compare it with the record as it was saved: either it was changed since then, "
        "or the table did not deal as it had promised."
    )
    return _stopped(fault, what, texts.say(_BROKEN[fault.at]), advice, texts)


def place_in(at: str, texts: Texts) -> str:
    """The place of a fault: `trick 3 card 2` in the person's words."""
    match at.split():
        case ["trick", trick]:
            return texts.say("trick {trick}", trick=trick)
        case ["trick", trick, "card", card]:
            return texts.say("trick {trick}, card {card}", trick=trick, card=card)
        case _:
            return at  # the name of a key of the record


def _stopped(
    fault: IllegalRecord, what: str, sentence: str, advice: str, texts: Texts
) -> Stopped:
    return Stopped(
        Exit.BAD_RECORD,
        what,
        why=texts.say(
            "At {place}: {sentence} ({code}, rule {rule})",
            place=place_in(fault.at, texts),
            sentence=sentence,
            code=fault.code.value,
            rule=fault.rule,
        ),
        advice=advice,
    )


def not_json(fault: BadJson, texts: Texts) -> Stopped:
    """The end of a verb whose file is no JSON."""
    return Stopped(
        Exit.BAD_RECORD,
        texts.say("The record cannot be read."),
        why=texts.say("It is no JSON that can be read: {reason}.", reason=fault),
        advice=_record_wanted(texts),
    )


def _record_wanted(texts: Texts) -> str:
    return texts.say("Give a record as the game saves it after each deal.")
