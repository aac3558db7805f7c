from http import HTTPStatus

import pytest

from server.adapters.http import answer, metrics_only
from tests.server.rig import UPGRADE, end_of, hello_bytes, say_hello, serving, until


def status(text: str) -> int:
    return int(text.split(" ", 2)[1])


def body(text: str) -> str:
    return text.partition("\r\n\r\n")[2]


async def test_lives_whatever_the_store_does() -> None:
    async with serving() as rig:
        rig.health.store_failed("unreachable")
        rig.health.is_open = False

        assert status(await rig.get("/healthz")) == 200


async def test_is_ready_when_all_is_well() -> None:
    async with serving() as rig:
        assert status(await rig.get("/readyz?verbose")) == 200


async def test_is_not_ready_without_bots_and_says_so() -> None:
    async with serving() as rig:
        rig.health.bots_are_warm = False

        told = await rig.get("/readyz")

    assert status(told) == 503
    assert body(told) == "starting: bots are not warm\n"


async def test_is_not_ready_while_draining_and_takes_nobody_in() -> None:
    async with serving() as rig:
        rig.service.draining = True

        assert body(await rig.get("/readyz")) == "draining\n"
        told = await rig.get("/", *UPGRADE)

    assert status(told) == 503
    assert "Retry-After: 1" in told


async def test_takes_nobody_in_before_the_store_was_there_once() -> None:
    async with serving() as rig:
        rig.health.is_open = False

        assert status(await rig.get("/", *UPGRADE)) == 503


async def test_takes_people_in_while_the_store_is_away() -> None:
    async with serving() as rig:
        rig.health.store_failed("unreachable")

        async with rig.client() as client:
            assert (await say_hello(client)).op == "welcome"


async def test_metrics_are_on_the_port_of_the_sockets() -> None:
    async with serving() as rig:
        assert body(await rig.get("/metrics")) == "numbers\n"


async def test_metrics_with_a_port_of_their_own_are_not() -> None:
    async with serving(metrics_port=0) as rig:
        assert status(await rig.get("/metrics")) == 426


@pytest.mark.parametrize("code", ["QF7K2", "QF7K2" * 5 + "Q"])
async def test_link_of_an_invitation_says_what_it_is(code: str) -> None:
    async with serving() as rig:
        told = await rig.get(f"/{code}?from=ada")

    assert status(told) == 200
    assert f"invited to table {code} " in body(told)


@pytest.mark.parametrize(
    "path", ["/qf7k2", "/QF7K", "/QF7K2/x", "/QF7K2<b>", "//QF7K2"]
)
async def test_what_is_no_link_of_an_invitation_is_none(path: str) -> None:
    async with serving() as rig:
        assert status(await rig.get(path)) == 426


async def test_anything_else_has_to_be_a_websocket() -> None:
    async with serving() as rig:
        assert status(await rig.get("/")) == 426


@pytest.mark.parametrize(
    "text",
    [
        "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "GET / HTTP/1.1\r\n" + "X: y\r\n" * 1000 + "\r\n",
        "GET / HTTP/1.1\r\nX: " + "y" * 200_000 + "\r\n\r\n",
        "nonsense\r\n\r\n",
    ],
    ids=["post", "http2", "tls", "many headers", "long header", "nonsense"],
)
async def test_what_is_no_request_is_refused_and_the_next_is_served(text: str) -> None:
    async with serving(open_s=0.3) as rig:
        told = await rig.request(text)

        assert not told or 400 <= status(told) < 500
        assert status(await rig.get("/healthz")) == 200


async def test_full_server_says_when_to_come_back() -> None:
    async with serving(max_connections=1) as rig, rig.client() as first:
        await say_hello(first)

        told = await rig.get("/", *UPGRADE)
        health = await rig.get("/healthz")

    assert status(told) == 503
    assert "Retry-After: 5" in told
    assert status(health) == 200
    assert rig.counts.count("connections_refused", "total") == 1


async def test_an_address_has_its_share() -> None:
    async with serving(connections_per_address=1) as rig, rig.client() as first:
        await say_hello(first)

        told = await rig.get("/", *UPGRADE)

    assert status(told) == 429
    assert rig.counts.count("connections_refused", "address") == 1


