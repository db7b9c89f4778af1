"""The data tree's parts that came with ZooKeeper 3.5 and 3.6: nodes that end by themselves, watches that stay."""

from __future__ import annotations

import pytest

from kavka.zk.errors import BadArguments, NoAuth, NoWatcher
from kavka.zk.node import TTL_MS_MAX
from kavka.zk.ops import PERM_ALL, PERM_READ, Acl, CreateOp, DeleteOp, EventType, SetOp, WatchKind
from kavka.zk.tree import DataTree, Txn

SESSION = 0xABC
ME = ("digest", "me:hash")


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
    tree.open_session(SESSION, timeout_ms=1000, password=b"p", now_ms=5)
    return tree


def write(tree: DataTree, *ops, now_ms: int = 10, who=()):
    return tree.write(ops, now_ms=now_ms, session_id=SESSION, who=who)


# -- nodes that end by themselves --------------------------------------------------------------------------------------


def test_a_container_is_due_once_it_had_children_and_has_none(tree):
    write(tree, CreateOp("/c", is_container=True))
    assert tree.due_nodes(10**9) == [], "it was never used"
    write(tree, CreateOp("/c/1"))
    assert tree.due_nodes(10**9) == []
    write(tree, DeleteOp("/c/1"))
    assert tree.due_nodes(10) == ["/c"]


def test_a_node_with_a_time_to_live_is_due_when_it_was_not_changed_for_so_long(tree):
    write(tree, CreateOp("/t", ttl_ms=100), now_ms=1000)
    assert tree.due_nodes(1100) == []
    write(tree, SetOp("/t", b"again"), now_ms=1100)
    assert tree.due_nodes(1200) == []
    assert tree.due_nodes(1201) == ["/t"]
    write(tree, CreateOp("/t/child"), now_ms=1201)
    assert tree.due_nodes(10**9) == [], "its children keep it"


def test_the_end_of_a_node_is_a_transaction_and_an_event_whatever_its_acl(tree):
    journal: list[Txn] = []
    watcher = Recorder(ME)
    write(tree, CreateOp("/t", ttl_ms=1, acl=(Acl(PERM_READ, *ME),)))
    tree.exists("/t", watcher=watcher)
    tree.journal = journal.append
    tree.delete_due("/t", now_ms=100)
    assert watcher.events == [(EventType.DELETED, "/t")]
    assert [txn.zxid for txn in journal] == [tree.last_zxid]
    assert tree.due_nodes(10**9) == []


def test_a_mortal_node_that_was_deleted_or_never_came_is_not_looked_after(tree):
    write(tree, CreateOp("/t", ttl_ms=1))
    write(tree, DeleteOp("/t"))
    with pytest.raises(BadArguments):
        write(tree, CreateOp("/u", ttl_ms=1), DeleteOp("/"))
    assert tree.due_nodes(10**9) == []


@pytest.mark.parametrize("ttl_ms", [0, -1, TTL_MS_MAX + 1])
def test_a_time_to_live_has_bounds(tree, ttl_ms):
    with pytest.raises(BadArguments):
        write(tree, CreateOp("/t", ttl_ms=ttl_ms))


# -- watches that stay -------------------------------------------------------------------------------------------------


def test_a_persistent_watch_hears_of_its_node_and_of_its_children_again_and_again(tree):
    watcher = Recorder()
    tree.watches.add(WatchKind.PERSISTENT, "/a", watcher)
    for _ in range(2):
        watcher.events.clear()
        write(tree, CreateOp("/a"))
        write(tree, CreateOp("/a/b"))
        write(tree, SetOp("/a/b", b""))
        write(tree, SetOp("/a", b""))
        write(tree, DeleteOp("/a/b"))
        write(tree, DeleteOp("/a"))
        assert [event for event, _ in watcher.events] == [
            EventType.CREATED, EventType.CHILD, EventType.CHANGED, EventType.CHILD, EventType.DELETED,
        ]  # fmt: skip
        assert {path for _, path in watcher.events} == {"/a"}


def test_a_recursive_watch_on_the_root_hears_of_everything_once(tree):
    watcher = Recorder()
    tree.watches.add(WatchKind.RECURSIVE, "/", watcher)
    tree.watches.add(WatchKind.RECURSIVE, "/a", watcher)
    write(tree, CreateOp("/a"), CreateOp("/a/b"), CreateOp("/ab"))
    assert watcher.events == [(EventType.CREATED, path) for path in ("/a", "/a/b", "/ab")]


