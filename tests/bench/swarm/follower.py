"""One person's knowledge of one table: just enough to move, and to notice a gap."""

from typing import Any

from tests.bench.swarm.ledger import Key, Ledger

NOTHING: dict[str, Any] = {"phase": "waiting", "turn": None}


class Follower:
    """Follows the news of a table for the person at one of its seats."""

    def __init__(self, seat: int, ledger: Ledger) -> None:
        self.seat = seat
        self.ledger = ledger
        self.epoch = b""
        self.version = 0
        self.token = b""
        self.deal = 0
        """Number of the newest deal, 0 before the first."""
        self.situation = NOTHING
        self.jumps = 0
        """How often a snapshot held something new."""

    @property
    def table(self) -> str:
        """The table's id."""
        return self.ledger.table

    @property
    def is_shown(self) -> bool:
        """Whether a snapshot has come."""
        return bool(self.epoch)

    def take_events(self, message: dict[str, Any], now_s: float) -> bool:
        """Take news; False when something before it is missing."""
        first: int = message["first"]
        if not self.is_shown:
            return True  # the snapshot that is about to come holds it
        if message["epoch"] != self.epoch or first > self.version + 1:
            self.ledger.tally.gaps += 1
            return False
        version = first
        for version, item in enumerate(message["items"], first):
            key = self._key_of(item)
            if version <= self.version:
                self.ledger.tally.repeated += 1
                continue
            self.ledger.told(self.seat, version, key, now_s)
        self.version = max(self.version, version)
        self.token = message["token"]
        self.ledger.token_told(version, self.token)
        self.situation = message["situation"] or NOTHING
        return True

    def take_snapshot(self, message: dict[str, Any]) -> None:
        """Take the table as it is, in the place of all that was known."""
        if self.is_shown:
            version = message["version"]
            if message["epoch"] != self.epoch or version < self.version:
                self.ledger.tally.contradictions += 1  # something was taken back
            elif version > self.version:
                self.jumps += 1
                self.ledger.jumps(self.seat, self.version, version)
        deal = message["view"]["deal"]
        self.deal = 0 if deal is None else deal["deal"]
        self.epoch = message["epoch"]
        self.version = message["version"]
        self.token = message["token"]
        self.ledger.token_told(self.version, self.token)
        self.situation = message["situation"]

    def resync(self, *, whole: bool = False) -> dict[str, Any]:
        """The message that asks for what was missed, or for everything."""
        asked: dict[str, Any] = {"op": "resync", "table": self.table}
        if self.is_shown and not whole:
            asked |= {
                "epoch": self.epoch,
                "version": self.version,
                "token": self.token,
            }
        return asked

    def _key_of(self, item: dict[str, Any]) -> Key:
        kind = item["kind"]
        if kind == "deal_started":
            self.deal = item["deal"]
        card = item["card"] if kind == "card_played" else None
        return Key(self.deal, kind, item.get("seat"), card)
