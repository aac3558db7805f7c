"""Why a wish was refused, in a sentence that says what would be allowed.

The server gives a code, the number of the rule, its arguments and the cards it would
take; the sentence is made here, in the person's language. A card that does not exist is
told apart from a card that is not allowed now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.card_names import CardNames
from client_cli.cards import all_on_screen, as_held, on_screen, suit_of
from client_cli.live.questions import turn_line
from client_cli.live.reasons import protected_line
from client_cli.safe_text import shown
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.to_client import Refused

_SENTENCES: Final = {
    "E_NO_SUCH_CARD": message("There is no such card. The codes: cards."),
    "E_NOT_IN_HAND": message("You do not hold this card."),
    "E_CARD_TWICE": message("Not allowed. The same card is named twice."),
    "E_DISCARD_PROTECTED": message(
        "Not allowed. Kings, Angel, World, Bégato and Matto cannot be laid away."
    ),
    "E_DISCARD_COUNT": message("Not allowed. Exactly two cards are laid away."),
    "E_DECL_CLOSED": message(
        "Not allowed. You declare once, before your first card; that is over."
    ),
    "E_NOTHING_TO_DECLARE": message(
        "Not allowed. Your hand holds no combination; you can only skip."
    ),
    "E_PHASE": message("Not allowed. The deal is not at this point."),
    "E_STALE": message("Too late. The table has gone on; look again."),
    "E_NO_TABLE": message("There is no such table, or no longer."),
    "E_SEAT_TAKEN": message("Somebody sits there already."),
    "E_TABLE_FULL": message("No seat is free at this table."),
    "E_NOT_SEATED": message("You have no seat at this table."),
    "E_ALREADY_SEATED": message("You sit at this table already."),
    "E_NOT_HOST": message("Only the host of the table may do that."),
    "E_TOO_MANY_TABLES": message("You, or the server, have all the tables allowed."),
    "E_TABLE_CLOSED": message("The table is closed."),
    "E_BUSY": message("Too much happens at once; nothing was done. Try again."),
    "E_RATE": message("Asked for too often; nothing was done. Try again in a minute."),
    "E_STORE_AWAY": message("The server's store does not answer. Try again soon."),
    "E_STORE_FULL": message("The server's store is full; nothing was done."),
    "E_INTERNAL": message("The server made a mistake; nothing was done."),
    "E_FROZEN": message(
        "The table stands still after a fault of the server; nobody can move."
    ),
    "E_BAD_NAME": message("This name cannot be used."),
    "E_PASSWORD": message("The table asks for another password."),
    "E_KICKED": message("You were sent away from this table."),
    "E_NOT_ALLOWED": message("The options of the table do not allow it."),
    "E_SIGNAL_NOT_ALLOWED": message(
        "A signal goes with a led card, where and when the table allows it."
    ),
    "E_PAUSED": message("The table pauses; nobody moves."),
    "E_NOTHING_ASKED": message("Nothing is asked that you could answer."),
}
_ASKED: Final = {
    "discard": message("Not now: the dealer lays two cards away first."),
    "declare": message("Not now: it is the time to declare, or to play a card."),
    "play": message("Not now: it is the time to play a card."),
}
"""What the deal waits for, by its phase."""
_NOT_NOW: Final = {
    "E_STORE_AWAY": message("The server's store does not answer."),
    "E_STORE_FULL": message("The server's store is full."),
}
"""Why a server can take no newcomers, though it answers."""


def why_not_now(code: str, texts: Texts) -> str | None:
    """Why a server that answers lets nobody in for the moment; None if it does."""
    sentence = _NOT_NOW.get(code)
    return None if sentence is None else texts.say(sentence)


def refusal_lines(
    refused: Refused, cards: tuple[str, ...], known: Known | None, texts: Texts
) -> list[str]:
    """The sentences for a refusal.

    Args:
        refused: What the server said.
        cards: The cards that were to be played or laid away, if any were.
        known: The table, for who is to act and what was led.
        texts: The language.
    """
    sentence = _sentence(refused, cards, known, texts)
    if refused.rule is not None:
        rule = shown(refused.rule)
        sentence = f"{sentence} {texts.say('Rule {rule}.', rule=rule)}"
    return [sentence]


def _sentence(
    refused: Refused, cards: tuple[str, ...], known: Known | None, texts: Texts
) -> str:
    match refused.code:
        case "E_MUST_FOLLOW" | "E_MUST_TRUMP" if cards and known is not None:
            return _illegal_card(refused, cards[0], known, texts)
        case "E_NOT_IN_HAND" if cards:
            return _allowed(_not_held(cards, known, texts), refused, texts)
        case "E_DISCARD_PROTECTED" if cards:
            return _allowed(_protected(cards, refused, texts), refused, texts)
        case "E_CARD_TWICE" if cards:
            line = texts.say("{card} is named twice.", card=on_screen(cards[0]))
            return _allowed(_not_allowed(line, texts), refused, texts)
        case "E_PHASE" if known is not None and known.situation.phase in _ASKED:
            return texts.say(_ASKED[known.situation.phase])
        case "E_NOT_YOUR_TURN" if known is not None:
            return " ".join([texts.say("Not now."), turn_line(known, texts)])
        case code if code in _SENTENCES:
            return _allowed(texts.say(_SENTENCES[code]), refused, texts)
        case code:
            return texts.say("The server refuses it: {code}.", code=shown(code))


def _illegal_card(refused: Refused, card: str, known: Known, texts: Texts) -> str:
    names = CardNames(texts)
    led = known.situation.led
    hand = () if known.view.deal is None else known.view.deal.hand or ()
    suit = texts.say("what was led") if led is None else names.suit(led)
    values = {
        "card": on_screen(card),
        "is_suit": names.suit(suit_of(card)),
        "led": suit,
    }
    if refused.code == "E_MUST_TRUMP":
        line = texts.say(
            "Not allowed. {card} is {is_suit}. Led: {led}; you hold none of it and "
            "have to play a trump.",
            **values,
        )
    else:
        held = as_held(each for each in hand if suit_of(each) == led)
        line = texts.say(
            "Not allowed. {card} is {is_suit}. Led: {led}, and you hold {held}.",
            held=all_on_screen(held),
            **values,
        )
    return _allowed(line, refused, texts)


def _not_held(cards: tuple[str, ...], known: Known | None, texts: Texts) -> str:
    """Names the cards that are not in the hand, which may be some of those typed."""
    deal = None if known is None else known.view.deal
    hand = () if deal is None else deal.hand or ()
    missing = [card for card in cards if card not in hand] or cards
    names = texts.list_of(list(map(on_screen, missing)))
    return texts.say("You do not hold {card}.", card=names)


def _protected(cards: tuple[str, ...], refused: Refused, texts: Texts) -> str:
    kept = [card for card in cards if card not in (refused.legal or ())]
    return _not_allowed(protected_line(kept, texts), texts)


def _not_allowed(why: str, texts: Texts) -> str:
    return f"{texts.say('Not allowed.')} {why}"


def _allowed(sentence: str, refused: Refused, texts: Texts) -> str:
    if not refused.legal:
        return sentence
    cards = all_on_screen(as_held(refused.legal))
    return f"{sentence} {texts.say('Allowed: {cards}.', cards=cards)}"
