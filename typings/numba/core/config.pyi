"""The settings of numba that this project changes."""

CACHE_LOCATOR_CLASSES: str
DISABLE_JIT: int
