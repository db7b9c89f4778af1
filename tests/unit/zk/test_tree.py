"""The data tree: what ZooKeeper's own documentation promises, without a server around it."""

from __future__ import annotations

import pytest

from kavka.zk.errors import (
    BadArguments,
    BadVersion,
    InvalidAcl,
    NoAuth,
    NoChildrenForEphemerals,
    NodeExists,
    NoNode,
    NotEmpty,
    SessionExpired,
    ZkError,
)
from kavka.zk.ops import (
    OPEN_ACL,
    PERM_ALL,
    PERM_READ,
    Acl,
    CheckOp,
    CreateOp,
    DeleteOp,
    EventType,
    SetAclOp,
    SetOp,
    Stat,
    WatchKind,
)
from kavka.zk.tree import DataTree, Txn

SESSION = 0xABC
OTHER = 0xDEF


class Recorder:
    """A watcher that remembers."""

    def __init__(self, *who) -> None:
        self.who = who
        self.events: list[tuple[EventType, str]] = []

    def notify(self, event: EventType, path: str, /) -> None:
        self.events.append((event, path))


@pytest.fixture
def tree() -> DataTree:
    tree = DataTree()
    for session_id in (SESSION, OTHER):
        tree.open_session(session_id, timeout_ms=1000, password=b"p", now_ms=5)
    return tree


def write(tree: DataTree, *ops, now_ms: int = 10, session_id: int = SESSION, who=()):
    return tree.write(ops, now_ms=now_ms, session_id=session_id, who=who)


def snapshot(tree: DataTree):
    return {path: (node.data, node.acl, node.stat()) for path, node in tree.nodes.items()}


def test_create_sets_every_field_of_the_stat(tree):
    write(tree, CreateOp("/a", b"hello"), now_ms=77)
    zxid = tree.last_zxid
    assert tree.get("/a") == (b"hello", Stat(zxid, zxid, 77, 77, 0, 0, 0, 0, 5, 0, zxid))


def test_set_counts_versions_and_keeps_the_creation(tree):
    write(tree, CreateOp("/a"), now_ms=1)
    created = tree.last_zxid
    (stat,) = write(tree, SetOp("/a", b"x", 0), now_ms=2)
    assert (stat.version, stat.czxid, stat.mzxid, stat.ctime, stat.mtime) == (1, created, tree.last_zxid, 1, 2)
    assert stat.pzxid == created, "children did not change"


def test_children_count_in_cversion_and_pzxid_of_the_parent(tree):
    write(tree, CreateOp("/p"))
    write(tree, CreateOp("/p/a"))
    write(tree, CreateOp("/p/b"))
    write(tree, DeleteOp("/p/a"))
    names, stat = tree.children("/p")
    assert names == ["b"]
    assert (stat.cversion, stat.num_children, stat.pzxid) == (3, 1, tree.last_zxid)


@pytest.mark.parametrize(
    ("op", "error"),
    [
        (CreateOp("/a"), NodeExists),
        (CreateOp("/nope/x"), NoNode),
        (CreateOp("/e/x"), NoChildrenForEphemerals),
        (CreateOp("relative"), BadArguments),
        (CreateOp("/a/"), BadArguments),
        (CreateOp("/a//b"), NoNode),
        (CreateOp("/p/"), BadArguments),
        (CreateOp("/p/.."), BadArguments),
        (SetOp("/a//b", b""), BadArguments),
        (CheckOp("/a/../b"), BadArguments),
        (SetAclOp("/nope", ()), InvalidAcl),
        (CreateOp("/nope/n", acl=()), InvalidAcl),
        (CreateOp("/a/\x00"), BadArguments),
        (CreateOp("/n", acl=()), InvalidAcl),
        (CreateOp("/n", acl=(Acl(PERM_ALL, "kerberos", "me"),)), InvalidAcl),
        (SetOp("/nope", b""), NoNode),
        (SetOp("/a", b"", 1), BadVersion),
        (DeleteOp("/nope"), NoNode),
        (DeleteOp("/a", 7), BadVersion),
        (DeleteOp("/p"), NotEmpty),
        (DeleteOp("/"), BadArguments),
        (CheckOp("/nope"), NoNode),
        (CheckOp("/a", 3), BadVersion),
    ],
)
def test_refusals_leave_everything_as_it_was(tree, op, error):
    write(tree, CreateOp("/a"), CreateOp("/p"), CreateOp("/p/c"), CreateOp("/e", ephemeral=True))
    before, zxid = snapshot(tree), tree.last_zxid
    with pytest.raises(error) as raised:
        write(tree, op)
    assert type(raised.value) is error
    assert raised.value.op_index is None
    assert (snapshot(tree), tree.last_zxid) == (before, zxid)


