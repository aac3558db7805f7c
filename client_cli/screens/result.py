"""The end of a deal as a table of lines that add up, each with its reason to open.

One column for each side; a number in a column is a part of the total below. The points
of a combination stand in its own line, and its sum with the doubling in the column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.cards import on_screen
from client_cli.live.sheets import sheet_from
from client_cli.score_lines import (
    capital,
    card_points_line,
    combination_name,
    combined_lines,
    discards_line,
    matto_line,
    points_of,
    row_cards,
    row_line,
    subtotal_line,
)
from client_cli.screens.grid import Line, Open, Role, Span, cut, line, width_of

if TYPE_CHECKING:
    from client_cli.score_sheet import DealSheet, Declared, Row, TeamSheet
    from client_cli.screens.state import Scene

_COLUMN: Final = 7
_NAME: Final = 13


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of the result."""

    name: str
    detail: str
    points: int | None = None
    """Of a combination, before doubling: no part of the column by itself."""
    ours: int | None = None
    theirs: int | None = None
    reason: tuple[str, ...] = ()
    """What the line opens to."""


def result_rows(scene: Scene) -> list[ResultRow]:
    """The lines of a settled deal, without its total; none before it is settled."""
    deal = scene.deal
    if deal is None or deal.settlement is None:
        return []
    sheet = sheet_from(deal, deal.settlement)
    us = scene.places.you % 2
    rows = [_cards(scene, sheet), _last_trick(scene, sheet)]
    for team in (us, 1 - us):
        rows += [
            _declared(scene, declared) for declared in sheet.teams[team].declarations
        ]
    for team in (us, 1 - us):
        captured = sheet.teams[team].captured
        rows += _captured(scene, team, captured.cricche, captured.cricche_total)
        rows += _captured(scene, team, captured.sequences, captured.sequences_total)
    labels = scene.places.labels()
    matto = matto_line(sheet, labels, scene.texts)
    discards = discards_line(sheet, labels, scene.texts)
    return [*rows, _said(matto), _said(discards)]


def totals(scene: Scene) -> tuple[int, int]:
    """What the deal came to, ours and theirs; zeros before it is settled."""
    deal = scene.deal
    if deal is None or deal.settlement is None:
        return 0, 0
    first, second = deal.settlement.teams
    return scene.places.by_side((first.total, second.total))


def _columns(scene: Scene, team: int, points: int) -> dict[str, int]:
    ours = team == scene.places.you % 2
    return {"ours": points} if ours else {"theirs": points}


def _cards(scene: Scene, sheet: DealSheet) -> ResultRow:
    ours, theirs = _sides(scene, sheet)
    texts = scene.texts
    return ResultRow(
        texts.say("Cards"),
        texts.say(
            "WE {ours}   THEY {theirs}", ours=_formula(ours), theirs=_formula(theirs)
        ),
        ours=ours.card_points,
        theirs=theirs.card_points,
        reason=(
            texts.say("WE: {line}", line=card_points_line(ours, texts)),
            texts.say("THEY: {line}", line=card_points_line(theirs, texts)),
        ),
    )


def _formula(team: TeamSheet) -> str:
    half = len(team.pile) // 2
    return f"{len(team.pile)}: {team.value_sum} - {half} = {team.card_points}"


def _last_trick(scene: Scene, sheet: DealSheet) -> ResultRow:
    ours, theirs = _sides(scene, sheet)
    texts, detail = scene.texts, ""
    if scene.deal is not None and scene.deal.tricks:
        last = scene.deal.tricks[-1]
        detail = texts.say(
            "won by {seat} with {card}",
            seat=scene.places.name(last.winner),
            card=on_screen(last.cards[(last.winner - last.leader) % 4]),
        )
    points = max(ours.last_trick, theirs.last_trick)
    return ResultRow(
        texts.say("Last trick"),
        detail,
        ours=ours.last_trick,
        theirs=theirs.last_trick,
        reason=(
            texts.say(
                "Whoever wins the last trick has {points} for it (R21).",
                points=points_of(points, texts),
            ),
        ),
    )


def _declared(scene: Scene, declared: Declared) -> ResultRow:
    texts, score = scene.texts, declared.score
    named = " ".join(
        f"{combination_name(row.name, texts)} {row.points}" for row in score.rows
    )
    return ResultRow(
        texts.say("Declared"),
        f"{scene.places.short(declared.seat)}: {named}",
        **_columns(scene, declared.seat % 2, score.total),
        reason=(
            *combined_lines(score, texts),
            texts.say(
                "Declared, {seat}: sets {cricche} + sequences {sequences} = {total}.",
                seat=scene.places.name(declared.seat),
                cricche=score.cricche_total,
                sequences=score.sequences_total,
                total=score.total,
            ),
        ),
    )


