"""Logs: one JSON object a line on standard error, without a card or token in it.

What other libraries log comes in the same form. An error of the server's own code is
told by its kind and the places it went through, never by its text: the text, like the
values of variables, may hold what only one seat may know.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import traceback
from typing import TYPE_CHECKING, Any, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import MutableMapping

_PLACES: Final = 12
_LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_AT_LEAST: Final = {
    # Below INFO this library writes every frame, tokens and hands included; what it
    # says at INFO is said better by the server itself.
    "websockets": logging.WARNING,
    "asyncio": logging.WARNING,
    "redis": logging.WARNING,
}


def set_up_logs(level: str = "info") -> None:
    """Send what the server and its libraries have to say to standard error.

    Args:
        level: The least important that is told: `debug info warning error`.
    """
    number = _LEVELS[level]
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_secrets,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=number, force=True)
    for name, least in _AT_LEAST.items():
        logging.getLogger(name).setLevel(max(number, least))
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def short(secret: str) -> str:
    """What stands for an id that a log must not hold, always the same for it.

    >>> short("9f6e1a")
    '049cb21c'
    """
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def _without_secrets(
    _logger: object, _method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Replace an error by its kind and its places."""
    given = entry.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        entry["error"] = type(error).__name__
        entry["places"] = places_of(error)
    return entry


def places_of(error: BaseException) -> list[str]:
    """Where an error went through, the innermost place last, without any value."""
    frames = traceback.extract_tb(error.__traceback__)[-_PLACES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
