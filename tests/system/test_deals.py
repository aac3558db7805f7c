"""Whole deals over real sockets, on a real server with a real store."""

import asyncio
from base64 import b64encode

from engine.cards import CARD_CODES
from protocol.fold import Known
from protocol.tokens import TokenInMemory
from tests.server.processes import server
from tests.system.history import check, store_url, stored_history
from tests.system.people import people, person, played, seated


async def test_one_person_plays_a_deal_with_three_bots() -> None:
    with server(environment={"TAROCCO_LOG_LEVEL": "debug"}) as running:
        await asyncio.to_thread(running.await_ready)
        tokens = TokenInMemory()
        async with person("ada", running.url, tokens) as ada:
            table = await seated([ada])

            ends = await played([ada], table)

            history = await stored_history(store_url(running), table)
            check(history, [ada], ends)
        assert "Traceback" not in running.errors
        token, deal = tokens.load(), history.state.deal
        assert token is not None
        assert deal is not None
        # T-C15, P11: not even at DEBUG, and in no spelling.
        for secret in (token, token[16:], token[:16], deal.secret):
            for spelling in (secret.hex(), b64encode(secret).decode(), repr(secret)):
                assert spelling not in running.errors
        for code in CARD_CODES:
            assert f'"{code}"' not in running.errors


async def test_four_people_play_two_deals_and_see_the_same() -> None:
    with server() as running:
        await asyncio.to_thread(running.await_ready)
        urls = dict.fromkeys(("ada", "bea", "cid", "dan"), running.url)
        async with people(**urls) as group:
            table = await seated(group, deals=2)
            first = await played(group, table)
            for one in group:
                one.counted(await one.session.start(table))

            second = await played(group, table)

            history = await stored_history(store_url(running), table)
            check(history, group, second)
            totals = []
            for ends in (first, second):
                teams = {settled_totals(end) for end in ends}
                assert len(teams) == 1
                totals.append(teams.pop())
            assert second[0].view.match == tuple(map(sum, zip(*totals, strict=True)))
            assert second[0].view.deals_played == 2


def settled_totals(end: Known) -> tuple[int, int]:
    assert end.view.deal is not None
    assert end.view.deal.settlement is not None
    first, second = end.view.deal.settlement.teams
    return first.total, second.total
