"""The admin endpoint on a socket: routes, limits, what a client may do wrong."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from types import SimpleNamespace

import pytest

from kavka.broker.http import connection as http_connection
from kavka.broker.http import server as http_server
from kavka.broker.http.messages import EventStream, HttpError, Request, Response, json_response
from kavka.broker.http.routes import OWN_ROUTES, Route, all_routes, find_route
from kavka.broker.http.server import AdminAddress, AdminServer, AdminServerError
from kavka.common.machine_network import MachineNetwork
from kavka.timer.clock import SystemClock

HEAD = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Routes:
    """A module that is plugged in: its routes, and what handles them."""

    ROUTES = (Route("GET", "/{x}", "plugged"), Route("POST", "/echo", "plugged"))

    def __init__(self):
        self.left = asyncio.Event()

    def handle(self, request, admin):
        if request.path == "/fail":
            raise ValueError("a bug")
        if request.path == "/stream":
            return EventStream(self._events())
        if request.path == "/echo":
            return json_response({"query": request.query, "body": request.json()})
        if request.path == "/large":
            return Response([b"a" * 700_000, b"", b"b" * 5], "text/plain")
        return Response(b"x" * 3, "text/plain")

    async def _events(self):
        try:
            for number in range(1000):
                yield "tick", {"n": number}
                await asyncio.sleep(0)
            await asyncio.Event().wait()
        finally:
            self.left.set()


@contextlib.asynccontextmanager
async def serving(monkeypatch):
    routes = Routes()
    monkeypatch.setitem(sys.modules, "plugged", routes)
    address = AdminAddress(host="127.0.0.1", port=0)
    address.bind(MachineNetwork())
    server = AdminServer(None, address, clock=SystemClock(), plugged=["plugged"])
    async with asyncio.TaskGroup() as group:
        task = group.create_task(server.run())
        yield server, routes
        task.cancel()
    address.abandon()


@pytest.mark.parametrize("turns", range(6))
async def test_who_is_on_the_way_when_the_server_ends_hears_an_end(turns):
    address = AdminAddress(host="127.0.0.1", port=0)
    address.bind(MachineNetwork())
    server = AdminServer(None, address, clock=SystemClock())
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))  # waits in the kernel
    async with asyncio.TaskGroup() as group:
        task = group.create_task(server.run())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
    address.abandon()
    async with asyncio.timeout(30):
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""
    writer.close()


async def exchange(server, data, *, reply_bytes=-1):
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    try:
        async with asyncio.timeout(30):
            return await (reader.read() if reply_bytes < 0 else reader.readexactly(reply_bytes))
    finally:
        writer.close()


CLOSE = b"Connection: close\r\n"


async def test_requests_are_answered_one_after_the_other_on_one_connection(monkeypatch):
    async with serving(monkeypatch) as (server, _):
        last = HEAD.replace(b"\r\n\r\n", b"\r\n" + CLOSE + b"\r\n")
        answer = await exchange(server, HEAD % b"a" + HEAD % b"b" + last % b"c")
        assert answer.count(b"HTTP/1.1 200") == 3
        assert answer.endswith(b"xxx")


async def test_a_large_answer_comes_whole_and_the_next_one_behind_it(monkeypatch):
    async with serving(monkeypatch) as (server, _):
        last = HEAD.replace(b"\r\n\r\n", b"\r\n" + CLOSE + b"\r\n")
        answer = await exchange(server, HEAD % b"large" + last % b"a")
        head, _, rest = answer.partition(b"\r\n\r\n")
        assert b"Content-Length: 700005" in head
        assert rest.startswith(b"a" * 700_000 + b"bbbbbHTTP/1.1 200")
        assert rest.endswith(b"xxx")


async def test_a_body_and_a_query_reach_the_route(monkeypatch):
    async with serving(monkeypatch) as (server, _):
        body = b'{"a": 1}'
        head = b"POST /echo?b=%%C3%%BC&c HTTP/1.1\r\nHost: localhost\r\n" + CLOSE + b"Content-Length: %d\r\n\r\n"
        answer = await exchange(server, head % len(body) + body)
        assert answer.split(b"\r\n\r\n")[1] == b'{"query":{"b":"\\u00fc","c":""},"body":{"a":1}}\n'


async def test_a_body_that_comes_in_many_pieces_is_put_together(monkeypatch):
    async with serving(monkeypatch) as (server, _):
        body = b'"' + b"x" * 900_000 + b'"'
        head = b"POST /echo HTTP/1.1\r\nHost: localhost\r\n" + CLOSE + b"Content-Length: %d\r\n\r\n"
        assert len(await exchange(server, head % len(body) + body)) > len(body)


async def test_a_route_that_fails_is_answered_and_the_next_request_works(monkeypatch, caplog):
    async with serving(monkeypatch) as (server, _):
        assert b"500 " in await exchange(server, HEAD % b"fail", reply_bytes=40)
        assert "a bug" in caplog.text
        assert b"200 " in await exchange(server, HEAD % b"a", reply_bytes=40)


async def test_events_come_until_the_client_leaves(monkeypatch):
    async with serving(monkeypatch) as (server, routes):
        answer = await exchange(server, HEAD % b"stream", reply_bytes=2000)
        assert b"text/event-stream" in answer
        assert b'event: tick\ndata: {"n":0}\n\n' in answer
        async with asyncio.timeout(30):
            await routes.left.wait()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\x00\x00\x00\x14\x00\x12\x00\x03 a Kafka client", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 40_000, b"431"),
        (b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n" + b"x" * 2_000_000, b"413"),
        (b"GET /a HTTP/1.1\r\n\r\n", b"400"),
        (b"DELETE /echo HTTP/1.1\r\nHost: localhost\r\n" + CLOSE + b"\r\n", b"405"),
        (b"GET /a/b HTTP/1.1\r\nHost: localhost\r\n" + CLOSE + b"\r\n", b"404"),
        (b"GET /a HTTP/1.1\r\nHost: elsewhere.example\r\n" + CLOSE + b"\r\n", b"421"),
    ],
)
async def test_what_is_wrong_is_told_and_ends(monkeypatch, data, status):
    async with serving(monkeypatch) as (server, _):
        try:
            answer = await exchange(server, data)
        except ConnectionResetError:  # it was told while the rest was still being sent
            return
        assert answer[9:12] == status


async def test_a_client_that_says_nothing_is_cut_off(monkeypatch):
    monkeypatch.setattr(http_connection, "REQUEST_WAIT_MS", 20)
    async with serving(monkeypatch) as (server, _):
        assert await exchange(server, b"GET /a HT") == b""


async def test_clients_beyond_the_limit_are_closed_at_once(monkeypatch):
    monkeypatch.setattr(http_server, "CONNECTIONS_MAX", 0)
    async with serving(monkeypatch) as (server, _):
        with contextlib.suppress(ConnectionResetError):
            assert await exchange(server, HEAD % b"a") == b""


async def test_a_port_in_use_is_an_error_where_it_was_asked_for_and_another_one_where_not(monkeypatch):
    async with serving(monkeypatch) as (server, _):
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(AdminServerError, match=r"kavka\.admin\.listener"):
            AdminAddress(host="127.0.0.1", port=port).bind(MachineNetwork())
        other = AdminAddress(host="127.0.0.1", port=port, is_port_fixed=False)
        other.bind(MachineNetwork())
        assert other.url != server.url
        other.abandon()


def test_patterns_find_names_and_rests_of_paths():
    routes = (Route("GET", "/t/{topic}/p", "a"), Route("GET", "/console/{path...}", "b"))
    assert find_route(Request("HEAD", "/t/a%2Db/p", {}), routes) == (routes[0], {"topic": "a-b"})
    assert find_route(Request("GET", "/console/x/y.js", {}), routes) == (routes[1], {"path": "x/y.js"})
    with pytest.raises(HttpError, match="there is nothing at /t/a"):
        find_route(Request("GET", "/t/a", {}), routes)


def test_what_is_plugged_in_comes_beside_the_own_routes(monkeypatch):
    plugged = Route("GET", "/more", "plugged")
    monkeypatch.setitem(sys.modules, "plugged", SimpleNamespace(ROUTES=(plugged,)))
    routes = all_routes(["plugged"])
    assert routes == (*OWN_ROUTES, plugged)
    assert find_route(Request("GET", "/more", {}), routes) == (plugged, {})
    with pytest.raises(HttpError, match="there is nothing at /more; there is /clock, "):
        find_route(Request("GET", "/more", {}), all_routes())


async def test_a_module_that_cannot_be_loaded_fails_its_request_and_no_other(monkeypatch, caplog):
    broken = SimpleNamespace(ROUTES=(*Routes.ROUTES, Route("GET", "/broken/{x}", "there_is_no_such_module")))
    async with serving(monkeypatch) as (server, _):
        monkeypatch.setitem(sys.modules, "plugged", broken)
        assert b"500 " in await exchange(server, HEAD % b"broken/a", reply_bytes=40)
        assert "there_is_no_such_module" in caplog.text
        assert b"404 " in await exchange(server, HEAD % b"a/b", reply_bytes=40)
