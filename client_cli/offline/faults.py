"""What is wrong with a record, said in the person's language.

The rules give a code, the number of the rule and the place; their own sentence is in
English and goes into JSON. Here the code becomes a sentence that any language has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.texts import message
from engine.errors import RuleCode

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
_PROOF_SENTENCES: Final = {
    "commitment": message("The secret is not the one that was promised, or missing."),
    "dealer": message("Another dealer follows from the secret."),
    "tricks": message("Other hands follow from the secret."),
    "entropies": message("The record does not tell what the seats added."),
    "secret": message("The record does not tell the secret."),
    "table": message("The record does not tell the table."),
    "deal": message("The record does not tell the number of the deal."),
    "dealer_drawn": message("The record does not tell whether the dealer was drawn."),
}


def sentence_for(fault: IllegalRecord, texts: Texts) -> str:
    """What is wrong with the record of a deal, without the place."""
    return texts.say(_SENTENCES[fault.code])


def proof_sentence_for(fault: IllegalRecord, texts: Texts) -> str:
    """What is wrong with the proof in a record that is legal by itself."""
    sentence = _PROOF_SENTENCES.get(fault.at)
    return sentence_for(fault, texts) if sentence is None else texts.say(sentence)


def place_in(at: str, texts: Texts) -> str:
    """The place of a fault: `trick 3 card 2` in the person's words."""
    match at.split():
        case ["trick", trick]:
            return texts.say("trick {trick}", trick=trick)
        case ["trick", trick, "card", card]:
            return texts.say("trick {trick}, card {card}", trick=trick, card=card)
        case _:
            return at  # the name of a key of the record


def stopped_by(fault: IllegalRecord, what: str, sentence: str, texts: Texts) -> Stopped:
    """The end of a verb whose record is illegal or does not verify."""
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
        advice=texts.say("See the rule: tarocco rules {rule}", rule=fault.rule),
    )


def not_json(fault: BadJson, texts: Texts) -> Stopped:
    """The end of a verb whose file is no JSON."""
    return Stopped(
        Exit.BAD_RECORD,
        texts.say("The record cannot be read."),
        why=texts.say("It is no JSON that can be read: {reason}.", reason=fault),
        advice=texts.say("Give a record as the game saves it after each deal."),
    )