async def test_a_place_is_free_again_when_its_connection_ends() -> None:
    async with serving(max_connections=1) as rig:
        for _ in range(3):
            async with rig.client() as client:
                await say_hello(client)
            await until(lambda: rig.crowd.total == 0)

        assert rig.crowd.newcomers == 0


async def test_a_place_is_free_again_when_the_handshake_fails() -> None:
    async with serving() as rig:
        told = await rig.get("/", *UPGRADE[:2])  # no key

        assert status(told) == 400
        await until(lambda: rig.crowd.total == 0)


async def test_newcomers_have_few_places() -> None:
    async with serving(max_newcomers=1) as rig, rig.client() as silent:
        assert status(await rig.get("/", *UPGRADE)) == 503
        await say_hello(silent)

        async with rig.client() as second:
            assert (await say_hello(second)).op == "welcome"


async def test_trusted_proxy_names_the_client() -> None:
    proxies = ["127.0.0.0/8"]
    async with serving(trusted_proxies=proxies, connections_per_address=1) as rig:
        one = rig.client(additional_headers={"X-Forwarded-For": "192.0.2.1"})
        other = rig.client(additional_headers={"X-Forwarded-For": "192.0.2.2"})
        async with one as first, other as second:
            await say_hello(first)
            await say_hello(second)

            told = await rig.get("/", *UPGRADE, "X-Forwarded-For: 192.0.2.1")

    assert status(told) == 429


async def test_header_of_a_stranger_is_not_believed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with serving(connections_per_address=1) as rig:
        one = rig.client(additional_headers={"X-Forwarded-For": "192.0.2.1"})
        async with one as first:
            await say_hello(first)

            for last in "23":
                told = await rig.get("/", *UPGRADE, f"X-Forwarded-For: 192.0.2.{last}")
                assert status(told) == 429

    assert capsys.readouterr().out.count("X-Forwarded-For is not believed") == 1


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://good.example.evil",
        "https://good.example:8443",
        "https://good.example:443",
        "http://good.example",
        "null",
        "",
        "HTTPS://GOOD.EXAMPLE",
    ],
)
async def test_foreign_pages_are_refused(origin: str) -> None:
    async with serving(allowed_origins=["none", "https://good.example"]) as rig:
        told = await rig.get("/", *UPGRADE, f"Origin: {origin}")

        assert status(told) == 403
        await until(lambda: rig.crowd.total == 0)


async def test_port_belongs_to_the_page() -> None:
    # T-A06
    page = "https://good.example:8443"
    async with serving(allowed_origins=[page]) as rig:
        for other in ("https://good.example", "https://good.example:9443"):
            told = await rig.get("/", *UPGRADE, f"Origin: {other}")
            assert status(told) == 403
        async with rig.client(origin=page) as client:
            assert (await say_hello(client)).op == "welcome"


async def test_two_origins_are_one_too_many() -> None:
    async with serving(allowed_origins=["https://good.example"]) as rig:
        headers = ["Origin: https://good.example"] * 2

        assert status(await rig.get("/", *UPGRADE, *headers)) == 400


async def test_allowed_pages_may_connect() -> None:
    async with serving(allowed_origins=["https://good.example"]) as rig:
        async with rig.client(origin="https://good.example") as client:
            assert (await say_hello(client)).op == "welcome"

        assert status(await rig.get("/", *UPGRADE)) == 403


async def test_one_connection_too_many_of_a_session_finds_no_place() -> None:
    async with serving(connections_per_user=1) as rig, rig.client() as first:
        welcome = await say_hello(first)
        assert welcome.op == "welcome"
        async with rig.client() as second:
            # The first one has not ended yet; so it does not hear of this one here.
            await second.send(hello_bytes(welcome.resume))

            assert await end_of(second) == 4009


def test_answer_is_whole_and_kept_by_nobody() -> None:
    made = answer(HTTPStatus.OK, "é", retry_s=3)

    assert made.body == "é".encode()
    assert made.headers["Content-Length"] == "2"
    assert made.headers["Cache-Control"] == "no-store"
    assert made.headers["Retry-After"] == "3"


def test_port_for_metrics_serves_nothing_else() -> None:
    take = metrics_only(lambda: answer(HTTPStatus.OK, "numbers\n"))

    class Asked:
        path = "/metrics?x=1"

    assert take(None, Asked).body == b"numbers\n"  # type: ignore[arg-type]
    Asked.path = "/healthz"
    assert take(None, Asked).status_code == 404  # type: ignore[arg-type]
