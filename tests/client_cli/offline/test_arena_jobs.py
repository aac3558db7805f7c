"""The deals of the arena, spread over processes."""

import pytest

from client_cli.exits import Stopped
from client_cli.offline.arena_jobs import Match, Share, check, play_share, shares_of
from client_cli.texts import Texts

MATCH = Match("medium", "easy", seed="7", limit_s=20.0)


def counted(share: Share) -> tuple[object, ...]:
    """A share without the times, which no two runs have in common."""
    return share.pairs, [tally.asked for tally in share.tallies]


def test_shares_are_all_deals_in_their_order() -> None:
    whole = play_share(MATCH, range(1, 21))
    shares = list(shares_of(MATCH, 20, jobs=1))

    assert [len(share.pairs) for share in shares] == [2] * 10
    assert [pair for share in shares for pair in share.pairs] == list(whole.pairs)


def test_processes_play_the_same_shares() -> None:
    alone = [counted(share) for share in shares_of(MATCH, 4, jobs=1)]
    spread = [counted(share) for share in shares_of(MATCH, 4, jobs=3)]

    assert spread == alone
    assert len(spread) == 4


def test_turns_of_both_sides_are_counted() -> None:
    (first, second) = play_share(MATCH, [1]).tallies

    # Two tables of a discard, four answers and sixty cards.
    assert first.asked + second.asked == 2 * 65
    assert len(first.times_s) == first.asked


def test_players_are_checked_before_anything_is_played() -> None:
    check(MATCH, Texts())
    with pytest.raises(Stopped, match="cannot be read"):
        check(Match("medium", "none.py", seed="7", limit_s=1.0), Texts())
