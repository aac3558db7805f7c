"""The comparison of histories finds what it is for."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from protocol.items import CardPlayed
from protocol.to_client import Events
from server.table.events import Author
from tests.faults.cluster import cluster
from tests.faults.histories import Log, check, checked
from tests.faults.play import people, play_on, seated
from tests.faults.test_c_authority import check_knowledge

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.player import Player, Told


def without_a_message(log: Log, player: Player) -> Log:
    played = next(told for told in player.told if is_card(told))
    player.told.remove(played)
    return log


def with_a_message_twice(log: Log, player: Player) -> Log:
    place = next(n for n, told in enumerate(player.told) if is_card(told))
    player.told.insert(place, player.told[place])
    return log


def with_another_card(log: Log, player: Player) -> Log:
    place = next(n for n, told in enumerate(player.told) if is_card(told))
    message = player.told[place].message
    assert isinstance(message, Events)
    items = tuple(
        item.model_copy(update={"card": "AN" if item.card != "AN" else "MN"})
        if isinstance(item, CardPlayed)
        else item
        for item in message.items
    )
    wrong = message.model_copy(update={"items": items})
    player.told[place] = replace(player.told[place], message=wrong)
    return log


def with_an_answer_too_many(log: Log, player: Player) -> Log:
    player.answered.append(player.answered[-1])
    return log


def without_an_answer(log: Log, player: Player) -> Log:
    player.answered.pop()
    return log


def with_a_command_left(log: Log, player: Player) -> Log:
    player.last = player.answered[-1].command
    return log


def with_another_author(log: Log, _player: Player) -> Log:
    last = log.fallen()[-1].version
    steps = list(log.steps)
    stamped = replace(steps[last - 1].stamped, by=Author.BOT)
    steps[last - 1] = replace(steps[last - 1], stamped=stamped)
    return replace(log, steps=tuple(steps))


def is_card(told: Told) -> bool:
    message = told.message
    return isinstance(message, Events) and any(
        isinstance(item, CardPlayed) for item in message.items
    )


async def test_what_is_wrong_is_found() -> None:
    wrong: list[Callable[[Log, Player], Log]] = [
        without_a_message,
        with_a_message_twice,
        with_another_card,
        with_an_answer_too_many,
        without_an_answer,
        with_a_command_left,
        with_another_author,
    ]
    with cluster(1) as nodes:
        (node,) = nodes.nodes
        async with people(node, node, node, node) as players:
            table = await seated(players)
            await play_on(players, table, 24)
            log = await checked(nodes.store_url, table, *players)
            one, other = players[:2]
            for change in wrong:
                noted = copy.copy(one)
                noted.told, noted.answered = list(one.told), list(one.answered)
                changed = change(log, noted)
                with pytest.raises(AssertionError):
                    check(changed, noted)
            check_knowledge(log, one)
            eavesdropper = copy.copy(one)
            eavesdropper.user = other.user
            with pytest.raises(AssertionError):
                check_knowledge(log, eavesdropper)
