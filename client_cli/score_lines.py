"""A score as lines of text that add up before the reader's eyes.

Each line stands for itself: what it is comes first, then cards, points and reason, so
that a screen reader's user may skip. Every sum is written with its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.cards import all_on_screen, on_screen
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.score_sheet import Combined, DealSheet, Place, Row, TeamSheet
    from client_cli.texts import Texts

_NAMES: Final = {
    "tarocchi": message("Tarocchi"),
    "kings": message("Kings"),
    "queens": message("Queens"),
    "knights": message("Knights"),
    "jacks": message("Jacks"),
    "swords": message("Swords"),
    "batons": message("Batons"),
    "cups": message("Cups"),
    "coins": message("Coins"),
    "aces": message("Aces"),
    "moors": message("Moors"),
    "grande": message("Grande"),
}
_TO_DOUBLE: Final = 3


@dataclass(frozen=True, slots=True)
class Labels:
    """What seats and teams are called on this sheet."""

    seat: Callable[[int], str]
    team: Callable[[int], str]


def combination_name(name: str, texts: Texts) -> str:
    """The name of a combination, `Kings` or `Grande`."""
    return texts.cards.say(_NAMES[name]).split("|")[0]  # a translation may give several


def row_line(row: Row, texts: Texts) -> str:
    """One combination: name, cards with stand-ins, points before doubling, rule."""
    kind = texts.say("Sequence") if row.is_sequence else texts.say("Set")
    return texts.say(
        "{kind}. {name}: {cards}. {length}, {points} ({rule}).",
        kind=kind,
        name=combination_name(row.name, texts),
        cards=row_cards(row, texts),
        length=texts.count("{number} card", "{number} cards", row.length),
        points=points_of(row.points, texts),
        rule=row.rule,
    )


def row_cards(row: Row, texts: Texts) -> str:
    """The cards of a row: `AN, MT as MN, SO, with BG added`."""
    laid = ", ".join(_place(place, texts) for place in row.places)
    if not row.added:
        return laid
    return texts.say(
        "{cards}, with {added} added", cards=laid, added=all_on_screen(row.added)
    )


def _place(place: Place, texts: Texts) -> str:
    if place.stands_for is None:
        return on_screen(place.code)
    return texts.say(
        "{card} as {stands_for}",
        card=on_screen(place.code),
        stands_for=on_screen(place.stands_for),
    )


def capital(text: str) -> str:
    """The text with a capital at its beginning, as a sentence has it."""
    return text[:1].upper() + text[1:]


def points_of(number: int, texts: Texts) -> str:
    """`1 point`, `12 points`."""
    return texts.count("{number} point", "{number} points", number)


def combined_lines(score: Combined, texts: Texts) -> list[str]:
    """Every combination, then how sets and sequences add up and double."""
    lines = [row_line(row, texts) for row in score.rows]
    if score.cricche:
        title = texts.say("Sets together")
        lines.append(subtotal_line(title, score.cricche, score.cricche_total, texts))
    if score.sequences:
        title = texts.say("Sequences together")
        lines.append(
            subtotal_line(title, score.sequences, score.sequences_total, texts)
        )
    return lines


def subtotal_line(title: str, rows: tuple[Row, ...], total: int, texts: Texts) -> str:
    """Their sum; the factor is that of R24 for sets, of R26 for sequences."""
    parts = " + ".join(str(row.points) for row in rows)
    sum_before = sum(row.points for row in rows)
    rule = "R26" if rows[0].is_sequence else "R24"
    if len(rows) == 1:
        return texts.say("{title}: {total}, not doubled.", title=title, total=total)
    if rows[0].factor == 1:
        return texts.say(
            "{title}: {parts} = {total}. Not doubled: {different} different, "
            "{needed} needed ({rule}).",
            title=title,
            parts=parts,
            total=total,
            different=len(rows),
            needed=_TO_DOUBLE,
            rule=rule,
        )
    return texts.say(
        "{title}: {parts} = {sum}. Doubled for {different} different ({rule}): "
        "{sum} x {factor} = {total}.",
        title=title,
        parts=parts,
        sum=sum_before,
        different=len(rows),
        rule=rule,
        factor=rows[0].factor,
        total=total,
    )


def deal_lines(sheet: DealSheet, labels: Labels, texts: Texts) -> list[str]:
    """The whole result of a deal."""
    lines = [
        texts.say("Dealer: {seat}.", seat=labels.seat(sheet.dealer)),
        texts.say(
            "Tricks: {first} {first_count}, {second} {second_count}.",
            first=labels.team(0),
            first_count=sheet.tricks_won[0],
            second=labels.team(1),
            second_count=sheet.tricks_won[1],
        ),
        discards_line(sheet, labels, texts),
        matto_line(sheet, labels, texts),
    ]
    for number, team in enumerate(sheet.teams):
        lines += _team_lines(number, team, labels, texts)
    lines.append(_result_line(sheet, labels, texts))
    return lines


def discards_line(sheet: DealSheet, labels: Labels, texts: Texts) -> str:
    """The dealer's two cards, and the side for which they count (R5, R38)."""
    if sheet.discards_to == sheet.dealer % 2:
        return texts.say(
            "Discards: {cards}. They count for the dealer's side: {team} (R5).",
            cards=all_on_screen(sheet.discards),
            team=labels.team(sheet.discards_to),
        )
    return texts.say(
        "Discards: {cards}. The dealer's side won no trick, so they go to "
        "{team} (R38).",
        cards=all_on_screen(sheet.discards),
        team=labels.team(sheet.discards_to),
    )


