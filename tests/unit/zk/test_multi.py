"""Our multis beside kazoo's own transactions: the same bytes out, the same results in."""

from __future__ import annotations

import random

import pytest
from kazoo.protocol.serialization import CheckVersion, Create, Delete, SetData, Transaction
from kazoo.security import ACL, OPEN_ACL_UNSAFE, Id

from kavka.zk.acls import open_acl, secured_acl
from kavka.zk.jute import INT, MULTI_HEADER, pack_stat, pack_string
from kavka.zk.multi import Multi
from kavka.zk.ops import CheckOp, CreateOp, DeleteOp, SetOp, Stat

NAMES = ("/a", "/brokers/topics/t/partitions/7/state", "/é/\u4e2d", "/x" * 200)
DATA = (None, b"", b"{}", bytes(range(256)))
END = MULTI_HEADER.pack(-1, True, -1)


def an_operation(rng):
    path, version = rng.choice(NAMES), rng.choice((-1, 0, 7, 2**31 - 1))
    return rng.choice(
        (
            CheckOp(path, version),
            DeleteOp(path, version),
            SetOp(path, rng.choice(DATA), version),
            CreateOp(path, rng.choice(DATA), rng.random() < 0.5, rng.random() < 0.5),
        )
    )


def of_kazoo(op, root, acl_of):
    path = root + op.path
    if isinstance(op, CreateOp):
        acl = [ACL(entry.perms, Id(entry.scheme, entry.id)) for entry in acl_of(op.path)]
        return Create(path, op.data, acl or OPEN_ACL_UNSAFE, op.ephemeral | op.sequential << 1)
    if isinstance(op, SetOp):
        return SetData(path, op.data, op.version)
    return (Delete if isinstance(op, DeleteOp) else CheckVersion)(path, op.version)


@pytest.mark.parametrize("acl_of", [open_acl, secured_acl])
@pytest.mark.parametrize("root", ["", "/chroot"])
def test_the_request_has_the_bytes_that_kazoo_writes(root, acl_of):
    rng = random.Random(3)
    for _ in range(100):
        ops = [an_operation(rng) for _ in range(rng.randint(1, 8))]
        theirs = Transaction([of_kazoo(op, root, acl_of) for op in ops]).serialize()
        assert Multi(ops, root, acl_of).serialize() == bytes(theirs)


def test_results_are_what_the_operations_give():
    stat = Stat(*range(1, 12))
    answer = b"".join(
        (
            b"head",
            *(MULTI_HEADER.pack(13, False, 0), MULTI_HEADER.pack(5, False, 0), pack_stat(stat)),
            *(MULTI_HEADER.pack(1, False, 0), pack_string("/é0000000001"), MULTI_HEADER.pack(2, False, 0), END),
        )
    )
    assert Multi.deserialize(answer, 4) == [None, stat, "/é0000000001", None]


def test_a_refused_multi_tells_a_code_for_each_operation():
    codes = (0, -103, -2)
    answer = b"".join(MULTI_HEADER.pack(-1, False, code) + INT.pack(code) for code in codes) + END
    assert Multi.deserialize(answer, 0) == [*codes]


@pytest.mark.parametrize("cut", range(1, 30, 4))
def test_an_answer_that_ends_early_is_no_answer(cut):
    answer = MULTI_HEADER.pack(5, False, 0) + pack_stat(Stat(*range(11))) + END
    with pytest.raises(Exception, match="unpack_from requires"):
        Multi.deserialize(answer[:-cut], 0)


def test_an_operation_that_nobody_knows_is_no_answer():
    with pytest.raises(ValueError, match="operation 99"):
        Multi.deserialize(MULTI_HEADER.pack(99, False, 0) + END, 0)
