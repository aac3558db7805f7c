from dataclasses import replace

from client_cli.full.display import FullDisplay
from client_cli.live.seat import Confirm, OwnSeat
from client_cli.live.standing import Standing
from client_cli.screens.state import Notice, Panel
from tests.client_cli.pretend import TABLE
from tests.client_cli.screens.scenes import settled
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def test_what_is_said_is_the_message_and_stays_in_the_log() -> None:
    display = FullDisplay()

    display.say(["East played S8.", "It wins so far."])
    display.say([])

    assert display.state.log == ("East played S8.", "It wins so far.")
    assert display.state.notice == Notice("It wins so far.")
    assert display.last_words == ()


def test_a_warning_stays_until_a_line_comes() -> None:
    display = FullDisplay()

    display.complain(["Not allowed.", "Rule R9."])
    display.complain([])
    display.say(["East played S8."])
    display.note("Connected.")

    assert display.state.notice == Notice("Not allowed. Rule R9.", warns=True)
    assert display.last_words == ("Not allowed.", "Rule R9.")


def test_what_must_not_be_missed_stays_until_a_line_comes() -> None:
    display = FullDisplay()

    display.warn(["The table was set back."])
    display.say(["East is next."])

    assert display.state.notice == Notice("The table was set back.", warns=True)
    assert display.state.log == ("The table was set back.", "East is next.")
    assert display.last_words == ()


def test_a_line_has_seen_the_warning() -> None:
    display = FullDisplay()
    display.complain(["Not allowed."])

    display.line_came()
    display.note("Connected.")

    assert display.last_words == ()
    assert display.state.notice == Notice("Connected.")


def test_of_a_settled_deal_the_record_is_worth_printing() -> None:
    display = FullDisplay()
    display.take(settled())

    display.say(["Verified.", "Record: game.json"])

    assert display.last_words == ("Verified.", "Record: game.json")


def test_the_log_is_bounded() -> None:
    display = FullDisplay()

    display.say(f"line {number}" for number in range(300))

    assert len(display.state.log) == 200
    assert display.state.log[-1] == "line 299"


def test_a_question_stays_as_long_as_it_waits() -> None:
    display, seat = FullDisplay(), OwnSeat(TABLE)
    display.ask("Leave?")
    display.ask("Type yes or no.")

    seat.confirm = Confirm.QUIT
    display.look(Standing(seat))

    assert display.state.question == ("Leave?", "Type yes or no.")
    assert display.state.confirm is Confirm.QUIT


def test_a_question_that_waits_no_longer_goes() -> None:
    display = FullDisplay()
    display.ask("Leave?")

    display.look(Standing(OwnSeat(TABLE)))

    assert display.state.question == ()


def test_a_line_ends_the_question() -> None:
    display = FullDisplay()
    display.ask("Return?")

    display.prompt()
    display.line_came()

    assert display.state.question == ()


def test_answers_open_on_top() -> None:
    display = FullDisplay()

    display.answer(["Because.", "Rule R9."])
    assert display.state.panel is Panel.ANSWER
    assert display.state.answer == ("Because.", "Rule R9.")
    assert display.state.log == ()


def test_a_short_answer_is_the_message() -> None:
    display = FullDisplay()

    display.answer(["Your hand: trumps first."])
    assert display.state.panel is Panel.NONE
    assert display.state.notice == Notice("Your hand: trumps first.")


def test_a_long_line_is_no_message() -> None:
    display = FullDisplay()

    display.answer(["long " * 31])

    assert display.state.panel is Panel.ANSWER


def test_an_invitation_covers_nothing() -> None:
    display = FullDisplay()

    display.invite(["Invite: tarocco join https://table.example/QF7K2", "Code: QF7K2."])

    assert display.state.panel is Panel.NONE
    assert display.state.notice.text.endswith("join https://table.example/QF7K2")


def test_talk_is_told_kept_and_counted() -> None:
    display = FullDisplay()

    display.talk("Maya says: Hello!", own=False)
    display.talk("Anna says: Hello!", own=False)
    assert display.state.talk == ("Maya says: Hello!", "Anna says: Hello!")
    assert display.state.unread == 2
    assert display.state.notice == Notice("Anna says: Hello!")

    display.talk("Ada says: Hello!", own=True)
    assert display.state.unread == 0


def test_that_a_line_came_too_soon_is_over_when_it_is_ones_turn() -> None:
    display = FullDisplay()
    display.line_came()
    display.complain(["Not now. It is the turn of East."])
    display.look(Standing(OwnSeat(TABLE)))

    display.ask_turn(["Your turn."])

    assert display.state.notice == Notice()


def test_other_warnings_stay_when_it_is_ones_turn() -> None:
    display = FullDisplay()
    display.line_came()
    display.look(Standing(OwnSeat(TABLE)))
    display.complain(["Back after 9 seconds."])

    display.ask_turn(["Your turn."])

    assert display.state.notice == Notice("Back after 9 seconds.", warns=True)


def test_the_log_opens_where_lines_are_asked_for_again() -> None:
    display = FullDisplay()

    display.again(3)

    assert display.state.panel is Panel.LOG


def test_the_seat_is_seen_and_cards_that_are_gone_are_forgotten() -> None:
    display, seat = FullDisplay(), OwnSeat(TABLE, known=known_with())
    display.take(replace(display.state, cursor="SR", chosen=("SF", "SR")))

    display.look(Standing(seat))

    assert display.state.known is seat.known
    assert display.state.asked
    assert display.state.cursor is None
    assert display.state.chosen == ("SF",)


def test_a_card_of_the_hand_stays_chosen() -> None:
    display, seat = FullDisplay(), OwnSeat(TABLE, known=known_with())
    display.take(replace(display.state, cursor="SF"))

    display.look(Standing(seat))

    assert display.state.cursor == "SF"


def with_tricks(number: int, **changes: object) -> OwnSeat:
    trick = {"leader": 0, "cards": ["S6", "S7", "S8", "S9"], "winner": 3}
    deal = deal_data(tricks=[trick] * number, **changes)
    return OwnSeat(TABLE, known=known_with(view_of_seat(deal=deal)))


def test_a_complete_trick_rests_until_it_was_seen() -> None:
    over: list[bool] = []
    display = FullDisplay(lambda: over.append(True))

    display.look(Standing(with_tricks(1)))
    assert not over
    display.look(Standing(with_tricks(2)))
    display.look(Standing(with_tricks(2, trick=["S10", "S8", "SC"])))

    assert over == [True]
    assert display.state.resting
    display.rested()
    assert not display.state.resting


def test_whoever_draws_is_told_of_changes() -> None:
    display, changes = FullDisplay(), []
    display.watched_by(lambda: changes.append(display.state.log))

    display.say(["one"])
    display.ask_turn(["the screen shows it by itself"])
    display.watched_by(None)
    display.say(["two"])

    assert changes[-1] == ("one",)
    assert display.state.log == ("one", "two")
