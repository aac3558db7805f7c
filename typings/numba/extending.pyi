"""The part of numba's extension interface that this project uses."""

from collections.abc import Callable

def intrinsic(
    func: Callable[..., tuple[object, Callable[..., object]]],
) -> Callable[[int], int]: ...
