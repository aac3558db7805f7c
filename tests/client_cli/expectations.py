"""What players expect of a table of cards, and the tests that show it in line mode.

Each expectation has tests, or a reason why line mode has nothing to show for it. Tests
stand as path below `tests/` and name.
"""

from dataclasses import dataclass
from typing import Final

_LIVE: Final = "client_cli/live"
_CLIENT: Final = "client_cli"
_TABLE: Final = "server/table"


@dataclass(frozen=True)
class Expectation:
    """One expectation; exactly one of tests and reason is given."""

    what: str
    tests: tuple[str, ...] = ()
    reason: str = ""


def shown(what: str, *tests: str) -> Expectation:
    return Expectation(what, tests=tests)


def nothing(what: str, reason: str) -> Expectation:
    return Expectation(what, reason=reason)


EXPECTATIONS: Final = {
    "H01": shown(
        "one's own seat is South, the partner North",
        f"{_LIVE}/test_places.py::test_whoever_plays_sits_in_the_south",
    ),
    "H02": shown(
        "the order of play is told once a deal",
        f"{_LIVE}/test_recital.py::test_seats_and_order",
        f"{_LIVE}/test_announcements.py::test_a_deal_begins_with_seats_dealer_and_hand",
    ),
    "H03": shown(
        "whose turn it is, in words",
        f"{_LIVE}/test_questions.py::test_whose_turn_it_is",
        f"{_LIVE}/test_answers.py::test_status_is_one_line",
    ),
    "H04": shown(
        "one's own turn differs in text, sound and title",
        f"{_LIVE}/test_attention.py::test_the_bell_rings_at_ones_own_turn",
        f"{_LIVE}/test_attention.py::test_what_others_do_is_rung_only_if_one_likes_that",
        f"{_LIVE}/test_asking.py::test_the_title_says_whose_turn_it_is",
        f"{_LIVE}/test_comforts.py::test_a_pipe_is_never_called",
    ),
    "H05": shown(
        "time that is left, and two warnings before it ends",
        f"{_LIVE}/test_asking.py::test_a_question_comes_with_its_time_and_its_bell",
        f"{_LIVE}/test_turns.py::test_status_tells_the_time_that_is_left",
        f"{_LIVE}/test_server_time.py::test_two_warnings_come_before_the_end",
        f"{_LIVE}/test_game.py::test_a_turn_that_nearly_ends_is_warned_of_twice",
    ),
    "H06": shown(
        "dealer and leader",
        f"{_LIVE}/test_recital.py::test_dealer_and_leader",
        f"{_LIVE}/test_recital.py::test_trick_without_a_card",
    ),
    "H07": shown(
        "cards left of each player",
        f"{_LIVE}/test_recital.py::test_table_tells_how_many_cards_are_left",
    ),
    "H08": shown(
        "person or bot, connected or away",
        f"{_LIVE}/test_places.py::test_who_is_away_is_said_to_be_away",
        f"{_LIVE}/test_company.py::test_people_are_named",
    ),
    "H09": shown(
        "the hand in the order of this game",
        f"{_CLIENT}/test_cards.py::test_hand_is_sorted_as_it_is_held",
    ),
    "H10": shown("suits apart", f"{_LIVE}/test_recital.py::test_hand_by_suits"),
    "H11": shown(
        "another order of the hand, remembered",
        f"{_LIVE}/test_turns.py::test_the_order_of_the_hand_changes",
        f"{_LIVE}/test_hand_order.py::test_an_order_is_remembered",
        f"{_LIVE}/test_hand_order.py::test_the_order_of_the_settings_begins_every_game",
        f"{_LIVE}/test_table_news.py::test_the_hand_is_read_in_the_persons_own_order",
    ),
    "H12": shown(
        "codes of cards never change",
        f"{_CLIENT}/test_cards.py::test_codes_are_those_of_the_rules",
    ),
    "H13": shown(
        "the allowed cards are the server's list",
        f"{_LIVE}/test_questions.py::"
        "test_a_turn_tells_what_was_led_what_wins_and_what_is_allowed",
    ),
    "H14": shown(
        "forced cards wait, unless one likes it otherwise",
        f"{_LIVE}/test_ahead.py::"
        "test_a_forced_card_is_played_by_itself_only_if_one_likes_that",
        f"{_LIVE}/test_game.py::test_forced_cards_are_played_by_themselves",
    ),
    "H15": shown(
        "a card chosen ahead, forgotten when the trick changes",
        f"{_LIVE}/test_turns.py::test_a_card_typed_before_ones_turn_is_kept_for_it",
        f"{_LIVE}/test_ahead.py::test_another_winning_card_forgets_what_was_chosen",
        f"{_LIVE}/test_ahead.py::test_a_card_that_became_illegal_is_forgotten",
    ),
    "H16": shown(
        "cards chosen ahead come after a pause",
        f"{_LIVE}/test_asking.py::"
        "test_a_card_that_was_chosen_ahead_is_played_after_a_pause",
        f"{_LIVE}/test_comforts.py::test_the_pause_is_that_of_a_person",
    ),
    "H17": shown(
        "one line plays a card; who likes it confirms",
        f"{_LIVE}/test_turns.py::test_a_card_is_played",
        f"{_LIVE}/test_turns.py::test_who_likes_it_confirms_every_move",
        f"{_LIVE}/test_confirming.py::test_what_is_asked_is_a_matter_of_taste",
    ),
    "H18": shown(
        "a refusal names rule, suit and the allowed cards",
        f"{_LIVE}/test_refusals.py::"
        "test_a_revoke_names_the_led_suit_the_cards_held_and_the_rule",
        f"{_LIVE}/test_refusals.py::test_every_code_gives_a_sentence",
    ),
    "H19": shown(
        "no such card and not allowed are told apart",
        f"{_LIVE}/test_refusals.py::test_invalid_and_illegal_are_told_apart",
    ),
    "H20": shown(
        "cards of the trick with seats, in their order",
        f"{_LIVE}/test_recital.py::test_trick_with_its_winner_so_far",
    ),
    "H21": shown(
        "the card that wins so far",
        f"{_LIVE}/test_recital.py::test_trick_with_its_winner_so_far",
        f"{_LIVE}/test_announcements.py::test_a_moor_is_a_moor",
    ),
    "H22": shown(
        "a finished trick stays and names its winner",
        f"{_LIVE}/test_announcements.py::test_the_winner_of_a_trick_and_the_count",
    ),
    "H23": shown(
        "the Matto goes back to its side",
        f"{_LIVE}/test_announcements.py::"
        "test_the_matto_cannot_win_and_stays_with_its_side",
    ),
    "H24": shown(
        "a led Matto leaves the suit to the next card",
        f"{_LIVE}/test_announcements.py::test_a_led_matto_leaves_the_suit_open",
    ),
    "H25": shown(
        "the last trick by one key",
        f"{_LIVE}/test_turns.py::test_looking_about_costs_nothing",
        f"{_LIVE}/test_recital.py::test_last_trick_and_log",
    ),
    "H26": shown(
        "earlier tricks only where the table allows it",
        f"{_LIVE}/test_recital.py::test_last_trick_and_log",
        f"{_LIVE}/test_recital.py::"
        "test_all_tricks_are_seen_again_where_the_table_allows_it",
    ),
    "H27": shown(
        "the pace of bots can be set",
        f"{_CLIENT}/test_arguments.py::test_pace_is_a_step_or_milliseconds",
        f"{_LIVE}/test_table_options.py::test_bots_wait_for_people_only",
    ),
    "H28": shown(
        "a discard names protected cards and is confirmed once",
        f"{_LIVE}/test_questions.py::test_the_discard_names_protected_and_free_cards",
        f"{_LIVE}/test_turns.py::test_a_discard_is_confirmed_by_a_word",
    ),
    "H29": shown(
        "a discard shows what could still be declared",
        f"{_LIVE}/test_laying_away.py::test_the_table_is_asked_before_the_person_is",
        f"{_LIVE}/test_discarding.py::test_what_a_discard_costs",
    ),
    "H30": shown(
        "a declaration is laid open before the answer",
        f"{_LIVE}/test_questions.py::test_a_declaration_is_laid_open_before_the_answer",
    ),
    "H31": shown(
        "all or nothing; a card closes it with a warning",
        f"{_LIVE}/test_announcements.py::test_skips",
        f"{_LIVE}/test_reasons.py::test_a_card_instead_of_a_declaration",
    ),
    "H32": shown(
        "declarations of others in words",
        f"{_LIVE}/test_announcements.py::test_what_another_player_declares",
    ),
    "H33": shown(
        "shown cards stay listed until they are played",
        f"{_LIVE}/test_recital.py::test_shown_cards_stay_listed_until_they_are_played",
    ),
    "H34": shown(
        "the score so far has public facts only",
        f"{_LIVE}/test_recital.py::test_points_are_public_facts_only",
    ),
    "H35": shown(
        "the lines of a result add up",
        f"{_CLIENT}/test_score_lines.py::test_every_sum_on_the_sheet_is_right",
        f"{_CLIENT}/test_score_lines.py::test_total_is_the_sum_of_its_line",
    ),
    "H36": shown(
        "the result stays until one goes on",
        f"{_LIVE}/test_next_deal.py::"
        "test_after_the_match_the_result_stays_until_one_leaves",
    ),
    "H37": shown(
        "each line opens to its rule",
        f"{_LIVE}/test_explanations.py::test_every_line_of_a_result_opens_to_something",
        f"{_LIVE}/test_explanations.py::"
        "test_a_line_opens_to_its_cards_points_and_rules",
    ),
    "H38": shown(
        "score of the match and number of the deal between deals",
        f"{_LIVE}/test_recital.py::test_points_of_deals_before_and_of_all",
    ),
    "H39": shown(
        "bots at once; people take their seats later",
        f"{_LIVE}/test_start.py::test_autopilot_plays_a_deal_and_ends_its_server",
        f"{_TABLE}/test_seating.py::"
        "test_bot_makes_room_for_a_person_between_deals_only",
    ),
    "H40": shown(
        "one code or link leads to the table",
        f"{_CLIENT}/test_invitations.py::test_code_or_link",
        f"{_LIVE}/test_waiting_room.py::test_host_is_told_how_to_invite",
    ),
    "H41": shown(
        "the waiting room says who is missing",
        f"{_LIVE}/test_room_lines.py::test_who_sits_who_is_missing_and_what_is_next",
        f"{_LIVE}/test_room_lines.py::test_when_bots_come",
        f"{_LIVE}/test_waiting_room.py::test_the_bell_rings_when_somebody_joins",
    ),
    "H42": shown(
        "mute one or all, silently",
        f"{_LIVE}/test_asides.py::test_muting_is_told_to_nobody",
        f"{_LIVE}/test_table_talk.py::"
        "test_one_can_be_muted_by_name_or_seat_and_heard_again",
        f"{_LIVE}/test_table_talk.py::test_all_can_be_muted",
    ),
    "H43": shown(
        "talk and signals as the table has them",
        f"{_LIVE}/test_asides.py::test_what_cannot_be_said",
        f"{_LIVE}/test_turns.py::test_no_signal_where_the_table_has_none",
        f"{_LIVE}/test_turns.py::test_a_signal_with_its_card",
    ),
    "H44": shown(
        "taking back by consent, where the table has it",
        f"{_LIVE}/test_asides.py::test_a_card_is_asked_back",
        f"{_LIVE}/test_asides.py::"
        "test_no_card_comes_back_where_the_table_does_not_allow_it",
        f"{_LIVE}/test_agreements.py::test_questions",
    ),
    "H45": shown(
        "claims with open cards and consent",
        f"{_LIVE}/test_asides.py::test_a_claim_is_asked_once",
        f"{_LIVE}/test_game.py::test_a_claim_is_answered",
        f"{_TABLE}/test_asking.py::test_claim_that_may_hold_is_asked_of_both_opponents",
    ),
    "H46": shown(
        "leaving is asked once and says what becomes of the seat",
        f"{_LIVE}/test_turns.py::test_leaving_is_asked_once",
        f"{_LIVE}/test_game.py::test_ctrl_c_twice_keeps_the_seat",
    ),
    "H47": shown(
        "the state of the connection",
        f"{_LIVE}/test_connection.py::test_away_and_back_in_time",
        f"{_LIVE}/test_turns.py::test_status_tells_that_the_connection_is_lost",
    ),
    "H48": shown(
        "a lost connection is tried again, and says how long the seat is kept",
        f"{_LIVE}/test_connection.py::test_away_and_back_in_time",
        f"{_LIVE}/test_connection.py::test_away_for_too_long",
    ),
    "H49": shown(
        "what was missed, and whose turn it is",
        f"{_LIVE}/test_game.py::test_what_happened_meanwhile_is_marked",
        f"{_LIVE}/test_table_news.py::test_whose_turn_it_is_is_told_after_a_return",
        f"{_LIVE}/test_game.py::test_whose_turn_it_is_is_told_after_the_return",
    ),
    "H50": shown(
        "the next start offers to return",
        f"{_LIVE}/test_seating.py::test_whether_to_return_is_asked",
        f"{_LIVE}/test_start.py::test_input_that_ends_keeps_the_seat_to_return_to",
    ),
    "H51": shown(
        "a second client takes over, and the first says so",
        f"{_LIVE}/test_start.py::test_another_client_takes_over",
    ),
    "H52": shown(
        "a bot plays after grace, and the seat comes back",
        f"{_TABLE}/test_seating.py::"
        "test_lost_person_is_waited_for_and_then_a_bot_plays_until_they_return",
        f"{_LIVE}/test_company.py::test_what_happens_is_said",
    ),
    "H53": shown(
        "who looks on is told no hidden card",
        "server/translate/test_table_view.py::"
        "test_onlooker_sees_hands_as_numbers_until_the_deal_is_settled",
    ),
    "H54": shown(
        "help shows the words of this phase",
        f"{_LIVE}/test_answers.py::test_help_shows_the_words_of_this_phase",
        f"{_LIVE}/test_answers.py::test_help_shows_the_words_that_the_table_allows",
    ),
    "H55": shown(
        "cards and rules at hand while one plays",
        f"{_LIVE}/test_turns.py::test_looking_about_costs_nothing",
    ),
    "H56": shown(
        "a beginner asks for a hint, where the table has them",
        f"{_LIVE}/test_game.py::test_a_hint_is_told_and_the_next_line_taken",
        f"{_LIVE}/test_hint_words.py::"
        "test_each_card_has_its_points_and_equal_ones_share_a_line",
        f"{_LIVE}/test_asides.py::test_no_hint_where_the_table_has_none",
    ),
    "H57": shown(
        "everything by keyboard alone",
        f"{_LIVE}/test_start.py::test_a_deal_in_a_terminal",
    ),
    "H58": nothing(
        "two people at one keyboard are not offered by accident",
        "a client holds one seat, and nothing offers another",
    ),
    "H59": shown(
        "equal names are told apart, and none looks like a seat or a bot",
        f"{_LIVE}/test_places.py::test_people_are_called_by_their_names_and_seats",
        f"{_TABLE}/test_seating.py::test_name_that_is_taken_gets_a_number",
        "server/test_reserved_names.py::test_names_that_could_be_mistaken_are_reserved",
    ),
    "H60": shown(
        "person or bot, and its level, is always honest",
        f"{_LIVE}/test_places.py::test_a_bot_is_a_bot_of_its_level",
        f"{_LIVE}/test_recital.py::test_seats_and_order",
    ),
}