def test_sequential_names_count_creations_and_never_come_twice(tree):
    write(tree, CreateOp("/q"))
    first, second = (write(tree, CreateOp("/q/n-", sequential=True))[0] for _ in range(2))
    write(tree, DeleteOp(second))
    (third,) = write(tree, CreateOp("/q/n-", sequential=True))
    assert [first, second, third] == ["/q/n-0000000000", "/q/n-0000000001", "/q/n-0000000002"]


def test_sequential_node_may_have_no_name_but_its_number(tree):
    write(tree, CreateOp("/q"))
    assert write(tree, CreateOp("/q/", sequential=True)) == ["/q/0000000000"]


def test_multi_gives_one_result_an_operation_and_one_zxid_to_all(tree):
    write(tree, CreateOp("/epoch", b"1"))
    zxid = tree.last_zxid
    results = write(tree, CheckOp("/epoch", 0), CreateOp("/a"), CreateOp("/a/b"), SetOp("/a/b", b"x"), DeleteOp("/a/b"))
    assert results[:3] == [None, "/a", "/a/b"]
    assert results[3].version == 1
    assert results[4] is None
    assert tree.last_zxid == zxid + 1
    assert tree.get("/a")[1].czxid == tree.get("/a")[1].pzxid == zxid + 1


@pytest.mark.parametrize("fail_at", range(7))
def test_multi_is_all_or_nothing_wherever_it_fails(tree, fail_at):
    write(tree, CreateOp("/a", b"old"), CreateOp("/gone"), CreateOp("/e", ephemeral=True))
    watcher = Recorder()
    tree.get("/a", watcher=watcher)
    tree.children("/", watcher=watcher)
    ops = [
        CreateOp("/n"),
        SetOp("/a", b"new"),
        DeleteOp("/gone"),
        CreateOp("/s-", sequential=True),
        CreateOp("/mine", ephemeral=True),
        DeleteOp("/e"),
    ]
    ops.insert(fail_at, CheckOp("/a", 99))
    before, zxid = snapshot(tree), tree.last_zxid
    ephemerals = dict(tree.sessions[SESSION].ephemerals)
    with pytest.raises(BadVersion) as raised:
        write(tree, *ops)
    assert raised.value.op_index == fail_at
    assert (snapshot(tree), tree.last_zxid) == (before, zxid)
    assert tree.sessions[SESSION].ephemerals == ephemerals
    assert watcher.events == [], "what was taken back was never seen"
    assert write(tree, CreateOp("/s-", sequential=True)) == ["/s-0000000004"], "no number was used up"


def test_multi_that_only_checks_is_no_transaction(tree):
    zxid = tree.last_zxid
    assert write(tree, CheckOp("/", -1)) == [None]
    assert tree.last_zxid == zxid


def test_bug_25_a_check_of_the_controller_epoch_stops_a_zombie(tree):
    write(tree, CreateOp("/controller_epoch", b"1"), CreateOp("/state", b"leader 1"))
    write(tree, SetOp("/controller_epoch", b"2", 0))
    with pytest.raises(BadVersion) as raised:
        write(tree, CheckOp("/controller_epoch", 0), SetOp("/state", b"leader 2"))
    assert raised.value.op_index == 0
    assert tree.get("/state")[0] == b"leader 1"


def test_a_sessions_end_takes_its_ephemeral_nodes_and_only_those(tree):
    write(tree, CreateOp("/p"))
    write(tree, CreateOp("/p/mine", ephemeral=True))
    write(tree, CreateOp("/p/theirs", ephemeral=True), session_id=OTHER)
    assert tree.get("/p/mine")[1].ephemeral_owner == SESSION
    tree.close_session(SESSION, now_ms=20)
    assert tree.children("/p")[0] == ["theirs"]
    assert SESSION not in tree.sessions
    tree.close_session(SESSION, now_ms=21)  # nothing more happens
    with pytest.raises(SessionExpired):
        write(tree, CreateOp("/p/late", ephemeral=True))


def test_sessions_are_due_when_their_deadline_is_reached(tree):
    tree.sessions[SESSION].expires_at_ms = 100
    tree.sessions[OTHER].expires_at_ms = 101
    assert tree.expired_sessions(99) == []
    assert tree.expired_sessions(100) == [SESSION]


