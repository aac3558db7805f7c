import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from protocol.codec import decode_to_client
from protocol.to_client import GoAway, StoreState, Welcome
from server.adapters.embedded_binary import find_binary
from tests.server.processes import Running, free_port, server
from tests.server.rig import end_of, hear, say_hello
from tests.support.redis_processes import (
    DURABLE,
    ServerProcess,
    cluster,
    one_server,
    say,
    scratch,
    until,
)


def ended(running: Running) -> int:
    return running.process.wait(timeout=30)


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with server(port=taken.getsockname()[1]) as running:
            assert ended(running) == 1

            assert "Choose another port with --port" in running.errors
            assert "Traceback" not in running.errors


def test_it_says_at_once_that_it_starts_and_what_it_is() -> None:
    with server() as running:
        until(lambda: running.has_logged("ready"), "its log")
        first = json.loads(running.errors.splitlines()[0])
        (ready,) = running.logged("ready")

    assert (first["event"], first["port"]) == ("starting", running.port)
    assert first["version"] == ready["version"] == version("tarocco-bolognese")


def test_an_address_of_another_machine_is_told() -> None:
    environment = {
        "TAROCCO_HOST": "192.0.2.1",  # of no machine: for documents
        "TAROCCO_ALLOW_PLAIN_TEXT": "true",
    }
    with server(environment=environment) as running:
        assert ended(running) == 1

        assert "an address of this machine?" in running.errors
        assert "port with" not in running.errors


def test_a_slip_of_the_pen_in_the_environment_is_warned_of() -> None:
    with server(environment={"TAROCCO_PROT": "1"}) as running:
        until(lambda: "Serving" in running.said, "its address")

        assert running.end() == 0
        warned = running.logged("no such setting")
        assert [line["variable"] for line in warned] == ["TAROCCO_PROT"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAROCCO_PORT", "many"),
        ("TAROCCO_REDIS_URL", "postgres://:hunter2@h"),
        ("TAROCCO_REDIS_URL", "redis+sentinel://:hunter2@h"),
        ("TAROCCO_CONFIG", "no such file"),
        ("TAROCCO_LOGIN_KEY", "hunter2"),
        ("TAROCCO_LOGIN_KEY", "-----BEGIN PUBLIC KEY-----\nhunter2"),
        ("TAROCCO_KILL_AT", "hunter2"),
    ],
)
def test_bad_settings_are_told_before_anything_starts(name: str, value: str) -> None:
    with server(environment={name: value}) as running:
        assert ended(running) == 2

        assert len(running.errors.splitlines()) == 1
        assert "hunter2" not in running.errors


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with server(environment={"TAROCCO_STATE_DIR": str(file)}) as running:
        assert ended(running) == 1

        assert "cannot be used" in running.errors
        assert "Traceback" not in running.errors


def test_a_dangerous_store_is_refused_by_name() -> None:
    with one_server(options={**DURABLE, "appendfsync": "everysec"}) as store:
        environment = {"TAROCCO_REDIS_URL": store.url}
        with server(environment=environment) as running:
            assert ended(running) == 1
            assert "fsync-everysec" in running.errors

        environment["TAROCCO_ALLOW_DANGERS"] = "fsync-everysec"
        with server(environment=environment) as running:
            running.await_ready()
            assert running.end() == 0


def test_a_store_that_comes_back_with_other_settings_takes_nobody() -> None:
    with (
        one_server() as store,
        server(environment={"TAROCCO_REDIS_URL": store.url}) as running,
    ):
        running.await_ready()
        store.end()
        store.options |= {"appendonly": "no", "appendfsync": "everysec"}
        store.start()
        until(lambda: running.get("/readyz")[0] == 503, "the danger is noticed")
        until(lambda: "no-append-only" in running.get("/readyz")[1], "its reason")

        reason = running.get("/readyz")[1]
        assert reason.startswith("the store is not safe for tables: ")
        assert "set appendfsync always" in reason
        logged = {entry["name"] for entry in running.logged("store setting")}
        assert logged == {"no-append-only-file", "fsync-everysec"}

        with store.client() as client:
            client.config_set("appendonly", "yes")
            client.config_set("appendfsync", "always")
        running.await_ready()


def test_any_node_of_a_cluster_that_dies_is_noticed() -> None:
    with cluster() as group:
        for node in group.servers:
            with node.client() as client:  # the others go on, and say nothing of it
                client.config_set("cluster-require-full-coverage", "no")
        environment = {
            "TAROCCO_REDIS_URL": group.url,
            "TAROCCO_STORE_PATIENCE_S": "0.5",
        }
        with server(environment=environment) as running:
            for node in group.servers:
                running.await_ready()
                node.end()
                until(lambda: running.get("/readyz")[0] == 503, "that a node is away")
                node.start()
            running.await_ready()


