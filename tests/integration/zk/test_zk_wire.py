"""What a ZooKeeper answers byte by byte: our server and the real one, told the same things."""

from __future__ import annotations

import asyncio
import re
import struct
import threading
from collections.abc import Callable

import pytest
from kazoo.client import KazooClient
from kazoo.recipe.cache import TreeCache

from kavka.zk.ops import MAX_DATA_BYTES
from tests.support.processes.cluster import wait_until
from tests.support.zookeeper.harness import OPEN, Wire, string

ZERO = bytes(16)


async def test_a_new_session_has_an_id_a_timeout_and_a_password(wire):
    connection = await Wire.open(wire.port)
    session_id, timeout_ms, password = await connection.connect(timeout_ms=5000)
    assert session_id != 0
    assert timeout_ms == 5000
    assert len(password) == 16
    assert password != ZERO
    assert (await connection.request(-2, 11))[0::2] == (-2, 0), "a ping is answered with its own xid"
    assert (await connection.request(1, -11))[2] == 0
    assert await connection.is_closed()


async def test_bug_37_an_unknown_session_is_told_that_it_expired_and_never_given_a_new_one(wire):
    connection = await Wire.open(wire.port)
    assert await connection.connect(session_id=0x1234_5678, password=ZERO) == (0, 0, ZERO)
    assert await connection.is_closed()


async def test_a_wrong_password_is_an_expired_session_and_does_no_harm_to_it(wire):
    owner = await Wire.open(wire.port)
    session_id, _, password = await owner.connect()
    thief = await Wire.open(wire.port)
    assert await thief.connect(session_id=session_id, password=b"x" * 16) == (0, 0, ZERO)
    assert await thief.is_closed()
    again = await Wire.open(wire.port)
    assert (await again.connect(session_id=session_id, password=password))[0] == session_id
    await again.request(1, -11)
    await again.close()
    await owner.close()


async def test_a_session_taken_up_elsewhere_closes_the_connection_that_had_it(wire):
    first = await Wire.open(wire.port)
    session_id, _, password = await first.connect()
    second = await Wire.open(wire.port)
    assert (await second.connect(session_id=session_id, password=password))[0] == session_id
    assert await first.is_closed()
    assert (await second.request(1, 11))[2] == 0
    await second.request(2, -11)
    await second.close()


async def test_a_closed_session_is_expired_for_whoever_comes_back(wire):
    first = await Wire.open(wire.port)
    session_id, _, password = await first.connect()
    await first.request(1, -11)
    again = await Wire.open(wire.port)
    assert await again.connect(session_id=session_id, password=password) == (0, 0, ZERO)
    assert await again.is_closed()
    await first.close()


async def test_a_client_from_the_future_is_not_answered(wire):
    connection = await Wire.open(wire.port)
    connection.send(struct.pack(">iqiqi", 0, 1 << 60, 4000, 0, 16) + ZERO + b"\0")
    assert await connection.is_closed()


async def test_reconfiguration_is_switched_off_and_the_connection_stays(wire):
    connection = await Wire.open(wire.port)
    await connection.connect()
    assert (await connection.request(1, 16, string("") * 3 + bytes(8)))[2] == -123
    assert (await connection.request(2, 3, string("/") + b"\0"))[2] == 0
    await connection.request(3, -11)
    await connection.close()


async def test_an_unknown_request_is_unimplemented_and_ends_the_connection_but_not_the_session(wire):
    connection = await Wire.open(wire.port)
    session_id, _, password = await connection.connect()
    assert (await connection.request(1, 77, bytes(8)))[2] == -6
    assert await connection.is_closed()
    again = await Wire.open(wire.port)
    assert (await again.connect(session_id=session_id, password=password))[0] == session_id
    await again.request(2, -11)
    await again.close()


