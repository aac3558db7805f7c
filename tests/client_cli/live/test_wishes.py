import pytest

from client_cli.card_names import CardNames
from client_cli.cards import CODES, on_screen
from client_cli.languages import LANGUAGES
from client_cli.live.vocabulary import all_forms
from client_cli.live.wishes import (
    Again,
    Cards,
    Claim,
    Explain,
    Hint,
    Misused,
    Mute,
    NoCard,
    NotUnderstood,
    Rules,
    Signal,
    Talk,
    Undo,
    Why,
    Wish,
    Word,
    wish_in,
)
from client_cli.texts import Texts, texts_in

ENGLISH, ITALIAN = Texts(), texts_in("it")


def wish(line: str, texts: Texts = ENGLISH) -> Wish:
    return wish_in(line, CardNames(texts), texts)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Word.NOTHING),
        ("   ", Word.NOTHING),
        ("declare", Word.DECLARE),
        (" Skip ", Word.SKIP),
        ("HAND", Word.HAND),
        ("t", Word.LAST),
        ("p", Word.POINTS),
        ("h", Word.LOG),
        ("?", Word.HELP),
        ("q", Word.QUIT),
        ("y", Word.YES),
        ("n", Word.NO),
        ("bf", Cards(("BF",), "")),
        ("play bf", Cards(("BF",), "play")),
        ("mr", Cards(("MR",), "")),
        ("discard b10, b7", Cards(("B10", "B7"), "discard")),
        ("b10 b7", Cards(("B10", "B7"), "")),
        ("jack of batons", Cards(("BF",), "")),
        ("play jack of batons", Cards(("BF",), "play")),
        ("w", Why(None)),
        ("why mt", Why("MT")),
        ("why king of swords", Why("SR")),
        ("again", Again(1)),
        ("again 3", Again(3)),
        ("again 9999", Again(200)),
        ("say", Talk("")),
        ("say One more?", Talk("One more?")),
        ("y ciao!", Talk("ciao!")),
        ("mute", Mute("", on=True)),
        ("mute Maya", Mute("Maya", on=True)),
        ("unmute East", Mute("East", on=False)),
        ("signal volo", Signal("volo", None)),
        ("g BUSSO king of swords", Signal("busso", "SR")),
        ("g", Misused("signal")),
        ("signal loudly", Misused("signal")),
        ("signal volo sr sq", Misused("signal")),
        ("signal volo zz", NoCard("zz")),
        ("claim ours", Claim(ours=True)),
        ("k theirs", Claim(ours=False)),
        ("claim", Misused("claim")),
        ("u", Undo()),
        ("z", Undo()),
        ("r", Rules(None)),
        ("r grande", Rules("grande")),
        ("undo sf", Misused("undo")),
        ("hint", Hint()),
        ("hint sf", Misused("hint")),
        ("o", Word.ORDER),
        ("auto", Word.AUTO),
        ("x", Word.CANCEL),
        ("e", Explain(None)),
        ("explain 4", Explain(4)),
        ("explain four", Misused("explain")),
        ("rules", Rules(None)),
        ("rules the grande", Rules("the grande")),
        ("why zz", NoCard("zz")),
        ("why?", Why(None)),
        ("why king of swords?", Why("SR")),
        ("why sr sq", Misused("why")),
        ("play", Misused("play")),
        ("play zz", NoCard("zz")),
        ("play king of swrods", NoCard("king of swrods")),
        ("discard", Misused("discard")),
        ("discard b10 zz", NoCard("zz")),
        ("lay b10 b7", Cards(("B10", "B7"), "discard")),
        ("sf zz", NoCard("zz")),
        ("king", NoCard("king")),
        ("cups please", NoCard("cups please")),
        ("sf play", Misused("play")),
        ("mt why", Misused("why")),
        ("declrae", NotUnderstood("declrae", "declare")),
        ("declrae now", NotUnderstood("declrae now", "declare")),
        ("xyzzy", NotUnderstood("xyzzy", None)),
        ("again -1", Misused("again")),
        ("again 0", Misused("again")),
        ("again x", Misused("again")),
        ("hand sr", Misused("hand")),
        ("quit now", Misused("quit")),
        ("q now", Misused("quit")),
        ("yes please", Misused("yes")),
        ("quit!", Word.QUIT),
        ("exit", Word.QUIT),
        ("pass", Word.SKIP),
        ("Last  Trick", Word.LAST),
        ("rule r9", Rules("r9")),
    ],
)
def test_english_words_keys_and_cards(line: str, expected: Wish) -> None:
    assert wish(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dichiara", Word.DECLARE),
        ("passo", Word.SKIP),
        ("mano", Word.HAND),
        ("perché matto", Why("MT")),
        ("perche", Why(None)),
        ("sì", Word.YES),
        ("si", Word.YES),
        ("scarta fante di coppe, b7", Cards(("CF", "B7"), "discard")),
        ("re di spade", Cards(("SR",), "")),
        ("ancora 2", Again(2)),
        ("declare", Word.DECLARE),
        ("pass", Word.SKIP),
        ("ultima presa", Word.LAST),
        ("regola R9", Rules("R9")),
        ("dichara", NotUnderstood("dichara", "dichiara")),
        ("gioca", Misused("play")),
        ("scarta", Misused("discard")),
        ("gioca re di spde", NoCard("re di spde")),
        ("no grazie", Misused("no")),
        ("cavallo", NoCard("cavallo")),
    ],
)
def test_italian_words_and_english_ones_too(line: str, expected: Wish) -> None:
    assert wish(line, ITALIAN) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_in_the_way_of_a_card(language: str) -> None:
    texts = texts_in(language)
    names = CardNames(texts)

    for code in CODES:
        expected = Cards((on_screen(code),), "")
        assert wish(names.full(code), texts) == expected
        assert wish(code, texts) in {expected, Cards((code,), "")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_offered_the_word_that_he_has_typed(language: str) -> None:
    texts = texts_in(language)
    for form in all_forms(texts):
        for line in (form, f"{form} xx", f"sf {form}", f"{form} {form}"):
            assert not isinstance(wish(line, texts), NotUnderstood)
