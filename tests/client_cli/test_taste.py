import pytest

from client_cli.arguments import request_from
from client_cli.exits import Exit, Stopped
from client_cli.taste import Taste
from client_cli.texts import Texts


def taste(*words: str) -> Taste:
    return request_from(["play", *words], {}, Texts()).live.taste


def test_the_usual_taste() -> None:
    assert taste() == Taste(
        bell="turn", notify=False, confirm="once", auto_play=False, sort=None
    )


def test_every_choice() -> None:
    words = ("--bell", "never", "--notify", "--confirm", "always", "--auto-play")

    assert taste(*words, "--sort", "low") == Taste(
        bell="never", notify=True, confirm="always", auto_play=True, sort="low"
    )


@pytest.mark.parametrize(
    ("words", "possible"),
    [
        (("--bell", "loud"), "never, turn, all"),
        (("--confirm", "twice"), "never, once, always"),
        (("--sort", "sideways"), "high, low, suits"),
    ],
)
def test_what_cannot_be_chosen(words: tuple[str, str], possible: str) -> None:
    with pytest.raises(Stopped) as stopped:
        taste(*words)

    assert stopped.value.code is Exit.WRONG_USE
    assert possible in stopped.value.why
