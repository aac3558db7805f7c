from client_cli.exits import Exit
from client_cli.preferred import Preferred, unusable
from client_cli.texts import Texts


def test_a_setting_that_cannot_be_is_told_with_its_place_and_what_may_be() -> None:
    setting = Preferred("pace", "\x1bfast", "/etc/xdg/tarocco/config.toml:3")
    end = unusable(setting, "0, 1", Texts())

    assert end.code is Exit.WRONG_USE
    assert end.what == (
        "The settings in /etc/xdg/tarocco/config.toml:3 cannot be used."
    )
    assert end.why == "pace cannot be <U+001B>fast. Possible: 0, 1."
    assert end.advice == "Put them right: tarocco config edit"


def test_an_empty_setting_can_be_seen() -> None:
    assert unusable(Preferred("bell", "", "x"), "never", Texts()).why == (
        "bell cannot be ''. Possible: never."
    )
