from server.sparing import Sparing
from server.throttle import Rate
from tests.support.fakes import HandClock


async def test_beyond_the_allowance_lines_are_only_counted() -> None:
    clock = HandClock()
    told: list[tuple[str, dict[str, object]]] = []

    def write(event: str, **fields: object) -> None:
        told.append((event, fields))

    sparing = Sparing(write, clock, Rate(per_s=1, burst=2))
    for number in range(5):
        sparing("refused", number=number)
    await clock.advance(1000)
    sparing("refused", number=5)
    await clock.advance(1000)
    sparing("refused", number=6)

    assert told == [
        ("refused", {"number": 0}),
        ("refused", {"number": 1}),
        ("refused", {"number": 5, "kept_back": 3}),
        ("refused", {"number": 6}),
    ]
