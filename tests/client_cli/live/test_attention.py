import io

import pytest

from client_cli.live.attention import (
    Attention,
    Notification,
    notification,
    notification_of,
)
from client_cli.taste import Bell


class Clock:
    now_s = 0.0


def calling(bell: Bell = "turn", *, notify: bool = False) -> tuple[Attention, Clock]:
    terminal, clock = io.StringIO(), Clock()
    attention = Attention(
        terminal, bell, str.upper if notify else None, lambda: clock.now_s
    )
    return attention, clock


def written(attention: Attention) -> str:
    terminal = attention._terminal
    assert isinstance(terminal, io.StringIO)
    return terminal.getvalue()


@pytest.mark.parametrize(
    ("bell", "rings"), [("never", ""), ("turn", "\a"), ("all", "\a")]
)
def test_the_bell_rings_at_ones_own_turn(bell: Bell, rings: str) -> None:
    attention, _ = calling(bell)
    attention.your_turn("turn")

    assert written(attention) == rings


@pytest.mark.parametrize(
    ("bell", "rings"), [("never", ""), ("turn", ""), ("all", "\a")]
)
def test_what_others_do_is_rung_only_if_one_likes_that(bell: Bell, rings: str) -> None:
    attention, _ = calling(bell)
    attention.happened()

    assert written(attention) == rings


@pytest.mark.parametrize(("bell", "rings"), [("never", ""), ("turn", "\a")])
def test_the_end_of_the_time_is_rung(bell: Bell, rings: str) -> None:
    attention, _ = calling(bell)
    attention.warn()

    assert written(attention) == rings


def test_a_text_is_offered_to_the_clipboard() -> None:
    attention, _ = calling("never")
    attention.copy("QF7K2")

    assert written(attention) == "\x1b]52;c;UUY3SzI=\a"


def test_a_notification_comes_after_a_long_wait_only() -> None:
    attention, clock = calling("never", notify=True)
    clock.now_s = 9.9
    attention.your_turn("your turn")
    assert written(attention) == ""
    clock.now_s = 10.0
    attention.your_turn("your turn")
    assert written(attention) == "YOUR TURN"
    attention.acted()
    attention.your_turn("your turn")
    assert written(attention) == "YOUR TURN"


def test_the_title_changes_and_comes_back() -> None:
    attention, _ = calling()
    attention.title("East plays")
    attention.title("East plays")
    attention.title("your \x1b turn")
    attention.close()
    attention.close()

    assert written(attention) == (
        "\x1b[22;0t\x1b]2;East plays\a\x1b]2;your <U+001B> turn\a\x1b[23;0t"
    )


def test_without_a_terminal_nothing_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    attention = Attention(None, "all", str, lambda: 99.0)
    attention.title("title")
    attention.your_turn("turn")
    attention.happened()
    attention.warn()
    attention.close()

    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("environ", "way"),
    [
        ({"TERM": "xterm-kitty"}, Notification.KITTY),
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, Notification.KITTY),
        ({"TERM_PROGRAM": "iTerm.app"}, Notification.ITERM),
        ({"WEZTERM_PANE": "0"}, Notification.ITERM),
        ({"TERM": "foot"}, Notification.URXVT),
        ({"TERM": "rxvt-unicode-256color"}, Notification.URXVT),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, Notification.URXVT),
        ({"TERM": "xterm-256color"}, None),
        ({}, None),
    ],
)
def test_each_terminal_has_its_way(
    environ: dict[str, str], way: Notification | None
) -> None:
    assert notification_of(environ) is way


@pytest.mark.parametrize(
    ("way", "sequence"),
    [
        (Notification.ITERM, "\x1b]9;turn <U+0007>\a"),
        (Notification.KITTY, "\x1b]99;;turn <U+0007>\x1b\\"),
        (Notification.URXVT, "\x1b]777;notify;tarocco;turn <U+0007>\a"),
    ],
)
def test_notifications(way: Notification, sequence: str) -> None:
    assert notification(way, "turn \a", in_tmux=False) == sequence


def test_tmux_hands_a_notification_on() -> None:
    assert notification(Notification.ITERM, "turn", in_tmux=True) == (
        "\x1bPtmux;\x1b\x1b]9;turn\a\x1b\\"
    )


def test_a_terminal_that_has_gone_is_not_called() -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(5, text)

    attention = Attention(Gone(), "all", None, lambda: 0.0)

    attention.title("Your turn.")
    attention.your_turn("Your turn.")
    attention.close()
