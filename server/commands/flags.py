"""The flags that stand for settings, shared by the commands that use settings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from server.settings_loading import Loaded, load_settings

LOCAL_IDLE_S: Final = 600
LOCAL_BOT_WORKERS: Final = 0
"""One person's table asks for a move a second, which takes a fraction of a millisecond:
processes for that would only make the start later and the server bigger."""
LOCAL_TABLES_PER_MINUTE: Final = 60
"""There is one person, who may try as many as he likes."""


EPILOG: Final = (
    "Every setting can be given in a file (--config) and in the environment "
    "(TAROCCO_NAME); a flag wins over the environment, and that over the file. "
    "`tarocco-server config` prints all of them."
)


def parser_of(command: str, description: str) -> argparse.ArgumentParser:
    """A parser that knows the flags of settings."""
    parser = argparse.ArgumentParser(
        prog=f"tarocco-server {command}",
        description=description,
        epilog=EPILOG,
        allow_abbrev=False,
    )
    add_store_flags(parser)
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port (default 8062; 0: a free one)")
    parser.add_argument(
        "--metrics-port", type=int, help="port of its own for /metrics (default: none)"
    )
    parser.add_argument(
        "--idle-exit",
        dest="idle_exit_s",
        type=float,
        metavar="SECONDS",
        help="end after so many seconds without a connection",
    )
    parser.add_argument(
        "--log-level", help="debug, info, warning or error (default info)"
    )
    parser.add_argument(
        "--local",
        action="store_true",
        help="serve the person at this machine: a free port on loopback, written to "
        f"server.json in the state directory; idle exit {LOCAL_IDLE_S}, bots in "
        "threads",
    )
    return parser


def add_store_flags(
    parser: argparse.ArgumentParser, *, default: str | None = None
) -> None:
    """Add the flags that say where the settings are, and where the store.

    Args:
        parser: To which they are added.
        default: What they are without a word; `argparse.SUPPRESS` leaves them out, as
            where they may also have been given before.
    """
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        default=default,
        help="settings in TOML; else the file that TAROCCO_CONFIG names",
    )
    parser.add_argument(
        "--redis-url",
        metavar="URL",
        default=default,
        help="redis://, rediss://, unix://, redis+cluster:// or redis+sentinel://; "
        "without it the server keeps a durable store of its own",
    )
    parser.add_argument(
        "--state-dir",
        type=Path,
        metavar="FOLDER",
        default=default,
        help="where a store of its own lives",
    )


def loaded_settings(given: argparse.Namespace) -> Loaded:
    """The settings that the words, the environment and the file give.

    Raises:
        BadSettings: Something cannot be used.
    """
    flags = vars(given).copy()
    file, local = flags.pop("config"), flags.pop("local", False)
    defaults: dict[str, object] = {}
    if local:
        flags["host"] = flags["host"] or "127.0.0.1"
        flags["port"] = flags["port"] or 0
        defaults = {
            "idle_exit_s": LOCAL_IDLE_S,
            "bot_workers": LOCAL_BOT_WORKERS,
            "tables_per_minute": LOCAL_TABLES_PER_MINUTE,
        }
    return load_settings(flags, file, defaults)
