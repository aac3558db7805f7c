import pytest

from client_cli.live.durations import duration
from client_cli.texts import Texts, texts_in


@pytest.mark.parametrize(
    ("milliseconds", "english", "italian"),
    [
        (600_000, "10 minutes", "10 minuti"),
        (90_000, "1 minute 30 seconds", "1 minuto 30 secondi"),
        (61_999, "1 minute 1 second", "1 minuto 1 secondo"),
        (9_999, "9 seconds", "9 secondi"),
        (3_600_000, "1 hour", "1 ora"),
        (7_325_000, "2 hours 2 minutes 5 seconds", "2 ore 2 minuti 5 secondi"),
        (999, "0 seconds", "0 secondi"),
        (-5_000, "0 seconds", "0 secondi"),
    ],
)
def test_a_duration_is_read_aloud(
    milliseconds: int, english: str, italian: str
) -> None:
    assert duration(milliseconds, Texts()) == english
    assert duration(milliseconds, texts_in("it")) == italian
