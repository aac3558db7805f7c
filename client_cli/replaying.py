"""A deal once more as the command line wants it: one event, all, in steps, or as data."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Final

from client_cli.arguments import wrong_use
from client_cli.stepping import Stepper, first_of_trick, step_through
from protocol.codec import encode_plain

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.stepping import Story, Viewpoint
    from client_cli.texts import Texts

FORMAT: Final = "tarocco-replay/1"


def tell(story: Story, viewpoint: Viewpoint, request: Request, texts: Texts) -> None:
    """Show one event, all of them one after the other, or step; or export them.

    Raises:
        Stopped: The event that is wanted is none of the deal.
    """
    at = request.replay.at
    if at is not None and at > story.last:
        what = texts.say("--at cannot be {number}.", number=at)
        why = texts.say("Possible: {values}.", values=f"1-{story.last}")
        raise wrong_use(what, texts, "replay", why=why)
    first = first_of_trick(story, request.replay.from_trick)
    if request.replay.export is not None:
        _export(story.data(at or story.last, viewpoint), request.replay.export)
    elif at is not None:
        print("\n".join(story.moment(at, viewpoint)))
    elif _is_terminal() and not request.plain and request.replay.pause_s is None:
        print("\n".join(story.teams()))
        step_through(Stepper(story, viewpoint, texts, first))
    else:
        print("\n".join([*story.teams(), *story.opening(viewpoint)]))
        for number in range(first, story.last + 1):
            for line in _numbered(number, story.event(number, viewpoint)):
                print(line, flush=True)
            time.sleep(request.replay.pause_s or 0.0)


def _numbered(number: int, lines: list[str]) -> list[str]:
    """The lines of an event, the first with its number."""
    return [f"{number}. {lines[0]}", *lines[1:]] if lines else []


def _export(events: dict[str, object], form: str) -> None:
    content = {"v": 1, "format": FORMAT, **events}
    if form == "json":
        print(json.dumps(content))
    else:
        sys.stdout.buffer.write(encode_plain(content))
        sys.stdout.buffer.flush()


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
