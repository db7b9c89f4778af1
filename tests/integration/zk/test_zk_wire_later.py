"""What ZooKeeper 3.5 and later added, byte by byte: our server and the real one, told the same things."""

from __future__ import annotations

import asyncio
import struct

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import InvalidACLError, NoAuthError
from kazoo.security import ACL, Id, make_acl, make_digest_acl, make_digest_acl_credential

from kavka.zk.errors import (
    BadArguments,
    MarshallingError,
    NoAuth,
    NoChildrenForEphemerals,
    NodeExists,
    NoNode,
    NotEmpty,
    NoWatcher,
)
from tests.support.zookeeper.harness import NO_DATA, OPEN, Session, Wire, string

CREATED, DELETED, CHANGED, CHILD = 1, 2, 3, 4
PERSISTENT, RECURSIVE = 0, 1
CHILD_TYPE, DATA_TYPE, ANY_TYPE = 1, 2, 3


@pytest.fixture
async def session(wire):
    connection = Session(await Wire.open(wire.port))
    await connection.wire.connect()
    yield connection
    await connection.ask(-11)
    await connection.wire.close()


@pytest.fixture
async def root(session):
    """A node of one's own: the real server is shared."""
    _, answer = await session.create("/later-", flags=2, opcode=1)
    path = answer[4:].decode()
    yield path
    await remove(session, path)


async def remove(session: Session, path: str) -> None:
    error, answer = await session.ask(8, string(path) + b"\0")
    (count,) = struct.unpack_from(">i", answer) if error == 0 else (0,)
    pos = 4
    for _ in range(count):
        (length,) = struct.unpack_from(">i", answer, pos)
        await remove(session, f"{path}/{answer[pos + 4 : pos + 4 + length].decode()}")
        pos += 4 + length
    await session.delete(path)


async def test_null_data_is_not_empty_data(session, root):
    await session.create(f"{root}/null")
    await session.create(f"{root}/empty", string(""))
    assert (await session.ask(4, string(f"{root}/null") + b"\0"))[1].startswith(NO_DATA)
    assert (await session.ask(4, string(f"{root}/empty") + b"\0"))[1].startswith(struct.pack(">i", 0))
    assert await session.set(f"{root}/empty") == 0
    data = (await session.ask(4, string(f"{root}/empty") + b"\0"))[1]
    assert data.startswith(NO_DATA)
    assert struct.unpack_from(">i", data, 4 + 52)[0] == 0, "its length is 0 all the same"


async def test_a_container_looks_persistent_and_may_have_children(session, root):
    error, answer = await session.create(f"{root}/c", flags=4, opcode=19)
    assert error == 0
    assert answer.startswith(string(f"{root}/c"))
    assert await session.owner_of(f"{root}/c") == 0
    assert (await session.create(f"{root}/c/child"))[0] == 0
    assert await session.delete(f"{root}/c") == NotEmpty.code
    assert await session.delete(f"{root}/c/child") == 0
    assert await session.delete(f"{root}/c") == 0


async def test_a_node_with_a_time_to_live_looks_persistent_and_its_time_is_checked(session, root):
    def request(name: str, flags: int, ttl_ms: int) -> bytes:
        return string(f"{root}/{name}") + NO_DATA + OPEN + struct.pack(">iq", flags, ttl_ms)

    assert (await session.ask(21, request("t", 5, 90_000)))[0] == 0
    assert await session.owner_of(f"{root}/t") == 0
    error, answer = await session.ask(21, request("s-", 6, 90_000))
    assert error == 0
    assert answer.startswith(string(f"{root}/s-0000000001"))
    for ttl_ms in (0, -1, 1 << 40):
        assert (await session.ask(21, request("never", 5, ttl_ms)))[0] == BadArguments.code
    assert (await session.create(f"{root}/t/child"))[0] == 0


@pytest.mark.parametrize("flags", [7, 8, -1])
async def test_flags_that_mean_nothing_are_bad_arguments(session, root, flags):
    assert (await session.create(f"{root}/x", flags=flags))[0] == BadArguments.code


async def test_a_persistent_watch_tells_of_a_node_and_its_children_again_and_again(session, root):
    assert await session.ask(106, string(f"{root}/p") + struct.pack(">i", PERSISTENT)) == (0, bytes(4))
    for _ in range(2):
        await session.create(f"{root}/p")
        await session.set(f"{root}/p")
        await session.create(f"{root}/p/c")
        await session.set(f"{root}/p/c")
        await session.delete(f"{root}/p/c")
        await session.delete(f"{root}/p")
        path = f"{root}/p"
        assert await session.news() == [(CREATED, path), (CHANGED, path), (CHILD, path), (CHILD, path), (DELETED, path)]


async def test_a_recursive_watch_tells_of_everything_below_but_not_of_lists_of_children(session, root):
    await session.ask(106, string(root) + struct.pack(">i", RECURSIVE))
    await session.create(f"{root}/a")
    await session.create(f"{root}/a/b")
    await session.set(f"{root}/a/b")
    await session.set(root)
    await session.delete(f"{root}/a/b")
    a, b = f"{root}/a", f"{root}/a/b"
    assert await session.news() == [(CREATED, a), (CREATED, b), (CHANGED, b), (CHANGED, root), (DELETED, b)]


