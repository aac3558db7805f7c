import io
from pathlib import Path
from typing import Any

from client_cli.arguments import LiveFlags
from client_cli.live.ahead import Ahead, Release
from client_cli.live.asking import Asking
from client_cli.live.happenings import Done
from client_cli.live.moves import Moves
from client_cli.live.seat import OwnSeat
from protocol.fold import Known
from protocol.to_server import Play
from tests.client_cli.live.test_turns import NO
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig
from tests.client_cli.situations import known_with

SCRIPT = LiveFlags(no_input=True)


class Bench:
    """A seat that is asked."""

    def __init__(self, folder: Path, flags: LiveFlags | None = None) -> None:
        self.terminal = io.StringIO()
        self.rig = Rig(folder, flags=flags, terminal=self.terminal)
        self.rig.session.answer_with = [NO]
        self.seat = OwnSeat(TABLE)
        self.ahead = Ahead(auto_play=False)
        moves = Moves(self.rig.parts, self.seat)
        self.asking = Asking(self.rig.parts, self.seat, self.ahead, moves)

    def knows(self, known: Known) -> Known:
        self.seat.take(known)
        return known

    async def next(self) -> Any:
        return await self.rig.happenings.get()


def test_a_question_comes_with_its_time_and_its_bell(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.rig.parts.comforts.time.heard(1_000)

    assert bench.asking.ask(bench.knows(known_with(deadline=31_000)))
    assert bench.rig.said[0].startswith("Your turn, trick 1.")
    assert bench.rig.said[1] == "Time left: 30 seconds."
    assert "\a" in bench.terminal.getvalue()


def test_the_title_says_whose_turn_it_is(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.asking.keep_up(bench.knows(known_with(turn=1)))
    bench.asking.keep_up(bench.knows(known_with(turn=0)))

    titles = bench.terminal.getvalue()
    assert "\x1b]2;It is the turn of East. QF7K2\a" in titles
    assert titles.endswith("\x1b]2;It is your turn. QF7K2\a")


async def test_a_card_that_was_chosen_ahead_is_played_after_a_pause(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path)
    known = bench.knows(known_with())
    bench.ahead.choose("SF", known)

    assert not bench.asking.ask(known)
    assert bench.rig.said == []
    release = await bench.next()
    assert release == Release("SF", known.mark.version)
    bench.asking.release(release)
    assert isinstance(await bench.next(), Done)
    (command,) = bench.rig.session.commands
    assert isinstance(command, Play)
    assert command.card == "SF"
    assert bench.ahead.card is None
    await bench.rig.happenings.close()


def test_a_card_that_was_taken_back_meanwhile_stays(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    known = bench.knows(known_with())
    bench.asking.release(Release("SF", known.mark.version))
    bench.ahead.choose("SF", known)
    bench.asking.release(Release("SF", known.mark.version - 1))
    bench.seat.busy = True
    bench.asking.release(Release("SF", known.mark.version))

    assert bench.rig.session.commands == []
    assert not bench.seat.refusal


async def test_a_script_is_asked_whatever_is_forced(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SCRIPT)
    bench.ahead.auto_play = True

    assert bench.asking.ask(bench.knows(known_with(legal=["S6"])))
    assert bench.rig.said != []


def test_a_card_that_no_longer_fits_is_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.ahead.choose("SF", known_with())
    bench.asking.keep_up(bench.knows(known_with(winning=1)))

    assert bench.rig.said == ["SF is not played ahead any more: the trick has changed."]


def test_the_end_of_the_time_is_warned_of_in_words_and_by_bell(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.rig.parts.comforts.time.heard(1_000)
    bench.knows(known_with(deadline=11_000))

    assert bench.asking.time_is_short(11_000)
    assert bench.rig.complained == "Time left: 10 seconds.\n"
    assert bench.terminal.getvalue() == "\a"


def test_the_end_of_another_turn_is_nothing_to_warn_of(tmp_path: Path) -> None:
    bench = Bench(tmp_path)

    assert not bench.asking.time_is_short(11_000)
    bench.knows(known_with(deadline=90_000))
    assert not bench.asking.time_is_short(11_000)
    assert bench.rig.complained == ""


async def test_the_warnings_follow_ones_own_turn(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.rig.parts.comforts.time.heard(0)
    bench.asking.keep_up(bench.knows(known_with(deadline=4)))

    warnings = [await bench.next(), await bench.next()]
    assert [warning.deadline_ms for warning in warnings] == [4, 4]
