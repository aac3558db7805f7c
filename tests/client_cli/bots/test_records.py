"""Records of a bot's deals."""

import io
import json
from pathlib import Path

import pytest

from client_cli.bots.records import Records
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.screen import Screen
from client_cli.texts import Texts
from engine.deal import Phase
from engine.dealing import commitment_to
from engine.verification import verify
from protocol.bot_game import GameListener
from protocol.items import DealCommitted
from protocol.updates import Changed, Gone, Overrun, Replaced, Update
from tests.client_cli.pretend import SECRET, PretendSession, dealt


class Rig:
    def __init__(self, folder: Path, *, quiet: bool = False) -> None:
        self.folder = folder
        self.output, self.errors = io.StringIO(), io.StringIO()
        screen = Screen(
            prompts=False, quiet=quiet, output=self.output, errors=self.errors
        )
        self.records = Records(DealKeeper(folder), screen, Texts())

    async def deal_over(self) -> None:
        _, known = dealt(until=Phase.SETTLED)
        assert known.view.deal is not None
        await self.records.deal_over(known, known.view.deal)

    def saved(self) -> list[Path]:
        return sorted((self.folder / "games").glob("*.json"))


async def test_settled_deal_is_saved_so_that_it_verifies(tmp_path: Path) -> None:
    rig = Rig(tmp_path)

    await rig.deal_over()
    await rig.deal_over()  # the same deal, still on the table

    (path,) = rig.saved()
    verify(json.loads(path.read_text("utf-8")))
    assert rig.records.verified
    assert rig.errors.getvalue().count(f"Record: {path}") == 1
    assert not rig.output.getvalue()


async def test_chance_that_was_left_out_is_no_verified_deal(tmp_path: Path) -> None:
    rig = Rig(tmp_path, quiet=True)
    await rig.records.chance_added(1, b"x" * 32)

    await rig.deal_over()

    assert not rig.records.verified
    assert rig.errors.getvalue() == (
        "Warning: this deal does not verify, at entropies.\n"
    )


@pytest.mark.parametrize("by", ["news", "a whole view", "a gap"])
async def test_promise_is_remembered_however_it_is_heard(
    tmp_path: Path, by: str
) -> None:
    session = PretendSession()
    session.update_for(session.table.snapshot())
    known = session.known("QF7K2")
    assert known is not None
    number = known.view.deals_played + 1
    promise = DealCommitted(deal=number, commitment=commitment_to(SECRET))
    begin = session.update_for(session.table.begin())
    assert isinstance(begin, Changed)
    told = begin.message.model_copy(update={"items": (promise,)})
    standing = session.update_for(session.table.snapshot())
    assert isinstance(standing, Replaced)
    heard: dict[str, Update] = {
        "news": Changed(told, known, begin.known),
        "a whole view": standing,
        "a gap": Overrun(1, online=True, tables=(standing.known,)),
    }
    rig = Rig(tmp_path)
    await rig.records.heard(Gone("ABCDE", "left"))
    await rig.records.heard(heard[by])

    await rig.deal_over()

    assert "the promise was made before you came" not in rig.errors.getvalue()
    assert rig.records.verified


async def test_other_listeners_need_no_chance() -> None:
    await GameListener().chance_added(1, b"")
