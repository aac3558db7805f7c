"""`tarocco replay`: a recorded deal once more, from any viewpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.arguments import wrong_use
from client_cli.exits import Exit
from client_cli.kept_deals import record_path
from client_cli.offline.faults import not_json, stopped_by_rule
from client_cli.offline.history import history_of
from client_cli.offline.reading import BadJson, data_in
from client_cli.offline.record_story import RecordStory
from client_cli.replaying import tell
from engine.record import IllegalRecord, read_record

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.offline.history import Happened
    from client_cli.texts import Texts


def replay(request: Request, texts: Texts) -> Exit:
    """Show one event, all of them one after the other, or step; or export them.

    Raises:
        Stopped: The words cannot be meant, or there is no legal record.
    """
    if len(request.operands) != 1:
        what = texts.say("One file or table is needed.")
        raise wrong_use(what, texts, "replay")
    data = _data(record_path(request.operands[0]), texts)
    story = RecordStory(data, _history(data, texts), texts)
    tell(story, request.live.seat, request, texts)
    return Exit.DONE


def _data(path: str, texts: Texts) -> object:
    try:
        return data_in(path, texts)
    except BadJson as fault:
        raise not_json(fault, texts) from None


def _history(data: object, texts: Texts) -> tuple[Happened, ...]:
    try:
        return history_of(read_record(data))
    except IllegalRecord as fault:
        what = texts.say("The record breaks a rule.")
        raise stopped_by_rule(fault, what, texts) from None
