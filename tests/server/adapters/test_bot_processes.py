import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from engine.actions import Declare, Skip
from engine.players.by_rule import EASY, MEDIUM
from engine.players.levels import LEVELS, RULE_LEVELS, can_search, player_of
from server.adapters import bot_processes
from server.adapters.bot_processes import BEARABLE, BotProcesses, usual_workers
from server.metrics import Metrics
from server.ports import BotAdvice, BotFailed
from tests.server.adapters.bot_views import BOT_SEED, answer, question, views
from tests.server.hub.nodes import world
from tests.server.hub.test_duties import bot_table
from tests.support.counting import CountingInstruments
from tests.support.fakes import settled
from tests.support.redis_processes import until

VIEWS = views()
ROOT = Path(__file__).resolve().parents[3]


# Compiling takes longer than these tests do, and has one of its own.
_BY_RULE = """
import sys
sys.path.insert(0, sys.argv[1])
from server.adapters.bot_worker import serve
serve(sys.stdin.buffer, sys.stdout.buffer)
"""


@pytest.fixture(autouse=True)
def quick_start(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let processes load no compiler; how they start otherwise."""
    usual = bot_processes._START
    monkeypatch.setattr(bot_processes, "_START", _BY_RULE)
    return usual


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


@asynccontextmanager
async def bots(workers: int = 1, **given: Any) -> AsyncIterator[BotProcesses]:
    made = BotProcesses(workers, **given)
    await made.start()
    try:
        yield made
    finally:
        await made.aclose()


def pids(made: BotProcesses) -> list[int]:
    return [one._process.pid for one in made._all if one._process is not None]


def scripted(
    monkeypatch: pytest.MonkeyPatch, body: str, levels: str = "easy medium"
) -> None:
    """Let processes be started that answer with the `n`-th question as told."""
    code = f"""
        import os, sys, time
        sys.path.insert(0, sys.argv[1])
        from server.adapters.bot_worker import framed, answer_to
        i, o = sys.stdin.buffer, sys.stdout.buffer
        def say(data):
            o.write(data)
            o.flush()
        say(framed({levels.encode()!r}))
        while head := i.read(4):
            question = i.read(int.from_bytes(head, "big"))
            {body}
    """
    monkeypatch.setattr(bot_processes, "_START", textwrap.dedent(code))


async def test_answers_are_those_of_the_players() -> None:
    counts = CountingInstruments()
    async with bots(2, metrics=Metrics(counts)) as made:
        chosen = await asyncio.gather(
            *(made.choose(question(view)) for view in VIEWS[:20]),
            *(made.choose(question(view, "easy")) for view in VIEWS[:20]),
        )

    assert chosen == [answer(MEDIUM.choose(view, BOT_SEED)) for view in VIEWS[:20]] + [
        answer(EASY.choose(view, BOT_SEED), "easy") for view in VIEWS[:20]
    ]
    assert counts.count("bot_answers", "answered") == 40
    assert counts.count("bot_think_seconds") == 40


async def test_advice_is_that_of_the_player() -> None:
    async with bots(1) as made:
        told = [await made.advise(question(view, "expert")) for view in VIEWS[:10]]

    assert told == [BotAdvice(MEDIUM.advise(view), "medium") for view in VIEWS[:10]]


async def test_advice_that_makes_no_sense_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted(monkeypatch, "say(framed(b'P'))")
    async with bots(1, answer_s=10) as made:
        with pytest.raises(BotFailed):
            await made.advise(question(VIEWS[0]))


async def test_nobody_is_advised_while_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted(monkeypatch, "time.sleep(60)")
    async with bots(1, answer_s=50) as made:
        held = [
            asyncio.create_task(made.choose(question(VIEWS[0])))
            for _ in range(BEARABLE + 1)
        ]
        while made.waiting < BEARABLE:  # noqa: ASYNC110 - tells nobody by itself
            await asyncio.sleep(0)

        with pytest.raises(BotFailed):
            await made.advise(question(VIEWS[0]))

        assert made.waiting == BEARABLE
        for task in held:
            task.cancel()
        await asyncio.wait(held)


@pytest.mark.parametrize("searches", [True, False])
async def test_levels_are_those_that_are_played_and_at_first_those_that_should_be(
    monkeypatch: pytest.MonkeyPatch, *, searches: bool
) -> None:
    monkeypatch.setattr(bot_processes, "can_search", lambda: searches)
    scripted(monkeypatch, "say(b'')", levels="medium hard easy")

    assert BotProcesses(1).levels == (LEVELS if searches else RULE_LEVELS)
    async with bots(1) as made:
        assert made.levels == ("easy", "medium", "hard")


async def test_a_process_that_dies_is_replaced() -> None:
    counts = CountingInstruments()
    async with bots(1, metrics=Metrics(counts)) as made:
        (first,) = pids(made)
        os.kill(first, signal.SIGKILL)

        with pytest.raises(BotFailed):
            await made.choose(question(VIEWS[0]))

        assert await made.choose(question(VIEWS[0])) == answer(MEDIUM.choose(VIEWS[0]))
        assert pids(made) != [first]
    assert counts.count("bot_answers", "died") == 1


def on_the_faster_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run it on the loop that a server has, which has errors of its own."""
    import uvloop  # noqa: PLC0415 - does not exist everywhere

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


async def kill_all(made: BotProcesses) -> None:
    """Kill all processes, and return when this one has heard of it."""
    killed = [worker for worker in made._all if worker.is_alive]
    for worker in killed:
        assert worker._process is not None
        os.kill(worker._process.pid, signal.SIGKILL)
    async with asyncio.timeout(20):
        while any(worker.is_alive for worker in killed):  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not made for it")
def test_a_table_plays_on_though_bots_are_killed_between_questions() -> None:
    async def play() -> None:
        counts = CountingInstruments()
        async with (
            world(1) as all_of,
            bots(2, answer_s=60, metrics=Metrics(counts)) as made,
        ):
            (node,) = all_of.nodes
            node.bot_turns._bots = made
            table = await bot_table(all_of)
            moves = 0
            while (await node.state(table)).turn is not None:
                if moves % 15 == 0:
                    await kill_all(made)
                await all_of.play_on(node, table)
                moves += 1

            assert moves > 60
            assert node.counts.count("faults", "table") == 0
            assert node.counts.count("bot_substitutes") == 0
            assert counts.count("bot_answers", "died") == 0

    on_the_faster_loop(play())


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not made for it")
def test_question_that_meets_a_closed_pipe_is_a_failed_bot() -> None:
    async def ask() -> None:
        counts = CountingInstruments()
        async with bots(1, answer_s=60, metrics=Metrics(counts)) as made:
            (worker,) = made._all
            assert worker._process is not None
            assert worker._process.stdin is not None
            worker._process.stdin.transport.abort()
            await settled()

            with pytest.raises(BotFailed):
                await made.choose(question(VIEWS[0]))

            told = await made.choose(question(VIEWS[0]))
            assert told == answer(MEDIUM.choose(VIEWS[0]))
        assert counts.count("bot_answers", "died") == 1

    on_the_faster_loop(ask())


async def test_whatever_a_process_does_wrong_is_a_failed_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fails(*_given: object) -> bytes:
        raise ZeroDivisionError

    counts = CountingInstruments()
    async with bots(1, answer_s=60, metrics=Metrics(counts)) as made:
        monkeypatch.setattr(bot_processes._Worker, "ask", fails)

        with pytest.raises(BotFailed):
            await made.choose(question(VIEWS[0]))

    assert counts.count("bot_answers", "failed") == 1


async def test_a_process_that_hangs_is_ended_and_replaced() -> None:
    counts = CountingInstruments()
    async with bots(1, answer_s=0.3, metrics=Metrics(counts)) as made:
        (first,) = pids(made)
        os.kill(first, signal.SIGSTOP)

        with pytest.raises(BotFailed):
            await made.choose(question(VIEWS[0]))

        made._answer_s = 10
        assert await made.choose(question(VIEWS[0])) == answer(MEDIUM.choose(VIEWS[0]))
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
    assert counts.count("bot_answers", "late") == 1


@pytest.mark.parametrize(
    "body",
    [
        "say(framed(b'P\\xff'))",
        "say(framed(b'!'))",
        "say(framed(b''))",
        "say(b'\\xff\\xff\\xff\\xff')",
        "sys.exit(3)",
        "o.write(b'\\0'); o.flush(); sys.exit()",
    ],
    ids=["no card", "failed", "nothing", "endless", "exit", "half"],
)
async def test_nonsense_is_a_failed_bot_and_nothing_more(
    monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    scripted(monkeypatch, body)
    async with bots(1, answer_s=10) as made:
        for _ in range(2):
            with pytest.raises(BotFailed):
                await made.choose(question(VIEWS[0]))


async def test_an_answer_that_came_too_late_is_not_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted(monkeypatch, "time.sleep(0.5); say(framed(answer_to(question)))")
    async with bots(1, answer_s=0.1) as made:
        with pytest.raises(BotFailed):
            await made.choose(question(VIEWS[0]))

        made._answer_s = 10
        assert await made.choose(question(VIEWS[9])) == answer(MEDIUM.choose(VIEWS[9]))


async def test_one_question_too_many_fails_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted(monkeypatch, "time.sleep(60)")
    counts = CountingInstruments()
    async with bots(1, answer_s=5, most_waiting=2, metrics=Metrics(counts)) as made:
        held = [asyncio.create_task(made.choose(question(VIEWS[0]))) for _ in range(3)]
        while made.waiting < 2:  # noqa: ASYNC110 - tells nobody of its own accord
            await asyncio.sleep(0)

        with pytest.raises(BotFailed):
            await made.choose(question(VIEWS[0]))

        assert counts.count("bot_answers", "queue_full") == 1
        for task in held:
            task.cancel()
        await asyncio.wait(held)
        assert made.waiting == 0


async def test_level_that_no_process_can_play_is_played_by_the_best_there_is(
    monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    scripted(monkeypatch, "say(framed(answer_to(question)))")
    counts = CountingInstruments()
    async with bots(1, metrics=Metrics(counts)) as made:
        told = await made.choose(question(VIEWS[5], "expert"))

    assert told == answer(MEDIUM.choose(VIEWS[5]), "medium")
    assert counts.count("bot_lowered") == 1
    ready, fewer = logged
    assert (ready["event"], ready["levels"]) == ("bots are ready", ["easy", "medium"])
    assert fewer["log_level"] == "warning"
    assert "not offered" in fewer["event"]


@pytest.mark.timeout(300)  # where nothing is compiled yet, on a busy machine
@pytest.mark.skipif(not can_search(), reason="needs numba")
async def test_process_searches_as_this_one_does(
    monkeypatch: pytest.MonkeyPatch, quick_start: str
) -> None:
    monkeypatch.setattr(bot_processes, "_START", quick_start)
    hard = player_of("hard")
    async with bots(2, answer_s=100) as made:
        told = await asyncio.gather(
            *(made.choose(question(view, "hard")) for view in VIEWS)
        )
        told_by = [worker.levels for worker in made._all]

    assert told == [answer(hard.choose(view, BOT_SEED), "hard") for view in VIEWS]
    assert told_by == [LEVELS, LEVELS]


async def test_lower_levels_play_when_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The process names the level that it is asked for: a Declare for hard, else a Skip.
    scripted(
        monkeypatch,
        "time.sleep(0.05); say(framed(b'D' if b'hard' in question else b'S'))",
        levels="easy medium hard expert master",
    )
    async with bots(1, answer_s=10) as made:
        asked = [
            asyncio.create_task(made.choose(question(VIEWS[0], level)))
            for level in (*["expert"] * (BEARABLE + 1), "expert", "master", "easy")
        ]
        told = await asyncio.gather(*asked)

    levels = [one.level for one in told]
    assert levels[: BEARABLE + 1] == ["expert"] * (BEARABLE + 1)
    assert levels[BEARABLE + 1 :] == ["hard", "hard", "easy"]
    seat = VIEWS[0].seat
    assert [one.action for one in told[-3:]] == [
        Declare(seat),
        Declare(seat),
        Skip(seat),
    ]


async def test_questions_wait_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, "time.sleep(0.01); say(framed(answer_to(question)))")
    order: list[int] = []

    async def ask(made: BotProcesses, number: int) -> None:
        await made.choose(question(VIEWS[number]))
        order.append(number)

    async with bots(1, answer_s=10) as made:
        await asyncio.gather(*(ask(made, number) for number in range(10)))

    assert order == list(range(10))


async def test_a_process_that_does_not_start_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mark = tmp_path / "tried"
    fails_once = f"""
        import os, sys
        if not os.path.exists({str(mark)!r}):
            open({str(mark)!r}, "w").close()
            sys.exit(1)
        sys.path.insert(0, sys.argv[1])
        from server.adapters.bot_worker import main
        main()
    """
    monkeypatch.setattr(bot_processes, "_START", textwrap.dedent(fails_once))
    monkeypatch.setattr(bot_processes, "_PAUSE_S", 0)
    counts = CountingInstruments()

    async with bots(1, metrics=Metrics(counts)) as made:
        assert await made.choose(question(VIEWS[0])) == answer(MEDIUM.choose(VIEWS[0]))

    assert counts.count("faults", "bot_start") == 1


async def test_no_process_is_left_behind() -> None:
    async with bots(2) as made:
        started = pids(made)
        assert len(started) == 2

    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_processes_end_with_a_server_that_is_killed() -> None:
    code = """
        import asyncio, sys
        import structlog
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
        from server.adapters.bot_processes import BotProcesses
        async def main():
            made = BotProcesses(1)
            await made.start()
            print(*[one._process.pid for one in made._all], flush=True)
            await asyncio.Event().wait()
        asyncio.run(main())
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.stdout.close()
    parent.wait(timeout=10)

    stat = Path(f"/proc/{pid}/stat")
    until(lambda: not stat.exists() or ") Z " in stat.read_text(), "its end")


def test_a_bots_process_is_small() -> None:
    code = (
        "import sys; import server.adapters.bot_worker; "
        "print(*sorted(m for m in sys.modules if '.' not in m))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = set(told.stdout.split())
    assert not loaded & {"asyncio", "pydantic", "redis", "websockets", "structlog"}


def test_there_is_a_process_for_each_core() -> None:
    assert usual_workers() >= 1


async def test_a_table_asks_in_its_own_name_only() -> None:
    async with bots(1) as made:
        for view in VIEWS:
            told = await made.choose(question(view))

            assert told.action.seat == view.seat
            assert told == answer(MEDIUM.choose(view))