async def test_a_failed_multi_tells_each_operations_fate(wire):
    connection = await Wire.open(wire.port)
    await connection.connect()
    header, end = struct.Struct(">i?i"), struct.pack(">i?i", -1, True, -1)
    create = string("/never") + struct.pack(">i", 0) + OPEN + struct.pack(">i", 0)
    check = string("/") + struct.pack(">i", 999)
    body = header.pack(1, False, -1) + create + header.pack(13, False, -1) + check
    body += header.pack(2, False, -1) + string("/x") + struct.pack(">i", -1) + end
    _, _, error, answer = await connection.request(1, 14, body)
    assert error == 0
    fates = b"".join(header.pack(-1, False, code) + struct.pack(">i", code) for code in (0, -103, -2))
    assert answer == fates + end
    await connection.request(2, -11)
    await connection.close()


async def test_a_multi_read_gives_what_can_be_read(wire):
    connection = await Wire.open(wire.port)
    await connection.connect()
    header, end = struct.Struct(">i?i"), struct.pack(">i?i", -1, True, -1)
    body = header.pack(8, False, -1) + string("/zookeeper/quota") + b"\0"
    body += header.pack(4, False, -1) + string("/nope") + b"\0" + end
    _, _, error, answer = await connection.request(1, 22, body)
    assert error == 0
    nothing = header.pack(8, False, 0) + struct.pack(">i", 0)
    assert answer == nothing + header.pack(-1, False, -101) + struct.pack(">i", -101) + end
    await connection.request(2, -11)
    await connection.close()


@pytest.mark.parametrize("word", [b"ruok", b"isro"])
async def test_four_letter_words_with_one_word_answers(wire, word):
    connection = await Wire.open(wire.port)
    connection.writer.write(word)
    assert await connection.reader.read() == {b"ruok": b"imok", b"isro": b"rw"}[word]
    await connection.close()


async def test_a_request_may_have_just_less_than_a_mebibyte(wire):
    connection = await Wire.open(wire.port)
    await connection.connect()

    def set_request(frame_bytes: int) -> bytes:
        head, tail = string("/zookeeper/quota"), struct.pack(">i", 99)
        size = frame_bytes - 8 - len(head) - 4 - len(tail)
        return head + struct.pack(">i", size) + bytes(size) + tail

    assert (await connection.request(1, 5, set_request(MAX_DATA_BYTES)))[2] == -103, "read whole: the version is wrong"
    connection.send(struct.pack(">ii", 2, 5) + set_request(MAX_DATA_BYTES + 1))
    assert await connection.is_closed()


NUMBER = r"-?\d+"
CLIENT = r" /127\.0\.0\.1:\d+\[\d\]\(queued=\d+,recved=\d+,sent=\d+"
HEX = r"0x[0-9a-f]+"
SERVER_LINES = [
    r"Latency min/avg/max: \d+/\d+\.\d+/\d+", r"Received: \d+", r"Sent: \d+", r"Connections: \d+", r"Outstanding: \d+",
    rf"Zxid: {HEX}", "Mode: standalone", r"Node count: \d+",
]  # fmt: skip
MONITORED = {
    "zk_version": r"3\.8\.0-.*", "zk_server_state": "standalone", "zk_avg_latency": r"\d+\.\d+",
    **dict.fromkeys(
        [
            "zk_ephemerals_count", "zk_num_alive_connections", "zk_outstanding_requests", "zk_znode_count",
            "zk_global_sessions", "zk_local_sessions", "zk_packets_sent", "zk_packets_received", "zk_watch_count",
            "zk_min_latency", "zk_max_latency", "zk_approximate_data_size", "zk_max_file_descriptor_count",
            "zk_open_file_descriptor_count", "zk_connection_rejected", "zk_uptime",
        ],
        NUMBER,
    ),
}  # fmt: skip
FOUR_LETTER_LINES = {
    b"ruok": [],
    b"isro": [],
    b"srvr": [r"Zookeeper version: 3\.8\.0-.*", *SERVER_LINES],
    b"stat": [r"Zookeeper version: 3\.8\.0-.*", "Clients:", rf"{CLIENT}\)", "", *SERVER_LINES],
    b"mntr": [rf"{name}\t{value}" for name, value in MONITORED.items()],
    b"cons": [
        rf"{CLIENT},sid={HEX},lop=PING,est=\d+,to=5000,lcxid={HEX},lzxid={HEX},lresp=\d+,llat=\d+,minlat=\d+"
        r",avglat=\d+,maxlat=\d+\)",
    ],
    b"envi": ["Environment:", r"zookeeper\.version=3\.8\.0-.*", "host.name=.*", "os.name=Linux", "user.dir=.*"],
    b"conf": [
        "clientPort=PORT", "secureClientPort=-1", "dataDir=.+", r"dataDirSize=\d+", "dataLogDir=.+", r"dataLogSize=\d+",
        r"tickTime=\d+", r"maxClientCnxns=\d+", r"minSessionTimeout=\d+", r"maxSessionTimeout=\d+",
        "clientPortListenBacklog=-1", "serverId=0",
    ],
    b"wchs": [r"\d+ connections watching \d+ paths", r"Total watches:\d+"],
    b"dirs": [r"datadir_size: \d+", r"logdir_size: \d+"],
    b"dump": ["SessionTracker dump:", rf"\t{HEX}", "ephemeral nodes dump:", r"Sessions with Ephemerals \(\d+\):"],
}  # fmt: skip


