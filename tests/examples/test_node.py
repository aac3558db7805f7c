"""The client in JavaScript: written from the protocol's document, run on a real server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.server.processes import free_port, server

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "node"
OLDEST_NODE = 20
INSTALL_S = 50
# What npm says where no registry can be reached.
NO_NETWORK = re.compile(
    r"E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT)"
)
TRICKS = 15
NO_WAIT = ["--server", "ws://127.0.0.1:1", "--wait", "0"]


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="module")
def node() -> str:
    found = program("node")
    said = subprocess.run([found, "--version"], capture_output=True, check=True).stdout
    if int(said.decode().lstrip("v").split(".")[0]) < OLDEST_NODE:
        pytest.skip(f"node {said.decode().strip()} is older than {OLDEST_NODE}")
    return found


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with its packages, beside a copy of the document that it was made from."""
    npm = program("npm")
    checkout = tmp_path_factory.mktemp("checkout")
    copy = checkout / "examples" / "node"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("node_modules"))
    (checkout / "protocol").mkdir()
    shutil.copy(ROOT / "protocol" / "README.md", checkout / "protocol")
    words = ["ci", "--ignore-scripts", "--omit=dev", "--fetch-retries=0"]
    try:
        installed = subprocess.run(
            [npm, *words],
            cwd=copy,
            capture_output=True,
            text=True,
            timeout=INSTALL_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm did not install the packages within {INSTALL_S} s")
    if installed.returncode and NO_NETWORK.search(installed.stderr):
        pytest.skip("npm cannot reach a registry to install the packages from")
    assert not installed.returncode, installed.stderr
    return copy


def played(node: str, example: Path, *words: str, within_s: float) -> tuple[int, str]:
    """Run the client; its exit code, and what it printed."""
    with server() as running:
        running.await_ready()
        ended = subprocess.run(
            [node, "main.js", "--server", running.url, *words],
            cwd=example,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
        )
        assert "Traceback" not in running.errors
        assert not ended.stderr
    return ended.returncode, ended.stdout


def check(code: int, printed: str, deals: int) -> None:
    counts: dict[str, Any] = json.loads(printed.splitlines()[-1])
    tricks = [line for line in printed.splitlines() if ", trick " in line]
    assert code == 0, counts
    assert counts.pop("cuts") > 0
    assert counts.pop("skipped") >= 0
    zeros = dict.fromkeys(("refused", "lost", "duplicated", "differing", "gaps"), 0)
    assert counts == {"deals": deals, "verified": deals} | zeros
    assert len(tricks) == deals * TRICKS


def test_its_own_tests_pass(node: str, example: Path) -> None:
    ended = subprocess.run(
        [node, "--test"],
        cwd=example,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert ended.returncode == 0, ended.stdout
    assert re.search(r"pass [1-9]", ended.stdout)


def test_it_plays_deals_over_a_connection_that_breaks(node: str, example: Path) -> None:
    words = ("--deals", "5", "--cut", "0.05")

    code, printed = played(node, example, *words, within_s=55)

    check(code, printed, deals=5)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_it_plays_a_hundred_deals_over_a_connection_that_breaks(
    node: str, example: Path
) -> None:
    words = ("--deals", "100", "--cut", "0.02")

    code, printed = played(node, example, *words, within_s=850)

    check(code, printed, deals=100)


@pytest.mark.parametrize(
    "words",
    [[], ["--server", "ws://127.0.0.1:1", "--cut", "1"], ["--unknown"], NO_WAIT],
)
def test_wrong_words_are_explained(node: str, example: Path, words: list[str]) -> None:
    ended = subprocess.run(
        [node, "main.js", *words],
        cwd=example,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert ended.returncode == 2
    assert "node main.js --server" in ended.stderr


def test_help_is_no_fault(node: str, example: Path) -> None:
    ended = subprocess.run(
        [node, "main.js", "--help"],
        cwd=example,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("node main.js --server")


def test_the_lock_has_a_hash_and_no_address_for_each_package() -> None:
    lock = json.loads((EXAMPLE / "package-lock.json").read_text("utf-8"))
    wanted = json.loads((EXAMPLE / "package.json").read_text("utf-8"))["dependencies"]
    packages = {
        name.removeprefix("node_modules/"): package
        for name, package in lock["packages"].items()
        if name
    }

    assert {name: one["version"] for name, one in packages.items()} == wanted
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())
    assert {one["license"] for one in packages.values()} <= {"ISC", "MIT"}
    assert not any("resolved" in one for one in packages.values())


def test_server_that_is_not_there_is_told_soon(node: str, example: Path) -> None:
    address = f"ws://127.0.0.1:{free_port()}"
    ended = subprocess.run(
        [node, "main.js", "--server", address, "--wait", "0.2"],
        cwd=example,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        f"the server at {address} cannot be reached: no welcome within 0.2 s",
        "Is it running, and is the address right? --wait SECONDS waits longer.",
    ]
