"""The commands of one person, one at a time, each sent until it is answered.

After a lost connection, or when the answer was "not now", the same bytes go out again
under the same number, as the protocol has it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgpack

from protocol.codes import Advice, ErrorCode
from tests.bench.swarm.tally import Tally

ANSWER_S = 10.0
"""For the answer to a command, before the connection is given up."""
ASK_S = 60.0
"""For the answer to a command of the swarm's own, over however many connections."""
RETRY_MS = 500
RESENT = frozenset(code.value for code in ErrorCode if code.advice is Advice.RESEND)


class SwarmFailed(Exception):  # noqa: N818 - says what became of the swarm
    """The run cannot go on; the text says why."""


@dataclass(slots=True, eq=False)
class Command:
    """A command under way, and who waits for its answer."""

    packed: bytes
    n: int
    answered: Callable[[dict[str, Any], float], None]
    sent_s: float


class Errands:
    """Sends commands through `write`, which may do nothing while nobody is connected.

    Args:
        write: Sends bytes at this moment, if they can be sent.
        tally: What everybody counts together.
    """

    def __init__(self, write: Callable[[bytes], None], tally: Tally) -> None:
        self.last_n = 0
        """The highest number that was used in the session."""
        self._write = write
        self._tally = tally
        self._command: Command | None = None
        self._free = asyncio.Event()
        self._free.set()
        self._loop = asyncio.get_running_loop()

    @property
    def is_idle(self) -> bool:
        """Whether no command is under way."""
        return self._command is None

    def send(
        self, fields: dict[str, Any], answered: Callable[[dict[str, Any], float], None]
    ) -> None:
        """Send a command; its answer comes to `answered`, whatever happens between."""
        if self._command is not None:
            raise AssertionError("one command at a time")
        self.last_n += 1
        packed = msgpack.packb(fields | {"n": self.last_n})
        self._command = Command(packed, self.last_n, answered, self._loop.time())
        self._free.clear()
        self.send_again()

    async def ask(self, **fields: object) -> dict[str, Any]:
        """Send a command, once no other is under way, and wait for its answer."""
        waiting: asyncio.Future[dict[str, Any]] = asyncio.Future()
        try:
            async with asyncio.timeout(ASK_S):
                while not self.is_idle:
                    await self._free.wait()
                self.send(fields, lambda answer, _now_s: waiting.set_result(answer))
                return await waiting
        except TimeoutError:
            raise SwarmFailed(f"no answer to {fields['op']}") from None

    def send_again(self) -> None:
        """Send what is under way, if anything is, as it was."""
        command = self._command
        if command is not None:
            command.sent_s = self._loop.time()
            self._tally.commands += 1
            self._write(command.packed)

    def is_overdue(self, now_s: float) -> bool:
        """Whether an answer should have come long ago."""
        command = self._command
        return command is not None and now_s - command.sent_s > ANSWER_S

    def take(self, message: dict[str, Any], now_s: float) -> None:
        """Take an answer: `ok`, `refused`, or `error` with a number."""
        command = self._command
        if command is None or message["n"] != command.n:
            return
        if message["op"] == "ok":
            self._tally.duplicates_answered += message["dup"]
        else:
            code = message["code"]
            self._tally.refusals[code] += 1
            if code in RESENT:
                wait_ms = message.get("args", {}).get("retry_ms", RETRY_MS)
                self._loop.call_later(wait_ms / 1000, self._not_now_is_over, command)
                return
        self._command = None
        self._free.set()
        command.answered(message, now_s)

    def _not_now_is_over(self, command: Command) -> None:
        if self._command is command:
            self.send_again()