def matto_line(sheet: DealSheet, labels: Labels, texts: Texts) -> str:
    """With whom the Matto stays, and what was given for it (R34-R37)."""
    owner, other = sheet.matto_owner, 1 - sheet.matto_owner
    if sheet.matto == "kept":
        return texts.say(
            "Matto: it stays with {owner}, with the trick it was played to (R34).",
            owner=labels.team(owner),
        )
    if sheet.matto == "lost":
        return texts.say(
            "Matto: it goes to {other}, since {owner} won no trick (R37).",
            owner=labels.team(owner),
            other=labels.team(other),
        )
    return texts.say(
        "Matto: it goes back to {owner}; given for it to {other}: {card} (R35, R36).",
        owner=labels.team(owner),
        card=on_screen(sheet.given_for_matto or ""),
        other=labels.team(other),
    )


def _team_lines(
    number: int, team: TeamSheet, labels: Labels, texts: Texts
) -> list[str]:
    name = labels.team(number)
    return [
        texts.say("{team}, part by part.", team=capital(name)),
        card_points_line(team, texts),
        _last_trick_line(team, texts),
        *_captured_lines(team, texts),
        *_declared_lines(team, labels, texts),
        texts.say(
            "{team}, total: {cards} for cards + {last} for the last trick + "
            "{captured} captured + {declared} declared = {total}.",
            team=capital(name),
            cards=team.card_points,
            last=team.last_trick,
            captured=team.captured.total,
            declared=team.declared,
            total=team.total,
        ),
    ]


def card_points_line(team: TeamSheet, texts: Texts) -> str:
    """The card points of a team with their formula (R20)."""
    return texts.say(
        "Card points: count values {values}, less half a point for each of {cards}: "
        "{values} - {half} = {points} (R20).",
        values=team.value_sum,
        cards=texts.count("{number} card", "{number} cards", len(team.pile)),
        half=len(team.pile) // 2,
        points=team.card_points,
    )


def _last_trick_line(team: TeamSheet, texts: Texts) -> str:
    if team.last_trick:
        return texts.say("Last trick: won, {points} (R21).", points=team.last_trick)
    return texts.say("Last trick: not won, 0.")


def _captured_lines(team: TeamSheet, texts: Texts) -> list[str]:
    score = team.captured
    if not score.rows:
        return [texts.say("Captured combinations: none, 0.")]
    return [
        texts.say("Captured combinations."),
        *combined_lines(score, texts),
        texts.say(
            "Captured: sets {cricche} + sequences {sequences} = {total}.",
            cricche=score.cricche_total,
            sequences=score.sequences_total,
            total=score.total,
        ),
    ]


def _declared_lines(team: TeamSheet, labels: Labels, texts: Texts) -> list[str]:
    if not team.declarations:
        return [texts.say("Declared: nothing, 0.")]
    lines: list[str] = []
    for declared in team.declarations:
        score = declared.score
        lines.append(texts.say("Declared, {seat}.", seat=labels.seat(declared.seat)))
        lines += combined_lines(score, texts)
        lines.append(
            texts.say(
                "Declared, {seat}: sets {cricche} + sequences {sequences} = {total}.",
                seat=labels.seat(declared.seat),
                cricche=score.cricche_total,
                sequences=score.sequences_total,
                total=score.total,
            )
        )
    if len(team.declarations) > 1:
        parts = " + ".join(str(each.score.total) for each in team.declarations)
        lines.append(
            texts.say(
                "Declared together: {parts} = {total}.",
                parts=parts,
                total=team.declared,
            )
        )
    return lines


def _result_line(sheet: DealSheet, labels: Labels, texts: Texts) -> str:
    first, second = (team.total for team in sheet.teams)
    if sheet.winner is None:
        return texts.say(
            "Result: a draw, {first} to {second}.", first=first, second=second
        )
    won = max(first, second)
    lost = min(first, second)
    return texts.say(
        "Result: {team}, {won} to {lost}: won by {margin}.",
        team=labels.team(sheet.winner),
        won=won,
        lost=lost,
        margin=won - lost,
    )
