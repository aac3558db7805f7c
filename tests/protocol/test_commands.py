"""Every command as one call."""

from collections.abc import Callable

import pytest

from engine.seats import Seat
from protocol.commands import Commands
from protocol.fold import Known
from protocol.options import Options
from protocol.to_client import Answer, Ok
from protocol.to_server import (
    Back,
    Claim,
    Command,
    Create,
    Declare,
    Discard,
    Kick,
    Leave,
    Pause,
    Play,
    Quick,
    Reply,
    Say,
    Sit,
    Skip,
    Start,
    Undo,
)
from tests.protocol.folding import known_at
from tests.protocol.pretend_table import a_table

ANSWER = Ok(n=5, table="QF7K2", version=5, dup=False)


class Listener(Commands):
    """Notes what is asked for, and answers it."""

    def __init__(self, known: Known | None = None) -> None:
        self._known = known
        self.asked: list[Command] = []

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        assert wait_s is None
        self.asked.append(build(5))
        return ANSWER

    def known(self, table: str) -> Known | None:
        assert table == "QF7K2"
        return self._known


async def test_every_command() -> None:
    listener = Listener()
    entropy = bytes(16)

    answers = [
        await listener.create(),
        await listener.create(Options(deals=3)),
        await listener.sit("QF7K2"),
        await listener.sit("QF7K2", Seat(3), entropy),
        await listener.leave("QF7K2"),
        await listener.start("QF7K2"),
        await listener.start("QF7K2", entropy),
        await listener.discard("QF7K2", ("S6", "S7")),
        await listener.declare("QF7K2"),
        await listener.skip("QF7K2"),
        await listener.play("QF7K2", "SR"),
        await listener.play("QF7K2", "SR", "volo"),
        await listener.sit("QF7K2", password="tre re"),  # noqa: S106
        await listener.sit("QF7K2", extra_time=True),
        await listener.quick(extra_time=True),
        await listener.quick(),
        await listener.quick(Options(fill_ms=5_000), entropy),
        await listener.kick("QF7K2", Seat(2)),
        await listener.back("QF7K2"),
        await listener.pause("QF7K2", wish=True),
        await listener.undo("QF7K2"),
        await listener.claim("QF7K2", ours=False),
        await listener.reply("QF7K2", agrees=True),
        await listener.say("QF7K2", phrase="hello"),
        await listener.say("QF7K2", text="ciao"),
    ]

    assert answers == [ANSWER] * 25
    assert listener.asked == [
        Create(n=5),
        Create(n=5, options=Options(deals=3)),
        Sit(n=5, table="QF7K2"),
        Sit(n=5, table="QF7K2", seat=Seat(3), entropy=entropy),
        Leave(n=5, table="QF7K2"),
        Start(n=5, table="QF7K2"),
        Start(n=5, table="QF7K2", entropy=entropy),
        Discard(n=5, table="QF7K2", cards=("S6", "S7")),
        Declare(n=5, table="QF7K2"),
        Skip(n=5, table="QF7K2"),
        Play(n=5, table="QF7K2", card="SR"),
        Play(n=5, table="QF7K2", card="SR", sign="volo"),
        Sit(n=5, table="QF7K2", password="tre re"),  # noqa: S106
        Sit(n=5, table="QF7K2", extra_time=True),
        Quick(n=5, extra_time=True),
        Quick(n=5),
        Quick(n=5, options=Options(fill_ms=5_000), entropy=entropy),
        Kick(n=5, table="QF7K2", seat=Seat(2)),
        Back(n=5, table="QF7K2"),
        Pause(n=5, table="QF7K2", wish=True),
        Undo(n=5, table="QF7K2"),
        Claim(n=5, table="QF7K2", ours=False),
        Reply(n=5, table="QF7K2", agrees=True),
        Say(n=5, table="QF7K2", phrase="hello"),
        Say(n=5, table="QF7K2", text="ciao"),
    ]


@pytest.mark.parametrize("version", [2, 4])
async def test_commands_say_what_the_player_saw(version: int) -> None:
    listener = Listener(known_at(a_table(), version))

    await listener.discard("QF7K2", ("S6", "S7"))
    await listener.declare("QF7K2")
    await listener.skip("QF7K2")
    await listener.play("QF7K2", "SR")
    await listener.kick("QF7K2", Seat(2))
    await listener.undo("QF7K2")
    await listener.claim("QF7K2", ours=True)
    await listener.reply("QF7K2", agrees=False)

    assert [one.model_dump()["at"] for one in listener.asked] == [version] * 8
