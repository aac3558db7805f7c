"""What people say at tables, and to whom it is allowed."""

import pytest

from engine.seats import SEATS
from protocol.to_client import Ok, Refused, Said
from protocol.to_server import Leave, Mute, Phrase, Say, Sit
from server.door.talk import cleaned
from tests.server.door.visitors import House, Visitor, four_seated, house


async def talking(doors: House, talk: str) -> tuple[str, Visitor, Visitor]:
    ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
    table = await doors.opened(ada, talk=talk)
    assert isinstance(await bob.ask(Sit, table=table), Ok)
    await ada.hear()
    return table, ada, bob


async def test_phrase_is_heard_by_everybody_at_the_table() -> None:
    async with house() as doors:
        table, ada, bob = await talking(doors, "phrases")

        assert isinstance(await ada.ask(Say, table=table, phrase="well_played"), Ok)

        for visitor in (ada, bob):
            await visitor.hear()
            said = visitor.last(Said)
            assert (said.seat, said.name, said.phrase, said.text) == (
                0,
                "Ada",
                "well_played",
                None,
            )


@pytest.mark.parametrize(
    ("talk", "phrase", "text"),
    [
        ("off", "hello", None),
        ("off", None, "hello"),
        ("phrases", None, "hello"),
    ],
)
async def test_table_hears_only_what_it_allows(
    talk: str, phrase: str | None, text: str | None
) -> None:
    # D11
    async with house() as doors:
        table, ada, bob = await talking(doors, talk)

        answer = await ada.ask(Say, table=table, phrase=phrase, text=text)

        assert isinstance(answer, Refused)
        assert (answer.code, answer.args) == ("E_NOT_ALLOWED", {"option": "talk"})
        assert await bob.hear() == []


async def test_free_text_is_cleaned() -> None:
    # T-A23
    async with house() as doors:
        table, ada, bob = await talking(doors, "free")

        await ada.ask(Say, table=table, text=" ciao\x1b[31m \u202eolleh\x00 ")

        await bob.hear()
        assert bob.last(Said).text == "ciao[31m olleh"


async def test_text_of_nothing_is_no_text() -> None:
    async with house() as doors:
        table, ada, _ = await talking(doors, "free")

        answer = await ada.ask(Say, table=table, text="\u202e\x07")

        assert isinstance(answer, Refused)
        assert answer.code == "E_BAD_MESSAGE"


async def test_onlooker_says_nothing() -> None:
    # T-C03
    async with house() as doors:
        table, ada, _ = await talking(doors, "free")
        eve = await doors.enter("Eve")

        answer = await eve.ask(Say, table=table, phrase="hello")

        assert isinstance(answer, Refused)
        assert answer.code == "E_NOT_SEATED"
        assert await ada.hear() == []


async def test_same_command_is_said_once() -> None:
    # T-B08
    async with house() as doors:
        table, ada, bob = await talking(doors, "phrases")
        say = Say(n=ada.number + 1, table=table, phrase="hello")

        first, *again = [await ada.repeat(say) for _ in range(3)]

        assert isinstance(first, Ok)
        assert not first.dup
        assert again == [first.model_copy(update={"dup": True})] * 2
        heard = [one for one in await bob.hear() if isinstance(one, Said)]
        assert len(heard) == 1


@pytest.mark.parametrize(
    ("number", "phrase", "code"),
    [(0, "thanks", "E_CONFLICT"), (-1, "hello", "E_OLD_NUMBER")],
)
async def test_number_says_one_thing_and_only_counts_up(
    number: int, phrase: Phrase, code: str
) -> None:
    # T-B10
    async with house() as doors:
        table, ada, bob = await talking(doors, "phrases")
        await ada.ask(Say, table=table, phrase="hello")
        await bob.hear()

        other = Say(n=ada.number + number, table=table, phrase=phrase)
        answer = await ada.repeat(other)

        assert isinstance(answer, Refused)
        assert answer.code == code
        assert await bob.hear() == []


@pytest.mark.parametrize("burst", [1, 2])
async def test_host_says_how_much_may_be_said_at_once(burst: int) -> None:
    async with house(talk_burst=burst) as doors:
        table, ada, _ = await talking(doors, "phrases")

        said = [await ada.ask(Say, table=table, phrase="hello") for _ in range(3)]

        assert [isinstance(one, Ok) for one in said] == [n < burst for n in range(3)]


