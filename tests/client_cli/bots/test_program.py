"""Programs that play, and programs that do everything else."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client_cli.bots.program import ERROR_BYTES, UNREAD_BYTES, Program
from protocol.bot_seat import BotSeat, Loss
from protocol.bots import DeclareMove, DiscardMove, PlayMove
from protocol.updates import Changed, Gone, Overrun
from tests.client_cli.bots.living import family
from tests.client_cli.pretend import PretendSession
from tests.protocol.test_bots import DECLARING, DISCARDING, PLAYING
from tests.server.rig import until

IN_TIME_S = 20.0
HASTY_S = 0.3

README = (Path(__file__).resolve().parents[3] / "client_cli" / "README.md").read_text(
    "utf-8"
)
FIRST = """
for line in sys.stdin:
    event = json.loads(line)
    print(line, end="", file=sys.stderr, flush=True)
    if "legal" in event:
        number = 2 if event.get("ask") == "discard" else 1
        print(*event["legal"][:number], flush=True)
"""


@asynccontextmanager
async def program(folder: Path, text: str) -> AsyncIterator[Program]:
    """A started program with this text; it does not outlive the test."""
    path = folder / "bot.py"
    path.write_text(f"import json, os, sys, time\n{text}", "utf-8")
    started = Program([sys.executable, "-S", str(path)], folder / "errors", 2.0)
    await started.start()
    try:
        yield started
    finally:
        await started.end()


def heard_in(folder: Path) -> list[dict[str, Any]]:
    """The lines that the program has written down, whole ones only."""
    lines = (folder / "errors").read_text("utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


async def test_program_answers_every_question(tmp_path: Path) -> None:
    async with program(tmp_path, FIRST) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)

        assert await seat.move(DISCARDING) == DiscardMove(("S6", "SF"))
        assert await seat.move(DECLARING) == DeclareMove(wish=True)
        assert await seat.move(PLAYING) == PlayMove("SF")

    asked = [line["ask"] for line in heard_in(tmp_path)]
    assert asked == ["discard", "declare", "play"]
    assert seat.tally.all_lost == 0


async def test_program_of_the_readme_answers_every_question(tmp_path: Path) -> None:
    text = README.split("```python\n")[1].split("```")[0]
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)

        assert await seat.move(DISCARDING) == DiscardMove(("S6", "SF"))
        assert await seat.move(DECLARING) == DeclareMove(wish=True)
        assert await seat.move(PLAYING) == PlayMove("SF")


async def test_program_hears_what_its_seat_is_told(tmp_path: Path) -> None:
    session = PretendSession()
    snapshot = session.update_for(session.table.snapshot())
    dealt = session.update_for(session.table.begin())
    more = [session.update_for(message) for message in session.table.others()]
    async with program(tmp_path, FIRST) as player:
        for update in (snapshot, dealt, *more, Gone("X", "left")):
            await player.heard(update)

    lines = heard_in(tmp_path)
    assert [line["ev"] for line in lines][:2] == ["deal", "discarded"]
    # Only one's own cards, and only what lies open.
    assert lines[1]["cards"] is None
    assert lines[0]["hand"] == list(session.table.state.dealt[0].codes)  # type: ignore[union-attr]


async def test_what_was_heard_before_is_not_told_again(tmp_path: Path) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    dealt = session.update_for(session.table.begin())
    assert isinstance(dealt, Changed)
    again = Changed(dealt.message, dealt.known, dealt.known)
    async with program(tmp_path, FIRST) as player:
        await player.heard(again)
        await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING)

    assert [line["ev"] for line in heard_in(tmp_path)] == ["turn"]


async def test_program_hears_how_things_stand_after_a_gap(tmp_path: Path) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    session.update_for(session.table.begin())
    replaced = session.update_for(session.table.snapshot())
    overrun = Overrun(3, online=True, tables=(replaced.known,))
    async with program(tmp_path, FIRST) as player:
        await player.heard(replaced)
        await player.heard(overrun)
        await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING)

    first, second, turn = heard_in(tmp_path)
    assert first == second
    assert (first["ev"], turn["ev"]) == ("state", "turn")
    assert turn["table"] == first["table"] == "QF7K2"


async def test_program_hears_that_its_table_was_set_back(tmp_path: Path) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    session.update_for(session.table.begin())
    session.table.version -= 1
    replaced = session.update_for(session.table.snapshot("rewound"))
    async with program(tmp_path, FIRST) as player:
        await player.heard(replaced)
        await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING)

    assert [line["ev"] for line in heard_in(tmp_path)] == ["set_back", "state", "turn"]


# ------------------------------------------------------------------ bad programs


async def test_wrong_answer_can_be_put_right_twice(tmp_path: Path) -> None:
    text = """
