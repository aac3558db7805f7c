"""The part of msgpack that this project uses; the package ships no types."""

from collections.abc import Callable
from typing import Any

version: tuple[int, int, int]

def packb(
    o: object,
    *,
    default: Callable[[Any], object] | None = None,
    use_single_float: bool = False,
    use_bin_type: bool = True,
    strict_types: bool = False,
    datetime: bool = False,
    unicode_errors: str | None = None,
) -> bytes: ...
def unpackb(
    packed: bytes | bytearray | memoryview,
    *,
    object_hook: Callable[[dict[Any, Any]], object] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], object] | None = None,
    ext_hook: Callable[[int, bytes], object] = ...,
    raw: bool = False,
    use_list: bool = True,
    strict_map_key: bool = True,
    timestamp: int = 0,
    unicode_errors: str | None = None,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
) -> object: ...

class Packer:
    def __init__(
        self,
        *,
        default: Callable[[Any], object] | None = None,
        use_single_float: bool = False,
        autoreset: bool = True,
        use_bin_type: bool = True,
        strict_types: bool = False,
        datetime: bool = False,
        unicode_errors: str | None = None,
        buf_size: int = ...,
    ) -> None: ...
    def pack(self, obj: object) -> bytes: ...

class ExtType:
    code: int
    data: bytes
    def __new__(cls, code: int, data: bytes) -> ExtType: ...

class Timestamp:
    seconds: int
    nanoseconds: int

class UnpackException(Exception): ...
class OutOfData(UnpackException): ...
class FormatError(ValueError, UnpackException): ...
class StackError(ValueError, UnpackException): ...
class ExtraData(ValueError):
    unpacked: object
    extra: bytes
