"""What typed lines lead to, one by one, without the loop around them."""

from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import LiveFlags
from client_cli.live.ahead import Ahead
from client_cli.live.happenings import Aim, Done, Order
from client_cli.live.moves import Moves, Result
from client_cli.live.seat import Confirm, OwnSeat
from client_cli.live.table_talk import Muted
from client_cli.live.turns import Turns
from client_cli.taste import Taste
from client_cli.texts import texts_in
from protocol.fold import Known
from protocol.to_client import Refused
from protocol.to_server import Declare, Discard, Play, Reply, Say, Skip
from tests.client_cli.pretend import TABLE, PretendSession, options_with
from tests.client_cli.rig import Rig
from tests.client_cli.situations import deal_data, known_with, offer, view_of_seat

NO = Refused(n=1, code="E_PHASE", rule=None, args={}, legal=None)
FREE = ["16", "SF", "S6", "BQ", "M2", "M3"]
DISCARD = known_with(
    view_of_seat(deal=deal_data(hand=["AN", *FREE])),
    phase="discard",
    discardable=FREE,
    legal=[],
    led=None,
)


class Bench:
    """Turns at a table that is as it is; commands are noted and refused."""

    def __init__(
        self, folder: Path, known: Known | None = None, **options: Any
    ) -> None:
        session = PretendSession()
        session.answer_with = [NO] * 9
        self.rig = Rig(folder, session=session, **options)
        self.seat = OwnSeat(TABLE, known_with() if known is None else known)
        self.moves = Moves(self.rig.parts, self.seat)
        self.ahead = Ahead(auto_play=False)
        self.muted = Muted()
        self.turns = Turns(
            self.rig.parts, self.seat, self.moves, self.ahead, self.muted
        )

    async def sent(self) -> Any:
        """The command that was just sent."""
        done = await self.rig.happenings.get()
        assert isinstance(done, Done)
        await self.rig.happenings.close()
        return self.rig.session.commands[-1]


@pytest.fixture(name="bench")
def plain_bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def asked(bench: Bench) -> str:
    """The question that was just put, on standard error."""
    return bench.rig.complained.splitlines()[-1]


@pytest.mark.parametrize("line", ["sf", "play SF", "jack of swords"])
async def test_a_card_is_played(bench: Bench, line: str) -> None:
    assert bench.turns.grant(line) is Result.FINE
    assert bench.seat.busy
    command = await bench.sent()
    assert isinstance(command, Play)
    assert command.card == "SF"


async def test_declare_and_skip(tmp_path: Path) -> None:
    known = known_with(phase="declare", offer=offer("SR", "BR", "CR"))
    for line, kind in (("declare", Declare), ("skip", Skip)):
        bench = Bench(tmp_path, known)
        assert bench.turns.grant(line) is Result.FINE
        assert isinstance(await bench.sent(), kind)


async def test_any_moor_is_ones_own_lowest_legal_one(tmp_path: Path) -> None:
    view = view_of_seat(deal=deal_data(hand=["M2", "M3", "SF"], counts=[3, 7, 7, 7]))
    bench = Bench(tmp_path, known_with(view, legal=["M3"]))
    bench.turns.grant("mr")

    assert (await bench.sent()).card == "M3"


async def test_any_moor_without_one(bench: Bench) -> None:
    bench.turns.grant("mr")

    assert (await bench.sent()).card == "M1"  # for the server to refuse


async def test_a_discard_is_confirmed_by_a_word(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DISCARD)
    bench.rig.session.online = False  # so that nothing is looked ahead

    assert bench.turns.grant("discard bq mr") is Result.FINE
    assert bench.seat.confirm is Confirm.MOVE
    assert asked(bench).startswith("Lay BQ, MR away?")
    assert bench.turns.grant("") is Result.FINE
    assert bench.seat.confirm is Confirm.MOVE
    assert not bench.rig.session.commands
    assert bench.rig.complained.count("Lay BQ, MR away?") == 2
    assert bench.turns.grant("yes") is Result.FINE
    command = await bench.sent()
    assert isinstance(command, Discard)
    assert command.cards == ("BQ", "M2")


