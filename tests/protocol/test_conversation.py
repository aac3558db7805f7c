"""A session without a socket."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Seat
from protocol.codec import BadMessage, Unknown, encode_to_client
from protocol.conversation import Conversation
from protocol.previews import Preview
from protocol.reaction import Reaction
from protocol.to_client import GoAway, Ok, Refused, StoreState
from protocol.to_server import (
    Command,
    Create,
    Hello,
    Hint,
    Leave,
    Lobby,
    Mute,
    Past,
    Ping,
    Quick,
    Resync,
    Sit,
    ToServer,
    Unwatch,
)
from protocol.updates import (
    Changed,
    Gone,
    HintTold,
    LobbyChanged,
    Notice,
    Online,
    PastTold,
    PreviewTold,
    Replaced,
    StoreAway,
    StoreBack,
    Talked,
    Update,
)
from tests.protocol.bad_connection import BadConnection
from tests.protocol.lobby import rows
from tests.protocol.pretend_table import a_table
from tests.protocol.readme import example
from tests.protocol.told import TOKEN, ok, refused, welcome

HELLO = Hello(versions=(1, 1), client="test")


def conversation() -> Conversation:
    return Conversation(HELLO, answer_s=15.0, most_orders=8)


def tell(talk: Conversation, message: dict[str, Any], now_s: float = 0.0) -> Reaction:
    return talk.take(encode_to_client(message), now_s, 1_000)


def let_in(**changes: Any) -> Conversation:
    talk = conversation()
    talk.opened(0.0)
    tell(talk, welcome(**changes))
    return talk


def order_create(talk: Conversation, now_s: float = 0.0) -> list[ToServer]:
    talk.order(lambda n: Create(n=n))
    return talk.send_next(now_s).send


# --------------------------------------------------------------------- hello


def test_hello_is_the_first_word() -> None:
    assert conversation().opened(0.0).send == [HELLO]


def test_welcome_brings_a_token_for_the_next_hello() -> None:
    talk = conversation()
    talk.opened(0.0)

    reaction = tell(talk, welcome())
    talk.lost(1.0)

    assert reaction.token == TOKEN
    assert talk.opened(2.0).send == [HELLO.model_copy(update={"resume": TOKEN})]


def test_first_welcome_and_return() -> None:
    talk = conversation()
    talk.opened(0.0)
    (first,) = tell(talk, welcome(), now_s=0.5).updates
    talk.lost(10.0)
    talk.lost(10.5)
    talk.opened(11.0)
    (again,) = tell(talk, welcome(), now_s=12.25).updates

    assert isinstance(first, Online)
    assert isinstance(again, Online)
    assert (first.away_ms, first.same_session) == (None, True)
    assert (again.away_ms, again.same_session) == (2_250, True)


def test_hello_without_an_answer_is_overdue() -> None:
    talk = conversation()
    talk.opened(100.0)

    assert talk.wake_s == 115.0
    assert talk.tick(114.0).drop is None
    assert talk.tick(115.0).drop == "no answer: hello"


def test_version_that_was_not_offered_ends_it() -> None:
    talk = conversation()
    talk.opened(0.0)

    reaction = tell(talk, welcome(version=2))

    assert talk.no_version
    assert reaction.drop == "the server chose version 2"
    assert reaction.token is None


def test_seats_of_the_session_are_asked_for() -> None:
    talk = conversation()
    talk.opened(0.0)

    reaction = tell(talk, welcome(seats=[{"table": "QF7K2", "seat": 1}]))

    assert reaction.send == [Resync(table="QF7K2")]


# ------------------------------------------------------------------ commands


def test_nothing_is_sent_before_welcome() -> None:
    talk = conversation()
    talk.opened(0.0)
    assert order_create(talk) == []

    assert tell(talk, welcome()).send == [Create(n=1)]


def test_numbers_begin_above_those_the_server_knows() -> None:
    assert order_create(let_in(last_n=41)) == [Create(n=42)]


def test_answer_ends_the_wait_and_lets_the_next_one_go() -> None:
    talk = let_in()
    order_create(talk)
    assert order_create(talk) == []

    reaction = tell(talk, ok(1))

    ((order, command, answer),) = reaction.answers
    assert order.command is command
    assert command == Create(n=1)
    assert answer == Ok(n=1, table="QF7K2", version=1, dup=False)
    assert reaction.send == [Create(n=2)]


def test_command_without_an_answer_is_overdue() -> None:
    talk = let_in()
    order_create(talk, now_s=50.0)

    assert talk.tick(65.0).drop == "no answer: command"


@pytest.mark.parametrize("number", [2, 99])
def test_answer_to_nothing_is_ignored(number: int) -> None:
    talk = let_in()
    order_create(talk)

    assert tell(talk, ok(number)) == Reaction()


def test_command_goes_again_under_its_number() -> None:
    talk = let_in()
    order_create(talk)
    talk.lost(1.0)
    talk.opened(2.0)

    assert tell(talk, welcome(last_n=1)).send == [Create(n=1)]


def test_refusal_is_an_answer() -> None:
    talk = let_in()
    order_create(talk)

    ((_, _, answer),) = tell(talk, refused(1, "E_TOO_MANY_TABLES")).answers

    assert isinstance(answer, Refused)
    assert answer.code == "E_TOO_MANY_TABLES"


def test_error_with_a_number_is_an_answer() -> None:
    talk = let_in()
    order_create(talk)

    reaction = tell(
        talk, {"op": "error", "code": "E_BAD_MESSAGE", "detail": "create", "n": 1}
    )

    ((_, _, answer),) = reaction.answers
    assert isinstance(answer, Refused)
    assert answer.code == "E_BAD_MESSAGE"
    assert isinstance(reaction.updates[0], Notice)


def test_refused_number_moves_the_numbers_on() -> None:
    talk = let_in()
    order_create(talk)

    tell(talk, refused(1, "E_CONFLICT", last_n=17))

    assert order_create(talk) == [Create(n=18)]


@pytest.mark.parametrize(
    ("args", "wait_s"),
    [
        ({"retry_ms": 200}, 0.2),
        ({}, 0.5),
        ({"retry_ms": "soon"}, 0.5),
        ({"retry_ms": -5}, 0.0),
        ({"retry_ms": 10**9}, 30.0),
    ],
)
def test_busy_is_sent_again_after_its_time(args: dict[str, Any], wait_s: float) -> None:
    talk = let_in()
    order_create(talk)

    reaction = tell(talk, refused(1, "E_BUSY", **args), now_s=10.0)

    assert not reaction.answers
    assert talk.wake_s == 10.0 + wait_s
    assert talk.send_next(10.0).send == []
    assert talk.tick(10.0 + wait_s).send == [Create(n=1)]


def test_whoever_has_tried_too_many_passwords_hears_of_it() -> None:
    """Sent again by itself, the seat would be asked for until the server cuts one off."""
    talk = let_in()
    order = talk.order(lambda n: Sit(n=n, table="QF7K2", password="guess"))  # noqa: S106
    talk.send_next(0.0)

    reaction = tell(talk, refused(1, "E_RATE", retry_ms=180_000), now_s=10.0)

    ((answered, _, answer),) = reaction.answers
    assert answered is order
    assert isinstance(answer, Refused)
    assert answer.args == {"retry_ms": 180_000}
    assert talk.tick(500.0).send == []


@pytest.mark.parametrize(
    ("password", "code"), [("", "E_RATE"), ("guess", "E_BUSY")], ids=["rate", "busy"]
)
def test_seat_that_is_not_to_be_had_now_is_asked_for_again(
    password: str, code: str
) -> None:
    talk = let_in()
    talk.order(lambda n: Sit(n=n, table="QF7K2", password=password))
    talk.send_next(0.0)

    reaction = tell(talk, refused(1, code, retry_ms=500), now_s=10.0)

    assert not reaction.answers
    assert talk.tick(10.5).send == [Sit(n=1, table="QF7K2", password=password)]


def test_tick_too_early_sends_nothing() -> None:
    talk = let_in()
    order_create(talk)
    tell(talk, refused(1, "E_RATE", retry_ms=500), now_s=10.0)

    assert talk.tick(10.4) == Reaction()


def test_put_off_command_goes_at_once_on_the_next_connection() -> None:
    talk = let_in()
    order_create(talk)
    tell(talk, refused(1, "E_BUSY", retry_ms=5_000), now_s=10.0)
    talk.lost(11.0)
    talk.opened(12.0)

    assert tell(talk, welcome(), now_s=12.0).send == [Create(n=1)]


@pytest.mark.parametrize(
    ("code", "certain"), [("E_BUSY", True), ("E_STORE_AWAY", False)]
)
def test_put_off_command_is_given_up_if_it_cannot_count(
    code: str, *, certain: bool
) -> None:
    talk = let_in()
    order = talk.order(lambda n: Create(n=n))
    talk.send_next(0.0)

    tell(talk, refused(1, code))

    assert talk.withdraw(order, 0.0) is certain


def test_next_command_need_not_wait_for_one_that_was_given_up() -> None:
    talk = let_in()
    order = talk.order(lambda n: Create(n=n))
    talk.send_next(0.0)
    tell(talk, refused(1, "E_BUSY", retry_ms=9_000))
    talk.order(lambda n: Leave(n=n, table="QF7K2"))

    talk.withdraw(order, 2.0)

    assert talk.wake_s == 2.0
    assert talk.tick(2.0).send == [Leave(n=2, table="QF7K2")]


def test_table_that_was_left_is_followed_no_longer() -> None:
    talk = let_in()
    table = a_table()
    tell(talk, table.snapshot())
    talk.order(lambda n: Leave(n=n, table="QF7K2"))
    talk.send_next(0.0)

    reaction = tell(talk, ok(1))

    assert Gone("QF7K2", "left") in reaction.updates
    assert talk.tables.known == ()


def test_command_of_a_session_that_is_gone_has_no_answer() -> None:
    talk = let_in()
    tell(talk, a_table().snapshot())
    sent = talk.order(lambda n: Create(n=n))
    talk.send_next(0.0)
    waiting = talk.order(lambda n: Leave(n=n, table="QF7K2"))
    talk.lost(1.0)
    talk.opened(2.0)

    reaction = tell(talk, welcome(session="another"))

    assert reaction.lost == [sent]
    assert talk.tables.known == ()
    assert reaction.send == [Leave(n=2, table="QF7K2")]
    (update,) = reaction.updates
    assert isinstance(update, Online)
    assert not update.same_session
    assert talk.close() == (waiting,)


def test_new_session_without_a_command_loses_none() -> None:
    talk = let_in()
    talk.lost(1.0)
    talk.opened(2.0)

    assert tell(talk, welcome(session="another")).lost == []


# ---------------------------------------------------------------------- news


def test_news_is_folded() -> None:
    talk = let_in()
    table = a_table()

    (first,) = tell(talk, table.snapshot(2)).updates
    (second,) = tell(talk, table.events(3, 4)).updates

    assert isinstance(first, Replaced)
    assert isinstance(second, Changed)
    assert talk.tables.known == (second.known,)
    assert talk.tables.known_of("QF7K2") == second.known


def test_gap_is_closed_by_asking() -> None:
    talk = let_in()
    table = a_table()
    tell(talk, table.snapshot(1))

    asked = tell(talk, table.events(3, 4)).send
    tell(talk, table.events(2, 4))
    tell(talk, {"op": "replayed", "table": "QF7K2", "count": 3, "version": 4})

    assert asked == [
        Resync(
            table="QF7K2",
            epoch=table.epoch,
            version=1,
            token=table.tokens[1],
            heard=0,
        )
    ]
    (known,) = talk.tables.known
    assert known.mark.version == 4


def test_return_asks_from_the_position() -> None:
    talk = let_in()
    table = a_table()
    tell(talk, table.snapshot(3))
    talk.lost(1.0)
    talk.opened(2.0)

    assert tell(talk, welcome()).send == [
        Resync(
            table="QF7K2",
            epoch=table.epoch,
            version=3,
            token=table.tokens[3],
            heard=0,
        )
    ]


def test_refresh_asks_for_the_whole() -> None:
    talk = let_in()

    assert talk.refresh("QF7K2", 0.0).send == [Resync(table="QF7K2")]


def test_refresh_before_welcome_waits_for_it() -> None:
    talk = conversation()
    talk.opened(0.0)

    assert talk.refresh("QF7K2", 0.0).send == []
    assert tell(talk, welcome()).send == [Resync(table="QF7K2")]


def test_table_that_is_gone_is_told() -> None:
    talk = let_in(seats=[{"table": "QF7K2", "seat": 1}])

    reaction = tell(
        talk,
        {"op": "error", "code": "E_NO_TABLE", "detail": "", "table": "QF7K2"},
    )

    assert Gone("QF7K2", "E_NO_TABLE") in reaction.updates


def test_message_that_cannot_be_read_may_have_been_news() -> None:
    talk = let_in()
    tell(talk, a_table().snapshot())

    reaction = talk.take(b"\xc1", 0.0, 1_000)

    (notice,) = reaction.updates
    assert isinstance(notice, Notice)
    assert isinstance(notice.message, BadMessage)
    assert reaction.send == [Resync(table="QF7K2", heard=0)]


def test_nonsense_before_welcome_asks_for_nothing() -> None:
    talk = let_in()
    tell(talk, a_table().snapshot())
    talk.lost(1.0)
    talk.opened(2.0)

    assert talk.take(b"\xc1", 0.0, 1_000).send == []


# ------------------------------------------------------------------ the rest


def test_unknown_op_is_only_told() -> None:
    reaction = tell(let_in(), {"op": "chat", "text": "ciao"})

    assert reaction == Reaction(updates=[Notice(Unknown("chat"))])


def test_goaway_is_remembered_for_this_connection() -> None:
    talk = let_in()

    reaction = tell(talk, {"op": "goaway", "code": 1012, "retry_ms": 3_000})

    assert talk.goaway == GoAway(code=1012, retry_ms=3_000)
    assert reaction.updates == [Notice(talk.goaway)]
    talk.lost(1.0)
    talk.opened(2.0)
    assert talk.goaway is None


def test_ping_and_pong() -> None:
    talk = let_in()

    assert talk.ping(7, 10.0).send == [Ping(t=7)]
    assert talk.wake_s == 25.0
    (pong,) = tell(talk, {"op": "pong", "t": 7, "now": 99}).pongs
    assert (pong.t, pong.now) == (7, 99)
    assert talk.wake_s is None


@given(
    seed=st.integers(0, 10**6),
    orders=st.integers(1, 8),
    cut_every=st.floats(0.0, 0.4),
)
def test_cuts_at_any_point_lose_and_double_nothing(
    seed: int, orders: int, cut_every: float
) -> None:
    connection = BadConnection(seed, cut_every)

    connection.run(orders)

    commands = [command for _, command, _ in connection.answered]
    assert commands == connection.server.done
    assert len(commands) == orders
    versions = [answer.version for *_, answer in connection.answered]
    assert versions == [5 + number for number in range(orders)]


# ---------------------------------------------------------------- where a grant leads


@pytest.mark.parametrize(
    "build",
    [
        lambda n: Quick(n=n),
        lambda n: Sit(n=n, table="QF7K2"),
    ],
    ids=["quick", "sit"],
)
def test_table_that_a_command_led_to_is_followed(
    build: Callable[[int], Command],
) -> None:
    talk = let_in()
    talk.order(build)
    talk.send_next(0.0)
    tell(talk, a_table().snapshot(reason="sat"))

    assert tell(talk, ok(1)).send == []

    talk.lost(1.0)
    talk.opened(2.0)
    (again,) = tell(talk, welcome()).send
    assert isinstance(again, Resync)


def test_table_of_which_nothing_was_told_is_asked_for() -> None:
    talk = let_in()
    talk.order(lambda n: Quick(n=n))
    talk.send_next(0.0)

    assert tell(talk, ok(1)).send == [Resync(table="QF7K2")]


def test_table_that_was_opened_is_not_followed_yet() -> None:
    talk = let_in()
    order_create(talk)

    assert tell(talk, ok(1)).send == []


# --------------------------------------------------------------- lobby, talk, store


def told_lobby(talk: Conversation, *messages: dict[str, Any]) -> list[LobbyChanged]:
    updates = [update for one in messages for update in tell(talk, one).updates]
    return [update for update in updates if isinstance(update, LobbyChanged)]


def test_lobby_is_asked_for_and_told() -> None:
    talk = let_in()

    assert talk.request(Lobby(follow=True), 10.0).send == [Lobby(follow=True)]
    assert talk.wake_s == 25.0
    first, second = told_lobby(
        talk, rows(1, "T1", whole=True, more=True), rows(2, "T2")
    )

    assert (first.before, first.complete) == (None, False)
    assert [row.table for row in second.rows] == ["T1", "T2"]
    assert second.before == first.rows
    assert second.complete
    assert talk.wake_s is None
    assert talk.lobby.rows == second.rows


def test_lobby_that_stops_in_the_middle_is_overdue() -> None:
    talk = let_in()
    talk.request(Lobby(), 10.0)
    tell(talk, rows(1, "T1", whole=True, more=True), now_s=20.0)

    assert talk.wake_s == 35.0
    assert talk.tick(35.0).drop == "no answer: lobby"


def test_lobby_with_a_gap_is_asked_for_once() -> None:
    talk = let_in()
    talk.request(Lobby(follow=True), 0.0)
    tell(talk, rows(1, whole=True))

    assert tell(talk, rows(3, "T1")).send == [Lobby(follow=True)]
    assert tell(talk, rows(4, "T1")) == Reaction()


def test_lobby_is_followed_on_the_next_connection() -> None:
    talk = let_in()
    talk.request(Lobby(follow=True), 0.0)
    tell(talk, rows(1, whole=True))
    talk.lost(1.0)
    talk.opened(2.0)

    assert tell(talk, welcome()).send == [Lobby(follow=True)]


def test_lobby_that_was_seen_once_is_not_asked_for_again() -> None:
    talk = let_in()
    talk.request(Lobby(follow=True), 0.0)
    talk.request(Lobby(follow=False), 0.0)
    tell(talk, rows(1, whole=True))
    talk.lost(1.0)
    talk.opened(2.0)

    assert tell(talk, welcome()).send == []


def test_lobby_is_asked_for_once_online() -> None:
    talk = conversation()
    talk.opened(0.0)

    assert talk.request(Lobby(follow=False), 0.0).send == []
    assert tell(talk, welcome()).send == [Lobby(follow=False)]


def test_who_was_too_slow_asks_for_the_lobby_again() -> None:
    talk = let_in()
    talk.request(Lobby(follow=True), 0.0)
    tell(talk, rows(1, whole=True))

    assert tell(talk, a_table().snapshot(reason="slow")).send == [Lobby(follow=True)]


def test_what_is_said_is_told() -> None:
    said = example("Said")

    (update,) = tell(let_in(), said).updates

    assert isinstance(update, Talked)
    assert update.message.text == said["text"]


def test_mute_is_said_and_said_again_on_the_next_connection() -> None:
    talk = let_in()
    tell(talk, a_table().snapshot())
    mute = Mute(table="QF7K2", seat=Seat(2), on=True)

    assert talk.request(mute, 0.0).send == [mute]
    talk.lost(1.0)
    assert talk.request(Mute(table="QF7K2", seat=Seat(3), on=True), 1.5).send == []
    talk.opened(2.0)
    *mutes, resync = tell(talk, welcome()).send

    assert isinstance(resync, Resync)
    assert {one.seat for one in mutes if isinstance(one, Mute)} == {2, 3}


def test_nobody_is_muted_at_a_table_that_is_not_followed() -> None:
    assert let_in().request(Mute(table="QF7K2", on=True), 0.0).send == []


def test_looking_on_ends() -> None:
    talk = let_in()
    tell(talk, a_table(you=None).snapshot())

    reaction = talk.request(Unwatch(table="QF7K2"), 0.0)

    assert reaction.send == [Unwatch(table="QF7K2")]
    assert reaction.updates == [Gone("QF7K2", "unwatched")]
    assert talk.tables.known == ()


def test_looking_on_ends_without_a_word_while_away() -> None:
    talk = let_in()
    tell(talk, a_table(you=None).snapshot())
    talk.lost(1.0)

    assert talk.request(Unwatch(table="QF7K2"), 1.0).send == []
    assert talk.tables.known == ()


def test_own_seat_is_not_given_up_by_looking_away() -> None:
    talk = let_in()
    tell(talk, a_table().snapshot())

    assert talk.request(Unwatch(table="QF7K2"), 0.0) == Reaction()
    assert len(talk.tables.known) == 1


@pytest.mark.parametrize(
    ("state", "update"),
    [
        ("away", StoreAway(1_000)),
        ("back", StoreBack(1_000)),
        ("resting", Notice(StoreState(state="resting"))),
    ],
)
def test_store_that_goes_and_comes_back_is_told(state: str, update: Update) -> None:
    assert tell(let_in(), {"op": "store", "state": state}).updates == [update]


def test_request_that_is_refused_for_now_is_made_again() -> None:
    talk = let_in(seats=[{"table": "QF7K2", "seat": 1}])
    talk.request(Lobby(follow=True), 0.0)

    tell(talk, {"op": "error", "code": "E_STORE_AWAY", "detail": ""}, now_s=10.0)

    assert talk.wake_s == 12.0
    assert talk.tick(11.0) == Reaction()
    assert talk.tick(12.0).send == [Resync(table="QF7K2"), Lobby(follow=True)]
    assert talk.wake_s == 27.0


def test_what_has_come_meanwhile_is_not_asked_for_again() -> None:
    talk = let_in()
    talk.request(Lobby(follow=True), 0.0)
    tell(talk, {"op": "error", "code": "E_RATE", "detail": ""}, now_s=10.0)
    tell(talk, rows(1, whole=True), now_s=11.0)

    assert talk.tick(12.0) == Reaction()


def test_login_is_shown_until_there_is_a_token() -> None:
    hello = HELLO.model_copy(update={"login": "a.b.c"})
    talk = Conversation(hello, answer_s=15.0, most_orders=8)
    assert talk.opened(0.0).send == [hello]
    tell(talk, welcome())
    talk.lost(1.0)

    (again,) = talk.opened(2.0).send

    assert isinstance(again, Hello)
    assert (again.login, again.resume) == (None, TOKEN)


# ---------------------------------------------------------- a deal from its beginning


@pytest.mark.parametrize(
    "question",
    [
        Past(table="QF7K2"),
        Hint(table="QF7K2"),
        Preview(table="QF7K2", cards=("SF", "S6")),
    ],
)
def test_question_is_asked_on_this_connection_only(
    question: Past | Hint | Preview,
) -> None:
    talk = conversation()
    talk.opened(0.0)
    assert talk.request(question, 0.0) == Reaction()

    tell(talk, welcome())

    assert talk.request(question, 0.0).send == [question]
    talk.lost(1.0)
    talk.opened(2.0)
    assert question not in tell(talk, welcome()).send


def test_past_is_no_news_of_the_table() -> None:
    talk = let_in()
    tell(talk, example("Snapshot"))
    known = talk.tables.known

    (told,) = tell(talk, example("PastEvents")).updates

    assert isinstance(told, PastTold)
    assert told.message.items[0].kind == "card_played"
    assert talk.tables.known == known


def test_hint_is_told_and_no_news_of_the_table() -> None:
    talk = let_in()
    tell(talk, example("Snapshot"))
    known = talk.tables.known

    (told,) = tell(talk, example("Hints")).updates

    assert isinstance(told, HintTold)
    assert told.message.candidates
    assert talk.tables.known == known


def test_preview_is_told_and_no_news_of_the_table() -> None:
    talk = let_in()
    tell(talk, example("Snapshot"))
    known = talk.tables.known

    (told,) = tell(talk, example("Previewed")).updates

    assert isinstance(told, PreviewTold)
    assert told.message.rest is not None
    assert talk.tables.known == known
