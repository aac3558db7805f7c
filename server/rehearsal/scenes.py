"""The scenes of a rehearsal: what goes wrong, and what a client must make of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.rehearsal import checks, faults
from server.rehearsal.checks import Check
from server.rehearsal.faults import Alteration, Strike

_MOVES: Final = 4
"""By then a declaration, and a few cards, lie behind the client."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene; in each of them the client plays one deal."""

    name: str
    line: str
    """What happens, and what the client must do, in one line."""
    strikes: tuple[Strike, ...] = ()
    """What goes wrong, one after the other; the last one is what the checks are about."""
    checks: tuple[Check, ...] = checks.ALWAYS
    alter: Alteration = faults.unaltered
    """What is done to every message that the client is told."""
    client_stays_away: bool = False
    """Whether the scene ends with the last strike, since the client must not come back."""


def _at_a_move(act: faults.Act) -> Strike:
    return Strike(faults.at_a_move, act, _MOVES)


def _later(when: faults.Moment, act: faults.Act) -> Strike:
    return Strike(when, act, _MOVES)


SCENES: Final = (
    Scene(
        "deal",
        "nothing goes wrong: sit down, play one deal, and ask only for what is allowed",
        checks=(*checks.ALWAYS, checks.has_one_command_under_way),
    ),
    Scene(
        "cut",
        "the connection is lost: come back with the newest token, and ask what happened",
        (_later(faults.at_news, faults.pass_on_and_cut),),
        (
            checks.comes_back_with_its_token,
            checks.asks_what_it_missed,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "cut_before",
        "a command is lost with the connection: send it again under the same number",
        (_at_a_move(faults.cut),),
        (
            checks.comes_back_with_its_token,
            checks.sends_the_same_again,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "cut_after",
        "an answer is lost with the connection: send the command again all the same",
        (_at_a_move(faults.pass_on), Strike(faults.at_an_answer, faults.cut)),
        (
            checks.comes_back_with_its_token,
            checks.sends_the_same_again,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "cut_at_welcome",
        "a welcome is lost with the connection: the token before it is still good",
        (_later(faults.at_news, faults.cut), Strike(faults.at_welcome, faults.cut)),
        (checks.comes_back_with_its_token, *checks.ALWAYS),
    ),
    Scene(
        "gap",
        "events are missing: ask for a resync",
        (_later(faults.at_news_of_others, faults.swallow),),
        (checks.asks_what_it_missed, *checks.ALWAYS),
    ),
    Scene(
        "foreign",
        "events of another epoch come: ask for a resync, and take none of them",
        (_later(faults.at_news_of_others, faults.from_another_history),),
        (checks.asks_what_it_missed, *checks.ALWAYS),
    ),
    Scene(
        "rewind",
        "the table goes back and on under a new epoch: take the snapshot as it is",
        (_later(faults.at_the_turn, faults.rewind),),
        (checks.stays_connected, *checks.ALWAYS),
    ),
    Scene(
        "snapshot",
        "a snapshot comes unasked: it replaces everything that was known",
        (_later(faults.at_news_of_others, faults.show_whole),),
        (checks.stays_connected, *checks.ALWAYS),
    ),
    Scene(
        "twice",
        "the same events come twice: nothing has happened the second time",
        (_later(faults.at_the_turn, faults.repeat),),
        (checks.stays_connected, *checks.ALWAYS),
    ),
    Scene(
        "unknown_message",
        "a message of an unknown op comes: pass over it",
        (_later(faults.at_news, faults.add_unknown_message),),
        (checks.stays_connected, *checks.ALWAYS),
    ),
    Scene(
        "unknown_item",
        "an item of an unknown kind comes: it takes its number and changes nothing",
        (_later(faults.at_news, faults.look_at_hands),),
        (checks.stays_connected, *checks.ALWAYS),
        alter=faults.with_newer_items,
    ),
    Scene(
        "unknown_fields",
        "every message has fields that are not known: pass over them",
        alter=faults.with_more_fields,
    ),
    Scene(
        "busy",
        "the table is busy: wait for retry_ms, then send the same under the same number",
        (_at_a_move(faults.refuse_as_busy),),
        (
            checks.sends_the_same_again,
            checks.waits_before_it_sends_again,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "store_away",
        "the store is away and comes back: send the same again until it is answered",
        (_at_a_move(faults.store_away),),
        (
            checks.sends_the_same_again,
            checks.waits_before_it_sends_again,
            checks.has_one_command_under_way,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "store_full",
        "the store is full: wait for retry_ms, then send the same under the same number",
        (_at_a_move(faults.refuse_as_full),),
        (
            checks.sends_the_same_again,
            checks.waits_before_it_sends_again,
            checks.has_one_command_under_way,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "internal",
        "the server made a mistake: do not insist, choose anew under a new number",
        (_at_a_move(faults.fail),),
        (checks.stays_connected, checks.chooses_anew, *checks.ALWAYS),
    ),
    Scene(
        "slow",
        "an answer takes three seconds: wait for it, with nothing else under way",
        (
            _at_a_move(faults.pass_on),
            Strike(faults.at_an_answer, faults.delay),
        ),
        (
            checks.stays_connected,
            checks.has_one_command_under_way,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "goaway",
        "the server restarts: come back with the token, and not before it asked you to",
        (_later(faults.at_news, faults.go_away),),
        (
            checks.comes_back_with_its_token,
            checks.comes_back_when_asked,
            *checks.ALWAYS,
        ),
    ),
    Scene(
        "superseded",
        "the session goes on elsewhere (4005): do not come back by yourself",
        (_later(faults.at_news, faults.supersede),),
        (checks.stays_away,),
        client_stays_away=True,
    ),
    Scene(
        "revoked",
        "the token is refused (4004): do not show it again; seat and scene end there",
        (
            _later(faults.at_news, faults.cut),
            Strike(faults.at_hello, faults.refuse_token),
        ),
        (
            checks.gives_the_token_up,
            checks.gives_the_seat_up,
            checks.says_what_can_be_read,
        ),
        client_stays_away=True,
    ),
)
"""In the order in which they are played."""
SCENES_BY_NAME: Final = {scene.name: scene for scene in SCENES}