async def test_a_discard_without_its_word(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DISCARD)
    bench.rig.session.online = False  # so that nothing is looked ahead
    bench.turns.grant("mr mr")
    bench.turns.grant("yes")

    assert (await bench.sent()).cards == ("M2", "M3")


def test_a_discard_can_be_thought_over(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DISCARD)
    bench.rig.session.online = False  # so that nothing is looked ahead
    bench.turns.grant("discard bq s6")

    assert bench.turns.grant("no") is Result.FINE
    assert bench.rig.said[-1] == "Nothing was done."
    bench.turns.grant("discard bq s6")
    bench.turns.grant("hand")
    assert bench.seat.confirm is Confirm.NOTHING


@pytest.mark.parametrize("line", ["discard an s6", "discard s6", "discard s6 s6"])
async def test_a_discard_that_does_not_fit_goes_to_the_server(
    tmp_path: Path, line: str
) -> None:
    bench = Bench(tmp_path, DISCARD)
    bench.turns.grant(line)

    assert isinstance(await bench.sent(), Discard)


async def test_scripts_are_not_asked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DISCARD, flags=LiveFlags(no_input=True))
    bench.turns.grant("discard bq s6")

    assert (await bench.sent()).cards == ("BQ", "S6")


async def test_a_discard_when_a_card_is_asked_for_is_the_servers_to_refuse(
    bench: Bench,
) -> None:
    bench.turns.grant("discard sf s6")

    assert isinstance(await bench.sent(), Discard)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("sf s6", "One card at a time is played."),
        ("xx", "xx is neither a word nor a card. All words: help."),
        ("delcare", "Did you mean declare?"),
        ("rules nothing", "There is no topic nothing. Topics: overview, cards, "),
        ("play", "play needs a card. Example: play sf"),
        ("play xx", "xx is no card. A card goes by its code or its full name"),
        (" ".join(["sf"] * 18), "These are too many cards."),
        ("\x1b[2J", "<U+001B>[2J is neither a word nor a card."),
    ],
)
def test_what_cannot_be_meant(bench: Bench, line: str, complaint: str) -> None:
    assert bench.turns.grant(line) is Result.WRONG
    assert complaint in bench.rig.complained
    assert bench.rig.session.commands == []


def test_a_slip_of_the_finger_is_no_refusal_to_ask_about(bench: Bench) -> None:
    bench.seat.refusal = ["Not allowed. BQ is Batons."]
    bench.turns.grant("rules nothing")
    bench.turns.grant("why")

    assert bench.rig.said == ["Not allowed. BQ is Batons."]


@pytest.mark.parametrize("line", ["maybe", "play"])
def test_what_is_no_answer_to_a_question_is_said_so(bench: Bench, line: str) -> None:
    bench.turns.grant("quit")

    assert bench.turns.grant(line) is Result.WRONG
    complained = bench.rig.complained.splitlines()[-1]
    assert complained == f"{line} is no answer to this. Type yes or no."
    assert bench.turns.grant("yes") is Result.LEAVE


def test_rules_are_as_wide_as_the_terminal(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "44")
    bench.turns.grant("rules grande")

    assert 34 < max(map(len, bench.rig.said)) <= 44


@pytest.mark.parametrize("line", ["sf s6", "declare", "skip", "discard sf s6"])
def test_out_of_turn(tmp_path: Path, line: str) -> None:
    bench = Bench(tmp_path, known_with(turn=1))

    assert bench.turns.grant(line) is Result.WRONG
    assert "Not now. It is the turn of East." in bench.rig.complained


def test_while_a_command_is_on_its_way(bench: Bench) -> None:
    bench.seat.busy = True

    assert bench.turns.grant("sf") is Result.WRONG
    assert "One moment" in bench.rig.complained
    assert bench.turns.grant("") is Result.FINE


