"""Group C and P16: what processes, files and logs hold, and what none of them may."""

from __future__ import annotations

import hashlib
import pickle
import resource
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.events import CardPlayed, Declared, Discarded, Skipped
from engine.events import Event as DealEvent
from engine.view import SeatView
from protocol.to_server import Pause
from server.adapters.bot_worker import LENGTH_BYTES
from server.table.events import Author, DealBegan
from tests.faults.canaries import (
    check_text,
    children_of,
    deal_secrets,
    hand_numbers,
    memory_of,
    proofs,
)
from tests.faults.cluster import Cluster, Node, await_death, cluster
from tests.faults.histories import log_of
from tests.faults.play import people, play_on, seated
from tests.faults.player import CutOff
from tests.server.processes import server
from tests.support.knowledge import known_cards, named_cards
from tests.support.redis_processes import ServerProcess, one_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import CardSet
    from tests.faults.histories import Log
    from tests.faults.player import Player

MOVES = (CardPlayed, Declared, Discarded, Skipped)
HAS_PROC = Path("/proc/self/mem").exists()
needs_proc = pytest.mark.skipif(
    not HAS_PROC, reason="this system does not show other processes as files"
)


# ------------------------------------------------------------------------------- bots


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[tuple[Cluster, Path]]:
    """A node whose one bot process is watched, and the file of what it is sent."""
    file = tmp_path / "questions"
    with cluster(0) as nodes:
        nodes.add(bot_workers="1", odd_questions=str(file))
        yield nodes, file


def questions_in(file: Path) -> list[bytes]:
    """What went into the bots' process, one question after the other."""
    data, found = file.read_bytes(), []
    while data:
        end = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big")
        found.append(data[LENGTH_BYTES:end])
        data = data[end:]
    return found


def bot_moves(log: Log) -> list[tuple[int, CardSet]]:
    """Of each move of a bot, the seat, and the cards that it could know before."""
    found: list[tuple[int, CardSet]] = []
    started, so_far = None, []
    for step in log.steps:
        event = step.stamped.event
        if step.stamped.by is Author.BOT and isinstance(event, MOVES):
            assert started is not None
            seat = event.seat
            found.append((seat, known_cards(started, so_far, seat)))
        if isinstance(event, DealBegan):
            started = event.started
        elif isinstance(event, DealEvent):
            so_far.append(event)
    return found


@needs_proc
async def test_process_of_the_bots_knows_one_hand_at_a_time(
    asked: tuple[Cluster, Path],
) -> None:
    """T-C11, P13: what goes into it is the seat's view, and no memory holds more."""
    nodes, file = asked
    (node,) = nodes.nodes
    async with people(node) as (ada,):
        table = await seated([ada])
        await play_on([ada], table, 8)
        log = await log_of(nodes.store_url, table)
        (worker,) = children_of(node.running.process.pid)
        memory = b"".join(memory_of(worker))

    questions, moves = questions_in(file), bot_moves(log)
    assert len(moves) > 12
    assert len(questions) >= len(moves)
    for question, (seat, known) in zip(questions, moves, strict=False):
        _, _, view, _ = pickle.loads(question)  # noqa: S301 - of a server of our own
        assert isinstance(view, SeatView)
        assert view.seat == seat
        assert not (named_cards(view, SeatView) - known).bits
    (began,) = log.of(DealBegan)
    assert isinstance(began, DealBegan)
    hands, person = began.started.hands, log.end.seat_of(ada.user)
    assert person is not None
    secrets = [*deal_secrets(log), *proofs([ada]), ada.user.encode()]
    secrets += hand_numbers(hands[person])
    sent = b"".join(questions)
    bot = next(seat for seat, _ in moves if seat != began.started.dealer)
    assert hand_numbers(hands[bot])[0] in sent
    assert b"server.adapters.bot_worker" in memory
    for secret in secrets:
        assert secret not in memory
        assert secret not in sent


# ------------------------------------------------------------------------------- logs


async def test_fault_whose_text_is_full_of_secrets_leaves_none_in_the_log() -> None:
    """T-C15: nor does the crash after it, at the level that tells most."""
    with cluster(0, log_level="debug") as nodes:
        node = nodes.add(odd_babble="1")
        async with people(node, node, node, node) as players:
            table = await seated(players)
            await play_on(players, table, 6)
            log = await log_of(nodes.store_url, table)
            await meets_the_fault(node, players[0], table)
            node.tell(signal.SIGABRT)
            await_death(node)

        told = node.running.errors + node.running.said
        assert "BabbleError" in told
        check_text(told, [*deal_secrets(log), *proofs(players)])


async def meets_the_fault(node: Node, player: Player, table: str) -> None:
    """Ask for what ends in a fault; whether there is an answer does not matter here."""
    with suppress(CutOff):
        await player.ask(lambda n: Pause(n=n, table=table, wish=True))
    assert node.count("faults") > 0


# -------------------------------------------------------------------------- at rest


@pytest.fixture
def store() -> Iterator[ServerProcess]:
    with one_server() as process:
        with process.client() as client:
            client.config_set("slowlog-log-slower-than", 0)
            client.config_set("slowlog-max-len", 100_000)
        yield process


async def test_store_and_its_slow_log_hold_hashes_of_tokens_and_no_token(
    store: ServerProcess,
) -> None:
    """P16, T-C15: every byte of its file, and every word of every command."""
    with cluster(1, store_url=store.url, allow_dangers="slow-log") as nodes:
        (node,) = nodes.nodes
        async with people(node, node, node, node) as players:
            table = await seated(players)
            for player in players:
                await player.come(node)  # a new token each
            await play_on(players, table, 8)
            with store.client() as client:
                slow = [entry["command"] for entry in client.slowlog_get(100_000)]
            files = (store.folder / "appendonlydir").iterdir()
            written = b"".join(file.read_bytes() for file in files)

    good = proofs(players)
    assert len(set(good)) == 8
    everything = written + b"".join(slow)
    for proof in good:
        assert proof not in everything
        assert proof.hex().encode() not in everything
    assert all(hashlib.sha256(proof).digest() in written for proof in good)


@needs_proc
def test_no_process_of_the_server_can_leave_a_core_dump() -> None:
    """P16, whatever the host allows; the processes of bots included."""
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]
    if most == 0:
        pytest.skip("this system lets nobody write core dumps")

    def allow() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))

    environment = {"TAROCCO_BOT_WORKERS": "1"}
    with server(environment=environment, preexec_fn=allow) as running:
        running.await_ready()
        pid = running.process.pid
        own = [pid, *(child for child in children_of(pid) if is_python(child))]
        assert len(own) == 2
        for one in own:
            assert core_limit(one) == ["0", "0"]


def is_python(pid: int) -> bool:
    return b"bot_worker" in Path(f"/proc/{pid}/cmdline").read_bytes()


def core_limit(pid: int) -> list[str]:
    """The soft and the hard limit."""
    lines = Path(f"/proc/{pid}/limits").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("Max core file size")]
    return line.split()[4:6]
