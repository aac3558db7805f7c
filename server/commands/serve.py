"""`tarocco-server serve`: runs a server until it is told to end."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

import structlog

from server.adapters.embedded_files import EmbeddedStoreFailed
from server.adapters.process_limits import forbid_core_dumps
from server.app import running
from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.commands.flags import loaded_settings, parser_of
from server.local_file import LocalFile
from server.logs import set_up_logs
from server.settings_loading import BadSettings
from server.store_check import Unready
from server.store_outcomes import StoreUnavailable
from server.versions import program_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from server.settings import Settings

log = structlog.get_logger()

_OTHERS: Final = (
    "Other commands, each with its own --help: config (the settings in force), health "
    "(is a server ready), admin (looks after tables), rehearse (tries a client), "
    "warmup (compiles what bots need)."
)
_SIGNS: Final = ("SIGTERM", "SIGINT", "SIGHUP")
"""What asks for the end. SIGHUP is among them: it comes when the terminal is gone, and
there is nothing that a running server could read again or open again."""


def serve_command(words: Sequence[str]) -> int:
    """Run a server; the exit code, once it has ended."""
    parser = parser_of("[serve]", "Hosts tables of Tarocco Bolognese.")
    parser.epilog = f"{parser.epilog} {_OTHERS}"
    given = parser.parse_args(words)
    try:
        loaded = loaded_settings(given)
        settings = loaded.settings
    except BadSettings as fault:
        print(*fault.lines, sep="\n", file=sys.stderr)
        return EXIT_USE
    set_up_logs(settings.log_level)
    log.info(
        "starting",
        version=program_version(),
        host=settings.host,
        port=settings.port,
        file=None if loaded.file is None else str(loaded.file),
    )
    for variable in loaded.strangers:
        log.warning("no such setting", variable=variable)
    forbid_core_dumps()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings, local=given.local))
    except (Unready, EmbeddedStoreFailed, StoreUnavailable) as fault:
        print(f"The server cannot run: {fault}", file=sys.stderr)
        return EXIT_FAULT
    except OSError as fault:
        print(f"The server cannot run: {_with_advice(fault)}", file=sys.stderr)
        return EXIT_FAULT
    return 0


def _with_advice(fault: OSError) -> str:
    """What has happened, and what to do where that is clear."""
    told = f"{fault.strerror or fault}."
    if fault.errno == errno.EADDRINUSE:
        return f"{told} Choose another port with --port, or --metrics-port."
    if fault.errno == errno.EADDRNOTAVAIL or isinstance(fault, socket.gaierror):
        return f"{told} Is `host` (or `metrics_host`) an address of this machine?"
    return told


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop where there is one; it does not exist for Windows."""
    try:
        import uvloop  # noqa: PLC0415 - optional
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(settings: Settings, *, local: bool) -> None:
    stop = asyncio.Event()
    _listen_for_signs(stop)
    async with running(settings, stop) as url:
        if stop.is_set():
            return
        _spare_collector()
        print(f"Serving at {url}", flush=True)
        with LocalFile(settings.state_dir, url) if local else nullcontext():
            await stop.wait()


def _spare_collector() -> None:
    """Let the collector leave alone what lives as long as the server.

    Tables are frozen records without cycles; looking for cycles among all of them with
    every few hundred new objects took a twentieth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _listen_for_signs(stop: asyncio.Event) -> None:
    """End in good order at the first sign, and at once at the second."""
    loop = asyncio.get_running_loop()

    def asked(sign: signal.Signals) -> None:
        if stop.is_set():
            log.warning("ended at once", sign=sign.name)
            os._exit(EXIT_FAULT)
        log.info("asked to end", sign=sign.name)
        stop.set()

    for name in _SIGNS:
        sign = getattr(signal, name, None)
        # What was ignored before, as under nohup, stays ignored.
        if sign is None or signal.getsignal(sign) is signal.SIG_IGN:
            continue
        if sys.platform != "win32":  # event loops there take no signal handlers
            loop.add_signal_handler(sign, asked, sign)