async def test_a_move_while_the_server_is_away_is_said_to_wait(bench: Bench) -> None:
    bench.rig.session.online = False
    bench.turns.grant("jack of swords")

    assert bench.rig.complained == "The server is away: SF is sent when it is back.\n"
    assert isinstance(await bench.sent(), Play)


async def test_a_move_that_can_be_sent_is_not_talked_about(bench: Bench) -> None:
    bench.turns.grant("sf")

    assert bench.rig.complained == ""
    await bench.sent()


def test_an_empty_line_repeats_the_question(bench: Bench) -> None:
    for line in ("", "yes", "no"):
        assert bench.turns.grant(line) is Result.FINE
        assert bench.rig.said[-1].startswith("Your turn, trick 1.")


@pytest.mark.parametrize(
    "line", ["hand", "t", "p", "h", "status", "table", "?", "why", "cards", "rules"]
)
def test_looking_about_costs_nothing(bench: Bench, line: str) -> None:
    assert bench.turns.grant(line) is Result.FINE
    assert bench.rig.said
    assert bench.rig.session.commands == []


def test_again(bench: Bench) -> None:
    bench.rig.parts.screen.say(["East played B7."])
    bench.turns.grant("again")

    assert bench.rig.said == ["East played B7."] * 2


@pytest.mark.parametrize("line", ["yes", "quit", "q"])
def test_leaving_is_asked_once(bench: Bench, line: str) -> None:
    assert bench.turns.grant("quit") is Result.FINE
    assert "A bot plays your cards to the end." in asked(bench)
    assert bench.rig.said == []
    assert bench.turns.grant(line) is Result.LEAVE


@pytest.mark.parametrize("line", ["no", "", "hand"])
def test_leaving_can_be_thought_over(bench: Bench, line: str) -> None:
    bench.turns.grant("quit")

    assert bench.turns.grant(line) is Result.FINE
    assert bench.seat.confirm is Confirm.NOTHING


@pytest.mark.parametrize("line", ["yse", "yes please", "sf xx", "play"])
def test_a_slip_of_the_finger_leaves_a_question_open(bench: Bench, line: str) -> None:
    bench.turns.grant("quit")

    assert bench.turns.grant(line) is Result.WRONG
    assert bench.turns.grant("yes") is Result.LEAVE


@pytest.mark.parametrize("flags", [LiveFlags(no_input=True), LiveFlags(autopilot=True)])
def test_a_script_leaves_without_being_asked(tmp_path: Path, flags: LiveFlags) -> None:
    bench = Bench(tmp_path, flags=flags)

    assert bench.turns.grant("quit") is Result.LEAVE
    assert bench.rig.complained == ""


@pytest.mark.parametrize(
    ("line", "result"),
    [("yes", Result.NEXT_DEAL), ("", Result.NEXT_DEAL), ("no", Result.FINE)],
)
def test_the_next_deal(bench: Bench, line: str, result: Result) -> None:
    bench.seat.confirm = Confirm.NEXT_DEAL

    assert bench.turns.grant(line) is result


@pytest.mark.parametrize(("line", "agrees"), [("yes", True), ("no", False)])
async def test_agreeing(bench: Bench, line: str, *, agrees: bool) -> None:
    bench.seat.confirm = Confirm.AGREEMENT
    bench.turns.grant(line)

    command = await bench.sent()
    assert isinstance(command, Reply)
    assert command.agrees == agrees


def test_a_wish_waits_while_one_looks_about(bench: Bench) -> None:
    bench.seat.confirm = Confirm.AGREEMENT
    bench.turns.grant("hand")

    assert bench.seat.confirm is Confirm.AGREEMENT


async def test_a_card_may_be_played_instead_of_an_answer(bench: Bench) -> None:
    bench.seat.confirm = Confirm.AGREEMENT
    bench.turns.grant("sf")

    assert isinstance(await bench.sent(), Play)


