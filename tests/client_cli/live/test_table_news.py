import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from client_cli.live.connection import Connection
from client_cli.live.hand_order import HandOrder
from client_cli.live.seat import OwnSeat
from client_cli.live.table_news import TableNews
from protocol.fold import Known
from protocol.updates import CaughtUp, Changed, Overrun, Replaced
from tests.client_cli.hostile import HOSTILE
from tests.client_cli.live.test_table_talk import message
from tests.client_cli.pretend import TABLE, PretendTable, person
from tests.client_cli.rig import Rig
from tests.client_cli.situations import known_with, view_of_seat

TAKEN: Final[dict[str, Any]] = {
    "kind": "seat_taken",
    "seat": 3,
    "occupant": "person",
    "level": None,
    "you": False,
    "host": 0,
}


def news_at(folder: Path) -> tuple[Rig, TableNews]:
    rig = Rig(folder)
    return rig, TableNews(rig.parts, OwnSeat(TABLE), Connection(rig.parts))


def test_whose_turn_it_is_is_told_after_a_return(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    news.caught_up(CaughtUp(TABLE, 3, known_with(turn=1)))
    news.caught_up(CaughtUp(TABLE, 0, known_with(view_of_seat(deal=None), turn=None)))
    news.caught_up(CaughtUp("OTHER", 3, known_with()))

    assert rig.said == ["It is the turn of East."]


def test_who_has_looked_before_sitting_down_is_told_the_opening(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    looked, seated = known_with(view_of_seat(None)), known_with()
    news.replaced(Replaced(PretendTable().snapshot(), looked, seated))

    assert rig.said[0] == f"Table {TABLE}."
    assert "The table as it is now:" not in rig.said


def overrun(*tables: Known) -> Overrun:
    return Overrun(dropped=9, online=True, tables=tables)


def test_how_things_stand_ends_with_whose_turn_it_is(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    news.overrun(overrun(known_with(turn=3)))

    assert rig.said[-1] == "It is the turn of West."


def test_the_hand_is_read_in_the_persons_own_order(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    rig.parts.comforts.order.order = HandOrder.LOW_FIRST
    news.overrun(overrun(known_with()))

    assert "Swords: S6, SF Jack." in rig.said


def test_who_is_muted_is_not_heard(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    news.heard(message(phrase="hello"))
    news.muted.change("Maya", None, rig.parts.texts, on=True)
    news.heard(message(phrase="hello"))

    assert rig.said == ["Maya says: Hello!"]


@given(st.text(HOSTILE, max_size=64), st.text(HOSTILE, max_size=64))
def test_nobody_else_steers_the_terminal(name: str, text: str) -> None:
    """Names and talk on every way to the terminal: seats, news, talk, title, bell."""
    terminal = io.StringIO()
    with TemporaryDirectory() as folder:
        rig = Rig(Path(folder), terminal=terminal)
    news = TableNews(rig.parts, OwnSeat(TABLE), Connection(rig.parts))
    table = rig.session.table
    table.seats[1] = person(name)
    table.seats[2] = person(name)
    news.replaced(replaced(rig.session.update_for(table.snapshot())))
    news.changed(changed(rig.session.update_for(table.begin())))
    for item in (
        {"kind": "kick_voted", "seat": 1, "by": 2},
        {"kind": "control", "seat": 1, "control": "grace", "connected": False},
        {"kind": "claim_made", "seat": 1, "ours": True, "hand": ["S6"]},
        {**TAKEN, "name": name},
        {"kind": "table_closed", "reason": "closed"},
    ):
        news.changed(changed(rig.session.update_for(table.events(item))))
    news.replaced(replaced(rig.session.update_for(table.snapshot())))
    news.heard(message(name=name, text=text))
    line = news.muted.change(name, rig.session.known(TABLE), rig.parts.texts, on=True)
    rig.parts.screen.answer([line])
    rig.parts.comforts.attention.title(text)

    printed = rig.output.getvalue() + rig.complained
    assert all(line.isprintable() for line in printed.split("\n"))
    title = terminal.getvalue().removeprefix("\x1b[22;0t\x1b]2;").removesuffix("\a")
    assert title.isprintable()


def changed(update: Changed | Replaced) -> Changed:
    assert isinstance(update, Changed)
    return update


def replaced(update: Changed | Replaced) -> Replaced:
    assert isinstance(update, Replaced)
    return update


def test_what_happens_is_rung_for_who_likes_that(tmp_path: Path) -> None:
    terminal = io.StringIO()
    rig = Rig(tmp_path, terminal=terminal, bell="all")
    news = TableNews(rig.parts, OwnSeat(TABLE), Connection(rig.parts))
    rig.session.update_for(rig.session.table.snapshot())
    news.changed(changed(rig.session.update_for(rig.session.table.begin())))

    assert terminal.getvalue() == "\a"
