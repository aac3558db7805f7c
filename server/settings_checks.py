"""Settings that are good by themselves and no good together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.exposure import is_exposed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.settings import Settings


def clashes(settings: Settings) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give the names of settings that clash, and why, in words."""
    beat_s, dead_s = settings.beat_s, settings.node_dead_s
    if dead_s < 2 * beat_s:
        why = (
            f"node_dead_s ({dead_s:g}) has to be at least twice beat_s ({beat_s:g}), "
            "or servers that live are taken for dead"
        )
        yield ("beat_s", "node_dead_s"), why
    notice_s, drain_s = settings.drain_notice_s, settings.drain_s
    if notice_s >= drain_s:
        why = (
            f"drain_notice_s ({notice_s:g}) has to be less than drain_s ({drain_s:g}), "
            "or no time is left to send people away"
        )
        yield ("drain_notice_s", "drain_s"), why
    if _is_port_twice(settings):
        why = (
            f"metrics_port and port are both {settings.port}; without metrics_port "
            "/metrics is on port"
        )
        yield ("metrics_port", "port"), why
    if is_exposed(settings) and not settings.allow_plain_text:
        why = (
            f"{settings.host or 'every address'} is open to other machines, and nothing "
            "is there for TLS. Put a TLS proxy before the server and list it in "
            "trusted_proxies, or accept plain text by name: allow_plain_text"
        )
        yield ("host",), why


def _is_port_twice(settings: Settings) -> bool:
    is_same = settings.metrics_port == settings.port != 0
    return is_same and settings.metrics_host in {None, settings.host}
