from client_cli.live.agreements import Agreement, Wanted
from client_cli.live.seat import Confirm, OwnSeat
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def test_a_question_is_put_once() -> None:
    seat = OwnSeat("QF7K2", known_with(version=5))

    assert seat.asks_anew()
    assert not seat.asks_anew()
    assert seat.is_asked

    seat.known = known_with(version=6)
    assert seat.asks_anew()


def test_nothing_is_asked_while_a_command_is_on_its_way() -> None:
    seat = OwnSeat("QF7K2", known_with(), busy=True)

    assert not seat.is_asked
    assert not seat.asks_anew()


def test_nothing_is_asked_before_the_news_of_ones_own_command() -> None:
    seat = OwnSeat("QF7K2", known_with(version=7), busy=True, refusal=["No."])
    seat.answered(9)

    assert not seat.is_asked
    assert seat.refusal == []
    seat.known = known_with(version=9)
    assert seat.is_asked


def test_nothing_is_asked_when_nothing_is_known() -> None:
    assert not OwnSeat("QF7K2").is_asked
    assert not OwnSeat("QF7K2").asks_anew()


def test_in_a_new_history_versions_count_anew() -> None:
    seat = OwnSeat("QF7K2", known_with(version=9))
    seat.answered(9)
    seat.asks_anew()
    seat.known = known_with(version=4)
    seat.new_history()

    assert seat.asks_anew()


def test_a_wish_of_another_seat_is_put_once() -> None:
    wanted = view_of_seat(deal=deal_data(undo=1))
    seat = OwnSeat("QF7K2", known_with(wanted))

    assert seat.wanted_anew() == Agreement(1, Wanted.CARD_BACK)
    assert seat.wanted_anew() is None
    seat.known = known_with()
    assert seat.wanted_anew() is None
    seat.known = known_with(wanted)
    assert seat.wanted_anew() is not None
    assert OwnSeat("QF7K2").wanted_anew() is None


def test_what_got_lost_is_asked_again() -> None:
    seat = OwnSeat("QF7K2", known_with(view_of_seat(deal=deal_data(undo=1))))
    seat.asks_anew()
    wish = seat.wanted_anew()
    seat.confirm = Confirm.AGREEMENT
    seat.ask_again()

    assert seat.asks_anew()
    assert seat.confirm is Confirm.NOTHING  # until the wish is put again
    assert seat.wanted_anew() == wish


def test_other_questions_still_wait_for_their_answer() -> None:
    seat = OwnSeat("QF7K2", known_with(), confirm=Confirm.MOVE)
    seat.ask_again()

    assert seat.confirm is Confirm.MOVE


def left_to_confirm(version: int) -> Confirm:
    """What is still to be confirmed when the table has come to a version."""
    seat = OwnSeat("QF7K2", known_with(version=5))
    seat.asks_anew()
    seat.confirm = Confirm.MOVE
    seat.known = known_with(version=version)
    seat.asks_anew()
    return seat.confirm


def test_a_move_is_confirmed_at_its_own_moment_only() -> None:
    assert left_to_confirm(5) is Confirm.MOVE
    assert left_to_confirm(9) is Confirm.NOTHING  # `yes` was not meant for this turn