def test_a_recursive_watch_does_not_hear_of_neighbours_whose_names_begin_alike(tree):
    watcher = Recorder()
    tree.watches.add(WatchKind.RECURSIVE, "/a", watcher)
    write(tree, CreateOp("/ab"), CreateOp("/ab/c"))
    assert watcher.events == []


def test_watches_that_wait_once_and_watches_that_stay_are_told_together_once(tree):
    watcher = Recorder()
    write(tree, CreateOp("/a"))
    tree.get("/a", watcher=watcher)
    tree.children("/a", watcher=watcher)
    tree.watches.add(WatchKind.PERSISTENT, "/a", watcher)
    tree.watches.add(WatchKind.RECURSIVE, "/", watcher)
    write(tree, DeleteOp("/a"))
    assert watcher.events == [(EventType.DELETED, "/a")]
    assert len(tree.watches) == 2
    assert (tree.watches.paths, tree.watches.watchers) == (2, 1)


def test_an_event_is_told_only_to_who_may_read_the_node(tree):
    stranger, friend = Recorder(), Recorder(ME)
    for watcher in (stranger, friend):
        tree.exists("/secret", watcher=watcher)
        tree.watches.add(WatchKind.RECURSIVE, "/", watcher)
        tree.children("/", watcher=watcher)
    write(tree, CreateOp("/secret", acl=(Acl(PERM_ALL, *ME),)))
    write(tree, SetOp("/secret", b"x"), CreateOp("/secret/open"), who=[ME])
    write(tree, DeleteOp("/secret/open"), DeleteOp("/secret"), who=[ME])
    created, changed, deleted = EventType.CREATED, EventType.CHANGED, EventType.DELETED
    assert stranger.events == [(EventType.CHILD, "/"), (created, "/secret/open"), (deleted, "/secret/open")]
    assert friend.events == [
        (created, "/secret"), (EventType.CHILD, "/"), (changed, "/secret"), (created, "/secret/open"),
        (deleted, "/secret/open"), (deleted, "/secret"),
    ]  # fmt: skip
    assert len(tree.watches) == 2, "what waits once is used up, told or not"


def test_a_watch_is_taken_back_alone(tree):
    watcher = Recorder()
    write(tree, CreateOp("/a"))
    tree.get("/a", watcher=watcher)
    tree.children("/a", watcher=watcher)
    tree.remove_watches(watcher, [WatchKind.DATA], "/a")
    with pytest.raises(NoWatcher):
        tree.remove_watches(watcher, [WatchKind.DATA], "/a")
    write(tree, SetOp("/a", b""), CreateOp("/a/b"))
    assert watcher.events == [(EventType.CHILD, "/a")]
    assert tree.watches.watchers == 0


def test_bug_31_a_watcher_that_goes_takes_the_ones_that_stay_along(tree):
    watcher = Recorder()
    for kind in WatchKind:
        tree.watches.add(kind, "/a", watcher)
    tree.watches.remove_watcher(watcher)
    write(tree, CreateOp("/a"), CreateOp("/a/b"))
    assert (watcher.events, len(tree.watches)) == ([], 0)


# -- what can be asked -------------------------------------------------------------------------------------------------


def test_who_may_neither_read_nor_administer_does_not_see_an_acl(tree):
    write(tree, CreateOp("/a", acl=(Acl(PERM_ALL, *ME),)))
    with pytest.raises(NoAuth):
        tree.acl("/a")
    assert tree.acl("/a", who=[ME])[0] == (Acl(PERM_ALL, *ME),)
    with pytest.raises(NoAuth):
        tree.descendants("/a")


def test_descendants_are_counted_without_neighbours(tree):
    write(tree, CreateOp("/a"), CreateOp("/a/b"), CreateOp("/a/b/c"), CreateOp("/ab"))
    assert tree.descendants("/a") == 2
    assert tree.descendants("/") == len(tree.nodes) - 1


def test_null_data_has_no_length(tree):
    write(tree, CreateOp("/a", None))
    assert (tree.get("/a")[0], tree.get("/a")[1].data_length) == (None, 0)
