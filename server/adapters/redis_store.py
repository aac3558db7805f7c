"""The store on Redis or Valkey: one server, a watched primary, or a cluster.

Every change is one script call. When its answer is lost the same call is sent again
under the same receipt, until the script's own memory of commands gives the definite
answer or the time is up. A change that has been started goes on when its caller is
cancelled.
"""

from server.adapters.redis_boards import RedisBoards
from server.adapters.redis_calls import GIVE_UP_S
from server.adapters.redis_cluster_link import ClusterLink
from server.adapters.redis_feed import RedisFeed
from server.adapters.redis_histories import RedisHistories
from server.adapters.redis_link import ANSWER_S, Link
from server.adapters.redis_server_link import ServerLink
from server.adapters.redis_sessions import RedisSessions
from server.adapters.redis_times import RedisTimes
from server.adapters.redis_trial import RedisTrial
from server.adapters.store_health import SettingDanger, dangers_of, fullness_of
from server.store import Listener
from server.store_address import Address, Cluster, parse_address
from server.store_records import SKEW_MS


class RedisStore(RedisHistories, RedisTimes, RedisBoards, RedisSessions):
    """A `TableStore` and `SessionStore` on Redis 7.0 or newer, or on Valkey."""

    def __init__(
        self, link: Link, *, give_up_s: float = GIVE_UP_S, skew_ms: int = SKEW_MS
    ) -> None:
        super().__init__(link, give_up_s=give_up_s, skew_ms=skew_ms)
        self._feeds: list[RedisFeed] = []
        self._trial = RedisTrial(link)

    @classmethod
    def at(
        cls, url: str, *, give_up_s: float = GIVE_UP_S, skew_ms: int = SKEW_MS
    ) -> "RedisStore":
        """Give the store at this URL; links are made when they are needed.

        Args:
            url: As `store_address` describes them.
            give_up_s: How long a change is tried before there is no answer.
            skew_ms: How far a caller's clock may be from the store's.

        Raises:
            ValueError: This is no store URL.
        """
        return cls(link_to(parse_address(url)), give_up_s=give_up_s, skew_ms=skew_ms)

    async def feed(self, listener: Listener) -> RedisFeed:
        """Open a stream of news; nothing comes before a table is watched."""
        feed = RedisFeed(self._link, listener)
        self._feeds.append(feed)
        return feed

    async def check_settings(self) -> tuple[SettingDanger, ...]:
        """Look for settings under which acknowledged would not mean durable."""
        found: dict[str, SettingDanger] = {}
        for settings in await self._link.settings():
            for danger in dangers_of(settings):
                found.setdefault(danger.name, danger)
        return tuple(found.values())

    async def prove(self) -> None:
        """Try all that is ever sent, and that publications arrive."""
        await self._trial.everything()

    async def try_changes(self) -> None:
        """Try all that changes something, at each primary."""
        await self._trial.changes()

    async def fullness(self) -> float | None:
        """Give how full the fullest server's memory is; None without a limit."""
        shares = [fullness_of(one) for one in await self._link.settings()]
        return max((one for one in shares if one is not None), default=None)

    async def aclose(self) -> None:
        """Wait for running changes, then end all news and close all links."""
        await self._finish()
        for feed in self._feeds:
            await feed.aclose()
        await self._link.aclose()


def link_to(address: Address, answer_s: float = ANSWER_S) -> Link:
    """The link to a store at this address; connections are made when needed.

    Args:
        address: Where it is.
        answer_s: How long it may take to connect, and be silent.
    """
    if isinstance(address, Cluster):
        return ClusterLink(address, answer_s)
    return ServerLink(address, answer_s)
