"""Every request as one call."""

from engine.seats import Seat
from protocol.previews import Preview
from protocol.requests import Requests
from protocol.to_server import (
    Hint,
    Lobby,
    Mute,
    Past,
    Question,
    StandingRequest,
    Unwatch,
)


class Listener(Requests):
    """Notes what is asked for."""

    def __init__(self) -> None:
        self.asked: list[StandingRequest | Question] = []

    async def request(self, message: StandingRequest | Question) -> None:
        self.asked.append(message)


async def test_every_request() -> None:
    listener = Listener()

    await listener.lobby(follow=True)
    await listener.lobby(follow=False)
    await listener.lobby(follow=True, only=Lobby(free=2, clock=False))
    await listener.mute("QF7K2", Seat(2), on=True)
    await listener.mute("QF7K2", on=False)
    await listener.unwatch("QF7K2")
    await listener.past("QF7K2")
    await listener.past("QF7K2", after=80)
    await listener.hint("QF7K2")
    await listener.preview("QF7K2", ("SF", "S6"))

    assert listener.asked == [
        Lobby(follow=True),
        Lobby(follow=False),
        Lobby(follow=True, free=2, clock=False),
        Mute(table="QF7K2", seat=Seat(2), on=True),
        Mute(table="QF7K2", seat=None, on=False),
        Unwatch(table="QF7K2"),
        Past(table="QF7K2", after=None),
        Past(table="QF7K2", after=80),
        Hint(table="QF7K2"),
        Preview(table="QF7K2", cards=("SF", "S6")),
    ]
