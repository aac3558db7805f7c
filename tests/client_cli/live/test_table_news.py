from pathlib import Path

from client_cli.live.connection import Connection
from client_cli.live.hand_order import HandOrder
from client_cli.live.seat import OwnSeat
from client_cli.live.table_news import TableNews
from protocol.fold import Known
from protocol.updates import CaughtUp, Overrun
from tests.client_cli.live.test_table_talk import message
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig
from tests.client_cli.situations import known_with, view_of_seat


def news_at(folder: Path) -> tuple[Rig, TableNews]:
    rig = Rig(folder)
    return rig, TableNews(rig.parts, OwnSeat(TABLE), Connection(rig.parts))


def test_whose_turn_it_is_is_told_after_a_return(tmp_path: Path) -> None:
    rig, news = news_at(tmp_path)
    news.caught_up(CaughtUp(TABLE, 3, known_with(turn=1)))
    news.caught_up(CaughtUp(TABLE, 0, known_with(view_of_seat(deal=None), turn=None)))
    news.caught_up(CaughtUp("XXXXX", 3, known_with()))

    assert rig.said == ["It is the turn of East."]


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
