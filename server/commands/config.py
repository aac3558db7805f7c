"""`tarocco-server config`: the settings in force and where each comes from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from server.commands.exits import EXIT_USE
from server.commands.flags import loaded_settings, parser_of
from server.settings_loading import BadSettings
from server.settings_shown import shown

if TYPE_CHECKING:
    from collections.abc import Sequence


def config_command(words: Sequence[str]) -> int:
    """Print the settings that a server with these words would use."""
    parser = parser_of("config", "Prints the settings in force; starts nothing.")
    given = parser.parse_args(words)
    try:
        loaded = loaded_settings(given)
    except BadSettings as fault:
        print(*fault.lines, sep="\n", file=sys.stderr)
        return EXIT_USE
    print(*shown(loaded), sep="\n")
    return 0