async def test_italian(tmp_path: Path) -> None:
    bench = Bench(tmp_path, texts=texts_in("it"))
    bench.turns.grant("gioca fante di spade")

    assert (await bench.sent()).card == "SF"


@pytest.mark.parametrize(
    ("known", "line", "order"),
    [
        (known_with(), "jack of swords", Order(Aim.MOVE, "SF", ("SF",))),
        (known_with(phase="declare"), "declare", Order(Aim.MOVE, "declare")),
        (known_with(phase="declare"), "pass", Order(Aim.MOVE, "skip")),
        (DISCARD, "mr an", Order(Aim.MOVE, "discard MR AN", ("M2", "AN"))),
    ],
)
async def test_what_is_sent_is_remembered_for_what_becomes_of_it(
    tmp_path: Path, known: Known, line: str, order: Order
) -> None:
    bench = Bench(tmp_path, known)
    bench.turns.grant(line)
    done = await bench.rig.happenings.get()

    assert isinstance(done, Done)
    assert done.order == order


async def test_an_answer_to_a_wish_is_remembered_too(bench: Bench) -> None:
    bench.moves.reply(agrees=False)
    done = await bench.rig.happenings.get()

    assert isinstance(done, Done)
    assert done.order == Order(Aim.REPLY, "no")


# ------------------------------------------------------- before one's turn, and beside


WAITING = known_with(turn=1)


@pytest.mark.parametrize("line", ["sf", "play sf", "jack of swords"])
def test_a_card_typed_before_ones_turn_is_kept_for_it(
    tmp_path: Path, line: str
) -> None:
    bench = Bench(tmp_path, WAITING)

    assert bench.turns.grant(line) is Result.FINE
    assert bench.ahead.card == "SF"
    assert bench.rig.said == [
        "SF is played at your turn, unless the trick changes. cancel (x) takes it back."
    ]
    assert bench.rig.session.commands == []


def test_a_card_that_was_kept_is_taken_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path, WAITING)
    bench.turns.grant("sf")

    assert bench.turns.grant("x") is Result.FINE
    assert bench.rig.said[-1] == "SF is not played ahead any more."
    assert bench.ahead.card is None


async def test_another_card_is_played_in_place_of_the_one_that_was_kept(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path)
    bench.ahead.choose("S6", known_with())
    bench.turns.grant("sf")

    assert bench.ahead.card is None
    assert (await bench.sent()).card == "SF"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("bq", "BQ is not allowed. Led: Swords, and you hold it: follow (R9)."),
        ("s7", "You do not hold S7."),
    ],
)
def test_what_would_not_be_allowed_is_not_kept(
    tmp_path: Path, line: str, complaint: str
) -> None:
    bench = Bench(tmp_path, WAITING)

    assert bench.turns.grant(line) is Result.WRONG
    assert bench.rig.complained.startswith(complaint)
    assert bench.ahead.card is None


@pytest.mark.parametrize(
    ("known", "flags"),
    [
        (WAITING, LiveFlags(no_input=True)),
        (known_with(phase="declare", turn=1), LiveFlags()),
    ],
)
def test_what_is_not_kept_is_out_of_turn(
    tmp_path: Path, known: Known, flags: LiveFlags
) -> None:
    bench = Bench(tmp_path, known, flags=flags)

    assert bench.turns.grant("sf") is Result.WRONG
    assert "Not now. It is the turn of East." in bench.rig.complained


def tasting(**choices: Any) -> LiveFlags:
    return LiveFlags(taste=Taste(**choices))


