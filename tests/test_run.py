"""run.py as a person meets it: a checkout, a command, and what is installed for it.

Installer and interpreter are fakes that write down what they are asked for; see
tests.checks.fake_checkout.
"""

import ast
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

if sys.platform == "win32":
    pytest.skip("the fake programs are shell scripts", allow_module_level=True)

import fcntl

from client_cli.verbs import VERB_NAMES
from tests.checks.fake_checkout import (
    PYTHON,
    RUN,
    Checkout,
    make_checkout,
    write_program,
)

NO_ENSUREPIP = "import sys\nsys.modules['ensurepip'] = None\n"
OLD = """
import runpy, sys
sys.version_info = (3, 9, 2, "final", 0)
sys.argv = ["run.py", "play", "--plain"]
runpy.run_path(sys.orig_argv[-1], run_name="__main__")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make_checkout(tmp_path)


def module_of(checkout: Checkout) -> ModuleType:
    """Load run.py without starting anything."""
    spec = importlib.util.spec_from_file_location("run", checkout.root / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def requests(checkout: Checkout, lock: str) -> list[str]:
    """Say what uv is asked for to install one lock and the checkout."""
    python = f"pip install --python {checkout.root}/.venv/bin/python"
    return [
        f"{python} --require-hashes -r {checkout.root}/{lock}",
        f"{python} --no-deps --no-build-isolation -e {checkout.root}",
    ]


def test_first_game_makes_the_environment_and_starts(checkout: Checkout) -> None:
    code, told = checkout.run("play", "--plain")

    making, *installing = checkout.asked()
    assert making.startswith("venv --python /")
    assert making.endswith(f" {checkout.root}/.venv")
    assert installing == requests(checkout, "requirements.lock")
    assert checkout.started() == [
        str(checkout.person), "safe 1", "-m", "client_cli", "play", "--plain"
    ]  # fmt: skip
    assert code == 7
    assert told.splitlines()[0] == (
        "run.py: installing what the game needs into .venv (with uv: a few seconds)"
    )


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        (["play"], ["-m", "client_cli", "play"]),
        (["score", "a b.json"], ["-m", "client_cli", "score", "a b.json"]),
        (["--version"], ["-m", "client_cli", "--version"]),
        (["serve", "--port", "1"], ["-m", "server", "--port", "1"]),
    ],
)
def test_game_starts_where_the_person_is(
    checkout: Checkout, arguments: list[str], started: list[str]
) -> None:
    checkout.run(*arguments)

    assert checkout.started() == [str(checkout.person), "safe 1", *started]


def test_game_is_told_how_it_was_called(checkout: Checkout) -> None:
    checkout.run("play")

    python = Path(sys.executable).name
    assert checkout.called() == f"{python} '{checkout.root}/run.py'"


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        (["test"], ["-m", "tests.checks"]),
        (["test", "--long"], ["-m", "tests.checks", "--long"]),
        (["test", "-k", "matto"], ["-m", "pytest", "-k", "matto"]),
        (["prove", "--scale", "2"], ["-m", "tests.prove", "--scale", "2"]),
        (["test", "--long", "tests"], ["-m", "pytest", "--long", "tests"]),
        (["lock", "--upgrade"], ["-m", "tests.checks.locks", "--upgrade"]),
    ],
)
def test_checks_start_in_the_checkout(
    checkout: Checkout, arguments: list[str], started: list[str]
) -> None:
    checkout.run(*arguments)

    assert checkout.asked()[1:] == requests(checkout, "requirements-dev.lock")
    assert checkout.started() == [str(checkout.root), "safe no", *started]


@pytest.mark.parametrize("arguments", [[], ["help"], ["-h"], ["--help"]])
def test_usage_installs_nothing(checkout: Checkout, arguments: list[str]) -> None:
    code, told = checkout.run(*arguments)

    assert (code, told, checkout.asked()) == (0, "", [])


def test_usage_names_every_verb_of_the_client() -> None:
    usage = RUN.read_text("utf-8").split('"""')[1]

    assert [
        verb for verb in VERB_NAMES if verb not in re.findall("[a-z]+", usage)
    ] == []


def test_nothing_is_installed_when_nothing_changed(checkout: Checkout) -> None:
    checkout.run("play")
    checkout.asked()

    assert checkout.run("play") == (7, "")
    assert checkout.asked() == []


