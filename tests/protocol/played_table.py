"""A pretended table at which everything has happened that can."""

from tests.protocol.pretend_table import PretendTable, a_table


def a_played_table(seed: int = 1, you: int | None = 0) -> PretendTable:
    """A table at which a deal was played, with everything else that can happen."""
    table = a_table(seed, you)
    table.hidden()
    table.small_talk()
    table.pass_control(2, "grace", connected=False)
    table.ready(0)
    table.promise()
    table.deal()
    table.discard()
    table.spend_bank(1)
    table.note_lag(1)
    table.play_trick()
    table.undo(table.last_player)
    table.finish_trick()
    table.pause(0)
    table.claim(1)
    for _ in range(14):
        table.play_trick()
    table.settle()
    table.newer_kind()
    table.begin_match()
    table.promise()
    table.pass_control(2, "bot", connected=False)
    table.replace_by_bot(2)
    table.leave(0)
    table.close()
    return table