async def ask_word(port: int, word: bytes) -> str:
    connection = await Wire.open(port)
    connection.writer.write(word)
    text = (await connection.reader.read()).decode()
    await connection.close()
    return text


@pytest.mark.parametrize("word", FOUR_LETTER_LINES)
async def test_four_letter_words_have_the_lines_that_tools_look_for(wire, word):
    client = await Wire.open(wire.port)
    await client.connect(timeout_ms=5000)
    await client.request(-2, 11)
    lines = (await ask_word(wire.port, word)).splitlines()
    for wanted in FOUR_LETTER_LINES[word]:
        pattern = re.compile(wanted.replace("PORT", str(wire.port)))
        assert [line for line in lines if pattern.fullmatch(line)], f"{wanted}\n" + "\n".join(lines)
    await client.request(1, -11)
    await client.close()


async def test_words_that_are_not_offered_say_so(embedded):
    assert "not in the whitelist" in await ask_word(embedded.port, b"wchp")


async def test_digest_credentials_open_what_they_guard(wire):
    digest = "me:" + "pn2pb0qzFeL9kzIOMrSQiMs/BmI="  # of me:secret
    owner, stranger = await Wire.open(wire.port), await Wire.open(wire.port)
    for connection in (owner, stranger):
        await connection.connect()
    auth = struct.pack(">i", 0) + string("digest") + string("me:secret")
    assert (await owner.request(-4, 100, auth))[0::2] == (-4, 0)
    mine = struct.pack(">ii", 1, 31) + string("auth") + string("")
    body = string("/guarded") + struct.pack(">i", 0) + mine + struct.pack(">i", 0)
    assert (await owner.request(1, 1, body))[2] == 0
    assert (await stranger.request(1, 4, string("/guarded") + b"\0"))[2] == -102
    assert (await owner.request(2, 4, string("/guarded") + b"\0"))[2] == 0
    assert digest.partition(":")[0].encode() in (await owner.request(3, 6, string("/guarded")))[3]
    assert (await owner.request(4, 2, string("/guarded") + struct.pack(">i", -1)))[2] == 0
    for connection in (owner, stranger):
        await connection.request(9, -11)
        await connection.close()


async def test_unknown_credentials_fail_and_close(wire):
    connection = await Wire.open(wire.port)
    await connection.connect()
    auth = struct.pack(">i", 0) + string("kerberos") + string("me")
    assert (await connection.request(-4, 100, auth))[2] == -115
    assert await connection.is_closed()


