import io
import json

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.offline.explain import explain_cards, explain_stream
from client_cli.texts import Texts, texts_in


def explained(
    typed: str, capsys: pytest.CaptureFixture[str], language: str = "en"
) -> list[str]:
    assert explain_cards(typed, texts_in(language), as_json=False) is Exit.DONE
    return capsys.readouterr().out.splitlines()


def test_combinations_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained("sr sq sa mt", capsys) == [
        "Sequence. Swords: SR, SQ, MT as SC, SA. 4 cards, 15 points (R27).",
        "Sequences together: 15, not doubled.",
        "Total: sets 0 + sequences 15 = 15.",
        (
            "Cards that count, and that all would see if they were declared: "
            "SR, SQ, SA, MT."
        ),
    ]


def test_names_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    lines = explained("re di spade, regina di spade fante di spade", capsys, "it")

    assert lines[0] == "Sequenza. Spade: SR, SQ, SF. 3 carte, 10 punti (R27)."


def test_any_moor_takes_the_lowest_free_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    explain_cards("mr m1 mr", Texts(), as_json=True)

    assert json.loads(capsys.readouterr().out)["public_cards"] == ["M1", "M2", "M3"]


def test_no_combination(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained("sr b7", capsys) == ["These cards hold no combination: 0 points."]


@pytest.mark.parametrize(
    ("typed", "code", "what"),
    [
        ("sr xx", "E_NO_SUCH_CARD", "xx is no card."),
        ("sr SR", "E_CARD_TWICE", "The same card comes twice"),
        ("mr mr mr mr mr", "E_NO_SUCH_CARD", "There are only four Moors."),
    ],
)
@pytest.mark.parametrize("form", ["json", "text"])
def test_cards_that_cannot_be(
    typed: str,
    code: str,
    what: str,
    form: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(Stopped) as stopped:
        explain_cards(typed, Texts(), as_json=form == "json")

    assert stopped.value.code is Exit.WRONG_USE
    assert stopped.value.what.startswith(what)
    assert code in stopped.value.why
    out = capsys.readouterr().out
    assert (json.loads(out)["code"] if form == "json" else out) == (
        code if form == "json" else ""
    )


def test_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = b'["SR","BR","CR"]\n["sr"]\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))

    assert explain_stream("-", Texts()) is Exit.DONE
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0]["total"] == 17
    assert answers[1]["code"] == "E_NO_SUCH_CARD"
