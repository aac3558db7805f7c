"""What is said of programs that cannot play."""

import asyncio
import sys
from pathlib import Path

import pytest

from client_cli.bots.program import Program
from client_cli.bots.program_faults import cannot_start, ended_early, hints
from client_cli.exits import Exit, Stopped
from client_cli.texts import Texts
from protocol.bot_seat import Loss, Tally

IN_TIME_S = 20.0
RUNNER = "Name what runs it, as in: tarocco bot --exec 'python3 FILE'"
AS_TYPED = "Give it as you would type it, with its path."


def errors_with(folder: Path, text: str) -> Path:
    path = folder / "errors"
    path.write_text(text, "utf-8")
    return path


async def fault_of(word: str) -> Stopped:
    """What is said of a program that the system does not start."""
    with pytest.raises(OSError, match=r"\[Errno") as caught:
        await Program([word], Path("unused"), 1.0).start()
    return cannot_start(word, caught.value, Texts())


async def test_program_that_does_not_exist(tmp_path: Path) -> None:
    for word in (str(tmp_path / "missing"), "no-program-has-this-name"):
        end = await fault_of(word)

        assert end.code is Exit.NOT_FOUND
        assert end.what == f"The program {word} cannot be started."
        assert (end.why, end.advice) == ("There is no such program.", AS_TYPED)


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        ("print()", 0o644, "The file is not executable."),
        ("print()", 0o755, "Its first line does not say what runs it."),
        (
            "#!/no/such/interpreter\n",
            0o755,
            "What its first line says should run it is not there.",
        ),
    ],
)
async def test_file_that_the_system_cannot_run(
    tmp_path: Path, text: str, mode: int, why: str
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(text, "utf-8")
    path.chmod(mode)

    end = await fault_of(str(path))

    assert (end.why, end.advice) == (why, RUNNER)


async def test_folder(tmp_path: Path) -> None:
    assert (await fault_of(str(tmp_path))).why == "It is a folder."


def test_other_faults_are_told_as_the_system_says_them() -> None:
    for fault in (OSError(12, "Cannot allocate memory"), ValueError("embedded null")):
        end = cannot_start("bot", fault, Texts())

        assert end.why in {"Cannot allocate memory", "embedded null"}
        assert end.advice == AS_TYPED


async def test_program_that_ends_at_once_is_told_before_it_sits_down(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.py"
    path.write_text("raise SystemExit('no module')")
    player = Program([sys.executable, "-S", str(path)], tmp_path / "errors", 1.0)
    await player.start()
    process = player._process
    assert process is not None
    async with asyncio.timeout(IN_TIME_S):
        await process.wait()

    why = await player.why_ended()

    assert why == "the program has ended with exit code 1; its last words: no module"
    assert await player.why_ended() == why
    end = ended_early(player.name, why, player.errors, Texts())
    assert end.code is Exit.NOT_FOUND
    assert end.what.endswith("ended before the first deal.")
    assert (end.why, str(player.errors) in end.advice) == (why, True)


async def test_program_that_runs_has_not_ended(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("import sys\nsys.stdin.read()")
    player = Program([sys.executable, "-S", str(path)], tmp_path / "errors", 1.0)
    await player.start()
    try:
        assert await player.why_ended() == ""
    finally:
        await player.end()


def lost(*losses: Loss) -> Tally:
    tally = Tally()
    for loss in losses:
        tally.lose(loss, "why")
    return tally


def test_hints_are_about_what_went_wrong(tmp_path: Path) -> None:
    silent, spoken = errors_with(tmp_path, ""), tmp_path / "spoken"
    spoken.write_text("x")

    assert hints(lost(), spoken, Texts()) == []
    assert hints(lost(Loss.FAILED), silent, Texts()) == []
    assert hints(lost(Loss.FAILED), tmp_path / "missing", Texts()) == []
    assert hints(lost(Loss.FAILED), spoken, Texts()) == [
        f"What it wrote to standard error: {spoken}"
    ]
    (late,) = hints(lost(Loss.LATE), silent, Texts())
    assert "flushed" in late
    (illegal,) = hints(lost(Loss.ILLEGAL), silent, Texts())
    assert illegal.startswith("A right answer is ")
