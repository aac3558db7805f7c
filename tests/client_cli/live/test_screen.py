import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.live.screen import Screen
from tests.client_cli.hostile import HOSTILE


def screen(*, prompts: bool = True, quiet: bool = False) -> tuple[Screen, io.StringIO]:
    everything = io.StringIO()
    return (
        Screen(prompts=prompts, quiet=quiet, output=everything, errors=everything),
        everything,
    )


def test_the_game_goes_to_standard_output_and_the_rest_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = Screen(prompts=True)
    shown.say(["a fact"])
    shown.answer(["an answer"])
    shown.note("progress")
    shown.complain(["a complaint"])
    shown.ask("a question")
    shown.prompt()

    captured = capsys.readouterr()
    assert captured.out == "a fact\nan answer\n"
    assert captured.err == "progress\na complaint\na question\n> "


def test_a_line_that_comes_at_the_prompt_begins_anew() -> None:
    shown, text = screen()
    shown.prompt()
    shown.prompt()
    shown.say(["East played B7."])

    assert text.getvalue() == "> \nEast played B7.\n"


def test_after_a_typed_line_nothing_has_to_begin_anew() -> None:
    shown, text = screen()
    shown.prompt()
    shown.line_came()
    shown.say(["You played B7."])

    assert text.getvalue() == "> You played B7.\n"


def test_no_prompt_and_no_progress_where_nobody_wants_them() -> None:
    shown, text = screen(prompts=False, quiet=True)
    shown.prompt()
    shown.note("progress")

    assert text.getvalue() == ""


def test_facts_can_be_said_again_and_answers_not() -> None:
    shown, text = screen()
    shown.say(["one", "two"])
    shown.answer(["three"])
    shown.ask("four")
    text.truncate(0)
    text.seek(0)
    shown.again(1)
    shown.again(5)

    assert text.getvalue().split() == ["two", "one", "two"]


def test_only_so_much_is_remembered() -> None:
    shown, text = screen()
    shown.say(str(number) for number in range(500))
    text.truncate(0)
    text.seek(0)
    shown.again(1_000)

    assert len(text.getvalue().split()) == 200


@given(st.text(HOSTILE))
def test_nothing_that_is_printed_steers_the_terminal(text: str) -> None:
    shown, everything = screen()
    shown.say([text])
    shown.again(1)
    shown.answer([text])
    shown.note(text)
    shown.ask(text)
    shown.complain([text])

    lines = everything.getvalue().split("\n")
    assert len(lines) == 7
    assert all(line.isprintable() for line in lines)