def test_a_replica_is_refused() -> None:
    with one_server() as store:
        with store.client() as client:
            client.replicaof("127.0.0.1", "1")
        with server(environment={"TAROCCO_REDIS_URL": store.url}) as running:
            assert ended(running) == 1
            assert "the store is a replica" in running.errors


def test_a_store_that_becomes_a_replica_takes_nobody() -> None:
    with (
        one_server() as store,
        server(environment={"TAROCCO_REDIS_URL": store.url}) as running,
    ):
        running.await_ready()
        with store.client() as client:
            client.replicaof("127.0.0.1", "1")
        until(lambda: running.get("/readyz")[0] == 503, "that it takes no changes")

        assert "a replica, which takes no changes" in running.get("/readyz")[1]


def test_a_store_without_a_needed_right_is_refused_with_its_name() -> None:
    with one_server() as store:
        with store.client() as client:
            client.acl_setuser(
                "tarocco",
                enabled=True,
                passwords=["+pw"],
                keys=["*"],
                categories=["+@all"],
            )
            say(client, "ACL SETUSER", "tarocco", "resetchannels")
        url = f"{store.url}?username=tarocco&password=pw"
        with server(environment={"TAROCCO_REDIS_URL": url}) as running:
            assert ended(running) == 1
            assert "its user may not use the channels: add &*" in running.errors


async def test_a_full_store_is_told_to_who_is_there_and_takes_nobody_new() -> None:
    with (
        one_server() as store,
        server(environment={"TAROCCO_REDIS_URL": store.url}) as running,
    ):
        await asyncio.to_thread(running.await_ready)
        async with connect(running.url, proxy=None) as client, asyncio.timeout(60):
            assert isinstance(await say_hello(client), Welcome)
            say_limit(store, "1")

            assert await next_state(client) == "away"
            status, reason = await asyncio.to_thread(running.get, "/readyz")
            assert status == 503
            assert "its memory is full" in reason

            say_limit(store, DURABLE["maxmemory"])
            assert await next_state(client) == "back"
        await asyncio.to_thread(running.await_ready)


def say_limit(store: ServerProcess, memory: str) -> None:
    with store.client() as client:
        client.config_set("maxmemory", memory)


async def next_state(client: ClientConnection) -> str:
    """What people are told of the store next."""
    while True:
        frame = await client.recv(decode=False)
        message = decode_to_client(frame)
        if isinstance(message, StoreState):
            return message.state


def test_no_cluster_is_told_in_one_line() -> None:
    with scratch() as folder:
        port = free_port()
        options = {"port": str(port), "bind": "127.0.0.1", **DURABLE}
        store = ServerProcess(find_binary(), folder, options)
        store.start()
        url = f"redis+cluster://127.0.0.1:{port}"
        try:
            with server(environment={"TAROCCO_REDIS_URL": url}) as running:
                assert ended(running) == 1
                assert "redis:// instead of redis+cluster://" in running.errors
                assert "redis_url" in running.errors
                assert "Traceback" not in running.errors
        finally:
            store.end()


def test_a_store_that_comes_late_is_waited_for() -> None:
    with scratch() as folder:
        late = folder / "s"
        environment = {"TAROCCO_REDIS_URL": f"unix://{late}"}
        with server(environment=environment) as running:
            until(lambda: running.get("/healthz")[0] == 200, "life")

            status, reason = running.get("/readyz")
            assert status == 503
            assert reason.startswith("starting: waiting for the store")
            assert "Serving" not in running.said
            options = {**DURABLE, "port": "0", "unixsocket": str(late)}
            with one_server(options=options):
                running.await_ready()
                until(lambda: running.url in running.said, "its address")
                assert running.end() == 0


def test_a_server_that_still_waits_for_its_store_can_be_ended() -> None:
    environment = {"TAROCCO_REDIS_URL": "unix:///nowhere/at/all"}
    with server(environment=environment) as running:
        until(lambda: running.get("/healthz")[0] == 200, "life")

        assert running.end() == 0
        assert "Serving" not in running.said
        assert not running.has_logged("ready")


def test_a_server_lives_on_without_its_store_and_is_ready_with_it() -> None:
    with one_server() as store:
        environment = {
            "TAROCCO_REDIS_URL": store.url,
            "TAROCCO_STORE_PATIENCE_S": "0.5",
        }
        with server(environment=environment) as running:
            running.await_ready()

            store.end()
            until(lambda: running.get("/readyz")[0] == 503, "a word about the store")
            assert running.get("/healthz") == (200, "alive\n")
            assert "has not answered for" in running.get("/readyz")[1]

            store.start()
            running.await_ready()
            assert len(running.logged("the store does not answer")) == 1
            until(lambda: len(running.logged("the store is back")) == 1, "its return")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_the_end_is_announced_and_in_good_order(sign: signal.Signals) -> None:
    with server() as running:
        await asyncio.to_thread(running.await_ready)
        async with connect(running.url, proxy=None) as client:
            assert isinstance(await say_hello(client), Welcome)

            running.process.send_signal(sign)

            assert isinstance(await hear(client), GoAway)
            assert await end_of(client) == 1012
        assert await asyncio.to_thread(ended, running) == 0
        assert "Traceback" not in running.errors
        assert running.logged("asked to end")[0]["sign"] == sign.name


