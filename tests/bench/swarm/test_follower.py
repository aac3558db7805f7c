from typing import Any

from tests.bench.swarm.follower import Follower
from tests.bench.swarm.ledger import Key, Ledger
from tests.bench.swarm.tally import Tally

EPOCH, TOKEN = bytes(8), b"12345678"
PLAY = {"phase": "play", "turn": 0}
D6 = {"kind": "card_played", "seat": 0, "card": "D6", "by": "person"}
WON = {"kind": "trick_won", "trick": 1, "leader": 0, "cards": [], "winner": 3}


def snapshot(version: int, epoch: bytes = EPOCH) -> dict[str, Any]:
    return {
        "op": "snapshot",
        "table": "QF7K2",
        "epoch": epoch,
        "version": version,
        "token": TOKEN,
        "view": {"deal": {"deal": 2}},
        "situation": PLAY,
    }


def events(
    first: int, *items: dict[str, Any], token: bytes = b"abcdefgh"
) -> dict[str, Any]:
    return {
        "op": "events",
        "table": "QF7K2",
        "epoch": EPOCH,
        "first": first,
        "token": token,
        "items": list(items),
        "situation": PLAY,
    }


def following(version: int = 10) -> Follower:
    follower = Follower(0, Ledger("QF7K2", Tally()))
    follower.take_snapshot(snapshot(version))
    return follower


def test_news_that_follows_is_written_down() -> None:
    follower = following(10)

    assert follower.take_events(events(11, D6, WON), 0.0)

    assert follower.version == 12
    assert follower.ledger.keys == {
        11: Key(2, "card_played", 0, "D6"),
        12: Key(2, "trick_won", None, None),
    }
    assert follower.ledger.tokens == {10: TOKEN, 12: b"abcdefgh"}


def test_news_beyond_the_next_version_is_a_gap() -> None:
    follower = following(10)

    assert not follower.take_events(events(12, D6), 0.0)

    assert follower.ledger.tally.gaps == 1
    assert follower.version == 10


def test_a_version_that_comes_again_is_repeated() -> None:
    follower = following(10)
    follower.take_events(events(11, D6), 0.0)

    assert follower.take_events(events(11, D6, WON), 0.0)

    assert follower.ledger.tally.repeated == 1
    assert follower.version == 12


def test_news_before_the_first_snapshot_is_in_it() -> None:
    follower = Follower(0, Ledger("QF7K2", Tally()))

    assert follower.take_events(events(4, D6), 0.0)

    assert not follower.ledger.keys
    assert not follower.ledger.tally.gaps


def test_a_snapshot_further_on_is_a_jump() -> None:
    follower = following(10)

    follower.take_snapshot(snapshot(14))

    assert follower.jumps == 1
    assert follower.ledger.jumped == [range(11, 15)]


def test_a_snapshot_that_takes_something_back_is_a_contradiction() -> None:
    follower = following(10)

    follower.take_snapshot(snapshot(9))

    assert follower.ledger.tally.contradictions >= 1


def test_the_next_deal_counts_from_its_first_event() -> None:
    follower = following(10)

    follower.take_events(events(11, {"kind": "deal_started", "deal": 3}), 0.0)

    assert follower.ledger.keys[11] == Key(3, "deal_started", None, None)


def test_what_was_missed_is_asked_for_by_position() -> None:
    assert following(10).resync() == {
        "op": "resync",
        "table": "QF7K2",
        "epoch": EPOCH,
        "version": 10,
        "token": TOKEN,
    }
