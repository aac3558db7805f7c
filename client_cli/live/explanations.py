"""The lines of a score, each opened to what it consists of and to its rules (H37)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from client_cli.cards import on_screen
from client_cli.live.places import places_in
from client_cli.live.sheets import combined_from, sheet_from
from client_cli.rule_topics import reading_width, rules_text
from client_cli.score_lines import combined_lines, deal_lines, points_of, row_line

if TYPE_CHECKING:
    from client_cli.score_sheet import Combined, Place, Row
    from client_cli.texts import Texts
    from protocol.fold import Known

_RULE: Final = re.compile(r"\bR[0-9]+\b")


def explained(number: int | None, known: Known, texts: Texts) -> list[str] | None:
    """All lines with their numbers, or one of them opened; None without such a line."""
    lines = _lines(known, texts)
    if number is None:
        if not lines:
            return [texts.say("There is no score to explain now.")]
        return [f"{place}. {line}" for place, line in enumerate(lines, 1)]
    if number > len(lines):
        return None
    return _opened(lines[number - 1], _rows(known), texts)


def _opened(line: str, rows: list[Row], texts: Texts) -> list[str]:
    opened = [line]
    row = next((each for each in rows if row_line(each, texts) == line), None)
    if row is not None:
        opened += _row_lines(row, texts)
    rules = list(dict.fromkeys(_RULE.findall(line)))
    for rule in rules:
        opened += rules_text(rule, texts, reading_width()).splitlines()
    if row is None and not rules:
        opened.append(texts.say("The lines before it say where it comes from."))
    return opened


def _row_lines(row: Row, texts: Texts) -> list[str]:
    lines = [_place_line(place, texts) for place in row.places]
    lines += [
        texts.say("{card}, added: one card longer.", card=on_screen(card))
        for card in row.added
    ]
    points = points_of(row.points, texts)
    if row.factor == 1:
        return [*lines, texts.say("Together {points}, not doubled.", points=points)]
    return [
        *lines,
        texts.say(
            "Together {points}, doubled: {number}.",
            points=points,
            number=row.points * row.factor,
        ),
    ]


def _place_line(place: Place, texts: Texts) -> str:
    if place.stands_for is None:
        return texts.say("{card}, real.", card=on_screen(place.code))
    return texts.say(
        "{missing} missing: {card} stands in.",
        missing=on_screen(place.stands_for),
        card=on_screen(place.code),
    )


def _lines(known: Known, texts: Texts) -> list[str]:
    """The score that can be opened now: a finished deal's, or what one could declare."""
    deal, offer = known.view.deal, known.situation.offer
    if deal is not None and deal.settlement is not None:
        labels = places_in(known.view, texts).labels()
        return deal_lines(sheet_from(deal, deal.settlement), labels, texts)
    return [] if offer is None else combined_lines(combined_from(offer), texts)


def _rows(known: Known) -> list[Row]:
    return [row for score in _scores(known) for row in score.rows]


def _scores(known: Known) -> list[Combined]:
    deal, offer = known.view.deal, known.situation.offer
    if deal is None or deal.settlement is None:
        return [] if offer is None else [combined_from(offer)]
    sheet = sheet_from(deal, deal.settlement)
    return [
        score
        for team in sheet.teams
        for score in (team.captured, *(made.score for made in team.declarations))
    ]
