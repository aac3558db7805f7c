"""Four actors at one table, who play by what they are told is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgpack

from tests.conformance.actor import NEWS, Actor, Departure, illegal_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.fold import Known

_MOST_MOVES: Final = 2_000


@dataclass(frozen=True)
class Company:
    """The actors of one table; each seat is one of theirs."""

    table: str
    actors: tuple[Actor, ...]

    async def play_until(self, wanted: str) -> tuple[Actor, Actor]:
        """Play until somebody is in a situation: that one, and one who is not.

        Raises:
            Departure: It does not come about.
        """
        holds = _SITUATIONS[wanted]
        for _ in range(_MOST_MOVES):
            on_turn = await self._on_turn()
            if on_turn is None:
                if wanted == "settled":
                    return self.actors[0], self.actors[1]
                for actor in self.actors:
                    await self._grant(actor, {"op": "start"})
                continue
            if holds(on_turn.known[self.table]):
                other = next(actor for actor in self.actors if actor is not on_turn)
                return on_turn, other
            await self._grant(on_turn, _choice(on_turn.known[self.table]))
        raise Departure(f"nobody comes to {wanted!r} in {_MOST_MOVES} moves")

    async def up_to(self, version: int) -> None:
        """Let all of them know the table up to a version."""
        for actor in self.actors:
            await actor.until(self.table, lambda known: known.mark.version >= version)

    async def _on_turn(self) -> Actor | None:
        """Whose turn it is; None between two deals."""
        version = max(actor.known[self.table].mark.version for actor in self.actors)
        await self.up_to(version)
        situation = self.actors[0].known[self.table].situation
        if situation.phase == "settled":
            return None
        return next(
            actor
            for actor in self.actors
            if actor.known[self.table].view.you == situation.turn
        )

    async def _grant(self, actor: Actor, command: dict[str, Any]) -> None:
        """Send a command that has to count, and let all hear of it."""
        number = actor.word("next", self.table)
        await actor.say(msgpack.packb({**command, "n": number, "table": self.table}))
        while True:
            message = await actor.hear()
            if message["op"] == "ok" and message["n"] == number:
                await self.up_to(message["version"])
                return
            if message["op"] not in NEWS:
                raise Departure(f"{command} of {actor.name}: {message}")


def _choice(known: Known) -> dict[str, Any]:
    """The first thing that is allowed."""
    situation, at = known.situation, known.mark.version
    if situation.discardable:
        return {"op": "discard", "cards": list(situation.discardable[:2]), "at": at}
    if situation.offer is not None:
        return {"op": "declare" if situation.offer.total else "skip", "at": at}
    return {"op": "play", "card": situation.legal[0], "at": at}


def _tricks(known: Known) -> int:
    return 0 if known.view.deal is None else len(known.view.deal.tricks)


def _leads(known: Known) -> bool:
    deal = known.view.deal
    return known.situation.phase == "play" and deal is not None and not deal.trick


def _must_follow(known: Known) -> bool:
    led = known.situation.led
    can_follow = any(card[0] == led and card != "SO" for card in known.situation.legal)
    return led in {"S", "B", "C", "D"} and can_follow and bool(illegal_cards(known))


def _must_trump(known: Known) -> bool:
    led = known.situation.led
    follows = any(card[0] == led and card != "SO" for card in known.situation.legal)
    return led in {"S", "B", "C", "D"} and not follows and bool(illegal_cards(known))


def _has_protected(known: Known) -> bool:
    deal = known.view.deal
    hand = () if deal is None else deal.hand or ()
    return known.situation.phase == "discard" and len(hand) > len(
        known.situation.discardable
    )


_SITUATIONS: Final[dict[str, Callable[[Known], bool]]] = {
    "discard": lambda known: known.situation.phase == "discard",
    "has a protected card": _has_protected,
    "may declare": lambda known: bool(
        known.situation.offer and known.situation.offer.total
    ),
    "has nothing to declare": lambda known: bool(
        known.situation.offer and not known.situation.offer.total
    ),
    "play": lambda known: known.situation.phase == "play",
    "leads": _leads,
    "leads late": lambda known: _leads(known) and _tricks(known) >= 12,
    "must follow": _must_follow,
    "must trump": _must_trump,
    "settled": lambda _known: False,
}
"""What `play_until` can be asked for."""
