"""Python files with a bot in them: finding the one class, and making bots of it."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import TextIO

    from client_cli.texts import Texts
    from protocol.bots import Bot

METHODS: Final = ("discard", "declare", "play")
_MODULE: Final = "tarocco_bot_"


@contextmanager
def output_kept_from_bots() -> Iterator[TextIO]:
    """Standard output for the program alone; what a bot prints goes to standard error."""
    own = sys.stdout
    with redirect_stdout(sys.stderr):
        yield own


def bots_from(path: str, texts: Texts) -> Callable[[], Bot]:
    """What makes a new bot, each time it is called, of the one class in a file.

    The folder of the file is put where its imports are looked for, as if it were run.

    Raises:
        Stopped: There is no such file, it cannot be loaded, or it holds no bot or
            several; by the result, when the class cannot be called.
    """
    module = _loaded(path, texts)
    kinds = [kind for kind in vars(module).values() if _is_bot(kind, module)]
    if len(kinds) != 1:
        found = ", ".join(kind.__name__ for kind in kinds)
        why = (
            texts.say("It has several: {names}.", names=shown(found))
            if kinds
            else texts.say("No class in it has discard, declare and play.")
        )
        raise _no_bot(path, why, texts)
    (kind,) = kinds

    def new_bot() -> Bot:
        try:
            bot: Bot = kind()
        except Exception as fault:
            raise _no_bot(path, _told(fault, path), texts) from fault
        return bot

    return new_bot


def _loaded(path: str, texts: Texts) -> ModuleType:
    file = Path(path).resolve()
    name = f"{_MODULE}{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise Stopped(
            Exit.NOT_FOUND,
            texts.say("The file {path} cannot be read.", path=shown(path)),
            why=_why_unreadable(file, texts),
            advice=texts.say("Try the example: {command}", command=_EXAMPLE),
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where its dataclasses look for their annotations
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        raise _no_bot(path, _told(fault, str(file)), texts) from fault
    return module


def _why_unreadable(file: Path, texts: Texts) -> str:
    if file.is_dir():
        return texts.say("It is a folder.")
    if not file.exists():
        return texts.say("There is no such file.")
    return texts.say("A bot is a Python file, its name ending in .py.")


_EXAMPLE: Final = "tarocco bot examples/bot.py"


def _is_bot(kind: object, module: ModuleType) -> bool:
    return (
        isinstance(kind, type)
        and kind.__module__ == module.__name__
        and all(callable(getattr(kind, method, None)) for method in METHODS)
    )


def _told(fault: BaseException, path: str) -> str:
    """What is wrong with somebody's file, and in which of its lines."""
    frames = traceback.extract_tb(fault.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == path]
    if isinstance(fault, SyntaxError):
        lines = [fault.lineno]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(fault).__name__}: {shown(str(fault), 200)}{where}"


def _no_bot(path: str, why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.WRONG_USE,
        texts.say("The file {path} holds no bot that can play.", path=shown(path)),
        why=why,
        advice=texts.say("A bot is one class: see examples/bot.py"),
    )
