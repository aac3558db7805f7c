import io
import pickle
from typing import Any

import pytest

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import card_of
from engine.players.by_rule import MEDIUM
from engine.players.levels import LEVELS, RULE_LEVELS
from engine.players.player import Advice
from engine.seats import Seat
from server.adapters import bot_worker
from server.adapters.bot_worker import (
    FAILED,
    MOST_BYTES,
    Wanted,
    action_from,
    advice_bytes,
    advice_from,
    answer_bytes,
    answer_to,
    levels_from,
    playable_levels,
    question_bytes,
    serve,
)
from tests.server.adapters.bot_views import BOT_SEED, question, views

VIEWS = views()
SEAT = Seat(2)


def content(frame: bytes) -> bytes:
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    return frame[4:]


@pytest.mark.parametrize(
    "action",
    [
        Discard(SEAT, (card_of("SF"), card_of("BG"))),
        Declare(SEAT),
        Skip(SEAT),
        PlayCard(SEAT, card_of("SR")),
        PlayCard(SEAT, card_of("MT")),
    ],
)
def test_an_action_comes_back_as_it_was(action: Action) -> None:
    view = next(view for view in VIEWS if view.seat == SEAT)

    assert action_from(answer_bytes(action), view) == action


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"P",
        b"P\x3e",
        b"P\xff",
        b"P\x00\x01",
        b"X\x00",
        b"D\x00",
        b"S\x01",
        b"Z",
        FAILED,
    ],
)
def test_an_answer_that_names_no_action_is_refused(answer: bytes) -> None:
    with pytest.raises(ValueError, match="no "):
        action_from(answer, VIEWS[0])


def test_advice_comes_back_with_whole_points() -> None:
    told = (
        Advice((card_of("SF"), card_of("BG")), 12.6),
        Advice((card_of("MT"),), -301.5),
        Advice((card_of("SR"),), None),
    )

    assert advice_from(advice_bytes(told)) == (
        Advice((card_of("SF"), card_of("BG")), 13),
        Advice((card_of("MT"),), -302),
        Advice((card_of("SR"),), None),
    )


@pytest.mark.parametrize(
    "answer",
    [b"", FAILED, b"\x00\xff\x00", b"\x3e\xff\x00\x00", b"\x00\x3e\x00\x00"],
)
def test_an_answer_that_names_no_candidates_is_refused(answer: bytes) -> None:
    with pytest.raises(ValueError, match="no "):
        advice_from(answer)


def test_who_asks_for_advice_gets_what_the_player_thinks() -> None:
    asked = question_bytes(question(VIEWS[0]), Wanted.ADVICE)

    assert advice_from(answer_to(content(asked))) == MEDIUM.advise(VIEWS[0])


def test_a_view_goes_into_the_pipe_and_comes_out_the_same() -> None:
    for view in VIEWS:
        written = content(question_bytes(question(view, "easy")))

        assert pickle.loads(written) == ("action", "easy", view, BOT_SEED)  # noqa: S301
        assert len(written) < MOST_BYTES


def test_only_the_view_goes_into_the_pipe() -> None:
    opened: set[str] = set()

    class Watching(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            opened.add(f"{module}.{name}")
            return super().find_class(module, name)

    for view in VIEWS:
        Watching(io.BytesIO(content(question_bytes(question(view))))).load()

    assert "engine.view.SeatView" in opened
    assert not [name for name in opened if name.startswith("server")]
    assert not opened & {"engine.deal.DealState", "engine.events.DealStarted"}


def test_questions_are_answered_one_after_another() -> None:
    questions = io.BytesIO(b"".join(question_bytes(question(view)) for view in VIEWS))
    answers = io.BytesIO()

    serve(questions, answers)

    answers.seek(0)
    answers.read(int.from_bytes(answers.read(4), "big"))
    for view in VIEWS:
        answer = answers.read(int.from_bytes(answers.read(4), "big"))
        assert action_from(answer, view) == MEDIUM.choose(view)


def test_first_word_names_the_levels() -> None:
    answers = io.BytesIO()

    serve(io.BytesIO(), answers, ("easy", "medium", "hard"))

    hello = content(answers.getvalue())
    assert levels_from(hello) == ("easy", "medium", "hard")


@pytest.mark.parametrize("hello", [b"", b"medium", b"easy genius", b"\xff"])
def test_first_word_that_names_no_levels_is_refused(hello: bytes) -> None:
    with pytest.raises(ValueError, match=r"no levels|ascii"):
        levels_from(hello)


def test_what_was_warmed_up_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "warm_up", lambda: None)

    assert playable_levels() == LEVELS


def test_without_a_compiler_that_works_bots_go_by_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> None:
        raise OSError("no such instruction")

    monkeypatch.setattr(bot_worker, "warm_up", broken)

    assert playable_levels() == RULE_LEVELS


def test_a_player_that_fails_does_not_end_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing:
        def choose(self, _view: object, _bot_seed: bytes) -> Action:
            raise ArithmeticError

    monkeypatch.setattr(bot_worker, "player_of", lambda _level: Failing())

    assert answer_to(content(question_bytes(question(VIEWS[0], "easy")))) == FAILED