# -- watches -----------------------------------------------------------------------------------------------------------


def test_watches_fire_once_each_for_what_they_wait(tree):
    watcher = Recorder()
    tree.exists("/a", watcher=watcher)
    write(tree, CreateOp("/a"))
    write(tree, SetOp("/a", b"1"))
    assert watcher.events == [(EventType.CREATED, "/a")]
    tree.get("/a", watcher=watcher)
    tree.children("/a", watcher=watcher)
    write(tree, SetOp("/a", b"2"))
    write(tree, CreateOp("/a/b"))
    write(tree, CreateOp("/a/c"))
    assert watcher.events[1:] == [(EventType.CHANGED, "/a"), (EventType.CHILD, "/a")]
    assert len(tree.watches) == 0


def test_a_deletion_is_told_once_to_who_waits_for_data_and_children(tree):
    write(tree, CreateOp("/a"))
    both, child_only, parent = Recorder(), Recorder(), Recorder()
    tree.get("/a", watcher=both)
    tree.children("/a", watcher=both)
    tree.children("/a", watcher=child_only)
    tree.children("/", watcher=parent)
    write(tree, DeleteOp("/a"))
    assert both.events == [(EventType.DELETED, "/a")]
    assert child_only.events == [(EventType.DELETED, "/a")]
    assert parent.events == [(EventType.CHILD, "/")]
    assert len(tree.watches) == 0


def test_the_same_watcher_asking_twice_is_told_once(tree):
    write(tree, CreateOp("/a"))
    watcher = Recorder()
    tree.get("/a", watcher=watcher)
    tree.exists("/a", watcher=watcher)
    write(tree, SetOp("/a", b""))
    assert watcher.events == [(EventType.CHANGED, "/a")]


def test_a_failed_read_leaves_a_watch_only_for_exists(tree):
    watcher = Recorder()
    for read in (tree.get, tree.children):
        with pytest.raises(NoNode):
            read("/a", watcher=watcher)
    assert len(tree.watches) == 0
    assert tree.exists("/a", watcher=watcher) is None
    assert len(tree.watches) == 1


def test_a_watcher_that_goes_leaves_nothing_behind(tree):
    write(tree, CreateOp("/a"))
    watcher = Recorder()
    tree.get("/a", watcher=watcher)
    tree.children("/a", watcher=watcher)
    tree.watches.remove_watcher(watcher)
    write(tree, DeleteOp("/a"))
    assert (watcher.events, len(tree.watches)) == ([], 0)


def test_watches_see_the_session_end_as_deletions(tree):
    write(tree, CreateOp("/b"), CreateOp("/b/1", ephemeral=True), CreateOp("/b/2", ephemeral=True))
    watcher = Recorder()
    tree.exists("/b/1", watcher=watcher)
    tree.children("/b", watcher=watcher)
    tree.close_session(SESSION, now_ms=20)
    assert watcher.events == [(EventType.DELETED, "/b/1"), (EventType.CHILD, "/b")]


def test_restored_watches_tell_what_was_missed_and_wait_for_the_rest(tree):
    write(tree, *(CreateOp(path) for path in ("/same", "/set", "/gone", "/kids", "/kids2")))
    seen = tree.last_zxid
    write(tree, SetOp("/set", b""), DeleteOp("/gone"), CreateOp("/new"), CreateOp("/kids/k"))
    watcher = Recorder()
    tree.restore_watches(
        watcher,
        since_zxid=seen,
        data=["/same", "/set", "/gone"],
        exists=["/new", "/not yet"],
        child=["/kids", "/kids2", "/gone"],
    )
    assert watcher.events == [
        (EventType.CHANGED, "/set"),
        (EventType.DELETED, "/gone"),
        (EventType.CREATED, "/new"),
        (EventType.CHILD, "/kids"),
        (EventType.DELETED, "/gone"),
    ]
    watcher.events.clear()
    write(tree, SetOp("/same", b""), CreateOp("/not yet"), CreateOp("/kids2/k"))
    assert [path for _, path in watcher.events] == ["/same", "/not yet", "/kids2"]


def test_exists_watch_kind_is_a_data_watch(tree):
    watcher = Recorder()
    tree.watches.add(WatchKind.EXISTS, "/a", watcher)
    write(tree, CreateOp("/a"))
    assert watcher.events == [(EventType.CREATED, "/a")]


# -- ACLs --------------------------------------------------------------------------------------------------------------

ME = ("digest", "me:hash")


