"""The part of numba's types that this project uses."""

class Type:
    def __call__(self, *arguments: Type) -> object: ...

boolean: Type
int64: Type
