import pytest

from client_cli.languages import LANGUAGES
from client_cli.live.answers import answer_lines
from client_cli.live.wishes import Word
from client_cli.texts import Texts, texts_in
from protocol.fold import Known
from tests.client_cli.pretend import options_with
from tests.client_cli.situations import known_with, offer, view_of_seat

TEXTS = Texts()
LOOKING = (
    Word.HAND,
    Word.TABLE,
    Word.TRICK,
    Word.LAST,
    Word.POINTS,
    Word.LOG,
    Word.STATUS,
)


@pytest.mark.parametrize("word", LOOKING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_an_answer(word: Word, language: str) -> None:
    texts = texts_in(language)

    for known in (known_with(), known_with(view_of_seat(deal=None), turn=None)):
        lines = answer_lines(word, known, texts)
        assert lines
        assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("word", LOOKING)
def test_before_anything_is_known(word: Word) -> None:
    assert answer_lines(word, None, TEXTS) == ["Nothing is known of the table yet."]


def test_status_is_one_line() -> None:
    assert answer_lines(Word.STATUS, known_with(), TEXTS) == [
        (
            "It is your turn. Led: Swords. Winning so far: North, partner, S10. "
            "Tricks: we 2, they 3."
        )
    ]


def test_cards_gives_the_table_of_codes() -> None:
    assert "  BG  Bégato" in answer_lines(Word.CARDS, None, TEXTS)


def help_text(known: Known | None) -> str:
    return "\n".join(answer_lines(Word.HELP, known, TEXTS))


def test_help_shows_the_words_of_this_phase() -> None:
    discard = known_with(phase="discard")
    declare = known_with(phase="declare", offer=offer())

    assert "two cards: lay them away" in help_text(discard)
    assert "declare: everything" in help_text(declare)
    assert "play it" in help_text(declare)
    assert "play it" in help_text(known_with())
    assert "declare" not in help_text(known_with())
    assert "play it" not in help_text(known_with(turn=1))
    assert "Leave: quit" in help_text(None)


def test_help_shows_the_words_that_the_table_allows() -> None:
    def at(**options: object) -> str:
        view = view_of_seat(options={**options_with(1), **options})
        return help_text(known_with(view))

    usual = at()
    assert "Talk: say (y)" in usual
    assert "Claim the rest on your lead: claim (k) and ours or theirs." in usual
    assert "signal" not in usual
    assert "undo" not in usual
    assert "Talk" not in at(talk="off")
    assert "claim" not in at(claims=False)
    assert "Signal with a led card: signal (g)" in at(signals="on")
    assert "Ask for your last card: undo (u)." in at(undo=True)