answers = iter(["XX", "DR", "S6", "SF"])
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    if "legal" in json.loads(line):
        print(next(answers), flush=True)
"""
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)

        assert await seat.move(PLAYING) == PlayMove("S6")
        assert await seat.move(PLAYING) == PlayMove("SF")

    told = [(line["ev"], line.get("code")) for line in heard_in(tmp_path)]
    assert told == [
        ("turn", None),
        ("error", "E_NO_SUCH_CARD"),
        ("error", "E_MUST_FOLLOW"),
        ("turn", None),
    ]


async def test_wrong_answer_is_told_as_it_was_written(tmp_path: Path) -> None:
    text = "print('  My Card\\n' * 3, flush=True)\nsys.stdin.read()"
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)
        await seat.move(PLAYING)

    assert seat.trouble.endswith(" The answer was '  My Card'.")


async def test_three_wrong_answers_lose_the_turn_and_no_more(tmp_path: Path) -> None:
    text = """
answers = iter(["XX", "XX", "XX", "S6"])
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    if "legal" in json.loads(line):
        print(next(answers), flush=True)
"""
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)

        assert await seat.move(PLAYING) == PlayMove("SF")
        assert await seat.move(PLAYING) == PlayMove("S6")

    assert seat.tally.lost[Loss.ILLEGAL] == 1
    told = [line["ev"] for line in heard_in(tmp_path)]
    assert told == ["turn", "error", "error", "fallback", "turn"]


async def test_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    text = f"""
answers = iter(["DECLARE", "S6"])
for line in sys.stdin:
    if "legal" in json.loads(line):
        while os.path.exists({str(tmp_path / "wait")!r}):
            time.sleep(0.01)
        print(next(answers), flush=True)
"""
    async with program(tmp_path, text) as player:
        late = await BotSeat(player, limit_s=HASTY_S).move(DECLARING)
        (tmp_path / "wait").unlink()
        move = await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING)

    assert late == DeclareMove(wish=False)
    assert move == PlayMove("S6")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("sys.exit(3)", "has ended with exit code 3"),
        ("sys.stdin.readline(); os.kill(os.getpid(), 9)", "was ended by signal 9"),
        (
            "sys.stdin.readline(); os.close(1); time.sleep(3600)",
            "has closed its output",
        ),
        (
            "sys.stdin.readline(); os.close(0); print('XX', flush=True); time.sleep(3600)",
            "has closed its input",
        ),
        (
            "sys.stdin.readline(); sys.stdout.write('SF'); sys.exit()",
            "has ended with exit code 0",
        ),
        (
            "raise ValueError",
            "has ended with exit code 1; its last words: ValueError",
        ),
    ],
    ids=["ends", "is killed", "closes output", "closes input", "half a line", "throws"],
)
async def test_program_that_is_gone_loses_its_turns(
    tmp_path: Path, text: str, how: str
) -> None:
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)

        assert await seat.move(PLAYING) == PlayMove("SF")
        assert seat.trouble == f"the program {how}"
        assert await seat.move(PLAYING) == PlayMove("SF")
        assert seat.trouble == f"the program {how}"

    assert seat.tally.lost[Loss.FAILED] == 2


async def test_program_that_ended_is_started_again_for_the_next_deal(
    tmp_path: Path,
) -> None:
    text = f"""
