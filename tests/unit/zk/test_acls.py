"""Which nodes of a tree that was open become the brokers' own."""

from __future__ import annotations

import pytest

from kavka.zk.acls import closing, digest_id
from kavka.zk.ops import OPEN_ACL, PERM_ALL, PERM_READ, Acl
from kavka.zk.tree import DataTree

OWNER = digest_id(b"kavka:now")
MINE = Acl(PERM_ALL, "digest", OWNER)
LOST = (Acl(PERM_ALL, "digest", digest_id(b"kavka:before")),)
SOMEBODYS = (Acl(PERM_ALL, "digest", digest_id(b"ops:pw")),)
WORLD = Acl(PERM_READ, "world", "anyone")


def test_an_id_is_zookeepers():
    assert digest_id(b"super:test") == "super:D/InIHSb7yEEbrWz8b9l71RjZJU="  # of ZooKeeper's own documentation


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("/", OPEN_ACL, (MINE, WORLD)),
        ("/brokers/topics/t", OPEN_ACL, (MINE, WORLD)),
        ("/config/users/alice", OPEN_ACL, (MINE,)),
        ("/config/users/alice", LOST, (MINE,)),
        ("/config/users", (MINE,), None),
        ("/brokers", (MINE, WORLD), None),
        ("/mine", SOMEBODYS, None),
        ("/mine", (WORLD,), None),
        ("/consumers", OPEN_ACL, None),
        ("/consumers/group/offsets", OPEN_ACL, None),
        ("/consumersx", OPEN_ACL, (MINE, WORLD)),
        ("/zookeeper/quota", OPEN_ACL, None),
    ],
)
def test_open_nodes_and_those_of_a_lost_login_get_an_owner_and_others_keep_theirs(path, before, after):
    assert [op.acl for op in closing([(path, before)], OWNER)] == ([] if after is None else [after])


def test_a_closed_tree_has_nothing_left_to_close():
    tree = DataTree()
    tree.write(
        list(closing(((path, node.acl) for path, node in tree.nodes.items()), OWNER)), now_ms=1, who=[("super", "")]
    )
    assert list(closing(((path, node.acl) for path, node in tree.nodes.items()), OWNER)) == []
