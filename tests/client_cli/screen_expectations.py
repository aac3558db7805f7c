"""What players expect, and the tests that show it in the full screen.

Beside `tests.client_cli.expectations`, which is about the game line by line.
"""

from typing import Final

from tests.client_cli.expectations import nothing, shown

_DRAWN: Final = "client_cli/screens"
_FULL: Final = "client_cli/full"
_LIVE: Final = "client_cli/live"

ON_THE_SCREEN: Final = {
    "H01": shown(
        "one's own seat below, the partner above",
        f"{_DRAWN}/test_table.py::test_seats_have_direction_name_and_side",
    ),
    "H02": shown(
        "the order of play drawn, and told once a deal",
        f"{_DRAWN}/test_render.py::test_the_screen_is_the_golden_one",
        f"{_FULL}/test_mode.py::test_the_log_and_the_answer_to_why_are_a_key_away",
    ),
    "H03": shown(
        "whose turn it is, in words, in one place",
        f"{_DRAWN}/test_render.py::test_whose_turn_it_is_is_seen_in_every_layout",
        f"{_DRAWN}/test_frame.py::test_whose_turn_it_is_stands_there_in_words",
    ),
    "H04": shown(
        "one's own turn differs in text, sound and title",
        f"{_DRAWN}/test_frame.py::test_whose_turn_it_is_stands_there_in_words",
        f"{_FULL}/test_start.py::test_the_bell_rings_and_the_title_tells_of_ones_turn",
    ),
    "H05": shown(
        "the time that is left, and warnings before it ends",
        f"{_DRAWN}/test_frame.py::test_the_time_that_is_left_stands_beside_it",
        f"{_FULL}/test_watch.py::test_time_is_told_by_the_clock_of_the_server",
        f"{_FULL}/test_display.py::test_a_warning_stays_until_a_line_comes",
    ),
    "H06": shown(
        "the dealer in the title, the leader by the order of play",
        f"{_DRAWN}/test_frame.py::test_the_title_says_where_the_deal_stands",
        f"{_DRAWN}/test_table.py::"
        "test_the_trick_lies_in_order_of_play_and_its_winner_is_marked",
    ),
    "H07": shown(
        "cards left of each player",
        f"{_DRAWN}/test_render.py::test_the_screen_is_the_golden_one",
    ),
    "H08": shown(
        "person or bot, connected or away",
        f"{_DRAWN}/test_table.py::test_who_plays_is_always_said",
    ),
    "H09": shown(
        "the hand in the order of this game",
        f"{_DRAWN}/test_hand.py::"
        "test_the_marks_of_play_are_the_legal_cards_of_the_server",
        f"{_DRAWN}/test_render.py::test_the_screen_is_the_golden_one",
    ),
    "H10": shown(
        "each suit in a row of its own",
        f"{_DRAWN}/test_hand.py::test_every_pile_of_the_hand_has_a_row",
    ),
    "H11": shown(
        "another order of the hand, remembered",
        f"{_DRAWN}/test_hand.py::test_the_order_can_be_turned_round",
        f"{_DRAWN}/test_hand.py::test_suits_may_stand_first",
        f"{_LIVE}/test_standing.py::test_the_order_of_the_hand_is_shown_and_remembered",
    ),
    "H12": shown(
        "cards keep their places",
        f"{_DRAWN}/test_hand.py::test_cards_keep_their_places_with_other_marks",
    ),
    "H13": shown(
        "one mark for the legal cards, also while others play",
        f"{_DRAWN}/test_hand.py::"
        "test_the_marks_of_play_are_the_legal_cards_of_the_server",
        f"{_DRAWN}/test_hand.py::test_a_led_trick_marks_also_while_others_are_to_play",
        f"{_DRAWN}/test_hand.py::test_nothing_is_marked_while_others_lead",
    ),
    "H14": shown(
        "a forced card waits",
        f"{_FULL}/test_keys.py::test_enter_alone_plays_nothing",
    ),
    "H15": shown(
        "a card chosen ahead has its mark",
        f"{_DRAWN}/test_hand.py::"
        "test_a_card_that_is_played_at_ones_turn_has_its_own_mark",
        f"{_FULL}/test_keys.py::"
        "test_a_card_may_be_chosen_before_ones_turn_by_click_or_arrows",
    ),
    "H16": nothing(
        "cards chosen ahead come after a pause",
        "the pause is the game's, whatever shows it",
    ),
    "H17": shown(
        "one action plays a card",
        f"{_FULL}/test_keys.py::test_a_card_is_typed_and_entered",
        f"{_FULL}/test_keys.py::test_arrows_go_through_the_legal_cards_and_enter_plays",
        f"{_FULL}/test_keys.py::test_a_click_on_a_card_plays_it",
    ),
    "H18": shown(
        "a refused card stays, and the message names the rule",
        f"{_FULL}/test_mode.py::test_a_refused_card_stays_and_the_rule_is_named",
    ),
    "H19": shown(
        "no such card and not allowed are told apart",
        f"{_FULL}/test_mode.py::test_what_is_no_card_is_told_apart",
    ),
    "H20": shown(
        "cards lie at their seats with the order of play",
        f"{_DRAWN}/test_table.py::"
        "test_the_trick_lies_in_order_of_play_and_its_winner_is_marked",
    ),
    "H21": shown(
        "the card that wins so far has a sign",
        f"{_DRAWN}/test_table.py::"
        "test_the_trick_lies_in_order_of_play_and_its_winner_is_marked",
    ),
    "H22": shown(
        "a finished trick rests and names its winner",
        f"{_DRAWN}/test_table.py::test_a_trick_that_rests_hides_the_next_one",
        f"{_FULL}/test_display.py::test_a_complete_trick_rests_until_it_was_seen",
    ),
    "H23": shown(
        "the Matto goes back to its side, in the message",
        f"{_FULL}/test_display.py::"
        "test_what_is_said_is_the_message_and_stays_in_the_log",
    ),
    "H24": shown(
        "a led Matto leaves the suit to the next card",
        f"{_DRAWN}/test_frame.py::test_what_binds_follows_from_the_servers_list",
    ),
    "H25": shown(
        "the last trick by one key",
        f"{_DRAWN}/test_overlays.py::"
        "test_the_last_trick_has_names_its_winner_and_who_led",
        f"{_FULL}/test_keys.py::test_a_panel_opens_and_closes_with_its_key",
    ),
    "H26": shown(
        "earlier tricks in the log where the table allows it",
        f"{_DRAWN}/test_overlays.py::test_each_panel_shows_what_it_is_for",
    ),
    "H27": nothing(
        "the pace of bots",
        "the table's and the flags', whatever shows it",
    ),
    "H28": shown(
        "protected cards marked, two chosen, asked once",
        f"{_DRAWN}/test_phases.py::test_the_discard_names_protected_and_chosen_cards",
        f"{_DRAWN}/test_hand.py::"
        "test_protected_and_chosen_cards_are_marked_in_the_discard",
        f"{_FULL}/test_mode.py::test_a_whole_deal_by_keyboard_alone",
    ),
    "H29": shown(
        "what could still be declared, as the table counts it",
        f"{_DRAWN}/test_phases.py::"
        "test_what_the_chosen_cards_leave_is_what_the_table_has_counted",
        f"{_FULL}/test_mode.py::test_a_whole_deal_by_keyboard_alone",
    ),
    "H30": shown(
        "a declaration is laid open before the answer",
        f"{_DRAWN}/test_phases.py::"
        "test_a_declaration_is_listed_with_all_that_it_brings_and_shows",
        f"{_DRAWN}/test_phases.py::"
        "test_a_rich_hand_keeps_its_total_and_what_all_would_see",
    ),
    "H31": shown(
        "all or nothing; a click on a card forfeits nothing",
        f"{_FULL}/test_keys.py::test_enter_declares_and_n_skips",
        f"{_FULL}/test_keys.py::"
        "test_a_click_on_a_card_does_nothing_while_none_is_asked_for",
    ),
    "H32": shown(
        "declarations of others stay in the log and the list",
        f"{_DRAWN}/test_side.py::test_there_is_more_beside_a_wide_table",
        f"{_FULL}/test_display.py::"
        "test_what_is_said_is_the_message_and_stays_in_the_log",
    ),
    "H33": shown(
        "shown cards stay listed until they are played",
        f"{_DRAWN}/test_side.py::test_played_cards_are_shown_no_longer",
    ),
    "H34": shown(
        "the live score has public facts only",
        f"{_DRAWN}/test_side.py::"
        "test_beside_the_table_stand_trick_score_and_shown_cards",
    ),
    "H35": shown(
        "the lines of the result add up on the screen",
        f"{_DRAWN}/test_result.py::test_the_columns_add_up_to_the_totals",
    ),
    "H36": shown(
        "the result stays until it is left",
        f"{_FULL}/test_mode.py::"
        "test_a_result_that_nobody_has_seen_stays_until_it_is_left",
    ),
    "H37": shown(
        "each line opens to its reason",
        f"{_DRAWN}/test_result.py::test_every_line_opens_to_a_reason",
        f"{_DRAWN}/test_overlays.py::test_a_line_of_the_result_opens_to_its_reason",
    ),
    "H38": shown(
        "the match between deals",
        f"{_DRAWN}/test_result.py::test_more_than_one_deal_has_a_sum_of_all",
    ),
    "H39": shown(
        "when a late guest gets the seat of a bot",
        f"{_DRAWN}/test_room.py::test_when_a_late_guest_gets_a_seat",
    ),
    "H40": shown(
        "the invitation is always on the screen",
        f"{_DRAWN}/test_room.py::test_how_others_come_is_always_on_the_screen",
    ),
    "H41": shown(
        "who is missing, what happens next and when",
        f"{_DRAWN}/test_room.py::test_who_sits_where_and_who_is_ready",
        f"{_DRAWN}/test_room.py::test_when_bots_come_and_the_key_that_does_not_wait",
    ),
    "H42": shown(
        "mute one or all from the talk",
        f"{_FULL}/test_keys.py::test_people_are_muted_and_heard_again_from_the_talk",
        f"{_DRAWN}/test_talk.py::test_whom_one_does_not_hear_one_can_hear_again",
    ),
    "H43": shown(
        "talk and signals as the table has them",
        f"{_DRAWN}/test_talk.py::test_what_may_be_said_is_told",
        f"{_DRAWN}/test_frame.py::test_what_the_table_does_not_have_has_no_key",
    ),
    "H44": shown(
        "taking back on a key, where the table has it",
        f"{_DRAWN}/test_frame.py::test_what_the_table_does_not_have_has_no_key",
        f"{_FULL}/test_keys.py::test_a_key_is_as_good_as_its_word",
    ),
    "H45": shown(
        "a claim on a key, and consent by one",
        f"{_FULL}/test_keys.py::test_a_key_begins_a_line_that_needs_more",
        f"{_FULL}/test_keys.py::test_questions_are_answered_by_a_key",
    ),
    "H46": shown(
        "leaving is asked once, and not behind Esc",
        f"{_FULL}/test_mode.py::test_leaving_is_asked_once",
    ),
    "H47": shown(
        "the state of the connection in every layout",
        f"{_DRAWN}/test_render.py::test_the_connection_is_seen_in_every_layout",
    ),
    "H48": shown(
        "a lost connection keeps the screen and counts down",
        f"{_FULL}/test_mode.py::"
        "test_a_lost_connection_is_seen_and_so_is_what_was_missed",
        f"{_FULL}/test_start.py::"
        "test_a_server_that_is_killed_is_started_again_and_the_table_goes_on",
    ),
    "H49": shown(
        "what was missed, also of the talk",
        f"{_FULL}/test_mode.py::"
        "test_a_lost_connection_is_seen_and_so_is_what_was_missed",
        f"{_DRAWN}/test_talk.py::"
        "test_what_was_said_comes_first_and_what_is_new_is_marked",
    ),
    "H50": shown(
        "a closed window keeps the seat, and the return is offered",
        f"{_FULL}/test_start.py::"
        "test_a_closed_window_ends_the_program_and_keeps_the_seat",
        f"{_FULL}/test_mode.py::test_the_return_to_a_seat_is_offered_on_the_screen",
    ),
    "H51": nothing(
        "a second client takes over",
        "the screen goes, and the words are those of line mode",
    ),
    "H52": shown(
        "that somebody is away and a bot plays",
        f"{_DRAWN}/test_table.py::test_who_plays_is_always_said",
    ),
    "H53": nothing(
        "who looks on sees no hidden card",
        "nobody looks on in the full screen: watch tells line by line",
    ),
    "H54": shown(
        "help shows the keys of this phase",
        f"{_DRAWN}/test_overlays.py::test_help_is_about_this_moment_alone",
        f"{_DRAWN}/test_frame.py::test_the_keys_are_those_of_the_moment",
    ),
    "H55": shown(
        "rules and answers a key away",
        f"{_FULL}/test_mode.py::test_the_log_and_the_answer_to_why_are_a_key_away",
    ),
    "H56": shown(
        "a hint is a key away, where the table has them",
        f"{_FULL}/test_mode.py::test_a_hint_is_a_key_away",
    ),
    "H57": shown(
        "by keyboard alone, by mouse alone, and the mouse left to the terminal",
        f"{_FULL}/test_mode.py::test_a_whole_deal_by_keyboard_alone",
        f"{_FULL}/test_mode.py::test_a_whole_deal_by_mouse_alone",
        f"{_FULL}/test_start.py::test_the_mouse_can_be_left_to_the_terminal",
    ),
    "H58": nothing(
        "two people at one keyboard",
        "a client holds one seat, and nothing offers another",
    ),
    "H59": shown(
        "names cannot draw, nor look like a seat",
        f"{_DRAWN}/test_table.py::test_names_of_others_cannot_steer_the_terminal",
        f"{_DRAWN}/test_talk.py::test_names_cannot_draw",
    ),
    "H60": shown(
        "person or bot, and its level",
        f"{_DRAWN}/test_table.py::test_who_plays_is_always_said",
    ),
}
