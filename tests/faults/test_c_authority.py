"""Group C: who may do what, and what nobody may learn."""

from __future__ import annotations

import ast
import hashlib
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
import pytest

from engine.cards import CARD_CODES, CardSet
from engine.events import Event as DealEvent
from engine.seats import Seat
from protocol.items import DealSettled as SettledItem
from protocol.to_client import Error, Events, Ok, Refused, Snapshot
from protocol.to_server import Kick, Pause, Play, Resync, Undo
from server.adapters.system import SystemChance
from server.table.events import DealBegan
from tests.faults.canaries import check_text, deal_secrets, proofs
from tests.faults.cluster import Cluster, cluster
from tests.faults.histories import log_of
from tests.faults.play import (
    all_see_the_same,
    move,
    move_at,
    next_turn,
    people,
    play_on,
    seated,
)
from tests.server.translate.telling import cards_in
from tests.support.knowledge import known_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from protocol.to_server import Command
    from tests.faults.histories import Log
    from tests.faults.player import Player

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    with cluster(2, log_level="debug", table__grace_ms="60000") as all_of:
        yield all_of


async def four(stack: AsyncExitStack, nodes: Cluster) -> tuple[list[Player], str]:
    """Four people on two nodes in the middle of a deal; their table."""
    a, b = nodes.nodes
    players = await stack.enter_async_context(people(a, b, a, b))
    table = await seated(players)
    await play_on(players, table, 12)
    return players, table


# -------------------------------------------------------------------------- authority


async def test_no_field_names_another_seat(nodes: Cluster) -> None:
    """T-C01: what a message has too much makes it no message at all."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        mover = await next_turn(players, table)
        other = players[players.index(mover) - 1]
        card = mover.known[table].situation.legal[0]
        before = (await log_of(nodes.store_url, table)).mark
        play: dict[str, Any] = {"op": "play", "n": 9_999_999_999_999, "table": table}
        for forged in ({"seat": mover.seat_at(table)}, {"user": mover.user}):
            since = len(other.told)

            await other.send_bytes(msgpack.packb(play | {"card": card} | forged))

            error = await other.hears(Error, since)
            assert error.code == "E_BAD_MESSAGE"
        assert (await log_of(nodes.store_url, table)).mark == before


async def test_only_the_seat_on_turn_can_move(nodes: Cluster) -> None:
    """T-C02: at every version of a round, whichever node is asked."""
    a, b = nodes.nodes
    async with people(a, b, a, b) as players:
        table = await seated(players)
        for _ in range(10):
            mover = await next_turn(players, table)
            version = await all_see_the_same(players, table)
            for player in players:
                if player is not mover:
                    answer = await player.ask(
                        lambda n, p=player: Play(n=n, table=table, card=hand_of(p)[0])  # type: ignore[misc]
                    )
                    assert isinstance(answer, Refused)
                    assert answer.code == "E_NOT_YOUR_TURN"
            assert (await log_of(nodes.store_url, table)).mark.version == version
            assert isinstance(await move(mover, table), Ok)


def hand_of(player: Player) -> tuple[str, ...]:
    (known,) = player.known.values()
    assert known.view.deal is not None
    assert known.view.deal.hand
    return known.view.deal.hand


async def test_who_only_looks_on_can_do_nothing(nodes: Cluster) -> None:
    """T-C03"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        (onlooker,) = await stack.enter_async_context(people(nodes.nodes[1]))
        await onlooker.send(Resync(table=table))
        await onlooker.hears(Snapshot)
        mover = await next_turn(players, table)
        before = (await log_of(nodes.store_url, table)).mark
        wishes: list[Callable[[int], Command]] = [
            move_at(mover, table),
            lambda n: Kick(n=n, table=table, seat=Seat(0)),
            lambda n: Pause(n=n, table=table, wish=True),
            lambda n: Undo(n=n, table=table),
        ]

        answers = [await onlooker.ask(wish) for wish in wishes]

        codes = [one.code for one in answers if isinstance(one, Refused)]
        assert codes == ["E_NOT_SEATED"] * 4
        assert (await log_of(nodes.store_url, table)).mark == before