async def test_overlapping_watches_tell_one_client_once(session, root):
    path = f"{root}/o"
    await session.ask(106, string(root) + struct.pack(">i", RECURSIVE))
    await session.ask(106, string(path) + struct.pack(">i", PERSISTENT))
    await session.create(path)
    assert await session.news() == [(CREATED, path)]
    await session.set(path)
    assert await session.news() == [(CHANGED, path)]
    await session.delete(path)
    assert await session.news() == [(DELETED, path)]


async def test_watches_are_checked_and_removed_by_type(session, root):
    async def ask(opcode: int, kind: int) -> int:
        return (await session.ask(opcode, string(root) + struct.pack(">i", kind)))[0]

    check, remove_watches = 17, 18
    assert await ask(check, ANY_TYPE) == NoWatcher.code
    await session.ask(4, string(root) + b"\1")
    await session.ask(8, string(root) + b"\1")
    assert [await ask(check, kind) for kind in (CHILD_TYPE, DATA_TYPE, ANY_TYPE)] == [0, 0, 0]
    assert await ask(remove_watches, DATA_TYPE) == 0
    assert [await ask(check, kind) for kind in (CHILD_TYPE, DATA_TYPE)] == [0, NoWatcher.code]
    assert await ask(remove_watches, ANY_TYPE) == 0
    assert await ask(remove_watches, ANY_TYPE) == NoWatcher.code
    assert await ask(check, 9) == MarshallingError.code
    await session.set(root)
    await session.create(f"{root}/c")
    assert await session.news() == []


async def test_set_watches_2_restores_the_ones_that_stay(wire, session, root):
    other = Session(await Wire.open(wire.port))
    await other.wire.connect()
    none, paths = struct.pack(">i", 0), struct.pack(">i", 1) + string(root)
    assert (await other.ask(105, struct.pack(">q", 1 << 50) + none * 3 + none + paths))[0] == 0
    await session.create(f"{root}/x")
    assert await other.news() == [(CREATED, f"{root}/x")]
    await session.create(f"{root}/y")
    assert await other.news() == [(CREATED, f"{root}/y")]
    await other.ask(-11)
    await other.wire.close()


async def test_ephemerals_and_descendants_are_counted(session, root):
    for name in ("b", "a"):
        await session.create(f"{root}/{name}", flags=1)
    await session.create(f"{root}/p")
    await session.create(f"{root}/p/q")
    error, answer = await session.ask(103, string(root))
    assert error == 0
    assert answer[:4] == struct.pack(">i", 2)
    assert {f"{root}/a".encode(), f"{root}/b".encode()} == {answer[8 : 8 + len(root) + 2], answer[-len(root) - 2 :]}
    assert await session.ask(103, string(f"{root}/a")) == (0, struct.pack(">i", 1) + string(f"{root}/a"))
    assert await session.ask(104, string(root)) == (0, struct.pack(">i", 4))
    assert (await session.ask(104, string(f"{root}/nope")))[0] == NoNode.code
    assert (await session.create(f"{root}/a/child"))[0] == NoChildrenForEphemerals.code


async def test_who_am_i_names_address_and_users(session):
    await session.ask(100, struct.pack(">i", 0) + string("digest") + string("me:secret"))
    error, answer = await session.ask(107)
    assert error == 0
    assert answer[:4] == struct.pack(">i", 2)
    assert string("digest") + string("me") in answer
    assert string("ip") + string("127.0.0.1") in answer


@pytest.mark.parametrize("path", ["/zookeeper", "/zookeeper/quota", "/zookeeper/config", "/"])
async def test_zookeepers_own_nodes_are_not_deleted(session, path):
    assert await session.delete(path) == BadArguments.code
    assert (await session.create(path))[0] in (NodeExists.code, NoAuth.code)


async def test_the_configuration_is_there_and_read_only(session):
    assert (await session.ask(4, string("/zookeeper/config") + b"\0"))[0] == 0
    assert await session.set("/zookeeper/config", string("x")) == NoAuth.code


# -- ACLs, as kazoo's users have them --------------------------------------------------------------------------------


