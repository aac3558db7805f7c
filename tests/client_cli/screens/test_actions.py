from pathlib import Path

import pytest

from client_cli.screens.actions import CARD_LETTERS, USUAL_KEYS, Action, Keymap

ROOT = Path(__file__).resolve().parents[3]


def test_the_usual_keys_are_never_in_doubt() -> None:
    assert USUAL_KEYS.clash() is None


def test_no_usual_key_begins_a_card() -> None:
    taken = {key for keys in USUAL_KEYS.keys.values() for key in keys}

    assert not taken & CARD_LETTERS


@pytest.mark.parametrize(
    ("key", "answering", "action"),
    [
        ("y", False, Action.TALK),
        ("y", True, Action.YES),
        ("n", False, Action.SKIP),
        ("n", True, Action.NO),
        ("q", True, Action.LEAVE),
        ("Esc", False, Action.CLOSE),
        ("s", False, None),
        ("F9", False, None),
    ],
)
def test_a_key_means_one_thing_at_a_time(
    key: str,
    answering: bool,  # noqa: FBT001
    action: Action | None,
) -> None:
    assert USUAL_KEYS.action(key, answering=answering) is action


def test_other_keys_take_the_place_of_the_usual_ones() -> None:
    keys = USUAL_KEYS.with_keys({Action.POINTS: ("F3", "v")})

    assert keys.shown(Action.POINTS) == "F3"
    assert keys.action("v") is keys.action("F3") is Action.POINTS
    assert keys.action("p") is None
    assert keys.action("t") is Action.LAST_TRICK


@pytest.mark.parametrize(
    ("changed", "clash"),
    [
        ({Action.POINTS: ("t",)}, ("t", Action.LAST_TRICK, Action.POINTS)),
        ({Action.YES: ("Enter",)}, ("Enter", Action.ENTER, Action.YES)),
        ({Action.NO: ("y",)}, ("y", Action.YES, Action.NO)),
        ({Action.NO: ("t",)}, None),
        ({Action.LAST_TRICK: ("n",), Action.SKIP: ("v",)}, None),
    ],
)
def test_two_actions_share_a_key_only_where_they_never_meet(
    changed: dict[Action, tuple[str, ...]],
    clash: tuple[str, Action, Action] | None,
) -> None:
    assert Keymap().with_keys(changed).clash() == clash


def test_the_document_names_every_action_with_its_key() -> None:
    rows = [
        row.split("|")
        for row in (ROOT / "client_cli/README.md").read_text("utf-8").splitlines()
        if row.startswith("| ") and row.count("|") == 4
    ]
    named = {word.strip("` ") for row in rows for word in row[2].split(",")}

    assert {action.value for action in Action} <= named


@pytest.mark.parametrize("action", Action)
def test_each_action_can_be_reached(action: Action) -> None:
    key = USUAL_KEYS.shown(action)

    assert action in {USUAL_KEYS.action(key), USUAL_KEYS.action(key, answering=True)}