if not os.path.exists({str(tmp_path / "second")!r}):
    open({str(tmp_path / "second")!r}, "w").close()
    sys.exit()
{FIRST}
"""
    session = PretendSession()
    session.update_for(session.table.snapshot())
    dealt = session.update_for(session.table.begin())
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)
        await seat.move(PLAYING)

        await player.heard(dealt)
        await seat.move(PLAYING)

    assert seat.tally.lost[Loss.FAILED] == 1
    assert [line["ev"] for line in heard_in(tmp_path)] == ["deal", "turn"]


async def test_program_that_can_start_no_more_loses_its_turns(tmp_path: Path) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    dealt = session.update_for(session.table.begin())
    player = Program([str(tmp_path / "missing")], tmp_path / "errors", 2.0)
    with pytest.raises(OSError, match="missing"):
        await player.start()

    await player.heard(dealt)
    await player.end()

    assert await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING) == PlayMove("SF")


@pytest.mark.parametrize(
    "text",
    [
        "while True: print('XX')",
        "while True: sys.stdout.write('S' * 65536)",
        "while True: sys.stdout.buffer.write(bytes(range(256)) * 64)",
        "while True: print()",
    ],
    ids=["lines", "no line", "garbage", "empty lines"],
)
async def test_program_that_floods_loses_its_turns(tmp_path: Path, text: str) -> None:
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=IN_TIME_S)
        for _ in range(3):
            assert await seat.move(PLAYING) == PlayMove("SF")

    assert seat.tally.lost[Loss.ILLEGAL] == 3


async def test_program_that_hangs_is_late_and_ended(tmp_path: Path) -> None:
    text = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(3600)
"""
    async with program(tmp_path, text) as player:
        seat = BotSeat(player, limit_s=0.01)
        process = player._process
        for _ in range(5):
            assert await seat.move(PLAYING) == PlayMove("SF")

    assert seat.tally.lost[Loss.LATE] == 5
    assert process is not None
    assert process.returncode == -9


async def test_program_that_does_not_read_is_ended(tmp_path: Path) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    session.update_for(session.table.begin())
    standing = session.update_for(session.table.snapshot())
    async with program(tmp_path, "while True: time.sleep(3600)") as player:
        process = player._process
        assert process is not None
        assert process.stdin is not None
        for _ in range(5_000):
            await player.heard(standing)
            waiting = process.stdin.transport.get_write_buffer_size()
            assert waiting < 2 * UNREAD_BYTES
        async with asyncio.timeout(IN_TIME_S):
            assert await process.wait() == -9


async def test_what_a_program_complains_of_has_an_end(tmp_path: Path) -> None:
    text = f"""
for _ in range(40):
    sys.stderr.write("x" * {ERROR_BYTES // 16})
sys.stderr.flush()
{FIRST}
"""
    async with program(tmp_path, text) as player:
        move = await BotSeat(player, limit_s=IN_TIME_S).move(PLAYING)
        await until(lambda: (tmp_path / "errors").stat().st_size == ERROR_BYTES)

    assert move == PlayMove("SF")
    assert (tmp_path / "errors").stat().st_size == ERROR_BYTES


@pytest.mark.parametrize("parent_stays", [True, False])
async def test_what_a_program_has_started_ends_with_it(
    tmp_path: Path, *, parent_stays: bool
) -> None:
    with family(tmp_path) as both:
        async with program(tmp_path, both.program(parent_stays=parent_stays)):
            await asyncio.to_thread(both.await_both)

        await asyncio.to_thread(both.await_end)


async def test_nothing_is_logged_of_a_program_that_closed_its_input(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    session.update_for(session.table.begin())
    standing = session.update_for(session.table.snapshot())
    text = "os.close(0); print(flush=True); time.sleep(3600)"
    async with program(tmp_path, text) as player:
        process = player._process
        assert process is not None
        assert process.stdout is not None
        await process.stdout.readline()
        for _ in range(20):
            await player.heard(standing)

    assert caplog.messages == []


async def test_ending_twice_is_ending_once(tmp_path: Path) -> None:
    async with program(tmp_path, FIRST) as player:
        await player.end()
        await player.end()
