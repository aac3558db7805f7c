"""The body of the screen before the first card: laying away and declaring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.cards import all_on_screen, as_held
from client_cli.live.discarding import preview_lines
from client_cli.live.sheets import combined_from
from client_cli.score_lines import combination_name, points_of, row_cards
from client_cli.screens.actions import Action
from client_cli.screens.grid import Line, Role, Span, cut, line, width_of, wrapped
from client_cli.screens.hand import card_span

if TYPE_CHECKING:
    from client_cli.score_sheet import Combined, Row
    from client_cli.screens.state import Scene

_TO_LAY_AWAY: Final = 2
_NAME: Final = 14
_POINTS: Final = 8
_MOST_ROWS: Final = 3
"""Combinations that a discard has room for, each with its cards."""


def discard_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """What is to be laid away, what may not be, and what is chosen (H28).

    Where not all of it fits, what the chosen cards lead to comes first.
    """
    texts, state, deal = scene.texts, scene.state, scene.deal
    if deal is None or not state.asked:
        return [
            line(""),
            line(f" {texts.say('The dealer lays two cards away.')}"),
        ]
    free = scene.known.situation.discardable
    kept = [card for card in deal.hand or () if card not in free]
    words = texts.say(
        "You hold {number} cards. Choose 2 to lay face down. They count for your "
        "side, unless it wins no trick.",
        number=len(deal.hand or ()),
    )
    protected = texts.say(
        "Protected, marked #: {cards}. Kings, Angel, World, Bégato and Matto stay in "
        "the hand (R5).",
        cards=all_on_screen(as_held(kept)) or texts.say("none"),
    )
    chosen: list[Span] = [
        Span(
            " "
            + texts.say(
                "Chosen {number} of {all}:",
                number=len(state.chosen),
                all=_TO_LAY_AWAY,
            ),
            bold=True,
        )
    ]
    for code in state.chosen:
        chosen += [Span("  "), card_span(code)]
    told = [
        line(f" {part}")
        for text in (words, protected)
        for part in wrapped(text, width - 2)
    ]
    preview = _preview(scene, width)
    if not preview:
        return [*told, tuple(chosen), *_how_to_choose(scene, width)]
    lines = [*told, tuple(chosen), *preview]
    return lines if len(lines) <= height else [tuple(chosen), *preview, *told]


def _how_to_choose(scene: Scene, width: int) -> list[Line]:
    keys = scene.state.keys
    words = scene.texts.say(
        "Arrows and {mark} mark a card, a click marks it too; or type both cards. "
        "{enter} lays them away, after one question: it cannot be taken back.",
        mark=keys.shown(Action.MARK),
        enter=keys.shown(Action.ENTER),
    )
    return [
        line(""),
        *(line(f" {text}", Role.DIM) for text in wrapped(words, width - 2)),
    ]


def _preview(scene: Scene, width: int) -> list[Line]:
    """What the chosen cards leave to declare, as the table has counted it (H29)."""
    texts, told = scene.texts, scene.state.preview
    if (
        told is None
        or told.whole is None
        or told.rest is None
        or {*told.cards} != {*scene.state.chosen}
    ):
        return []
    after = combined_from(told.rest)
    if not after.rows:
        head = texts.say("After this discard there is nothing to declare.")
    else:
        head = texts.say(
            "After this discard you could declare {points}:",
            points=points_of(after.total, texts),
        )
    *_, lost = preview_lines(combined_from(told.whole), after, texts)
    rows = [_row(scene, row, width) for row in after.rows]
    return [
        line(f" {head}", bold=True),
        *(rows if len(rows) <= _MOST_ROWS else _together(scene, after.rows, width)),
        *(line(f" {text}", Role.MARK) for text in wrapped(lost, width - 2)),
    ]


def _together(scene: Scene, rows: tuple[Row, ...], width: int) -> list[Line]:
    """Many combinations by name and points alone."""
    named = [f"{combination_name(row.name, scene.texts)} {row.points}" for row in rows]
    return [line(f"    {text}") for text in wrapped(" · ".join(named), width - 6)]


def declare_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """Every combination of the hand, what it counts, and what all would see (H30).

    Where there is too much for the rows, headings go first, then the subtotals, whose
    sums stand in the total then; what it comes to and who sees what always stays.
    """
    texts, offer = scene.texts, scene.known.situation.offer
    if offer is None:
        return [line("")]
    if not offer.total:
        return [line(""), line(f" {texts.say('You have nothing to declare.')}")]
    score = combined_from(offer)
    head = texts.say("You can declare, all or nothing; your first card closes this:")
    end = [
        _counted(texts.say("TOTAL"), score.total, width, bold=True),
        *_seen_by_all(scene, score, width),
    ]
    full = [line(f" {head}"), *_grouped(scene, score, width), *end]
    short = [each for each in full if each[0].role is not Role.TITLE]
    for lines in (full, short):
        if len(lines) <= height:
            return lines
    end[0] = _counted(_sums(scene, score), score.total, width, bold=True)
    rows, room = [_row(scene, row, width) for row in score.rows], height - len(end)
    if len(rows) > room:
        rows = _together(scene, score.rows, width)
    return [*rows, *end]


def _grouped(scene: Scene, score: Combined, width: int) -> list[Line]:
    """Sets and sequences, each with its heading and its sum."""
    texts, lines = scene.texts, []
    for title, rows, total in (
        (texts.say("SETS"), score.cricche, score.cricche_total),
        (texts.say("SEQUENCES"), score.sequences, score.sequences_total),
    ):
        if rows:
            lines.append(line(f"  {title}", Role.TITLE, bold=True))
            lines += [_row(scene, row, width) for row in rows]
            lines.append(_counted(_subtotal(scene, rows), total, width))
    return lines


def _seen_by_all(scene: Scene, score: Combined, width: int) -> list[Line]:
    """The cards that a declaration shows."""
    seen = scene.texts.count(
        "Everybody would see this {number} card: {cards}.",
        "Everybody would see these {number} cards: {cards}.",
        len(score.public_cards),
        cards=all_on_screen(as_held(score.public_cards)),
    )
    return [line(f" {text}") for text in wrapped(seen, width - 2)]


def _sums(scene: Scene, score: Combined) -> str:
    """The total with its parts: `TOTAL: 88 x2 + 85 x2`."""
    parts = [
        f"{sum(row.points for row in rows)} x{rows[0].factor}"
        for rows in (score.cricche, score.sequences)
        if rows
    ]
    return f"{scene.texts.say('TOTAL')}: {' + '.join(parts)}"


def _row(scene: Scene, row: Row, width: int) -> Line:
    name = cut(combination_name(row.name, scene.texts), _NAME - 1)
    room = width - _NAME - _POINTS - 4
    cards = cut(row_cards(row, scene.texts), room)
    padded = cards + " " * (room - width_of(cards))
    return line(f"    {name:<{_NAME}}{padded}{row.points:>{_POINTS - 1}}")


def _counted(text: str, points: int, width: int, *, bold: bool = False) -> Line:
    room = width - _POINTS - 4
    padded = cut(text, room) + " " * (room - width_of(cut(text, room)))
    return line(f"    {padded}{points:>{_POINTS - 1}}", bold=bold)


def _subtotal(scene: Scene, rows: tuple[Row, ...]) -> str:
    """The sum, and why it counts once or twice (R24, R26)."""
    parts = " + ".join(str(row.points) for row in rows)
    return scene.texts.say(
        "subtotal: {parts}, x{factor} (doubles with 3 different ones; here {number})",
        parts=parts,
        factor=rows[0].factor,
        number=len(rows),
    )
