"""The embedded server's files: nothing acknowledged is lost, whatever the process died of."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import pytest

from kavka.common.machine_filesystem import MachineFileSystem
from kavka.zk.ops import OPEN_ACL, PERM_ALL, Acl, CreateOp, DeleteOp, SetAclOp, SetOp
from kavka.zk.storage import (
    LOG_MAGIC,
    Storage,
    StorageCorrupt,
    StorageInUse,
    decode_snapshot,
    encode_snapshot,
    encode_txn,
    iter_entries,
)
from kavka.zk.tree import DataTree

SESSION = 0x1_0000_0000_0007


def state_of(tree: DataTree):
    nodes = {path: (node.data, node.acl, node.stat(), set(node.children)) for path, node in tree.nodes.items()}
    sessions = {s.session_id: (s.timeout_ms, s.password, list(s.ephemerals)) for s in tree.sessions.values()}
    return nodes, sessions, tree.last_zxid, tree.due_nodes(10**9)


class Server:
    """A tree with a disk, without a socket."""

    def __init__(self, data_dir: Path) -> None:
        self.storage = Storage(str(data_dir), MachineFileSystem())
        self.tree = self.storage.recover()
        self.tree.journal = lambda txn: self.storage.append([encode_txn(txn)])

    def write(self, *ops) -> None:
        self.tree.write(ops, now_ms=1000, session_id=SESSION)

    def fill(self) -> None:
        self.tree.open_session(SESSION, timeout_ms=6000, password=b"secret", now_ms=1)
        self.write(CreateOp("/a", b"data"), CreateOp("/a/e", ephemeral=True))
        self.write(CreateOp("/a/s-", "ünïcode".encode(), sequential=True), SetOp("/a", b"x" * 300))
        self.write(SetAclOp("/a", (Acl(PERM_ALL, "digest", "u:h"), *OPEN_ACL)))
        self.write(CreateOp("/gone"), DeleteOp("/gone"))
        self.write(CreateOp("/null", None), CreateOp("/set-to-null", b"x"), SetOp("/set-to-null", None))
        self.write(CreateOp("/container", is_container=True), CreateOp("/container/c"), DeleteOp("/container/c"))
        self.write(CreateOp("/mortal", ttl_ms=1000))


def logs(path: Path) -> list[Path]:
    return sorted(path.glob("log.????????????????"))


def test_a_restart_finds_the_tree_and_the_sessions(tmp_path):
    first = Server(tmp_path)
    first.fill()
    first.storage.close()
    second = Server(tmp_path)
    assert state_of(second.tree) == state_of(first.tree)
    second.write(CreateOp("/later"))
    second.storage.close()
    third = Server(tmp_path)
    assert state_of(third.tree) == state_of(second.tree)
    third.storage.close()


def test_an_empty_directory_is_a_new_tree(tmp_path):
    server = Server(tmp_path / "deep" / "er")
    assert state_of(server.tree) == state_of(DataTree())
    server.storage.close()


def test_a_torn_tail_at_every_byte_of_the_last_entry_loses_only_that_entry(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    source = Server(tmp_path / "source")
    source.fill()
    before = state_of(source.tree)
    whole_without_last = logs(tmp_path / "source")[-1].read_bytes()
    source.write(CreateOp("/last", b"never acknowledged"))
    whole = logs(tmp_path / "source")[-1].read_bytes()
    source.storage.close()
    for size in range(len(whole_without_last), len(whole)):
        torn_dir = tmp_path / f"torn-{size}"
        torn_dir.mkdir()
        (torn_dir / "log.0000000000000001").write_bytes(whole[:size])
        server = Server(torn_dir)
        assert state_of(server.tree) == before
        server.write(CreateOp("/after"))
        server.storage.close()
        again = Server(torn_dir)
        assert "/after" in again.tree.nodes
        again.storage.close()


def test_a_flipped_bit_in_the_last_entry_is_a_torn_tail_and_its_bytes_are_kept(tmp_path, caplog):
    server = Server(tmp_path)
    server.fill()
    before = state_of(server.tree)
    server.write(CreateOp("/last"))
    server.storage.close()
    (path,) = logs(tmp_path)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    again = Server(tmp_path)
    assert state_of(again.tree) == before
    assert path.with_name(path.name + ".torn").stat().st_size > 0
    assert "torn write" in caplog.text
    again.storage.close()


@pytest.mark.parametrize("where", ["length", "checksum", "zxid", "data"])
def test_damage_before_whole_entries_of_the_last_log_is_refused_and_the_file_untouched(tmp_path, where):
    server = Server(tmp_path)
    server.fill()
    (path,) = logs(tmp_path)
    damaged_at = path.stat().st_size
    server.write(CreateOp("/damaged", b"x" * 50))
    server.write(CreateOp("/acknowledged"))
    server.storage.close()
    data = bytearray(path.read_bytes())
    data[damaged_at + {"length": 0, "checksum": 4, "zxid": 8, "data": 60}[where]] ^= 0x40
    path.write_bytes(data)
    with pytest.raises(StorageCorrupt, match=f"{path.name} is damaged at byte {damaged_at}, and whole transactions"):
        Server(tmp_path)
    assert path.read_bytes() == data
    os.truncate(path, damaged_at)  # as the message says
    Server(tmp_path).storage.close()


def test_a_tail_of_zeros_is_a_torn_write(tmp_path):
    server = Server(tmp_path)
    server.fill()
    before = state_of(server.tree)
    server.storage.close()
    with logs(tmp_path)[0].open("ab") as file:
        file.write(bytes(10_000))
    again = Server(tmp_path)
    assert state_of(again.tree) == before
    again.storage.close()


def test_damage_before_later_logs_is_refused_with_the_files_name(tmp_path):
    server = Server(tmp_path)
    server.fill()
    server.storage.close()
    later = Server(tmp_path)
    later.write(CreateOp("/x"))
    later.storage.close()
    first = logs(tmp_path)[0]
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 0xFF
    first.write_bytes(data)
    with pytest.raises(StorageCorrupt, match=first.name):
        Server(tmp_path)


def test_a_missing_log_is_refused(tmp_path):
    for _ in range(3):
        server = Server(tmp_path)
        server.write(CreateOp(f"/n{server.tree.last_zxid}"))
        server.storage.close()
    logs(tmp_path)[1].unlink()
    with pytest.raises(StorageCorrupt, match="missing"):
        Server(tmp_path)


def test_bug_65_a_snapshot_counts_only_when_it_is_whole(tmp_path, caplog):
    server = Server(tmp_path)
    server.fill()
    server.storage.roll(server.tree.last_zxid + 1)
    server.storage.write_snapshot(server.tree.last_zxid, encode_snapshot(server.tree, now_ms=5))
    server.write(CreateOp("/after"))
    expected = state_of(server.tree)
    server.storage.close()
    (tmp_path / "snapshot.00000000000000ff.tmp").write_bytes(b"half a snap")
    newest = tmp_path / "snapshot.00000000000000ff"
    newest.write_bytes(encode_snapshot(server.tree, now_ms=5)[:-3])
    again = Server(tmp_path)
    assert state_of(again.tree) == expected
    assert "damaged" in caplog.text
    assert not list(tmp_path.glob("*.tmp"))
    again.storage.close()


def test_a_snapshot_cut_at_any_byte_is_not_taken(tmp_path):
    server = Server(tmp_path)
    server.fill()
    data = encode_snapshot(server.tree, now_ms=5)
    server.storage.close()
    restored = decode_snapshot(data)
    assert restored is not None
    assert state_of(restored) == state_of(server.tree)
    for size in range(len(data)):
        assert decode_snapshot(data[:size]) is None


def test_no_whole_snapshot_at_all_is_refused_instead_of_starting_empty(tmp_path):
    server = Server(tmp_path)
    server.storage.close()
    (tmp_path / "snapshot.0000000000000009").write_bytes(b"?")
    with pytest.raises(StorageCorrupt, match="no snapshot"):
        Server(tmp_path)


def test_old_snapshots_and_logs_are_purged_and_the_rest_suffices(tmp_path):
    server = Server(tmp_path)
    for _ in range(4):
        server.write(CreateOp(f"/n{server.tree.last_zxid}"))
        server.storage.roll(server.tree.last_zxid + 1)
        server.storage.write_snapshot(server.tree.last_zxid, encode_snapshot(server.tree, now_ms=5))
    server.write(CreateOp("/tail"))
    expected = state_of(server.tree)
    server.storage.close()
    snapshots = sorted(tmp_path.glob("snapshot.*"))
    assert [int(p.suffix[1:], 16) for p in snapshots] == [3, 4]
    assert [int(p.suffix[1:], 16) for p in logs(tmp_path)] == [4, 5]
    again = Server(tmp_path)
    assert state_of(again.tree) == expected
    again.storage.close()
    snapshots[-1].write_bytes(b"")
    older = Server(tmp_path)
    assert state_of(older.tree) == expected
    older.storage.close()


def test_one_directory_belongs_to_one_server(tmp_path):
    server = Server(tmp_path)
    with pytest.raises(StorageInUse, match=tmp_path.name):
        Storage(str(tmp_path), MachineFileSystem()).recover()
    server.storage.close()
    Server(tmp_path).storage.close()


def test_random_bytes_as_a_log_are_no_entries():
    for junk in (b"", b"\xff" * 40, b"\0" * 8, bytes(range(256))):
        assert list(iter_entries(LOG_MAGIC + junk, len(LOG_MAGIC))) == []


def test_every_file_is_its_owners_alone_also_those_that_an_earlier_version_made_for_all(tmp_path):
    umask = os.umask(0)
    try:
        data_dir = tmp_path / "zookeeper"
        server = Server(data_dir)
        server.fill()
        server.storage.write_snapshot(server.tree.last_zxid, encode_snapshot(server.tree, now_ms=1))
        assert modes(data_dir) == {0o700, 0o600}
        server.storage.close()
        for path in (data_dir, *data_dir.iterdir()):
            path.chmod(path.stat().st_mode | 0o066)
        with logs(data_dir)[-1].open("ab") as torn:
            torn.write(b"torn")
        Server(data_dir).storage.close()
        assert list(data_dir.glob("*.torn"))
        assert modes(data_dir) == {0o700, 0o600}
    finally:
        os.umask(umask)


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
