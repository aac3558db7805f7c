"""Prove that a server speaks the protocol, or add golden frames.

python -m tests.conformance --server ws://127.0.0.1:8062    every dialogue with it
python -m tests.conformance --server URL --only TEXT        those with a text in the name
python -m tests.conformance --list                          what they are about
python -m tests.conformance --add-frames                    golden frames of new kinds

The server should be one on which nobody plays: tables are opened on it, and its limits
are reached. All dialogues take about three minutes, most of them waits of the protocol,
and use up the connections that one address may open; a minute later there are new ones.
Exit code: 0 when all is as it must be, 1 when it is not, 2 for wrong words.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from client_cli.streams import flush_or_forget
from tests.conformance.adding import add_frames
from tests.conformance.dialogue import dialogues, held
from tests.conformance.reaching import why_not_reached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.conformance.dialogue import Dialogue


def run(words: Sequence[str]) -> int:
    """Like `main`, for a reader that may go away: it has seen enough."""
    try:
        code = main(words)
        sys.stdout.flush()
    except BrokenPipeError:
        code = 0
    flush_or_forget()
    return code


def main(words: Sequence[str]) -> int:
    """Do what the words ask for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance",
        description="Holds scripted dialogues with a server of the protocol. All of "
        "them take about three minutes, and use up the connections that one address may "
        "open in a minute.",
        allow_abbrev=False,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--server", metavar="URL", help="ws:// or wss://")
    what.add_argument("--list", action="store_true", help="name the dialogues")
    what.add_argument(
        "--add-frames", action="store_true", help="add golden frames of new kinds"
    )
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="dialogues with this in their name"
    )
    given = parser.parse_args(words)
    chosen = [one for one in dialogues() if given.only in one.name]
    if given.add_frames:
        for path in add_frames():
            print(f"added to {path}")
        return 0
    if given.list:
        for one in chosen:
            print(one.name)
        return 0
    return asyncio.run(_hold_all(chosen, given.server))


async def _hold_all(chosen: Sequence[Dialogue], url: str) -> int:
    why_not = await why_not_reached(url)
    if why_not is not None:
        print(f"No server to talk with at {url}: {why_not}", file=sys.stderr)
        return 1
    wrong = 0
    for one in chosen:
        departure = await held(one, url)
        wrong += departure is not None
        told = "ok   " if departure is None else "WRONG"
        print(f"{told} {one.name}", flush=True)
        if departure is not None:
            print(f"      {departure}", flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} dialogues as they must be")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