def test_game_is_content_with_the_environment_of_the_tests(checkout: Checkout) -> None:
    checkout.run("test")
    checkout.asked()

    assert checkout.run("play") == (7, "")
    assert checkout.asked() == []


def test_tests_add_to_the_environment_of_the_game(checkout: Checkout) -> None:
    checkout.run("play")
    checkout.asked()

    checkout.run("test")

    assert checkout.asked() == requests(checkout, "requirements-dev.lock")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("requirements.lock", "one", "1"), ("pyproject.toml", '"1"', '"2"')],
)
def test_change_is_installed(checkout: Checkout, name: str, old: str, new: str) -> None:
    checkout.run("play")
    checkout.asked()

    checkout.change(name, old, new)
    checkout.run("play")

    assert checkout.asked() == requests(checkout, "requirements.lock")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("requirements-dev.lock", "two", "2"), ("pyproject.toml", "88", "99")],
)
def test_change_that_the_game_does_not_feel_is_not_installed(
    checkout: Checkout, name: str, old: str, new: str
) -> None:
    checkout.run("play")
    checkout.asked()

    checkout.change(name, old, new)
    checkout.run("play")

    assert checkout.asked() == []


@pytest.mark.parametrize("key", ["python", "root"])
def test_environment_of_another_python_or_place_is_made_anew(
    checkout: Checkout, key: str
) -> None:
    checkout.run("play")
    checkout.asked()
    stamp = checkout.root / ".venv" / "run.json"
    stamp.write_text(json.dumps(json.loads(stamp.read_text()) | {key: "other"}))
    (checkout.root / ".venv" / "left over").touch()

    checkout.run("play")

    assert checkout.asked()[0].startswith("venv ")
    assert not (checkout.root / ".venv" / "left over").exists()


def test_checkout_that_moved_makes_its_environment_anew(checkout: Checkout) -> None:
    checkout.run("play")
    checkout.asked()
    moved = Checkout(
        checkout.root.rename(checkout.root.with_name("moved")),
        checkout.person,
        checkout.fakes,
    )

    assert moved.run("play")[0] == 7
    assert moved.asked()[1:] == requests(moved, "requirements.lock")


@pytest.mark.parametrize("name", ["KILL", "INT"])
def test_install_that_was_cut_off_is_done_anew(checkout: Checkout, name: str) -> None:
    cut_off = f'touch "{checkout.root}/.venv/half"; kill -{name} $PPID; exit 1'
    number = signal.Signals[f"SIG{name}"]

    code, told = checkout.run("play", FAKE_INSTALL=cut_off)

    assert code == (130 if number == signal.SIGINT else -number)
    assert "Traceback" not in told
    checkout.asked()
    assert checkout.run("play")[0] == 7
    assert checkout.asked()[1:] == requests(checkout, "requirements.lock")
    assert not (checkout.root / ".venv" / "half").exists()


def test_failed_install_names_the_log(checkout: Checkout) -> None:
    code, told = checkout.run("play", FAKE_INSTALL="echo no space left; exit 2")

    log = checkout.root / ".venv.log"
    assert code == 1
    assert told.splitlines()[1:] == [
        f"run.py: the set-up of .venv failed; what went wrong is in {log}"
    ]
    assert "no space left" in log.read_text()


def test_without_network_says_so_and_keeps_the_game(checkout: Checkout) -> None:
    checkout.run("play")
    checkout.asked()

    code, told = checkout.run("test", FAKE_INSTALL="echo dns error; exit 2")

    assert code == 1
    assert told.splitlines()[1] == (
        "run.py: the dependencies could not be fetched: connect to the network and "
        f"give the same command again (details: {checkout.root}/.venv.log)"
    )
    checkout.asked()
    assert checkout.run("play") == (7, "")
    assert checkout.asked() == []


def test_failed_install_that_changed_something_is_done_anew(
    checkout: Checkout,
) -> None:
    checkout.run("play")
    half = f'touch "{checkout.root}/.venv/lib/python3/site-packages/half"; exit 2'

    checkout.run("test", FAKE_INSTALL=half)

    checkout.asked()
    checkout.run("play")
    assert checkout.asked()[0].startswith("venv ")


