"""A table as a server would tell of it, played at random and without rules.

It keeps its own plain account of what a seat sees, version by version, in the shape of
the wire: what the client under test folds out of the events must be the same.
"""

from copy import deepcopy
from random import Random
from typing import Any

from engine.cards import CARD_CODES
from tests.protocol.pretend_facts import (
    BANK_MS,
    EMPTY_SEAT,
    OPTIONS,
    THREE_KINGS,
    settlement,
)

EPOCH = b"epoch--1"


class PretendTable:
    """One table, seen from one seat."""

    def __init__(self, chance: Random, you: int | None = 0, table: str = "QF7K2"):
        self.chance = chance
        self.table = table
        self.epoch = EPOCH
        self.items: list[dict[str, Any]] = []
        self.tokens = [b""]
        self._view: dict[str, Any] = {
            "table": table,
            "options": deepcopy(OPTIONS),
            "host": None,
            "seats": [dict(EMPTY_SEAT) for _ in range(4)],
            "you": None,
            "deals_played": 0,
            "match": [0, 0],
            "commitment": None,
            "paused": False,
            "deal": None,
            "closed": None,
        }
        self.views = [deepcopy(self._view)]
        for seat in range(4):
            self._seat(seat, you=seat == you)

    @property
    def version(self) -> int:
        return len(self.items)

    # ------------------------------------------------------- as the server tells

    def situation(self, version: int) -> dict[str, Any]:
        return {
            "phase": "play",
            "turn": version % 4,
            "deadline": 1_000 + version,
            "legal": [CARD_CODES[version % 62]],
            "discardable": [],
            "offer": None,
            "led": "S",
            "winning": version % 4,
            "asked": None,
        }

    def events(self, first: int, last: int, *, more: bool = False) -> dict[str, Any]:
        return {
            "op": "events",
            "table": self.table,
            "epoch": self.epoch,
            "first": first,
            "token": self.tokens[last],
            "at": 5_000 + last,
            "items": self.items[first - 1 : last],
            "situation": None if more else self.situation(last),
        }

    def snapshot(
        self, version: int | None = None, reason: str = "asked"
    ) -> dict[str, Any]:
        if version is None:
            version = self.version
        return {
            "op": "snapshot",
            "table": self.table,
            "epoch": self.epoch,
            "version": version,
            "token": self.tokens[version],
            "reason": reason,
            "view": self.views[version],
            "situation": self.situation(version),
        }

    # ----------------------------------------------------------- what happens

    def happen(self, item: dict[str, Any]) -> None:
        """Whatever was done to the view before is the doing of this item."""
        self.items.append(item)
        self.tokens.append(self.chance.randbytes(8))
        self.views.append(deepcopy(self._view))

    def hidden(self) -> None:
        self.happen({"kind": "hidden"})

    def newer_kind(self) -> None:
        self.happen({"kind": "signal_given", "seat": 2, "signal": "volo"})

    def _seat(self, seat: int, *, you: bool) -> None:
        name = f"Player {seat}"
        occupant = "person" if you else "bot"
        level = None if you else "medium"
        self._view["seats"][seat] = {
            "occupant": occupant,
            "name": name,
            "level": level,
            "control": occupant,
            "connected": True,
            "ready": False,
            "wants_pause": False,
            "bank_ms": self._view["seats"][seat]["bank_ms"],
            "extra_time": False,
            "lag_ms": 0,
            "lag_left_ms": self._view["seats"][seat]["lag_left_ms"],
        }
        if you:
            self._view["you"] = seat
            self._view["host"] = seat
            self._lose_hand()
        elif self._view["you"] == seat:
            self._view["you"] = None
            self._lose_hand()
        self.happen(
            {
                "kind": "seat_taken",
                "seat": seat,
                "occupant": occupant,
                "name": name,
                "level": level,
                "you": you,
                "host": self._view["host"],
            }
        )

    def leave(self, seat: int) -> None:
        self._view["seats"][seat] = dict(EMPTY_SEAT)
        if self._view["you"] == seat:
            self._view["you"] = None
            self._lose_hand()
        self._view["host"] = None
        self.happen({"kind": "seat_left", "seat": seat, "host": None})

    def _lose_hand(self) -> None:
        if self._view["deal"] is not None:
            self._view["deal"] |= {"hand": None, "discards": None}

    def replace_by_bot(self, seat: int) -> None:
        self._seat(seat, you=False)

    def pass_control(self, seat: int, control: str, *, connected: bool) -> None:
        self._view["seats"][seat] |= {"control": control, "connected": connected}
        self.happen(
            {
                "kind": "control",
                "seat": seat,
                "control": control,
                "connected": connected,
            }
        )

    def close(self) -> None:
        self._view["closed"] = "idle"
        self.happen({"kind": "table_closed", "reason": "idle"})

    def promise(self) -> None:
        self._view["commitment"] = self.chance.randbytes(32)
        self.happen(
            {
                "kind": "deal_committed",
                "deal": self._view["deals_played"] + 1,
                "commitment": self._view["commitment"],
            }
        )
        entropy = self.chance.randbytes(16)
        self.happen({"kind": "entropy_added", "seat": 1, "entropy": entropy})

    def deal(self) -> None:
        cards = list(CARD_CODES)
        self.chance.shuffle(cards)
        self._dealer = self.chance.randrange(4)
        sizes = [17 if seat == self._dealer else 15 for seat in range(4)]
        self._hands = [[cards.pop() for _ in range(size)] for size in sizes]
        you = self._view["you"]
        self._view["deal"] = {
            "deal": self._view["deals_played"] + 1,
            "dealer": self._dealer,
            "counts": list(sizes),
            "hand": None if you is None else list(self._hands[you]),
            "discarded": False,
            "discards": None,
            "declarations": [None] * 4,
            "leader": (self._dealer + 1) % 4,
            "trick": [],
            "tricks": [],
            "tricks_won": [0, 0],
            "settlement": None,
            "claim": None,
            "undo": None,
            "shown_hands": [],
        }
        for seat in self._view["seats"]:
            seat |= {"ready": False, "bank_ms": BANK_MS, "lag_left_ms": 5_000}
        self.happen(
            {
                "kind": "deal_started",
                "deal": self._view["deal"]["deal"],
                "dealer": self._dealer,
                "counts": list(sizes),
                "hand": None if you is None else list(self._hands[you]),
            }
        )

    def discard(self) -> None:
        cards = [self._take_from(self._dealer) for _ in range(2)]
        own = cards if self._dealer == self._view["you"] else None
        self._moved(discarded=True, discards=own)
        self.happen({"kind": "discarded", "seat": self._dealer, "cards": own})

    def play_trick(self) -> None:
        deal = self._view["deal"]
        for seat in ((deal["leader"] + step) % 4 for step in range(4)):
            if deal["declarations"][seat] is None:
                self._declare_or_skip(seat)
            self._play(seat, self._take_from(seat))
        self._win_trick()

    def finish_trick(self) -> None:
        """Its last card was taken back; another one is played."""
        seat = self.last_player
        self._play(seat, self._take_from(seat))
        self._win_trick()

    @property
    def last_player(self) -> int:
        """Who played last, or plays last in the trick that lies open."""
        deal = self._view["deal"]
        leader = deal["leader"] if deal["trick"] else deal["tricks"][-1]["leader"]
        return int(leader + 3) % 4

    def _win_trick(self) -> None:
        deal = self._view["deal"]
        leader = deal["leader"]
        winner = self.chance.randrange(4)
        played = {"leader": leader, "cards": deal["trick"], "winner": winner}
        deal["tricks_won"][winner % 2] += 1
        self._moved(trick=[], leader=winner, tricks=[*deal["tricks"], played])
        self.happen({"kind": "trick_won", "trick": len(deal["tricks"]), **played})

    def settle(self) -> None:
        self._moved(settlement=settlement())
        self._view["deals_played"] += 1
        self._view["match"] = [part + 35 for part in self._view["match"]]
        self.happen(
            {
                "kind": "deal_settled",
                "deal": self._view["deals_played"],
                "settlement": settlement(),
                "match": list(self._view["match"]),
                "deals_played": self._view["deals_played"],
            }
        )

    def play_deal(self, tricks: int = 15) -> None:
        """From the promise to the settlement; with fewer tricks, up to there."""
        self.promise()
        self.deal()
        self.discard()
        for _ in range(tricks):
            self.play_trick()
        if tricks == 15:
            self.settle()

    def _declare_or_skip(self, seat: int) -> None:
        if self.chance.random() < 0.5:
            self._moved()
            self._view["deal"]["declarations"][seat] = {
                "skipped": False,
                "score": THREE_KINGS,
            }
            self.happen({"kind": "declared", "seat": seat, "score": THREE_KINGS})
        else:
            self._moved()
            self._view["deal"]["declarations"][seat] = {"skipped": True, "score": None}
            self.happen({"kind": "skipped", "seat": seat})

    def _moved(self, **changes: Any) -> None:
        """The deal has gone on, which ends whatever was being asked."""
        self._view["deal"] |= {"claim": None, "undo": None, **changes}

    def _play(self, seat: int, card: str) -> None:
        deal = self._view["deal"]
        shown = [
            {
                "seat": one["seat"],
                "hand": [held for held in one["hand"] if held != card],
            }
            for one in deal["shown_hands"]
        ]
        self._moved(trick=[*deal["trick"], card], shown_hands=shown)
        by = self.chance.choice(["person", "bot", "timer", "claim"])
        self.happen({"kind": "card_played", "seat": seat, "card": card, "by": by})

    # --------------------------------------------------------- what people agree on

    def ready(self, seat: int) -> None:
        self._view["seats"][seat]["ready"] = True
        self.happen({"kind": "ready", "seat": seat})

    def pause(self, seat: int) -> None:
        """A seat wants a pause, gets it, and the table goes on."""
        self._view["seats"][seat]["wants_pause"] = True
        self.happen({"kind": "pause_wished", "seat": seat, "wish": True})
        self._view["paused"] = True
        self.happen({"kind": "paused"})
        for one in self._view["seats"]:
            one["wants_pause"] = False
        self._view["paused"] = False
        self.happen({"kind": "pause_ended"})

    def undo(self, seat: int) -> None:
        """The last card goes back, at the second time of asking."""
        deal = self._view["deal"]
        asked = {"kind": "undo_asked", "seat": seat}
        for agrees in (False, True):
            deal["undo"] = seat
            self.happen(asked)
            deal["undo"] = seat if agrees else None
            answer = {"seat": (seat + 1) % 4, "agrees": agrees}
            self.happen({"kind": "undo_answered", **answer})
        if not deal["trick"]:
            last = deal["tricks"].pop()
            deal |= {"trick": list(last["cards"]), "leader": last["leader"]}
            deal["tricks_won"][last["winner"] % 2] -= 1
        card = deal["trick"][-1]
        self._moved(trick=deal["trick"][:-1])
        deal["counts"][seat] += 1
        self._hands[seat].append(card)
        for one in deal["shown_hands"]:
            if one["seat"] == seat:
                one["hand"] = sorted([*one["hand"], card], key=CARD_CODES.index)
        if seat == self._view["you"]:
            deal["hand"] = sorted([*deal["hand"], card], key=CARD_CODES.index)
        self.happen({"kind": "taken_back", "seat": seat, "card": card})

    def claim(self, seat: int) -> None:
        """A seat claims the rest, which one opponent believes and the other not."""
        deal = self._view["deal"]
        hand = sorted(self._hands[seat], key=CARD_CODES.index)
        deal["claim"] = {"seat": seat, "ours": True}
        deal["shown_hands"] = [*deal["shown_hands"], {"seat": seat, "hand": hand}]
        self.happen({"kind": "claim_made", "seat": seat, "ours": True, "hand": hand})
        for other, agrees in (((seat + 1) % 4, True), ((seat + 3) % 4, False)):
            deal["claim"] = deal["claim"] if agrees else None
            self.happen({"kind": "claim_answered", "seat": other, "agrees": agrees})

    def spend_bank(self, seat: int) -> None:
        self._view["seats"][seat]["bank_ms"] = 1_000
        self.happen({"kind": "bank", "seat": seat, "left_ms": 1_000})

    def note_lag(self, seat: int) -> None:
        self._view["seats"][seat] |= {"lag_ms": 60, "lag_left_ms": 4_940}
        self.happen({"kind": "lag", "seat": seat, "lag_ms": 60, "left_ms": 4_940})

    def begin_match(self) -> None:
        self._view |= {"match": [0, 0], "deals_played": 0}
        self.happen({"kind": "match_began"})

    def small_talk(self) -> None:
        """What is told and changes nothing that a client keeps."""
        self.happen({"kind": "kick_voted", "seat": 2, "by": 0})
        self.happen({"kind": "sign", "seat": 1, "sign": "volo"})
        self.happen({"kind": "clock_credited", "credit_ms": 250})
        self.happen({"kind": "rewound", "lost": 3})
        self.happen({"kind": "restored"})
        self.happen({"kind": "hands_looked_at"})

    def _take_from(self, seat: int) -> str:
        hand = self._hands[seat]
        card = hand.pop(self.chance.randrange(len(hand)))
        deal = self._view["deal"]
        deal["counts"][seat] -= 1
        if seat == self._view["you"]:
            deal["hand"].remove(card)
        return card


def a_table(seed: int = 1, you: int | None = 0) -> PretendTable:
    return PretendTable(Random(seed), you)  # noqa: S311 - no secret depends on it
