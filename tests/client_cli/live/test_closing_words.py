from pathlib import Path

import pytest

from client_cli.arguments import OnEof
from client_cli.live.closing_words import (
    input_ended_line,
    interrupt_line,
    kept_lines,
    next_deal_line,
    not_sent_line,
    return_line,
)
from client_cli.live.deal_keeper import KeptDeal
from client_cli.texts import Texts, texts_in

TEXTS = Texts()
PATH = Path("/games/x.json")


def kept(
    fault: str | None = None,
    *,
    promised: bool = True,
    own: bool = True,
    path: Path | None = PATH,
) -> KeptDeal:
    return KeptDeal(fault, promised, own, path, "" if path else "disk full")


@pytest.mark.parametrize(
    ("deal", "part"),
    [
        (kept(), "your own chance is in it"),
        (kept(own=False), "Whether your own chance is in it was not checked."),
        (kept(promised=False), "the promise was made before you came"),
    ],
)
def test_a_deal_that_holds(deal: KeptDeal, part: str) -> None:
    lines = kept_lines(deal, TEXTS)

    assert part in lines.said[0]
    assert lines.said[1] == "Record: /games/x.json"
    assert lines.complaints == []


def test_a_deal_that_does_not_hold_and_a_full_disk() -> None:
    lines = kept_lines(kept("totals", path=None), TEXTS)

    assert lines.said == []
    assert "does not verify, at totals" in lines.complaints[0]
    assert "disk full" in lines.complaints[1]


@pytest.mark.parametrize(
    ("way", "part"),
    [("bot", "kept for 10 minutes"), ("leave", "left"), ("wait", "waits")],
)
def test_input_that_ends(way: OnEof, part: str) -> None:
    assert part in input_ended_line(way, 600_000, TEXTS)


def test_the_other_words() -> None:
    italian = texts_in("it")

    assert "10 minuti" in interrupt_line(600_000, italian)
    assert "Ctrl-C" in interrupt_line(None, italian)
    assert "tarocco resume" in return_line(italian)
    assert "sì" in next_deal_line(italian, rematch=False)
    assert next_deal_line(italian, rematch=True).startswith("Un'altra partita")
    assert not_sent_line("scarta S6 S7", italian).startswith(
        "Non inviato: scarta S6 S7."
    )
