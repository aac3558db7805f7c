import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from client_cli.live.saved_games import is_saved, record_of, save
from engine.deal import Phase
from engine.dealing import commitment_to
from engine.verification import verify
from tests.client_cli.pretend import SECRET, TABLE, dealt

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def record() -> dict[str, object]:
    _, known = dealt(until=Phase.SETTLED)
    deal = known.view.deal
    assert deal is not None
    assert deal.settlement is not None
    return record_of(TABLE, deal, deal.settlement, commitment_to(SECRET), AT)


def test_a_record_verifies_by_itself() -> None:
    data = record()

    verify(json.loads(json.dumps(data)))
    assert data["time"] == "2026-01-02T03:04:05Z"
    assert data["names"] == ["Ada", "bot", "bot", "bot"]


def test_it_is_saved_for_this_user(tmp_path: Path) -> None:
    path = save(tmp_path, {"format": "x"}, TABLE, 2, AT)

    assert path == tmp_path / "games" / "20260102-030405-QF7K2-2.json"
    assert json.loads(path.read_text()) == {"format": "x"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_deal_that_is_saved_is_known_by_table_number_and_secret(
    tmp_path: Path,
) -> None:
    save(tmp_path, record(), TABLE, 2, AT)

    assert is_saved(tmp_path, TABLE, 2, SECRET)
    assert not is_saved(tmp_path, TABLE, 1, SECRET)
    assert not is_saved(tmp_path, "OTHER", 2, SECRET)
    assert not is_saved(tmp_path, TABLE, 2, bytes(32))


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 50_000])
def test_a_file_that_is_no_record_is_not_the_deal(content: str, tmp_path: Path) -> None:
    path = save(tmp_path, record(), TABLE, 2, AT)
    path.write_text(content)

    assert not is_saved(tmp_path, TABLE, 2, SECRET)


def test_nothing_is_saved_where_nothing_can_be(tmp_path: Path) -> None:
    assert not is_saved(tmp_path / "none", TABLE, 2, SECRET)
    (tmp_path / "games" / f"1-{TABLE}-2.json").mkdir(parents=True)
    assert not is_saved(tmp_path, TABLE, 2, SECRET)