def _captured(
    scene: Scene, team: int, rows: tuple[Row, ...], total: int
) -> list[ResultRow]:
    """The combinations of one kind, and below them their sum with its doubling."""
    if not rows:
        return []
    texts = scene.texts
    kind = (
        texts.say("Sequences together")
        if rows[0].is_sequence
        else texts.say("Sets together")
    )
    side = texts.say("WE") if team == scene.places.you % 2 else texts.say("THEY")
    parts = " + ".join(str(row.points) for row in rows)
    factor = f", x{rows[0].factor}" if len(rows) > 1 else ""
    return [
        *(_combination(scene, row, side) for row in rows),
        ResultRow(
            f"  {side}",
            f"{kind}: {parts}{factor}",
            **_columns(scene, team, total),
            reason=(subtotal_line(kind, rows, total, texts),),
        ),
    ]


def _combination(scene: Scene, row: Row, side: str) -> ResultRow:
    texts = scene.texts
    return ResultRow(
        combination_name(row.name, texts),
        row_cards(row, texts),
        points=row.points,
        reason=(row_line(row, texts), texts.say("Captured by {side}.", side=side)),
    )


def _said(sentence: str) -> ResultRow:
    """A line that is a whole sentence, `Matto: ...`; it opens to itself."""
    name, _, rest = sentence.partition(": ")
    return ResultRow(name, capital(rest), reason=(sentence,))


def _sides(scene: Scene, sheet: DealSheet) -> tuple[TeamSheet, TeamSheet]:
    us = scene.places.you % 2
    return sheet.teams[us], sheet.teams[1 - us]


def result_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """The result in so many rows; the line that is stood on is among them."""
    rows, texts = result_rows(scene), scene.texts
    ours, theirs = texts.say("WE"), texts.say("THEY")
    room = max(1, height - 3)
    at = min(scene.state.line, max(0, len(rows) - 1))
    first = max(0, min(at - room // 2, len(rows) - room))
    shown = rows[first : first + room]
    more = texts.say("more: arrows") if len(rows) > room else ""
    names = _name_width(rows)
    lines = [_ruled(f" {more}", ours, theirs, width)]
    lines += [
        _row_line(row, number, width, chosen=number == at, names=names)
        for number, row in enumerate(shown, first)
    ]
    lines += [line("")] * (room - len(shown))
    total = _total(scene, width, names)
    return [*lines, line("─" * width, Role.DIM), total]


def _name_width(rows: list[ResultRow]) -> int:
    """Cells of a line's name and the gap behind it; some languages need more."""
    return max([_NAME, *(width_of(row.name) + 1 for row in rows)])


def _ruled(text: str, ours: str, theirs: str, width: int) -> Line:
    room = width - 2 * _COLUMN
    shown = cut(text, room)
    padded = shown + " " * (room - width_of(shown))
    return line(
        f"{padded}{ours:>{_COLUMN - 1}}{theirs:>{_COLUMN}}", Role.TITLE, bold=True
    )


def _row_line(
    row: ResultRow, number: int, width: int, *, chosen: bool, names: int
) -> Line:
    room = width - 2 * _COLUMN - 6
    mark = ">" if chosen else " "
    gap = " " * (names - width_of(row.name))
    text = cut(f"{mark}{row.name}{gap}{row.detail}", room)
    points = "" if row.points is None else str(row.points)
    padded = text + " " * (room - width_of(text))
    columns = f"{_number(row.ours):>{_COLUMN - 1}}{_number(row.theirs):>{_COLUMN}}"
    role = Role.MARK if chosen else Role.PLAIN
    return (Span(f"{padded}{points:>6}{columns}", role, target=Open(number)),)


def _number(points: int | None) -> str:
    return "" if points is None else str(points)


def _total(scene: Scene, width: int, names: int) -> Line:
    texts = scene.texts
    ours, theirs = totals(scene)
    if ours == theirs:
        result = texts.say("a draw")
    elif ours > theirs:
        result = texts.say("WE win the deal by {margin}", margin=ours - theirs)
    else:
        result = texts.say("THEY win the deal by {margin}", margin=theirs - ours)
    if scene.known.view.deals_played > 1:
        match = scene.places.by_side(scene.known.view.match)
        all_deals = texts.say(
            "all deals: {ours} - {theirs}", ours=match[0], theirs=match[1]
        )
        result = f"{result} · {all_deals}"
    head = f" {texts.say('TOTAL')}"
    return _ruled(f"{head:<{names}}{result}", str(ours), str(theirs), width)