def use_the_other_recipes(first: KazooClient, second: KazooClient, root: str) -> None:
    """What kazoo builds of nodes, watches and transactions."""
    queue = first.Queue(f"{root}/queue")
    for item in (b"a", b"b"):
        queue.put(item)
    assert [second.Queue(f"{root}/queue").get() for _ in range(3)] == [b"a", b"b", None]
    locking = first.LockingQueue(f"{root}/locking")
    locking.put_all([b"1", b"2"])
    assert locking.get(5) == b"1"
    assert locking.consume()
    barrier = first.Barrier(f"{root}/barrier")
    barrier.create()
    assert not second.Barrier(f"{root}/barrier").wait(0.01)
    barrier.remove()
    assert second.Barrier(f"{root}/barrier").wait(5)
    party = first.Party(f"{root}/party", "one")
    party.join()
    assert set(second.Party(f"{root}/party")) == {"one"}
    party.leave()
    semaphore = first.Semaphore(f"{root}/semaphore", max_leases=1)
    with semaphore:
        assert not second.Semaphore(f"{root}/semaphore", max_leases=1).acquire(blocking=False)
    readers = [client.ReadLock(f"{root}/rw") for client in (first, second)]
    for reader in readers:
        assert reader.acquire(timeout=5)
    assert not second.WriteLock(f"{root}/rw").acquire(blocking=False)
    for reader in readers:
        reader.release()
    seen: list[bytes | None] = []
    changed = threading.Event()

    def watch(data: bytes | None, stat: object) -> bool:
        seen.append(data)
        if len(seen) == 3:
            changed.set()
        return len(seen) < 3

    first.DataWatch(f"{root}/watched", watch)
    second.create(f"{root}/watched", b"x")
    assert wait_until_true(lambda: seen == [None, b"x"])
    second.delete(f"{root}/watched")
    assert changed.wait(5)
    assert seen == [None, b"x", None]
    cache = TreeCache(first, f"{root}/queue")
    cache.start()
    second.create(f"{root}/queue/below", b"deep")
    assert wait_until_true(lambda: getattr(cache.get_data(f"{root}/queue/below"), "data", None) == b"deep")
    cache.close()


def wait_until_true(condition: Callable[[], bool]) -> bool:
    """Looks at something that kazoo's threads change."""
    wait_until(condition, "kazoo's threads see it", seconds=10)
    return True


def use_a_plain_kazoo_client(port: int) -> None:
    """Blocking, as kazoo is used by everybody else."""
    first, second = (KazooClient(f"127.0.0.1:{port}", timeout=4) for _ in range(2))
    for client in (first, second):
        client.start()
    try:
        assert len(first.server_version()) >= 2
        root = first.create("/plain-", sequence=True)
        path, stat = first.create(f"{root}/a/b", b"x", makepath=True, include_data=True)
        assert (path, stat.version) == (f"{root}/a/b", 0)
        lock = first.Lock(f"{root}/lock", "me")
        with lock:
            assert second.Lock(f"{root}/lock").contenders() == ["me"]
            assert not second.Lock(f"{root}/lock").acquire(blocking=False)
        counter = first.Counter(f"{root}/counter")
        counter += 3
        assert second.Counter(f"{root}/counter").value == 3
        use_the_other_recipes(first, second, root)
        election = first.Election(f"{root}/election", "one")
        won: list[int] = []
        election.run(won.append, 1)
        assert won == [1]
        children: list[list[str]] = []
        first.ChildrenWatch(f"{root}/a", children.append)
        second.delete(f"{root}/a/b")
        assert first.sync(root) == root
        transaction = first.transaction()
        transaction.create(f"{root}/t")
        transaction.check(f"{root}/t", 0)
        assert transaction.commit() == [f"{root}/t", True]
        assert first.get_acls(root)[0][0].id.scheme == "world"
        first.set_acls(root, first.get_acls(root)[0])
        first.delete(root, recursive=True)
        assert second.exists(root) is None
    finally:
        for client in (first, second):
            client.stop()
            client.close()


async def test_a_plain_kazoo_client_and_its_recipes_work(wire):
    await asyncio.to_thread(use_a_plain_kazoo_client, wire.port)