async def test_refusal_to_let_somebody_speak_is_given_again() -> None:
    async with house() as doors:
        table, ada, _ = await talking(doors, "phrases")
        eve = await doors.enter("Eve")
        say = Say(n=1, table=table, phrase="hello")
        first = await eve.repeat(say)
        assert isinstance(await eve.repeat(Sit(n=2, table=table)), Ok)
        await ada.hear()

        assert isinstance(first, Refused)
        assert first.code == "E_NOT_SEATED"
        late = await eve.repeat(say)
        assert isinstance(late, Refused)
        assert late.code == "E_OLD_NUMBER"


async def test_table_that_goes_meanwhile_hears_nothing() -> None:
    async with house() as doors:
        table, ada, _ = await talking(doors, "phrases")
        await doors.world.store.forget(table)

        answer = await ada.ask(Say, table=table, phrase="hello")

        assert isinstance(answer, Refused)
        assert answer.code == "E_NO_TABLE"


async def test_talk_has_a_rate_of_its_own() -> None:
    async with house() as doors:
        table, ada, _ = await talking(doors, "phrases")
        for _ in range(3):
            assert isinstance(await ada.ask(Say, table=table, phrase="hello"), Ok)

        answer = await ada.ask(Say, table=table, phrase="hello")

        assert isinstance(answer, Refused)
        assert (answer.code, answer.args) == ("E_RATE", {"retry_ms": 1_000})
        doors.world.clock.jump(1_000)
        assert isinstance(await ada.ask(Say, table=table, phrase="hello"), Ok)


async def test_new_connection_brings_no_new_allowance_to_talk() -> None:
    async with house() as doors:
        table, ada, _ = await talking(doors, "phrases")
        for _ in range(3):
            await ada.ask(Say, table=table, phrase="hello")
        await ada.cut()

        back = await doors.back(ada)
        answer = await back.ask(Say, table=table, phrase="hello")

        assert isinstance(answer, Refused)
        assert (answer.code, answer.args) == ("E_RATE", {"retry_ms": 1_000})


async def test_nobody_talks_at_no_table() -> None:
    async with house() as doors:
        ada = await doors.enter()

        answer = await ada.ask(Say, table="NOSUCH", phrase="hello")

        assert isinstance(answer, Refused)
        assert answer.code == "E_NO_TABLE"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("buona fortuna", "buona fortuna"),
        ("cafe\u0301", "caf\u00e9"),
        ("a\tb\r\nc", "abc"),
        ("\x1b]0;title\x07", "]0;title"),
        ("\u200e\u2066hidden", "hidden"),
        ("   ", ""),
    ],
)
def test_cleaned_text_steers_nothing(text: str, clean: str) -> None:
    assert cleaned(text) == clean


async def test_muted_seat_is_not_heard() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada, bob, cid, _ = people
        await ada.send(Mute(table=table, seat=SEATS[1], on=True))

        await bob.ask(Say, table=table, phrase="hello")
        await cid.ask(Say, table=table, phrase="thanks")
        said = [getattr(one, "seat", None) for one in await ada.hear()]
        assert said == [2]
        await ada.send(Mute(table=table, seat=SEATS[1], on=False))
        await bob.ask(Say, table=table, phrase="sorry")

        assert [getattr(one, "seat", None) for one in await ada.hear()] == [1]


async def test_everybody_can_be_muted_at_once() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada, bob, *_ = people
        await ada.send(Mute(table=table, on=True))
        await bob.ask(Say, table=table, phrase="hello")
        assert await ada.hear() == []

        await ada.send(Mute(table=table, on=False))
        await bob.ask(Say, table=table, phrase="hello")

        assert len(await ada.hear()) == 1


async def test_mute_at_a_table_that_is_not_followed_does_nothing() -> None:
    async with house() as doors:
        table, _ = await four_seated(doors)
        eve = await doors.enter("Eve")

        assert await eve.send(Mute(table=table, on=True)) == []


async def test_whoever_sits_down_later_is_heard() -> None:
    async with house() as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
        table = await doors.opened(ada)
        await bob.ask(Sit, table=table)
        await ada.send(Mute(table=table, seat=SEATS[1], on=True))
        await bob.ask(Leave, table=table)
        eve = await doors.enter("Eve")
        await eve.ask(Sit, table=table, seat=SEATS[1])
        await ada.hear()

        await eve.ask(Say, table=table, phrase="hello")

        assert [getattr(one, "name", None) for one in await ada.hear()] == ["Eve"]
