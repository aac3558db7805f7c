import pytest

from client_cli.live.hint_words import hint_lines, refusal_of_hint, why_no_hint
from client_cli.texts import Texts, texts_in
from protocol.fold import Known
from protocol.to_client import Hints
from tests.client_cli.pretend import options_with
from tests.client_cli.situations import hints, known_with, view_of_seat

TEXTS = Texts()


def refused(code: str, retry_ms: int | None = None) -> Hints:
    return hints(level=None, code=code, retry_ms=retry_ms)


def test_each_card_has_its_points_and_equal_ones_share_a_line() -> None:
    told = hint_lines(hints(("SF", 12), ("S6", 0), ("MT", 0), ("BG", -152)), TEXTS)

    assert told == [
        (
            "Hint of a bot (expert). At the end of the deal it expects so many points "
            "for our side, less those for theirs:"
        ),
        "+12: SF.",
        "+0: S6, MT.",
        "-152: BG.",
    ]


def test_declaring_comes_before_the_card() -> None:
    told = hint_lines(hints(("SF", 12), declare=True), TEXTS)

    assert told[0] == "Declare first: it is worth it."
    assert told[-1] == "+12: SF."


def test_a_pair_to_lay_away_stands_together_as_it_is_held() -> None:
    told = hint_lines(hints(("B7 B10", 5), ("S8 C9", 5)), TEXTS)
    assert told[1:] == ["+5: B10 B7, S8 C9."]


def test_the_best_moor_speaks_for_all() -> None:
    told = hint_lines(hints(("M2", 5), ("M4", 4), ("SF", 3)), TEXTS)
    assert told[1:] == ["+5: MR.", "+3: SF."]


def test_a_level_that_does_not_reckon_names_the_best_card() -> None:
    told = hint_lines(hints(("SF", None), level="medium"), TEXTS)
    assert told == ["Hint of a bot (medium): SF."]


def test_a_hint_in_italian() -> None:
    told = hint_lines(hints(("SF", None), level="medium"), texts_in("it"))
    assert told == ["Consiglio di un bot (medio): SF."]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (refused("E_NOT_ALLOWED"), "At this table no hints are given."),
        (refused("E_PHASE"), "No hint now: no deal is played."),
        (refused("E_NOT_YOUR_TURN"), "Not now. It is your turn."),
        (refused("E_NOT_SEATED"), "You have no seat at this table."),
        (refused("E_LATER"), "E_LATER"),
        (
            refused("E_RATE", 1_001),
            "You have asked for too many hints. Ask again in 2 seconds.",
        ),
        (
            refused("E_BUSY", 1_000),
            "The server has no time for a hint now. Ask again in 1 second.",
        ),
        (
            hints(("SF", 1), version=6),
            "The hint came too late: the table has gone on.",
        ),
        (hints(("SF", 1), version=7), None),
        (hints(("SF", 1), version=8), None),
    ],
)
def test_why_there_is_no_hint(answer: Hints, why: str | None) -> None:
    assert refusal_of_hint(answer, known_with(version=7), TEXTS) == why


def _without_hints() -> Known:
    return known_with(view_of_seat(options={**options_with(1), "hints": False}))


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (known_with(), None),
        (_without_hints(), "At this table no hints are given."),
        (known_with(turn=1), "Not now. It is the turn of East."),
        (
            known_with(view_of_seat(deal=None), phase="waiting", turn=None),
            "No hint now: no deal is played.",
        ),
    ],
)
def test_where_no_hint_has_to_be_asked_for(known: Known, why: str | None) -> None:
    assert why_no_hint(known, TEXTS) == why
