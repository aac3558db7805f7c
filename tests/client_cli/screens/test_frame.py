from dataclasses import replace

import pytest

from client_cli.live.seat import Confirm
from client_cli.screens.actions import USUAL_KEYS, Action
from client_cli.screens.frame import (
    bound,
    connection,
    footer,
    keys_now,
    message_lines,
    prompt,
    status,
    title,
    turn_words,
)
from client_cli.screens.grid import Press, Role
from client_cli.screens.state import Link, Notice, ScreenState
from client_cli.texts import Texts
from tests.client_cli.pretend import options_with
from tests.client_cli.screens.scenes import (
    between_deals,
    declaring,
    discarding,
    playing,
    returning,
    settled,
    waiting,
    watching,
)
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import deal_data, known_with, view_of_seat

TEXTS = Texts()


def titled(state: ScreenState) -> str:
    scene = scene_of(state)
    assert scene.deal is not None
    return text(title(scene, scene.deal))


def keys(state: ScreenState) -> list[str]:
    return [state.keys.shown(action) for action, _ in keys_now(state, TEXTS)]


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (playing(), " QF7K2 · deal 1 · trick 6/15 · dealer WEST"),
        (declaring(), " QF7K2 · deal 1 · DECLARATIONS · dealer WEST"),
        (discarding(), " QF7K2 · deal 2 · DISCARD · dealer you"),
        (settled(), " QF7K2 · deal 1 · RESULT · dealer EAST"),
    ],
)
def test_the_title_says_where_the_deal_stands(state: ScreenState, shown: str) -> None:
    assert titled(state) == shown


@pytest.mark.parametrize(
    ("link", "ping_ms", "shown"),
    [
        (Link.ONLINE, 41, "connected 41 ms"),
        (Link.ONLINE, None, "connected"),
        (Link.RETRYING, 41, "connection lost"),
        (Link.OVER, None, "offline"),
    ],
)
def test_the_connection_is_always_said(
    link: Link, ping_ms: int | None, shown: str
) -> None:
    state = ScreenState(link=link, ping_ms=ping_ms)

    assert connection(state, TEXTS).text == shown
    assert text(status(state, TEXTS)) == shown


def test_the_time_that_is_left_stands_beside_it() -> None:
    assert text(status(ScreenState(left_s=38), TEXTS)) == "connected  0:38"


def test_whose_turn_it_is_stands_there_in_words() -> None:
    own = text(turn_words(scene_of(playing())))
    other = text(turn_words(scene_of(watching())))

    assert own == "  >> YOUR TURN · Swords led: follow, or play the Matto"
    assert other == "  It is the turn of East."
    assert text(turn_words(scene_of(discarding()))) == "  >> YOUR TURN"


@pytest.mark.parametrize(
    ("hand", "legal", "led", "trick", "said"),
    [
        (["SF", "MT"], ["SF", "MT"], None, [], "you lead: any card"),
        (
            ["SF", "BQ"],
            ["SF", "BQ"],
            None,
            ["MT"],
            "the Matto leads: your card sets the suit",
        ),
        (["SF", "S6", "BQ"], ["SF", "S6"], "S", ["S8"], "Swords led: follow"),
        (["16", "BQ"], ["16"], "S", ["S8"], "Swords led: play a trump"),
        (
            ["16", "BQ", "MT"],
            ["16", "MT"],
            "S",
            ["S8"],
            "Swords led: a trump, or the Matto",
        ),
        (["CQ", "BQ"], ["CQ", "BQ"], "S", ["S8"], "Swords led: any card"),
    ],
)
def test_what_binds_follows_from_the_servers_list(
    hand: list[str], legal: list[str], led: str | None, trick: list[str], said: str
) -> None:
    deal = deal_data(hand=hand, trick=trick)
    known = known_with(view_of_seat(deal=deal), legal=legal, led=led, winning=None)

    assert bound(scene_of(ScreenState(known=known, asked=True))) == said


@pytest.mark.parametrize(
    ("typed", "cursor", "meant"),
    [
        ("sf", None, "SF = Jack of Swords · legal "),
        ("bq", None, "BQ = Queen of Batons · not now "),
        ("", "MT", "MT = Matto · legal "),
        ("sf s6", None, " "),
        ("what", None, " "),
        ("", None, " "),
    ],
)
def test_the_prompt_says_what_is_meant(
    typed: str, cursor: str | None, meant: str
) -> None:
    state = replace(playing(), typed=typed, cursor=cursor)
    left, right = prompt(scene_of(state), state, TEXTS)

    assert text(left) == f" card> {typed}▌"
    assert right[0].text == meant


