"""Our own client does the right thing in every scene, and a careless one in none."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress

import pytest

from protocol.bot_game import BotGame, GameOverError
from protocol.bot_seat import BotFailedError, BotPlayer, BotSeat
from protocol.bots import BotView, Move, WrongAnswerError
from protocol.updates import SessionEndedError
from server.rehearsal.rehearsal import Stage, stage
from server.rehearsal.scenes import SCENES, SCENES_BY_NAME, Scene
from tests.server.rehearsal.careless import Careless
from tests.system.people import person

Staged = tuple[Stage, str]
Client = Callable[[str, str], Coroutine[object, object, None]]
"""Plays at a table of a server; is given the server's address and the table's id."""


@pytest.fixture
async def staged() -> AsyncIterator[Staged]:
    async with stage("127.0.0.1", 0, seed=1, timeout_s=20) as its_stage:
        yield its_stage


async def played(
    staged: Staged, scene: Scene, client: Client, timeout_s: float = 20
) -> str | None:
    """What the client did wrong in a scene."""
    its_stage, url = staged
    its_stage._timeout_s = timeout_s
    tasks: list[asyncio.Task[None]] = []

    def begin(table: str) -> None:
        tasks.append(asyncio.create_task(client(url, table)))

    try:
        return (await its_stage.play(scene, begin)).complaint
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


class Nobody(BotPlayer):
    """Never has an answer, so that every turn goes to the first legal move."""

    async def answer(self, _view: BotView) -> object:
        raise BotFailedError("nobody is here")

    async def was_wrong(self, _view: BotView, _fault: WrongAnswerError) -> None:
        raise AssertionError("it has not answered")

    async def lost_turn(self, _move: Move, _why: str) -> None:
        """That is as it should be."""


async def our_own(url: str, table: str) -> None:
    """The client of this package, with a bot at it."""
    with suppress(GameOverError, SessionEndedError):
        async with person("Ada", url) as ada:
            await ada.sit(table)
            seat = BotSeat(Nobody(), limit_s=10)
            await BotGame(ada.session, table=table, seat=seat).run()


def careless(
    *, cheats: bool = False, keeps_token: bool = False, is_hasty: bool = False
) -> Client:
    """The one that minds nothing."""

    async def play(url: str, table: str) -> None:
        one = Careless(
            url, table, cheats=cheats, keeps_token=keeps_token, is_hasty=is_hasty
        )
        await one.play()

    return play


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_our_own_client_does_the_right_thing(
    staged: Staged, scene: Scene
) -> None:
    assert await played(staged, scene, our_own) is None


COMPLAINTS = {
    "deal": "was refused: E_",
    "cut": "without its resume token",
    "cut_before": "without its resume token",
    "cut_after": "without its resume token",
    "cut_at_welcome": "without its resume token",
    "gap": "did not ask for a resync",
    "foreign": "did not ask for a resync",
    "rewind": "gave the connection up",
    "snapshot": "gave the connection up",
    "twice": "was refused: E_",
    "unknown_message": "gave the connection up",
    "unknown_item": "gave the connection up",
    "unknown_fields": "did not play the deal to its end",
    "busy": "was not answered yet",
    "store_away": "was not answered yet",
    "store_full": "was not answered yet",
    "internal": "gave the connection up",
    "slow": "was not answered yet",
    "goaway": "though goaway asked for more",
    "superseded": "it came back",
    "revoked": "showed the token again",
}


@pytest.mark.parametrize("name", COMPLAINTS)
async def test_careless_client_is_told_what_it_does_wrong(
    staged: Staged, name: str
) -> None:
    client = careless(cheats=name == "deal", keeps_token=name == "revoked")

    complaint = await played(
        staged,
        SCENES_BY_NAME[name],
        client,
        timeout_s=6 if name != "unknown_fields" else 2,
    )

    assert complaint is not None
    assert COMPLAINTS[name] in complaint


@pytest.mark.parametrize("name", ["busy", "store_away", "store_full"])
async def test_client_that_does_not_wait_is_told(staged: Staged, name: str) -> None:
    complaint = await played(
        staged, SCENES_BY_NAME[name], careless(is_hasty=True), timeout_s=6
    )

    assert complaint is not None
    assert "s, though retry_ms asked for" in complaint


async def test_client_that_plays_on_without_its_seat_is_told(staged: Staged) -> None:
    revoked = SCENES_BY_NAME["revoked"]

    complaint = await played(staged, revoked, careless(), timeout_s=6)

    assert complaint is not None
    assert "was refused: E_NOT_SEATED" in complaint


def test_every_scene_is_tried_with_a_careless_client() -> None:
    assert set(COMPLAINTS) == set(SCENES_BY_NAME)


def test_every_scene_has_a_line_and_a_check() -> None:
    for scene in SCENES:
        assert scene.line
        assert len(scene.line) <= 88
        assert scene.checks
