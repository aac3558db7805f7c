from tests.bench.swarm.ledger import Findings, Key, Ledger, Logged, Move, Stored
from tests.bench.swarm.steps import Stage
from tests.bench.swarm.tally import StageLog, Tally

SKIPPED = Key(1, "skipped", 0, None)
D6 = Key(1, "card_played", 0, "D6")
D7 = Key(1, "card_played", 1, "D7")
BACK = Key(1, "control", 2, None)


def ledger_of(*keys: Key) -> Ledger:
    """A table at which all four were told these events, from version 1 on."""
    ledger = Ledger("QF7K2", Tally())
    for version, key in enumerate(keys, 1):
        for seat in range(4):
            ledger.told(seat, version, key, 0.0)
        ledger.token_told(version, token_of(version))
    return ledger


def stored_of(*keys: Key) -> Stored:
    """A store that has these events, from version 1 on."""
    events = [
        Logged(version, key, token_of(version)) for version, key in enumerate(keys, 1)
    ]
    return Stored(len(keys), set(keys), events)


def token_of(version: int) -> bytes:
    return version.to_bytes(8, "big")


def test_nothing_is_wrong_when_all_agree() -> None:
    ledger = ledger_of(SKIPPED, D6, D7)
    ledger.acked.update([SKIPPED, D6, D7])

    assert ledger.findings(None) == Findings()
    assert ledger.findings(stored_of(SKIPPED, D6, D7)) == Findings()


def test_an_acknowledged_card_that_nobody_was_told_is_lost() -> None:
    ledger = ledger_of(SKIPPED, D6)
    ledger.acked.update([SKIPPED, D6, D7])

    assert ledger.findings(None) == Findings(lost=1)


def test_an_acknowledged_card_that_the_store_forgot_is_lost() -> None:
    ledger = ledger_of(SKIPPED, D6, D7)
    ledger.acked.update([SKIPPED, D6, D7])

    found = ledger.findings(stored_of(SKIPPED, D6))

    assert found.lost == 1
    assert found.holes == 1


def test_a_card_that_falls_twice_is_doubled() -> None:
    ledger = ledger_of(D6, D6)

    assert ledger.findings(None) == Findings(twice=1)
    assert ledger.findings(stored_of(D6, D6)) == Findings(twice=1)


def test_a_seat_may_come_back_twice() -> None:
    assert ledger_of(BACK, BACK).findings(None) == Findings()


def test_a_version_that_nobody_was_told_is_a_hole() -> None:
    ledger = ledger_of(SKIPPED)
    ledger.told(0, 3, D6, 0.0)

    assert ledger.findings(None) == Findings(holes=1)


def test_a_version_that_the_log_passes_over_is_a_hole() -> None:
    events = [Logged(1, SKIPPED, token_of(1)), Logged(3, D6, token_of(3))]
    stored = Stored(3, {SKIPPED, D6}, events)

    assert ledger_of(SKIPPED).findings(stored).holes == 1


def test_a_deal_that_is_kept_as_a_record_is_not_lost() -> None:
    ledger = ledger_of(SKIPPED, D6, BACK)
    ledger.acked.update([SKIPPED, D6])
    kept = [Logged(3, Key(1, "other", None, None), token_of(3))]

    assert ledger.findings(Stored(3, {SKIPPED, D6}, kept)) == Findings()
    assert ledger.findings(Stored(3, {SKIPPED}, kept)) == Findings(lost=1)


def test_another_card_in_the_log_is_a_difference() -> None:
    assert ledger_of(D6).findings(stored_of(D7)).differences == 1


def test_another_token_in_the_log_is_a_difference() -> None:
    stored = Stored(1, {D6}, [Logged(1, D6, token_of(9))])

    assert ledger_of(D6).findings(stored) == Findings(differences=1)


def test_two_persons_who_are_told_different_cards_contradict_each_other() -> None:
    ledger = ledger_of(SKIPPED)
    ledger.told(0, 2, D6, 0.0)
    ledger.told(1, 2, D7, 0.0)

    assert ledger.tally.contradictions == 1


def test_a_move_is_delivered_when_the_last_of_four_is_told() -> None:
    log = StageLog(Stage("steady", 1, 1))
    ledger = ledger_of(SKIPPED)
    ledger.awaited[D6] = Move(intended_s=1.0, key=D6, log=log)
    for seat, now_s in ((2, 1.25), (0, 1.5), (3, 1.5)):
        ledger.told(seat, 2, D6, now_s)
    assert not log.delivered_s

    ledger.told(1, 2, D6, 3.0)

    assert list(log.delivered_s) == [2.0]
    assert not ledger.awaited


def test_a_snapshot_stands_for_versions_that_nobody_was_told() -> None:
    ledger = ledger_of(SKIPPED)
    ledger.jumps(seat=0, before=1, version=3)
    ledger.acked.update([SKIPPED, D6])

    assert ledger.findings(None) == Findings()
    assert ledger.tally.jumps == 1


def test_a_snapshot_ends_the_measuring_of_a_move_it_may_hold() -> None:
    log = StageLog(Stage("steady", 1, 1))
    ledger = ledger_of(SKIPPED)
    ledger.awaited[D6] = Move(intended_s=1.0, key=D6, log=log)

    ledger.jumps(seat=0, before=1, version=2)

    assert not ledger.awaited
    assert not log.delivered_s
