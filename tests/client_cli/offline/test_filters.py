import io
import json

from client_cli.offline.answers import RECORD_RULE, score_answer
from client_cli.offline.filters import answer_lines
from client_cli.offline.reading import LONGEST_BYTES, lines_of
from tests.client_cli.records import example


class Flushes(io.StringIO):
    """Remembers how much was written at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.lines_at_flush: list[int] = []

    def flush(self) -> None:
        self.lines_at_flush.append(self.getvalue().count("\n"))


def test_one_line_out_for_each_line_in_whatever_it_holds() -> None:
    good = json.dumps(example()).encode()
    lines = [good, b"", b"{", b"x" * (LONGEST_BYTES + 5), b"\xff", b"[" * 5000, good]
    output = io.StringIO()

    stream = io.BytesIO(b"\n".join(lines))
    answer_lines(lines_of(stream), output, score_answer, rule=RECORD_RULE)

    answers = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, *[False] * 5, True]
    assert answers[3]["code"] == "E_BAD_JSON"
    assert answers[0] == answers[6]


def test_each_answer_is_out_before_the_next_line_is_read() -> None:
    output = Flushes()

    answer_lines([b"1", b"2", b"3"], output, score_answer, rule=RECORD_RULE)

    assert output.lines_at_flush == [1, 2, 3]


def test_output_is_plain_ascii() -> None:
    output = io.StringIO()

    answer_lines(['{"format": "é\u202e"}'.encode()], output, score_answer, "R18")

    assert output.getvalue().isascii()
