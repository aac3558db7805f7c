import pytest

from client_cli.arguments import Request
from client_cli.exits import Exit, Stopped
from client_cli.reference import show_reference
from client_cli.texts import texts_in


def show(verb: str, *operands: str) -> Exit:
    return show_reference(Request(verb, operands), texts_in("en"))


def test_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("cards") is Exit.DONE
    assert "SR SQ SC SF" in capsys.readouterr().out


def test_nobody_has_to_type_for_a_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)

    assert show("cards") is Exit.DONE
    assert "SR SQ SC SF" in capsys.readouterr().out


def test_rules_of_a_topic(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("rules", "grande") is Exit.DONE
    assert capsys.readouterr().out.startswith("The Grande\n")


def test_cards_takes_no_words() -> None:
    with pytest.raises(Stopped) as stopped:
        show("cards", "sr")

    assert stopped.value.code is Exit.WRONG_USE


@pytest.mark.parametrize(
    ("columns", "widest"), [("20", 40), ("50", 50), ("90", 90), ("300", 100)]
)
def test_rules_are_as_wide_as_the_terminal_within_reason(
    columns: str,
    widest: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", columns)

    show("rules", "grande")

    lengths = [len(line) for line in capsys.readouterr().out.splitlines()]
    assert widest - 10 < max(lengths) <= widest


def test_rules_in_a_pipe_do_not_depend_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")

    show("rules", "grande")

    assert 70 < max(map(len, capsys.readouterr().out.splitlines())) <= 78


def test_long_text_goes_through_the_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("client_cli.pager.show_paged", paged.append)
    monkeypatch.setenv("LINES", "5")
    monkeypatch.setenv("COLUMNS", "80")

    show("rules", "grande")
    show_reference(Request("rules", ("grande",), plain=True), texts_in("en"))

    assert len(paged) == 1
