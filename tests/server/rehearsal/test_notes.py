from protocol.to_server import Ping
from server.rehearsal import notes as notes_module
from server.rehearsal.notes import Closed, Notes, Opened, Said, Struck


def test_notes_are_parted_by_the_fault() -> None:
    first, second = Said(1.0, Ping(t=1)), Said(3.0, Ping(t=2))
    notes = Notes([Opened(0.0), first, Struck(2.0, None), second, Closed(4.0)])

    assert list(notes.before().of(Said)) == [first]
    assert list(notes.after().of(Said)) == [second]


def test_without_a_fault_all_is_before_it() -> None:
    notes = Notes([Opened(0.0), Closed(1.0)])

    assert notes.before().all == notes.all
    assert notes.after().all == []
    assert notes.struck is None


def test_room_for_notes_is_bounded() -> None:
    notes = Notes([Opened(0.0)] * (notes_module.MOST - 1))
    assert not notes.is_full

    for _ in range(3):
        notes.add(Closed(1.0))

    assert notes.is_full
    assert len(notes.all) == notes_module.MOST
