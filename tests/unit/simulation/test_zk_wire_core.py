"""A connection to ZooKeeper without I/O: what counts as a reply, and what ends the connection."""

from __future__ import annotations

import struct

import pytest

from kavka.simulation.zk_wire_core import FRAME_BYTES_MAX, SessionGranted, WatchFired, WireReply, ZkWireCore
from kavka.simulation.zk_wire_sessions import addresses_of
from kavka.simulation.zk_wire_watches import ZkWatchTable
from kavka.zk.acls import ZkLogin
from kavka.zk.errors import AuthFailed, MarshallingError
from kavka.zk.former_session import SessionKey
from kavka.zk.ops import EventType, WatchKind

KEY = SessionKey(0x1234, b"p" * 16)


def frame(payload):
    return struct.pack(">i", len(payload)) + payload


def granted(session_id=KEY.session_id, timeout_ms=6_000, password=KEY.password):
    return frame(struct.pack(">iiqi", 0, timeout_ms, session_id, len(password)) + password + b"\0")


def reply(xid, zxid=0, error=0, body=b""):
    return frame(struct.pack(">iqi", xid, zxid, error) + body)


def event(code, path):
    raw = path.encode()
    return reply(-1, -1, 0, struct.pack(">iii", code, 3, len(raw)) + raw)


@pytest.fixture
def core():
    """A connection with a session."""
    core = ZkWireCore()
    core.hello(KEY, timeout_ms=6_000, last_zxid=7)
    assert core.receive(granted()) == [SessionGranted(KEY, 6_000)]
    return core


def asked(core, count=1):
    def on_reply(error, body): ...

    for _ in range(count):
        core.request(4, b"", on_reply)
    return on_reply


def test_hello_says_what_connect_request_says():
    hello = ZkWireCore().hello(KEY, timeout_ms=6_000, last_zxid=7)
    assert hello == frame(struct.pack(">iqiqi", 0, 7, 6_000, KEY.session_id, 16) + KEY.password + b"\0")


def test_a_session_that_is_over_has_no_id_whatever_the_server_calls_it():
    core = ZkWireCore()
    assert core.receive(granted(session_id=9, timeout_ms=0)) == [SessionGranted(SessionKey(0, KEY.password), 0)]


def test_an_older_server_tells_nothing_of_read_only():
    assert ZkWireCore().receive(frame(granted()[4:-1])) == [SessionGranted(KEY, 6_000)]


def test_replies_events_and_pings_are_told_apart_however_the_bytes_are_cut(core):
    on_reply = asked(core, 2)
    stream = b"".join((
        reply(1, 8, 0, b"one"), event(3, "/a"), reply(-2, 8), event(-1, ""), reply(2, -1, -101), event(4, "/é"),
    ))  # fmt: skip
    expected = [
        WireReply(on_reply, 0, b"one"),
        WatchFired(EventType.CHANGED, "/a"),
        WireReply(on_reply, -101, b""),
        WatchFired(EventType.CHILD, "/é"),
    ]
    found = []
    for index in range(len(stream)):
        found += core.receive(stream[index : index + 1])
    assert found == expected
    assert core.last_zxid == 8, "only a zxid above 0 is one"


@pytest.mark.parametrize(
    "stream",
    [
        pytest.param(reply(2), id="not the next"),
        pytest.param(reply(1) + reply(1), id="twice"),
        pytest.param(frame(b"short"), id="shorter than a header"),
        pytest.param(struct.pack(">i", FRAME_BYTES_MAX + 1), id="too long"),
        pytest.param(struct.pack(">i", -1), id="negative"),
        pytest.param(reply(-1, body=struct.pack(">iii", 3, 3, 99)), id="an event cut short"),
    ],
)
def test_what_is_no_reply_to_what_was_asked_is_refused(core, stream):
    asked(core)
    with pytest.raises(MarshallingError):
        core.receive(stream)


def test_a_refused_login_is_an_error_and_a_taken_one_is_silent(core):
    assert core.auth(ZkLogin("digest", "u:p"))[4:12] == struct.pack(">ii", -4, 100)
    assert core.receive(reply(-4)) == []
    with pytest.raises(AuthFailed):
        core.receive(reply(-4, error=-115))


@pytest.mark.parametrize(
    ("event", "kinds"),
    [
        (EventType.CREATED, {WatchKind.DATA, WatchKind.EXISTS}),
        (EventType.CHANGED, {WatchKind.DATA, WatchKind.EXISTS}),
        (EventType.DELETED, {WatchKind.DATA, WatchKind.EXISTS, WatchKind.CHILD}),
        (EventType.CHILD, {WatchKind.CHILD}),
    ],
)
def test_an_event_takes_the_watches_of_its_path_once(event, kinds):
    table = ZkWatchTable()
    waiting = {}
    for kind in (WatchKind.DATA, WatchKind.EXISTS, WatchKind.CHILD):
        waiting[kind] = lambda _event, _path: None
        table.add(kind, "/a", waiting[kind])
        table.add(kind, "/b", waiting[kind])
    assert set(table.take(event, "/a")) == {waiting[kind] for kind in kinds}
    assert table.take(event, "/a") == []
    assert {kind for kind, path in table.left() if path == "/a"} == waiting.keys() - kinds
    assert {kind for kind, path in table.left() if path == "/b"} == waiting.keys()


def test_one_callback_that_waits_in_two_ways_is_called_once():
    table, callback = ZkWatchTable(), lambda _event, _path: None
    for kind in (WatchKind.DATA, WatchKind.DATA, WatchKind.EXISTS, WatchKind.CHILD):
        table.add(kind, "/a", callback)
    assert table.take(EventType.DELETED, "/a") == [callback]
    table.add(WatchKind.DATA, "/a", callback)
    table.clear()
    assert table.left() == []


@pytest.mark.parametrize(
    ("hosts", "expected"),
    [
        ("a:1", ([("a", 1)], "")),
        ("a:1, b:2/kafka", ([("a", 1), ("b", 2)], "/kafka")),
        ("a,[::1]:3/x/y/", ([("a", 2181), ("::1", 3)], "/x/y")),
    ],
)
def test_zookeeper_connect_is_read_as_kafka_reads_it(hosts, expected):
    assert addresses_of(hosts) == expected