async def test_every_card_is_refused_alike_out_of_turn(nodes: Cluster) -> None:
    """T-C14: own cards, cards of others, cards played, cards of nobody."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        mover = await next_turn(players, table)
        player = players[players.index(mover) - 1]
        answers = set()

        for code in CARD_CODES:
            answer = await player.ask(
                lambda n, card=code: Play(n=n, table=table, card=card)  # type: ignore[misc]
            )
            assert isinstance(answer, Refused)
            assert dict(answer.args).pop("card") == code
            answers.add((answer.code, answer.rule, answer.legal, len(answer.args)))

        assert len(answers) == 1


# ------------------------------------------------------------------------- knowledge


def check_knowledge(log: Log, player: Player) -> None:
    """Fail if any frame to a player names a card that he could not know by then.

    A player without a seat knows what all know.
    """
    version = 0
    for told in player.told:
        message = told.message
        if isinstance(message, Events):
            version = message.last
        elif isinstance(message, Snapshot):
            version = message.version
        allowed = _known_at(log, player, version)
        found = cards_in(told.frame) if told.frame else CardSet()
        assert not (found - allowed).bits, (player.name, told)


def _known_at(log: Log, player: Player, version: int) -> CardSet:
    events = [step.stamped.event for step in log.steps[:version]]
    for place, event in enumerate(events):
        if isinstance(event, DealBegan):
            seat = log.steps[version - 1].after.seat_of(player.user)
            later = [one for one in events[place:] if isinstance(one, DealEvent)]
            return known_cards(event.started, later, seat)
    return CardSet()


async def test_nobody_is_told_a_card_that_he_cannot_know(nodes: Cluster) -> None:
    """T-C04, T-C07, T-C08, T-C21: a whole deal, every byte to each recipient, with
    answers, snapshots, replays, returns, and somebody who looks on.

    T-C19: the promise of the first version is kept at the end.
    """
    a, b = nodes.nodes
    async with people(a, b, a, b) as players, people(b) as (onlooker,):
        table = await seated(players)
        promise = players[0].known[table].view.commitment
        await onlooker.send(Resync(table=table))
        for _ in range(8):
            await play_on(players, table, 7)
            for player in (*players, onlooker):
                await player.send(Resync(table=table))
            back = await next_turn(players, table)
            await back.come(b)
            early = back.all_heard(Events)[0]
            await back.send(
                Resync(
                    table=table,
                    epoch=early.epoch,
                    version=early.last,
                    token=early.token,
                )
            )
        await play_on(players, table)
        await all_see_the_same((*players, onlooker), table)
        log = await log_of(nodes.store_url, table)

        for player in (*players, onlooker):
            check_knowledge(log, player)
        (settled,) = [
            item
            for told in players[0].all_heard(Events)
            for item in told.items
            if isinstance(item, SettledItem)
        ]
        assert hashlib.sha256(settled.settlement.secret).digest() == promise
        # The servers have looked at all of it themselves (P17), wherever it was told.
        audited = [node.count("frames_audited") for node in nodes.nodes]
        assert all(audited)
        assert sum(audited) > 100
    nodes.check_clean()


async def test_no_log_and_no_number_holds_a_secret(nodes: Cluster) -> None:
    """T-C15: at the level that tells most, with faults among what is told."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        await players[0].send_bytes(b"\xc1" + (players[0].token or b""))
        await players[1].send_bytes(msgpack.packb({"op": "play", "card": "AN"}))
        await players[0].come(nodes.nodes[1])
        log = await log_of(nodes.store_url, table)
        told = "".join(
            node.running.errors + node.running.said + node.running.get("/metrics")[1]
            for node in nodes.nodes
        )
        assert told.count("connection opened") > 4

        check_text(told, [*deal_secrets(log), *proofs(players)])
        for name in ("Ada", "Bice", "Cora", "Dina"):
            assert name not in told


def test_decks_come_from_the_generator_of_the_system_alone() -> None:
    """T-C18: no other source of chance is even loaded by what deals cards.

    Bots that search have arrays, and no part in the dealing.
    """
    loaded: set[str] = set()
    in_search: set[str] = set()
    for package in ("engine", "server"):
        for path in (ROOT / package).rglob("*.py"):
            searches = path.is_relative_to(ROOT / "engine" / "search")
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                (in_search if searches else loaded).update(imported(node))

    assert not loaded & {"random", "secrets", "uuid", "numpy"}
    assert not in_search & {"random", "secrets", "uuid"}
    drawn = set()
    for _ in range(2):
        random.seed(1)
        drawn.add(SystemChance().fresh(32))
    assert len(drawn) == 2


def imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [one.name.partition(".")[0] for one in names]
        case ast.ImportFrom(module=str(module)):
            return [module.partition(".")[0]]
        case _:
            return []