def guard_with_a_digest(port: int) -> None:
    """Blocking, as kazoo is used by everybody else."""
    owner, stranger = KazooClient(f"127.0.0.1:{port}", timeout=4), KazooClient(f"127.0.0.1:{port}", timeout=4)
    for client in (owner, stranger):
        client.start()
    try:
        owner.add_auth("digest", "me:secret")
        path = owner.create("/guarded-", b"x", sequence=True)
        mine = make_digest_acl("me", "secret", all=True)
        assert owner.set_acls(path, [mine]).aversion == 1
        # The owner sees the digest; who may only read sees whose it is.
        assert owner.get_acls(path)[0] == [mine]
        for refused in (
            lambda: stranger.get(path),
            lambda: stranger.get_children(path),
            lambda: stranger.set(path, b"y"),
            lambda: stranger.create(f"{path}/c"),
            lambda: stranger.set_acls(path, [mine]),
            lambda: stranger.get_acls(path),
        ):
            with pytest.raises(NoAuthError):
                refused()
        assert stranger.exists(path) is not None
        transaction = stranger.transaction()
        transaction.create("/never")
        transaction.set_data(path, b"y")
        transaction.delete(path)
        assert [type(result).__name__ for result in transaction.commit()] == [
            "RolledBackError", "NoAuthError", "RuntimeInconsistency",
        ]  # fmt: skip
        transaction = stranger.transaction()
        transaction.check(path, 0)
        assert isinstance(transaction.commit()[0], NoAuthError)
        owner.set_acls(path, [mine, make_acl("world", "anyone", read=True)])
        shown = stranger.get_acls(path)[0]
        assert [acl.id.id for acl in shown if acl.id.scheme == "digest"] == ["me:x"]
        stranger.add_auth("digest", "me:secret")
        transaction = stranger.transaction()
        transaction.check(path, 0)
        transaction.set_data(path, b"z")
        assert transaction.commit()[0] is True
        owner.create(f"{path}/mine", acl=[ACL(31, Id("auth", ""))])
        assert make_digest_acl_credential("me", "secret") in {acl.id.id for acl in owner.get_acls(f"{path}/mine")[0]}
        for senseless in ([ACL(31, Id("nobody", "x"))], [ACL(31, Id("world", "me"))], [ACL(31, Id("digest", "me"))]):
            with pytest.raises(InvalidACLError):
                owner.set_acls(path, senseless)
        owner.delete(path, recursive=True)
    finally:
        for client in (owner, stranger):
            client.stop()
            client.close()


async def test_digest_acls_guard_every_operation_a_multi_included(wire):
    await asyncio.to_thread(guard_with_a_digest, wire.port)


def go_where_nobody_may(port: int) -> None:
    """Blocking, as kazoo is used by everybody else."""
    owner, master = KazooClient(f"127.0.0.1:{port}", timeout=4), KazooClient(f"127.0.0.1:{port}", timeout=4)
    for client in (owner, master):
        client.start()
    try:
        owner.add_auth("digest", "me:secret")
        mine = make_digest_acl("me", "secret", all=True)
        path = owner.create("/closed-", b"x", sequence=True, acl=[mine])
        far = owner.create(f"{path}/far", acl=[ACL(31, Id("ip", "10.0.0.0/8"))])
        near = owner.create(f"{path}/near", acl=[ACL(1, Id("ip", "127.0.0.0/8"))])
        master.add_auth("digest", "super:wrong")
        for refused in (lambda: master.get(path), lambda: owner.get(far), lambda: owner.set(near, b"y")):
            with pytest.raises(NoAuthError):
                refused()
        assert owner.get(near)[0] == b""
        master.add_auth("digest", "super:master")
        assert master.get_acls(path)[0] == [mine], "whoever may administer sees the digest"
        master.set(near, b"y")
        assert master.set_acls(far, [mine]).aversion == 1
        assert owner.get(far)[0] == b""
        master.delete(path, recursive=True)
    finally:
        for client in (owner, master):
            client.stop()
            client.close()


async def test_the_superuser_goes_everywhere_and_networks_are_addresses_too(wire):
    await asyncio.to_thread(go_where_nobody_may, wire.port)


@pytest.mark.parametrize("opened", [True, False], ids=["open", "guarded"])
async def test_a_read_alone_says_what_a_multi_read_says(session, root, opened):
    """The one of them has a shorter way through the embedded server."""
    acl = OPEN if opened else struct.pack(">ii", 1, 3) + string("world") + string("anyone")
    header = struct.Struct(">i?i")
    for name, data in (("null", NO_DATA), ("empty", string("")), ("\u00e9", string("x" * 5_000))):
        path = f"{root}/{name}"
        assert (await session.ask(1, string(path) + data + acl + struct.pack(">i", 0)))[0] == 0
        asked = string(path) + b"\0"
        error, alone = await session.ask(4, asked)
        assert error == 0
        error, together = await session.ask(22, header.pack(4, False, -1) + asked + header.pack(-1, True, -1))
        assert error == 0
        assert together == header.pack(4, False, 0) + alone + header.pack(-1, True, -1)


@pytest.mark.parametrize("path", [b"/\xff", b"/nobody/is/here"])
async def test_what_cannot_be_read_is_told_and_the_next_read_answered(session, root, path):
    error, answer = await session.ask(4, struct.pack(">i", len(path)) + path + b"\0")
    assert error < 0
    assert answer == b""
    assert (await session.ask(4, string("/zookeeper") + b"\0"))[0] == 0


async def test_a_read_that_leaves_a_watch_is_told_of_the_change(session, root):
    path = f"{root}/watched"
    await session.create(path)
    assert (await session.ask(4, string(path) + b"\1"))[0] == 0
    await session.set(path)
    assert [path for _, path in session.events] == [path]
