"""Scenes at a real server that, together, use every word of the protocol."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.seats import Seat
from protocol.options import Options
from protocol.to_client import (
    Error,
    Hints,
    LobbyRows,
    PastEvents,
    Pong,
    Replayed,
    Said,
    Snapshot,
)
from protocol.to_server import (
    Back,
    Bye,
    Claim,
    Create,
    Hint,
    Kick,
    Leave,
    Lobby,
    Mute,
    Past,
    Pause,
    Ping,
    Play,
    Quick,
    Reply,
    Resync,
    Say,
    Sit,
    Start,
    Undo,
    Unwatch,
)
from tests.checks.wire.company import Company
from tests.checks.wire.talker import Talker, Tape

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.fold import Known

N: Final = 1
"""Stands for the number that a command is given when it is sent."""
ENTROPY: Final = bytes(range(100, 116))
FREE = Options(
    deals=2,
    people=3,
    pace_ms=0,
    ready_ms=600_000,
    bank_ms=60_000,
    turn_ms=100_000,
    talk="free",
    signals="on",
    undo=True,
)


@dataclass
class Stage:
    """A server, and what was seen of it."""

    url: str
    tape: Tape = field(default_factory=Tape)

    def talker(self, name: str) -> Talker:
        """Somebody who has never been here."""
        return Talker(name, self.tape)


async def a_match(stage: Stage) -> None:
    """Three people and a bot play a match of two deals, with all that people do."""
    marta, luca, anna = (stage.talker(name) for name in ("Marta", "Luca", "Anna"))
    async with AsyncExitStack() as stack:
        for talker in (marta, luca, anna):
            await stack.enter_async_context(talker.online(stage.url))
        table = await _open(marta, FREE)
        await luca.say(Lobby(follow=True))
        await luca.until_heard(LobbyRows, more=False)
        await marta.grant(Sit(n=N, table=table, seat=Seat(0), entropy=ENTROPY))
        await luca.until_heard(LobbyRows, whole=False)
        await luca.grant(Sit(n=N, table=table))
        await _talk(Company(table, [marta, luca]), marta, luca)
        await anna.grant(Sit(n=N, table=table))
        company = Company(table, [marta, luca, anna])
        await _pause(company)
        await _first_deal(company)
        await _ready_and_kick(company)
        await _last_deals(Company(table, [marta, luca]))


async def _open(talker: Talker, options: Options) -> str:
    ok = await talker.grant(Create(n=N, options=options))
    assert ok.table is not None
    return ok.table


async def _talk(company: Company, one: Talker, other: Talker) -> None:
    table, seat = company.table, company.view(one).you
    await one.grant(Say(n=N, table=table, phrase="good_luck"))
    assert (await _said(other, 1)).phrase == "good_luck"
    await one.grant(Say(n=N, table=table, text="Buona fortuna!"))
    assert (await _said(other, 2)).text == "Buona fortuna!"
    await other.say(Mute(table=table, seat=seat, on=True))
    await _settled(other)
    await one.grant(Say(n=N, table=table, phrase="hurry_up"))
    assert (await _said(one, 3)).seat == seat
    await other.say(Mute(table=table, seat=seat, on=False))
    await _settled(other)
    assert not [m for m in other.heard if isinstance(m, Said) and m.number == 3]


async def _said(talker: Talker, number: int) -> Said:
    while True:
        for message in talker.heard:
            if isinstance(message, Said) and message.number == number:
                return message
        await talker.hear()


async def _settled(talker: Talker) -> None:
    """What the server was told before has been done."""
    await talker.say(Ping(t=81_455))
    await talker.until_heard(Pong)


async def _pause(company: Company) -> None:
    table = company.table
    for talker in company.people:
        await talker.grant(Pause(n=N, table=table, wish=True))
    known = await company.first.until(table, lambda known: known.view.paused)
    turn = known.situation.turn
    for talker in company.people:
        await talker.up_to(table, known.mark.version)
        if company.view(talker).you == turn:
            assert await talker.refusal(company.choice(talker)) == "E_PAUSED"
    await company.first.grant(Pause(n=N, table=table, wish=False))
    for talker in company.people:
        await talker.until(table, lambda known: not known.view.paused)


TRICKS_BEFORE_A_CLAIM = 4


async def _first_deal(company: Company) -> None:
    """Signs, a card taken back, a claim that is not believed, and one that is."""
    talker = await company.asked()
    assert talker is not None
    other = next(one for one in company.people if one is not talker)
    assert await other.refusal(company.choice(talker)) == "E_NOT_YOUR_TURN"
    await _sign(company)
    await _undo(company)
    while _tricks(talker.known[company.table]) < TRICKS_BEFORE_A_CLAIM:
        on_turn = await company.asked()
        assert on_turn is not None
        await company.act(on_turn)
    await _claim(company, await company.on_lead(), ours=True, believed=False)
    await _play_to_a_claim(company)


async def _sign(company: Company) -> None:
    while True:
        leader = await company.on_lead()
        legal = leader.known[company.table].situation.legal
        if legal[0][0] in "SBCD" and legal[0] != "SO":
            await company.act(leader, "volo")
            return
        await company.act(leader)


async def _undo(company: Company) -> None:
    """The first leader wants the card back; bots do not mind, and people agree."""
    table = company.table
    while True:
        talker = await company.on_lead()
        at = (await company.act(talker)).version
        answer = await talker.ask(Undo(n=N, table=table, at=at))
        if answer.op == "ok":
            break
        # A bot was faster: then it cannot be taken back any more.
    for other in company.people:
        if other is not talker:
            known = await other.until(table, _is_asked("undo"))
            at = known.mark.version
            await other.grant(Reply(n=N, table=table, agrees=True, at=at))
    known = await talker.until(table, lambda known: not _trick(known))
    await company.all_up_to(known)


async def _play_to_a_claim(company: Company) -> None:
    """Play on to the last trick; whoever leads to it claims it, or gives it up.

    A bot may lead, or not believe what is right: then the deal is played out.
    """
    table = company.table
    while (talker := await company.asked()) is not None:
        deal = company.view(talker).deal
        if deal is not None and not deal.trick and len(deal.tricks) == 14:
            for ours in (True, False):
                await _claim(company, talker, ours=ours, believed=True)
                if _is_settled(talker.known[table]):
                    return
        await company.act(talker)


def _tricks(known: Known) -> int:
    return 0 if known.view.deal is None else len(known.view.deal.tricks)


async def _claim(
    company: Company, talker: Talker, *, ours: bool, believed: bool
) -> None:
    table, team = company.table, _team(company, talker)
    at = talker.known[table].mark.version
    ok = await talker.grant(Claim(n=N, table=table, ours=ours, at=at))
    await talker.up_to(table, ok.version)
    for other in company.people:
        known = await other.up_to(table, ok.version)
        if known.situation.asked == "claim":
            assert _team(company, other) != team
            reply = Reply(n=N, table=table, agrees=believed, at=known.mark.version)
            ok = await other.grant(reply)
    known = await talker.until(table, _no_claim)
    await company.all_up_to(known)
    assert known.situation.asked is None


async def _ready_and_kick(company: Company) -> None:
    """One who sits there is asked to go, first by one voice, then by the host."""
    table = company.table
    marta, luca, anna = company.people
    await luca.grant(Start(n=N, table=table, entropy=ENTROPY))
    seat = company.view(anna).you
    assert seat is not None
    at = luca.known[table].mark.version
    assert await luca.refusal(Kick(n=N, table=table, seat=Seat(3)))
    await luca.grant(Kick(n=N, table=table, seat=seat, at=at))
    await marta.grant(Kick(n=N, table=table, seat=seat, at=at))
    await anna.until(table, lambda known: known.view.you is None)
    assert await anna.refusal(Sit(n=N, table=table)) == "E_KICKED"


async def _last_deals(company: Company) -> None:
    """The second deal ends the match; the same people begin another and leave."""
    table = company.table
    marta, luca = company.people
    await marta.grant(Start(n=N, table=table))
    await marta.until(table, lambda known: known.situation.phase == "discard")
    await _play_to_a_claim(company)
    await luca.grant(Start(n=N, table=table))
    assert (await marta.until(table, _is_fresh)).view.match == (0, 0)
    await marta.grant(Leave(n=N, table=table))
    await luca.grant(Leave(n=N, table=table))


async def a_wrong_word(stage: Stage) -> None:
    """What is refused, and what cannot even be read."""
    pia = stage.talker("Pia")
    async with pia.online(stage.url):
        options = Options(people=1, pace_ms=0, password="tre re")  # noqa: S106
        table = await _open(pia, options)
        assert await pia.refusal(Sit(n=N, table=table)) == "E_PASSWORD"
        await pia.grant(
            Sit(n=N, table=table, password="tre re")  # noqa: S106
        )
        company = Company(table, [pia])
        code = ""
        while code not in {"E_MUST_FOLLOW", "E_MUST_TRUMP"}:
            await company.asked()
            known = pia.known[table]
            legal, deal = known.situation.legal, known.view.deal
            assert deal is not None
            wrong = [card for card in deal.hand or () if card not in legal]
            if known.situation.phase == "play" and wrong:
                code = await _try(pia, table, wrong[0])
            await company.act(pia)
        pia.number += 1
        await pia.say_bytes(b"\x82\xa2op\xa5start\xa1n" + bytes([pia.number]))
        assert (await pia.until_heard(Error)).n == pia.number
        await pia.say(Bye())
        assert await pia.end() == 1000


async def _try(talker: Talker, table: str, card: str) -> str:
    at = talker.known[table].mark.version
    return await talker.refusal(Play(n=N, table=table, card=card, at=at))


async def away_and_back(stage: Stage) -> None:
    """A quick match; one is cut off and comes back, and somebody looks on."""
    ugo, ida, eva = (stage.talker(name) for name in ("Ugo", "Ida", "Eva"))
    options = Options(people=2, pace_ms=0, deals=3)
    async with eva.online(stage.url), ugo.online(stage.url):
        async with ida.online(stage.url):
            ok = await ugo.grant(Quick(n=N, options=options))
            table = ok.table
            assert table is not None
            led = await ida.grant(Quick(n=N, options=options))
            assert led.table == table
            await eva.say(Resync(table=table))
            await eva.until_heard(Snapshot, reason="asked")
            await eva.say(Unwatch(table=table))
            company = Company(table, [ugo, ida])
            for _ in range(6):
                talker = await company.asked()
                assert talker is not None
                await talker.say(Hint(table=table))
                await talker.until_heard(Hints, table=table)
                await company.act(talker)
            mark = ida.known[table].mark
        await ugo.until(table, lambda known: _connected(known) == 1)
        async with ida.online(stage.url) as welcome:
            assert [seat.table for seat in welcome.seats] == [table]
            await ida.say(
                Resync(
                    table=table,
                    epoch=mark.epoch,
                    version=mark.version,
                    token=mark.token,
                )
            )
            await ida.until_heard(Replayed, table=table)
            await ida.say(Past(table=table))
            past = await ida.until_heard(PastEvents, table=table)
            await ida.say(Past(table=table, after=past.first + len(past.items) - 4))
            await ida.until_heard(PastEvents, table=table, view=None)
            await ida.grant(Back(n=N, table=table))
            await company.play_out()
            await ida.grant(Leave(n=N, table=table))
        await ugo.grant(Leave(n=N, table=table))


async def out_of_time(stage: Stage) -> None:
    """A move that takes longer than its time costs something of the bank."""
    leo = stage.talker("Leo")
    async with leo.online(stage.url):
        options = Options(people=1, pace_ms=0, turn_ms=50, bank_ms=60_000)
        table = await _open(leo, options)
        await leo.grant(Sit(n=N, table=table))
        company = Company(table, [leo])
        while leo.known[table].view.seats[0].bank_ms in {0, 60_000}:
            talker = await company.asked()
            assert talker is not None
            await asyncio.sleep(0.8)
            await company.act(talker)
        await leo.grant(Leave(n=N, table=table))


# ------------------------------------------------------------------------ questions


def _trick(known: Known) -> tuple[str, ...]:
    return () if known.view.deal is None else known.view.deal.trick


def _no_claim(known: Known) -> bool:
    return known.view.deal is not None and known.view.deal.claim is None


def _is_settled(known: Known) -> bool:
    return known.situation.phase == "settled"


def _is_fresh(known: Known) -> bool:
    return known.view.deals_played == 0


def _connected(known: Known) -> int:
    seats = known.view.seats
    return sum(seat.occupant == "person" and seat.connected for seat in seats)


def _is_asked(what: str) -> Callable[[Known], bool]:
    return lambda known: known.situation.asked == what


def _team(company: Company, talker: Talker) -> int | None:
    you = company.view(talker).you
    return None if you is None else you % 2
