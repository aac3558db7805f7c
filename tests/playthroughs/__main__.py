"""Write the text of a record: title as the argument, record on standard input."""

import json
import sys

from engine.events import DealStarted
from engine.record import hands_of, read_record
from tests.playthroughs.transcript import actions_of, written


def main(title: str, data: object) -> str:
    """The text of the deal in a record."""
    record = read_record(data)
    started = DealStarted(record.dealer, hands_of(record))
    return written(title, started, actions_of(record))


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1], json.load(sys.stdin)))