@pytest.mark.parametrize(
    ("known", "line", "question", "kind"),
    [
        (known_with(), "sf", "Play SF, Jack of Swords?", Play),
        (known_with(phase="declare"), "declare", "Declare everything?", Declare),
        (known_with(phase="declare"), "skip", "Declare nothing?", Skip),
    ],
)
async def test_who_likes_it_confirms_every_move(
    tmp_path: Path, known: Known, line: str, question: str, kind: type
) -> None:
    bench = Bench(tmp_path, known, flags=tasting(confirm="always"))
    assert bench.turns.grant(line) is Result.FINE

    assert asked(bench) == f"{question} Type yes or no."
    assert bench.rig.session.commands == []
    assert bench.turns.grant("yes") is Result.FINE
    assert isinstance(await bench.sent(), kind)


def test_out_of_turn_nothing_is_confirmed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, WAITING, flags=tasting(confirm="always"))

    assert bench.turns.grant("declare") is Result.WRONG


async def test_who_likes_it_confirms_no_discard(tmp_path: Path) -> None:
    bench = Bench(tmp_path, DISCARD, flags=tasting(confirm="never"))
    bench.turns.grant("discard bq s6")

    assert isinstance(await bench.sent(), Discard)


def with_options(**options: Any) -> Known:
    return known_with(view_of_seat(options={**options_with(1), **options}))


async def test_a_signal_with_its_card(tmp_path: Path) -> None:
    bench = Bench(tmp_path, with_options(signals="on"))
    bench.turns.grant("g volo sf")

    command = await bench.sent()
    assert (command.card, command.sign) == ("SF", "volo")


async def test_a_signal_waits_for_the_next_card(tmp_path: Path) -> None:
    bench = Bench(tmp_path, with_options(signals="on"))

    assert bench.turns.grant("signal busso") is Result.FINE
    assert bench.rig.said == ["The next card that you lead goes with busso."]
    bench.turns.grant("sf")
    assert (await bench.sent()).sign == "busso"


def test_no_signal_where_the_table_has_none(bench: Bench) -> None:
    assert bench.turns.grant("signal volo sf") is Result.WRONG
    assert bench.rig.complained == "At this table no signals are given.\n"
    assert bench.seat.sign is None


def test_the_order_of_the_hand_changes(bench: Bench) -> None:
    assert bench.turns.grant("o") is Result.FINE
    bench.turns.grant("hand")

    assert bench.rig.said[0] == "Your hand: trumps first, low cards first."
    assert "Swords: S6, SF Jack." in bench.rig.said


def test_forced_cards_are_played_by_themselves_on_demand(bench: Bench) -> None:
    bench.turns.grant("auto")
    assert bench.ahead.auto_play
    bench.turns.grant("auto")
    assert not bench.ahead.auto_play


def test_a_line_of_a_score_is_opened(tmp_path: Path) -> None:
    known = known_with(phase="declare", offer=offer("SR", "BR", "CR"))
    bench = Bench(tmp_path, known)

    assert bench.turns.grant("e 1") is Result.FINE
    assert "SR, real." in bench.rig.said
    assert bench.turns.grant("explain 9") is Result.WRONG
    assert bench.rig.complained == "There is no line 9. All lines: explain.\n"


async def test_wishes_beside_the_deal_are_sent(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.turns.grant("y good luck!") is Result.FINE

    assert isinstance(await bench.sent(), Say)


def test_status_tells_the_time_that_is_left(tmp_path: Path) -> None:
    bench = Bench(tmp_path, known_with(turn=1, deadline=40_000))
    bench.rig.parts.comforts.time.heard(2_000)
    bench.turns.grant("status")

    assert bench.rig.said[0].startswith(
        "It is the turn of East. Time left: 38 seconds. Led: Swords."
    )


def test_status_tells_that_the_connection_is_lost(bench: Bench) -> None:
    bench.rig.session.online = False
    bench.turns.grant("status")

    assert bench.rig.said[0].startswith("The connection is lost. It is your turn.")


def test_nothing_is_explained_before_the_table_is_known(bench: Bench) -> None:
    bench.seat.known = None

    assert bench.turns.grant("e") is Result.FINE
    assert bench.rig.said == ["Nothing is known of the table yet."]
