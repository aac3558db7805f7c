"""People who play a deal by what the server says is allowed, over whatever comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from protocol.client import Session
from protocol.options import Options
from protocol.settings import SessionSettings
from protocol.to_client import Ok
from protocol.updates import Changed, Ended, Replaced

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from protocol.fold import Known
    from protocol.to_client import Answer

QUICKLY = SessionSettings(backoff_first_s=0.05, backoff_most_s=0.5, later_s=0.5)
DEAL_S = 50.0


async def deal_played(
    url: str, names: tuple[str, ...], between: Callable[[str, int], Awaitable[None]]
) -> list[Known]:
    """How each of these people sees the end of a deal that they have played.

    Args:
        url: The server, or a balancer before several.
        names: At most four; bots take the other seats.
        between: Is awaited with name and number before each move of a person.
    """
    async with asyncio.timeout(DEAL_S):
        return await _deal_played(url, names, between)


async def _deal_played(
    url: str, names: tuple[str, ...], between: Callable[[str, int], Awaitable[None]]
) -> list[Known]:
    people = [
        Session(url, client="test/1", name=name, settings=QUICKLY) for name in names
    ]
    for person in people:
        await person.__aenter__()
    try:
        options = Options(people=len(names), pace_ms=0)
        opened = _counted(await people[0].create(options))
        assert opened.table is not None
        for person in people:
            _counted(await person.sit(opened.table))
        return await asyncio.gather(
            *(
                _played(person, opened.table, name, between)
                for person, name in zip(people, names, strict=True)
            )
        )
    finally:
        for person in people:
            await person.close()


async def _played(
    person: Session,
    table: str,
    name: str,
    between: Callable[[str, int], Awaitable[None]],
) -> Known:
    moves, chosen_at = 0, -1
    async for update in person:
        assert not isinstance(update, Ended), update
        known = person.known(table)
        if known is None or not isinstance(update, Changed | Replaced):
            continue
        if known.situation.phase == "settled":
            return known
        is_asked = known.situation.turn == known.view.you
        if not is_asked or known.mark.version <= chosen_at:
            continue
        await between(name, moves)
        moves += 1
        chosen_at = known.mark.version
        _counted(await _move(person, table))
    raise AssertionError("the session ended")


async def _move(person: Session, table: str) -> Answer:
    known = person.known(table)
    assert known is not None
    situation = known.situation
    match situation.phase:
        case "discard":
            return await person.discard(table, situation.discardable[:2])
        case "declare":
            offer = situation.offer
            if offer is not None and offer.total:
                return await person.declare(table)
            return await person.skip(table)
        case _:
            return await person.play(table, situation.legal[0])


def _counted(answer: Answer) -> Ok:
    """The answer, which has to say that the command counts."""
    assert isinstance(answer, Ok), answer
    return answer