def test_a_terminal_that_goes_away_is_no_matter_under_nohup() -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with server(preexec_fn=ignore) as running:
        running.await_ready()
        running.process.send_signal(signal.SIGHUP)

        assert running.get("/readyz")[0] == 200
        assert running.end() == 0


async def test_the_second_sign_ends_it_at_once() -> None:
    settings = {"TAROCCO_DRAIN_NOTICE_S": "60", "TAROCCO_DRAIN_S": "600"}
    with server(environment=settings) as running:
        await asyncio.to_thread(running.await_ready)
        async with connect(running.url, proxy=None) as client:
            await say_hello(client)
            running.process.send_signal(signal.SIGTERM)
            drains = partial(running.has_logged, "draining")
            await asyncio.to_thread(until, drains, "the drain")

            running.process.send_signal(signal.SIGTERM)

            assert await asyncio.to_thread(ended, running) == 1
        assert running.logged("ended at once")


async def test_clients_that_never_answer_do_not_keep_it_from_ending() -> None:
    settings = {"TAROCCO_CLOSE_S": "0.2", "TAROCCO_DRAIN_S": "10"}
    with server(environment=settings) as running:
        await asyncio.to_thread(running.await_ready)
        deaf = [await connect(running.url, proxy=None) for _ in range(3)]
        for client in deaf:
            await say_hello(client)
            client.transport.pause_reading()

        assert await asyncio.to_thread(running.end) == 0

        assert running.logged("drained")[0]["left"] == 0
        for client in deaf:
            client.transport.abort()


def test_few_open_files_mean_few_connections() -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))

    with server(preexec_fn=few) as running:
        running.await_ready()

        (told,) = running.logged("fewer connections than wished")
        assert told["places"] == 64
        until(lambda: running.has_logged("ready"), "its log")
        assert running.logged("ready")[0]["places"] == 64
        held = [
            socket.create_connection(("127.0.0.1", running.port)) for _ in range(120)
        ]
        for one in held:
            one.close()
        running.await_ready()  # as soon as it has seen that they are gone
        assert "Traceback" not in running.errors
        assert "Too many open files" not in running.errors
        assert running.end() == 0


def test_a_local_server_says_where_it_is_while_it_is_ready() -> None:
    with scratch() as folder, server("--local", folder=folder) as running:
        file = folder / "state" / "server.json"
        until(file.exists, "server.json")
        assert running.end() == 0
        assert not file.exists()


def test_a_local_server_ends_when_nobody_is_there() -> None:
    with server("--local", "--idle-exit", "0.2") as running:
        assert ended(running) == 0
        assert running.logged("nobody is here any more")


def test_metrics_are_on_their_own_port_where_there_is_one() -> None:
    port = free_port()
    with server("--metrics-port", str(port)) as running:
        running.await_ready()

        status, text = running.get("/metrics", port)
        assert status == 200
        assert "tarocco_ready 1.0" in text
        assert running.get("/metrics")[0] == 426


def test_bots_have_processes_that_end_with_the_server() -> None:
    with server(environment={"TAROCCO_BOT_WORKERS": "2"}) as running:
        running.await_ready()
        found = subprocess.run(
            ["/bin/ps", "-ww", "--ppid", str(running.process.pid), "-o", "pid=,args="],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        workers = [
            int(line.split()[0]) for line in found.splitlines() if "bot_worker" in line
        ]
        assert len(workers) == 2

        running.end(signal.SIGKILL)

        def gone() -> bool:
            return not any(_lives(pid) for pid in workers)

        until(gone, "the end of the bots")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or ") Z " not in stat.read_text()


OPEN = {"TAROCCO_HOST": "0.0.0.0"}  # noqa: S104 - what is refused here


def test_plain_text_for_other_machines_is_refused() -> None:
    with server(environment=OPEN) as running:
        assert ended(running) == 2

        assert len(running.errors.splitlines()) == 1
        assert "allow_plain_text" in running.errors


def test_plain_text_that_was_accepted_by_name_is_warned_of() -> None:
    with server(environment=OPEN | {"TAROCCO_ALLOW_PLAIN_TEXT": "true"}) as running:
        running.await_ready()

        until(lambda: running.has_logged("serving plain text"), "a word about it")
        assert "plain text" in running.get("/readyz")[1]


def test_server_behind_a_proxy_may_be_open_to_it() -> None:
    with server(environment=OPEN | {"TAROCCO_TRUSTED_PROXIES": "10.0.0.2"}) as running:
        running.await_ready()

        assert not running.has_logged("serving plain text")
        assert running.get("/readyz") == (200, "ready\n")