def test_the_prompt_has_a_word_only_when_a_card_is_asked_for() -> None:
    for state, shown in (
        (discarding(), " discard> ▌"),
        (replace(discarding(), confirm=Confirm.MOVE), " > ▌"),
        (watching(), " > ▌"),
        (ScreenState(), " > ▌"),
    ):
        assert text(prompt(None, state, TEXTS)[0]) == shown


def test_the_most_pressing_message_is_shown() -> None:
    state = replace(
        playing(),
        link=Link.RETRYING,
        away_s=4,
        kept_s=600,
        notice=Notice("Not allowed.", warns=True),
        question=("Leave?",),
    )
    scene = scene_of(state)

    def shown(now: ScreenState) -> list[str]:
        return [text(each) for each in message_lines(scene, now, TEXTS)]

    assert shown(state) == [
        "! Connection lost 0:04 ago, trying again. Your seat is kept for 9:56."
    ]
    state = replace(state, link=Link.ONLINE)
    assert shown(state) == ["Not allowed."]
    state = replace(state, notice=Notice())
    assert shown(state) == ["Leave?"]
    state = replace(state, question=())
    assert shown(state) == ["Winning so far: North, partner, S10."]
    assert shown(replace(watching(), notice=Notice("East played."))) == ["East played."]
    assert shown(replace(watching(), notice=Notice())) == []


def test_the_keys_are_those_of_the_moment() -> None:
    assert keys(playing())[:2] == ["Enter", "t"]
    assert keys(watching())[0] == "t"
    assert keys(discarding())[:3] == ["Enter", "Space", "Esc"]
    assert keys(declaring())[:2] == ["Enter", "n"]
    assert keys(waiting()) == ["Enter", "y", "h", "r", "q", "?"]
    assert keys(settled()) == ["Enter", "e", "p", "h", "y", "q", "?"]
    assert keys(returning()) == ["Enter", "n", "q", "h", "?"]
    assert keys(ScreenState()) == ["h", "q", "?"]


def test_what_the_table_does_not_have_has_no_key() -> None:
    options = {**options_with(1), "signals": "on", "undo": True, "claims": False}
    known = known_with(view_of_seat(options=options))

    assert "g" not in keys(playing())
    assert "z" not in keys(playing())
    assert {"g", "z"} <= set(keys(ScreenState(known=known)))
    assert "k" in keys(playing())
    assert "k" not in keys(ScreenState(known=known))
    assert "x" not in keys(watching())
    assert "x" in keys(replace(watching(), ahead="S6"))


def test_talk_that_nobody_has_looked_at_is_counted_beside_its_key() -> None:
    words = dict(keys_now(replace(playing(), unread=2), TEXTS))

    assert words[Action.TALK] == "say (2)"


def test_after_the_last_deal_there_is_another_match() -> None:
    state = replace(settled(), confirm=Confirm.NEXT_DEAL)

    assert keys_now(state, TEXTS)[0] == (Action.ENTER, "another match")
    assert keys_now(between_deals(), TEXTS)[0] == (
        Action.ENTER,
        "next deal (2/4 ready)",
    )


def test_other_keys_are_shown_as_they_are() -> None:
    state = replace(playing(), keys=USUAL_KEYS.with_keys({Action.LAST_TRICK: ("F2",)}))

    assert " F2 last trick " in text(footer(state, TEXTS, 80))


@pytest.mark.parametrize(
    ("confirm", "found"),
    [
        (Confirm.MOVE, ["Enter", "n"]),
        (Confirm.QUIT, ["y", "n"]),
        (Confirm.AGREEMENT, ["y", "n"]),
    ],
)
def test_a_question_has_its_answers_alone(confirm: Confirm, found: list[str]) -> None:
    assert keys(replace(playing(), confirm=confirm)) == found


def test_what_enter_does_is_said() -> None:
    empty = known_with(
        phase="declare", offer={**_nothing(), "lines": []}, led=None, winning=None
    )

    assert keys_now(declaring(), TEXTS)[0] == (Action.ENTER, "declare all (37)")
    assert keys_now(ScreenState(known=empty, asked=True), TEXTS)[0] == (
        Action.ENTER,
        "declare nothing",
    )
    assert keys_now(replace(settled(), over=True), TEXTS)[0] == (Action.ENTER, "leave")


def _nothing() -> dict[str, object]:
    return {
        "cricche_total": 0,
        "sequences_total": 0,
        "total": 0,
        "public_cards": [],
    }


def test_the_keys_can_be_clicked_and_are_never_cut() -> None:
    made = footer(playing(), TEXTS, 34)

    assert text(made) == " Enter play  t last trick  ? help"
    assert made[0].target == made[1].target == Press(Action.ENTER)
    assert made[0].role is Role.MARK