def test_pip_without_network_replaces_what_has_no_pip_and_says_so(
    checkout: Checkout,
) -> None:
    checkout.run("play")
    (checkout.fakes / "bin" / "uv").unlink()
    checkout.change("requirements.lock", "# one", "one==1 --hash=sha256:" + 64 * "a")

    code, told = checkout.run(
        "play",
        PIP_CONFIG_FILE=os.devnull,
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_RETRIES="1",
        PIP_NO_CACHE_DIR="1",
    )

    assert code == 1
    assert "(with pip: " in told.splitlines()[0]
    assert "connect to the network" in told.splitlines()[1]
    assert (checkout.root / ".venv" / "pyvenv.cfg").exists()


def test_missing_venv_is_told_in_one_line(checkout: Checkout) -> None:
    (checkout.fakes / "bin" / "uv").unlink()
    (checkout.fakes / "sitecustomize.py").write_text(NO_ENSUREPIP)

    code, told = checkout.run("play", PYTHONPATH=str(checkout.fakes))

    assert code == 1
    assert told.splitlines()[1] == (
        "run.py: this Python has no venv; install it (Debian, Ubuntu: sudo apt install "
        "python3-venv) or uv, then give the same command again"
    )


@pytest.mark.parametrize(
    ("others", "advice"),
    [
        (["python3.10"], "install a newer one (python.org, or your system's packages)"),
        (["python3.11", "python3.12"], "try: python3.12 run.py play --plain"),
    ],
)
def test_old_python_is_told_in_one_line(
    checkout: Checkout, others: list[str], advice: str
) -> None:
    for name in others:
        write_program(checkout.fakes / "bin" / name, PYTHON)

    result = subprocess.run(
        [sys.executable, "-c", OLD, str(checkout.root / "run.py")],
        env={"PATH": str(checkout.fakes / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 1
    assert result.stderr == (
        f"run.py: needs Python 3.11 or newer, and this is 3.9; {advice}\n"
    )


def test_old_python_can_read_the_file() -> None:
    ast.parse(RUN.read_text("utf-8"), feature_version=(3, 7))


def test_second_start_waits_for_the_first(checkout: Checkout) -> None:
    with (checkout.root / ".venv.lock").open("a") as mutex:
        fcntl.flock(mutex, fcntl.LOCK_EX)
        process = checkout.command("play")
        assert process.stderr is not None
        told = process.stderr.readline()
        asked = checkout.asked()
        fcntl.flock(mutex, fcntl.LOCK_UN)
        process.communicate()

    assert told == "run.py: another run.py is setting up .venv; waiting for it\n"
    assert asked == []
    assert process.returncode == 7
    assert checkout.asked()[1:] == requests(checkout, "requirements.lock")


def test_wait_for_another_start_has_an_end(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(checkout)
    monkeypatch.setattr(module, "MUTEX_WAIT_S", -1.0)

    with module.MUTEX.open("a") as mutex, module.MUTEX.open("a") as other:
        fcntl.flock(mutex, fcntl.LOCK_EX)
        with pytest.raises(module.Stop, match=r"another run.py keeps .*; end it"):
            module.wait_for(other.fileno())


def test_musl_leaves_out_what_is_not_built_for_it(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(checkout)
    monkeypatch.setattr(
        "sysconfig.get_config_var", lambda _: "cpython-311-x86_64-linux-musl"
    )
    lock = module.LOCKS["run"]
    lock.write_text(
        "# head\nllvmlite==0.50 \\\n    --hash=e\nnumba==0.68 \\\n    --hash=f\n"
        "uvloop==1 \\\n    --hash=a\nvalkeylite==9 \\\n    --hash=b\n"
        "    --hash=c\nwebsockets==1 \\\n    --hash=d\n"
    )
    module.VENV.mkdir()

    reduced = module.lock_for_here("run")

    assert reduced != lock
    assert reduced.read_text() == (
        "# head\nuvloop==1 \\\n    --hash=a\nwebsockets==1 \\\n    --hash=d\n"
    )


def test_other_machines_take_the_whole_lock(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(checkout)
    monkeypatch.setattr("sysconfig.get_config_var", lambda _: "cpython-311-darwin")

    assert module.lock_for_here("dev") == module.LOCKS["dev"]
