"""Tables as files, on a real store."""

import asyncio
import base64
import json
from pathlib import Path

import redis

from server.adapters.redis_store import RedisStore
from server.commands.exits import EXIT_FAULT, EXIT_USE
from tests.server.commands.admin_store import Run, last_position, opened_table


async def version_of(store_url: str, table: str) -> int:
    store = RedisStore.at(store_url)
    marks = await store.marks([table])
    await store.aclose()
    return marks[table].version


def test_table_is_told_before_it_is_exported(
    run: Run, store_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    file.write_text("{}")
    file.chmod(0o644)
    table = asyncio.run(opened_table(store_url))

    opened_at = asyncio.run(version_of(store_url, table))
    refused = (EXIT_USE, "", f"{file} is there already: --force writes over it.\n")
    assert run("export", table, str(file)) == refused
    assert file.read_text() == "{}"
    code, out, _ = run("export", table.lower(), str(file), "--force")

    assert code == 0
    assert "hidden cards and all" in out
    assert file.stat().st_mode & 0o777 == 0o600
    exported = json.loads(file.read_text())
    assert exported["table"] == table
    version, kind = asyncio.run(last_position(store_url, table))
    # By the one that was refused it was not told.
    assert (version, kind) == (opened_at + 1, "HandsLookedAt")
    assert exported["events"][-1][0] == version


def test_a_file_that_is_no_table_or_not_there_is_refused(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"format": "something else"}))

    code, _, err = run("import", str(file))
    assert code == EXIT_FAULT
    assert "holds no table" in err
    file.write_text("{")
    assert "no JSON" in run("import", str(file))[2]
    assert run("import", str(tmp_path / "none.json"))[0] == EXIT_FAULT


def test_table_that_nobody_can_read_is_exported_as_it_is(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "damaged.json"
    with redis.Redis.from_url(store_url) as client:
        (key,) = client.keys(f"T:*:{table}:st")
        good = client.get(key)
        assert isinstance(good, bytes)
        client.set(key, b"??" + good[2:], keepttl=True)

        assert run("export", table, str(file))[0] == EXIT_FAULT
        code, told, _ = run("export", table, str(file), "--damaged")

        assert (code, "is in" in told) == (0, True)
        data = json.loads(file.read_text("utf-8"))
        assert base64.b64decode(data["snapshot"]) == b"??" + good[2:]
        assert data["table"] == table
        assert "snapshot" in data["fault"]
        (entry,) = client.xrange(f"{key.decode()[:-3]}:ev")[-1:]
        version, _, payload = data["events"][-1]
        assert entry[0] == f"{version}-0".encode()
        assert base64.b64decode(payload) in entry[1].values()


def test_table_that_nobody_can_read_is_removed_once_it_is_written_down(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "damaged.json"
    with redis.Redis.from_url(store_url) as client:
        (key,) = client.keys(f"T:*:{table}:st")
        client.set(key, b"??", keepttl=True)

        code, _, complaint = run("close", table)
        assert (code, "admin remove TABLE FILE" in complaint) == (EXIT_FAULT, True)
        assert '"damaged"' in run("tables")[1]
        unwritable = run("remove", table, str(tmp_path / "none" / "file"))
        assert (unwritable[0], len(client.keys(f"T:*:{table}:st"))) == (EXIT_FAULT, 1)

        code, told, _ = run("remove", table, str(file))

        assert (code, told.splitlines()[-1]) == (0, f"{table} is removed.")
        data = json.loads(file.read_text("utf-8"))
        assert base64.b64decode(data["snapshot"]) == b"??"
        assert client.keys(f"*{table}*") == []
    assert run("tables")[1] == ""
    assert run("remove", table, str(file))[0] == EXIT_USE  # it would be written over
    assert run("remove", table, str(file), "--force")[0] == EXIT_FAULT


def test_table_that_can_be_read_is_closed_and_not_removed(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "table.json"

    code, _, complaint = run("remove", table, str(file))

    assert (code, file.exists()) == (EXIT_FAULT, False)
    assert "`admin close`" in complaint
    assert table in run("tables")[1]
    assert run("remove", table, "-")[0] == EXIT_USE


def test_table_that_can_be_read_is_not_exported_behind_its_back(
    store_url: str, run: Run, tmp_path: Path
) -> None:
    table = asyncio.run(opened_table(store_url))
    file = tmp_path / "table.json"

    code, _, complaint = run("export", table, str(file), "--damaged")

    assert (code, file.exists()) == (EXIT_FAULT, False)
    assert "without `--damaged`" in complaint
    assert run("export", "NONE2", str(file), "--damaged")[0] == EXIT_FAULT
