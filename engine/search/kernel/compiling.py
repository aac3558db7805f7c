"""How the kernel is compiled, and where the compiled code is kept.

Entry points are kept on disk by numba: in `__pycache__` beside the source, or in the
cache folder of the user where that cannot be written, or where NUMBA_CACHE_DIR says. An
entry holds the code of everything it calls and the tables it reads, but numba judges
by one file whether it is out of date; so here the whole engine counts as its source.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeVar

from numba import config, njit, types
from numba.core import caching
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_F = TypeVar("_F", bound="Callable[..., object]")


def digest_of(sources: Iterable[bytes]) -> str:
    """A name for these sources, 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(hashlib.sha256(source).digest())
    return digest.hexdigest()


def _sources() -> Iterator[bytes]:
    """The rules and the kernel as they are installed here."""
    for package in ("engine", "engine.search", "engine.search.kernel"):
        for file in sorted(files(package).iterdir(), key=lambda found: found.name):
            if file.name.endswith(".py"):
                yield file.read_bytes()


SOURCES: Final = digest_of(_sources())


class _WholeEngine:
    """Says of a cached function that it is as old as any file of the engine."""

    def get_source_stamp(self) -> object:
        """What has to be the same for the cached code to be taken."""
        return SOURCES


class GivenFolder(_WholeEngine, caching.UserProvidedCacheLocator):
    """Keeps compiled code where NUMBA_CACHE_DIR says."""


class BesideSource(_WholeEngine, caching.InTreeCacheLocator):
    """Keeps compiled code in `__pycache__`, if that can be written."""


class UserFolder(_WholeEngine, caching.UserWideCacheLocator):
    """Keeps compiled code in the user's cache folder, if that can be written."""


_LOCATORS: Final = ",".join(
    f"{locator.__module__}.{locator.__name__}"
    for locator in (GivenFolder, BesideSource, UserFolder)
)


def inner(function: _F) -> _F:
    """Compile a function that other compiled functions call."""
    return njit(nogil=True, no_cfunc_wrapper=True)(function)


def entry(function: _F) -> _F:
    """Compile a function that Python calls, and keep the code on disk.

    It runs without the interpreter's lock. Where no folder can be written the code is
    compiled anew in each process.
    """
    kernel: Any = njit(nogil=True)(function)
    if not config.DISABLE_JIT:
        before = config.CACHE_LOCATOR_CLASSES
        config.CACHE_LOCATOR_CLASSES = _LOCATORS
        with suppress(RuntimeError):  # numba: no locator available
            kernel.enable_caching()
        config.CACHE_LOCATOR_CLASSES = before
    return kernel  # type: ignore[no-any-return]


@intrinsic
def popcount(context: Any, mask: Any) -> Any:  # noqa: ANN401 - numba's own types
    """How many cards a mask holds; twin: `len` of a `CardSet`."""
    del context, mask

    def build(_: Any, builder: Any, __: Any, arguments: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def lowest(context: Any, mask: Any) -> Any:  # noqa: ANN401 - numba's own types
    """The lowest card of a mask that is not empty; twin: the first of a `CardSet`."""
    del context, mask

    def build(context: Any, builder: Any, _: Any, arguments: Any) -> Any:  # noqa: ANN401
        never_empty = context.get_constant(types.boolean, True)  # noqa: FBT003
        return builder.cttz(arguments[0], never_empty)

    return types.int64(types.int64), build
