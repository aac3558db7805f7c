"""The server of a rehearsal is a real one, and its hands are known beforehand."""

import pytest

from protocol.fold import Known
from protocol.updates import Replaced, StoreAway, StoreBack
from server.rehearsal.house import house
from tests.server.rehearsal.played import seated, until


async def hand_of(seed: int) -> tuple[str, tuple[str, ...] | None]:
    async with house(seed) as its_house, seated(its_house) as ada:
        known = ada.session.known(its_house.table)
        assert known is not None
        assert known.view.deal is not None
        return its_house.table, known.view.deal.hand


async def test_hands_follow_from_the_seed() -> None:
    table, hand = await hand_of(1)

    assert await hand_of(1) == (table, hand)
    assert (await hand_of(2))[1] != hand


async def test_no_environment_changes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAROCCO_HELLO_S", "-1")
    monkeypatch.setenv("TAROCCO_MAX_SEATS_PER_USER", "1")

    async with house(1) as its_house:
        assert its_house.service.settings.max_seats_per_user == 4


def turn_is_mine(known: Known) -> bool:
    return known.view.you is not None and known.situation.turn == known.view.you


async def test_store_goes_away_and_comes_back() -> None:
    async with house(1) as its_house, seated(its_house) as ada:
        its_house.store_away(0.05)
        told = []
        async for update in ada.session:
            if isinstance(update, StoreAway | StoreBack):
                told.append(type(update))
            if told == [StoreAway, StoreBack]:
                break

        assert not its_house.store.is_away


async def test_table_goes_back_under_a_new_epoch() -> None:
    async with house(1) as its_house, seated(its_house) as ada:
        before, _ = await until(ada, its_house, turn_is_mine)

        await its_house.rewind(its_house.table, 1)

        after, reasons = await until(
            ada, its_house, lambda known: known.mark.epoch != before.mark.epoch
        )
    assert reasons[-1] == "rewound"
    assert after.view.table == before.view.table


async def test_what_is_looked_at_is_an_event() -> None:
    async with house(1) as its_house, seated(its_house) as ada:
        before, _ = await until(ada, its_house, turn_is_mine)

        await its_house.look_at_hands(its_house.table)

        after, _ = await until(
            ada, its_house, lambda known: known.mark.version > before.mark.version
        )
    assert after.view == before.view


async def test_everybody_is_shown_the_table_unasked() -> None:
    async with house(1) as its_house, seated(its_house) as ada:
        await until(ada, its_house, turn_is_mine)

        await its_house.show_whole("slow")

        async for update in ada.session:
            if isinstance(update, Replaced) and update.message.reason == "slow":
                break
