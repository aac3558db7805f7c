"""Exit codes; 0 is success."""

from __future__ import annotations

from typing import Final

EXIT_FAULT: Final = 1
"""The command failed."""
EXIT_USE: Final = 2
"""Its words or its settings cannot be used."""