def test_acls_guard_reading_writing_creating_deleting_and_themselves(tree):
    mine = (Acl(PERM_ALL, *ME), Acl(PERM_READ, "world", "anyone"))
    write(tree, CreateOp("/guarded", acl=mine))
    write(tree, CreateOp("/guarded/c"), who=[ME])
    assert tree.get("/guarded")[0] == b""
    for op in (
        SetOp("/guarded", b"x"),
        CreateOp("/guarded/d"),
        DeleteOp("/guarded/c"),
        SetAclOp("/guarded", OPEN_ACL),
    ):
        with pytest.raises(NoAuth):
            write(tree, op)
        write(tree, op, who=[ME])
    assert tree.acl("/guarded") == (OPEN_ACL, tree.get("/guarded")[1])
    assert tree.get("/guarded")[1].aversion == 1


def test_acl_without_read_hides_data_and_children(tree):
    write(tree, CreateOp("/secret", acl=(Acl(PERM_ALL, *ME),)))
    for read in (tree.get, tree.children):
        with pytest.raises(NoAuth):
            read("/secret")
        read("/secret", who=[ME])


def test_auth_in_an_acl_means_the_callers_identities(tree):
    write(tree, CreateOp("/a", acl=(Acl(PERM_ALL, "auth", ""),)), who=[("ip", "1.2.3.4"), ME])
    assert tree.acl("/a", who=[ME])[0] == (Acl(PERM_ALL, *ME),)
    with pytest.raises(InvalidAcl):
        write(tree, CreateOp("/b", acl=(Acl(PERM_ALL, "auth", ""),)))


# -- the journal -------------------------------------------------------------------------------------------------------


def test_a_replayed_journal_gives_the_same_tree():
    journal: list[Txn] = []
    tree = DataTree(journal.append)
    tree.open_session(SESSION, timeout_ms=1000, password=b"p", now_ms=1)
    tree.open_session(OTHER, timeout_ms=2000, password=b"q", now_ms=2)
    write(tree, CreateOp("/a", b"1"), CreateOp("/a/s-", sequential=True), now_ms=3)
    write(tree, CreateOp("/a/e", ephemeral=True), now_ms=4)
    write(tree, CreateOp("/a/o", ephemeral=True), session_id=OTHER, now_ms=5)
    with pytest.raises(ZkError):
        write(tree, SetOp("/a", b"2"), DeleteOp("/a"))
    write(tree, SetOp("/a", b"3"), SetAclOp("/a", (Acl(PERM_ALL, *ME), *OPEN_ACL)), now_ms=6)
    tree.close_session(SESSION, now_ms=7)
    again = DataTree()
    for txn in journal:
        again.replay(txn)
    assert snapshot(again) == snapshot(tree)
    assert again.last_zxid == tree.last_zxid == len(journal)
    assert {i: s.ephemerals for i, s in again.sessions.items()} == {OTHER: {"/a/o": None}}
    assert (again.sessions[OTHER].password, again.sessions[OTHER].timeout_ms) == (b"q", 2000)


def test_the_journal_hears_of_a_transaction_before_watches_fire():
    order: list[object] = []
    tree = DataTree(order.append)

    class Watching:
        def notify(self, event: EventType, path: str, /) -> None:
            order.append(path)

    tree.exists("/a", watcher=Watching())
    write(tree, CreateOp("/a"))
    assert isinstance(order[0], Txn)
    assert order[1:] == ["/a"]


def test_the_nodes_below_one_are_counted_at_any_depth(tree):
    before = tree.descendants("/")
    write(tree, CreateOp("/p"), CreateOp("/p/b"), CreateOp("/p/b/c"), CreateOp("/pb"))
    assert tree.descendants("/p") == 2
    assert tree.descendants("/pb") == 0
    assert tree.descendants("/") == before + 4


def test_an_acl_in_a_transaction_that_fails_is_taken_back(tree):
    write(tree, CreateOp("/p"))
    former = tree.acl("/p")
    with pytest.raises(ZkError):
        write(tree, SetAclOp("/p", (Acl(PERM_READ, "world", "anyone"),)), DeleteOp("/none"))
    assert tree.acl("/p") == former


def test_a_sessions_ephemeral_nodes_are_listed_below_a_path(tree):
    write(tree, CreateOp("/p"))
    for path in ("/p/b", "/p/a", "/other"):
        write(tree, CreateOp(path, ephemeral=True))
    assert tree.ephemerals(SESSION, "/p/") == ["/p/a", "/p/b"]
    assert tree.ephemerals(0x99, "/") == []
