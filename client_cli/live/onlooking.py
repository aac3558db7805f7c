"""A table for somebody who looks on: what everybody may know, in sentences.

Pure: what is known of the table in, lines out. Nobody is "you" here, and whoever is to
be South can be chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.deal_words import DealWords
from client_cli.live.company import CompanyItem, company_lines
from client_cli.live.places import Places
from client_cli.live.room_lines import seats_lines
from client_cli.live.sheets import sheet_from
from client_cli.score_lines import capital, deal_lines
from protocol.items import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.items import Item
    from protocol.updates import Changed
    from protocol.views import DealView, View


class Onlooker:
    """Tells of one table.

    Args:
        texts: The language.
        south: The seat that is called South.
    """

    def __init__(self, texts: Texts, south: int = 0) -> None:
        self._texts = texts
        self._places = Places(texts, south, seated=False)
        self._words = DealWords(self._places.labels(), texts)

    def standing(self, known: Known) -> list[str]:
        """The table as it is: who sits there, the match, and the deal that runs."""
        view, deal = known.view, known.view.deal
        lines = [
            self._texts.say("Table {table}.", table=view.table),
            *seats_lines(view, self._places),
        ]
        if view.deals_played:
            lines += self._match(view)
        if deal is None:
            return [*lines, self._texts.say("No cards are dealt yet.")]
        if deal.settlement is not None:
            return lines
        lines += self._deal(deal)
        if known.situation.turn is not None:
            lines.append(self._words.turn(known.situation.turn))
        return lines

    def news(self, update: Changed) -> list[str]:
        """What is new in an update, in order."""
        lines: list[str] = []
        for item in update.message.items[update.fresh_from :]:
            lines += self._sentences(item, update.known.view, update.before.view)
        return lines

    def _sentences(self, item: Item, after: View, before: View) -> list[str]:
        if isinstance(item, CompanyItem):
            deal = before.deal
            runs = deal is not None and deal.settlement is None
            return company_lines(item, self._places, deal_runs=runs)
        words = self._words
        match item:
            case DealStarted(dealer=dealer):
                return [words.dealt(dealer)]
            case Discarded(seat=seat):
                return [words.discarded(seat, ())]
            case Declared(seat=seat, score=score):
                return [words.declared(seat, score.total, score.public_cards)]
            case Skipped(seat=seat):
                return [words.skipped(seat)]
            case CardPlayed(seat=seat, card=card):
                return [words.played(seat, card)]
            case TakenBack(seat=seat, card=card):
                return [words.taken_back(seat, card)]
            case TrickWon(trick=number, winner=winner):
                return [words.trick_won(number, winner)]
            case DealSettled() if after.deal is not None:
                sheet = sheet_from(after.deal, item.settlement)
                return [
                    self._texts.say(
                        "Deal {number} is over. The score:", number=item.deal
                    ),
                    *deal_lines(sheet, self._places.labels(), self._texts),
                ]
            case _:
                return []

    def _match(self, view: View) -> list[str]:
        return [
            self._texts.say(
                "{team}: {points}.",
                team=capital(self._places.team(team)),
                points=self._texts.count(
                    "{number} point", "{number} points", view.match[team]
                ),
            )
            for team in (0, 1)
        ]

    def _deal(self, deal: DealView) -> list[str]:
        words = self._words
        lines = [self._texts.say("Deal {number}.", number=deal.deal)]
        lines.append(words.dealt(deal.dealer))
        played = {card for trick in deal.tricks for card in trick.cards} | {*deal.trick}
        declared = [0, 0]
        for seat, made in enumerate(deal.declarations):
            if made is None or made.score is None:
                continue
            declared[seat % 2] += made.score.total
            held = [card for card in made.score.public_cards if card not in played]
            if held:
                lines.append(words.still_held(seat, held))
        if deal.trick:
            lines.append(words.on_the_table(deal.leader, deal.trick))
        return lines + words.by_team((declared[0], declared[1]), deal.tricks_won)
