"""Line filters: one JSON text a line in, one JSON object a line out, in order.

Each answer is out before the next line is read, so that a program may hold a dialogue
with the filter. A line that cannot be taken gets its answer and stops nothing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from client_cli.offline.answers import BAD_JSON, Answer, refusal
from client_cli.offline.reading import LONGEST_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO


def answer_lines(
    lines: Iterable[bytes | None],
    output: TextIO,
    answer: Callable[[bytes], Answer],
    rule: str,
) -> None:
    """Answer every line until the input ends.

    Args:
        lines: What to answer; None for a line that is too long.
        output: Where the answers go.
        answer: Gives the answer to one line; never raises for what the line holds.
        rule: The rule that a line too long would have been judged by.
    """
    text = f"The line has more than {LONGEST_BYTES} bytes."
    too_long = refusal(BAD_JSON, rule, "line", text)
    for line in lines:
        given = too_long if line is None else answer(line)
        output.write(json.dumps(given) + "\n")
        output.flush()
