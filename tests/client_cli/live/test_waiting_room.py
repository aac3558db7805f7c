"""A game in line mode from the waiting room on."""

import io
from base64 import b64encode
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.seat import OwnSeat
from client_cli.live.waiting_room import FirstDeal, WaitingRoom
from protocol.to_client import Refused
from protocol.to_server import Command, Kick, Leave, Sit, Start
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable, person
from tests.client_cli.rig import Rig

START = "To begin now, with bots: start. All words: help."


def with_maya() -> PretendSession:
    table = PretendTable()
    table.seats[1] = person("Maya")
    return PretendSession(table)


def commands(rig: Rig) -> list[str]:
    return [command.op for command in rig.session.commands]


async def test_no_deal_is_asked_for_while_others_are_waited_for(
    tmp_path: Path,
) -> None:
    rig = Rig(tmp_path, "quit", "yes", first_deal=FirstDeal.WITH_OTHERS)

    assert await rig.play() is Exit.DONE
    assert [type(command) for command in rig.session.commands] == [Sit, Leave]
    assert "South: you." in rig.said
    assert not any(line.startswith("Invite: ") for line in rig.said)


async def test_host_is_told_how_to_invite(tmp_path: Path) -> None:
    rig = Rig(tmp_path, first_deal=FirstDeal.WITH_GUESTS)

    assert await rig.play() is Exit.INPUT_ENDED
    assert "Invite: tarocco join https://table.example/QF7K2" in rig.said


async def test_start_begins_the_deal(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "start", first_deal=FirstDeal.WITH_OTHERS)

    assert await rig.play() is Exit.INPUT_ENDED
    start = rig.session.commands[1]
    assert isinstance(start, Start)
    assert start.entropy is not None
    assert any(line.startswith("Deal 1.") for line in rig.said)


async def test_start_is_asked_for_once(tmp_path: Path) -> None:
    class OthersAreNotReady(PretendSession):
        def do(self, command: Command) -> None:
            if isinstance(command, Start):
                self.table.seats[0]["ready"] = True
                self.tell(self.table.events({"kind": "ready", "seat": 0}))
            elif isinstance(command, Sit):
                self.tell(self.table.snapshot())

    rig = Rig(
        tmp_path,
        *("start", "start", "hand"),
        session=OthersAreNotReady(),
        first_deal=FirstDeal.WITH_OTHERS,
    )

    assert await rig.play() is Exit.INPUT_ENDED
    assert commands(rig).count("start") == 1
    assert "You are ready; the others are waited for." in rig.said


async def test_words_of_the_room(tmp_path: Path) -> None:
    rig = Rig(
        tmp_path,
        *("", "invite", "help", "table"),
        first_deal=FirstDeal.WITH_OTHERS,
    )

    assert await rig.play() is Exit.INPUT_ENDED
    assert rig.said.count("South: you.") == 2
    assert any(line.startswith("Invite: ") for line in rig.said)
    assert any(line.startswith("While you wait: ") for line in rig.said)
    assert any(line.startswith("Look: ") for line in rig.said)
    assert "No cards are dealt yet." in rig.said


async def test_empty_line_is_no_answer_to_a_question(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "quit", "", first_deal=FirstDeal.WITH_OTHERS)

    assert await rig.play() is Exit.INPUT_ENDED
    assert rig.said.count("South: you.") == 1


async def test_sending_somebody_away(tmp_path: Path) -> None:
    rig = Rig(
        tmp_path,
        "kick maya",
        session=with_maya(),
        first_deal=FirstDeal.WITH_GUESTS,
    )

    assert await rig.play() is Exit.INPUT_ENDED
    kick = rig.session.commands[1]
    assert isinstance(kick, Kick)
    assert (kick.seat, kick.at) == (1, 2)


async def test_only_the_host_sends_people_away(tmp_path: Path) -> None:
    class NotHost(PretendSession):
        def do(self, command: Command) -> None:
            if isinstance(command, Kick):
                self.answer_with.append(
                    Refused(n=2, code="E_NOT_HOST", rule=None, args={}, legal=None)
                )
            elif isinstance(command, Sit):
                self.tell(self.table.snapshot())

    rig = Rig(
        tmp_path,
        *("kick Maya", "kick nobody", "kick"),
        session=NotHost(with_maya().table),
        first_deal=FirstDeal.WITH_OTHERS,
    )

    assert await rig.play() is Exit.INPUT_ENDED
    assert commands(rig).count("kick") == 1
    assert "Nobody else here is called nobody" in rig.complained
    assert 'Nobody else here is called ""' in rig.complained


async def test_who_is_sent_away_hears_it(tmp_path: Path) -> None:
    class SentAway(PretendSession):
        def do(self, command: Command) -> None:
            super().do(command)
            left = {"kind": "seat_left", "seat": 0, "host": None}
            self.tell(self.table.events(left))

    rig = Rig(tmp_path, session=SentAway(), first_deal=FirstDeal.WITH_OTHERS)

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.NOT_FOUND
    assert stopped.value.why == "You were sent away, or were not there for too long."


async def test_script_that_waits_says_nothing(tmp_path: Path) -> None:
    rig = Rig(
        tmp_path,
        "start",
        session=PretendSession(),
        flags=LiveFlags(no_input=True),
        first_deal=FirstDeal.WITH_OTHERS,
    )
    closing = PretendTable()
    closing.closed = "host"
    rig.session.tell(rig.session.table.snapshot(), closing.snapshot("asked"))

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.TABLE_CLOSED
    assert rig.keyboard.asked == 0


async def test_the_bell_rings_when_somebody_joins(tmp_path: Path) -> None:
    terminal = io.StringIO()
    rig = Rig(tmp_path, terminal=terminal, first_deal=FirstDeal.WITH_OTHERS)
    seat = OwnSeat(TABLE)
    room = WaitingRoom(rig.parts, seat, FirstDeal.WITH_OTHERS)

    def look(table: PretendTable) -> str:
        seat.known = PretendSession(table).update_for(table.snapshot()).known
        room.look(seat.known)
        return terminal.getvalue()

    alone, both = PretendTable(), with_maya().table
    assert look(alone) == ""  # oneself
    assert look(both) == "\a"
    assert look(alone) == "\a"  # she leaves


async def test_nobody_is_rung_for_who_likes_no_bell(tmp_path: Path) -> None:
    terminal = io.StringIO()
    rig = Rig(tmp_path, terminal=terminal, bell="never")
    rig.parts.comforts.attention.joined()

    assert terminal.getvalue() == ""


async def test_the_link_is_copied_for_who_asks_for_the_invitation(
    tmp_path: Path,
) -> None:
    terminal = io.StringIO()
    rig = Rig(tmp_path, "invite", terminal=terminal, first_deal=FirstDeal.WITH_GUESTS)
    await rig.play()

    link = b64encode(b"https://table.example/QF7K2").decode()
    assert terminal.getvalue().count(f"\x1b]52;c;{link}\a") == 1
