"""The part of numba that this project uses; the package ships no types."""

from collections.abc import Callable
from typing import TypeVar

from numba.core import config as config

_F = TypeVar("_F", bound=Callable[..., object])

def njit(
    *, nogil: bool = False, no_cfunc_wrapper: bool = False
) -> Callable[[_F], _F]: ...
