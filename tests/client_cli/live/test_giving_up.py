from typing import TYPE_CHECKING, cast

import pytest

from client_cli.live.giving_up import give_seat_up
from protocol.to_server import Leave
from protocol.updates import NoAnswerError, SessionEndedError, TooManyCommandsError
from tests.client_cli.pretend import TABLE, PretendSession

if TYPE_CHECKING:
    from protocol.client import Session


@pytest.mark.parametrize(
    "answer",
    [
        None,
        NoAnswerError(sent=False),
        SessionEndedError(None, sent=False),
        TooManyCommandsError(),
        TimeoutError(),
    ],
)
async def test_the_table_is_told_and_the_game_ends_whatever_it_says(
    answer: Exception | None,
) -> None:
    session = PretendSession()
    session.answer_with = [] if answer is None else [answer]

    await give_seat_up(cast("Session", session), TABLE)

    (command,) = session.commands
    assert isinstance(command, Leave)
