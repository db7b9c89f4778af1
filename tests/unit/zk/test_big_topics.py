"""A topic's znode with very many partitions is read and written in steps, to the same end."""

from __future__ import annotations

import json

import pytest

from kavka.zk.znodes import PartitionStateZNode, TopicZNode, ZNodeError

ID = bytes(range(16))


def body(count: int = 5_000) -> TopicZNode:
    partitions = {number: [number % 7, number % 5 + 10] for number in range(count)}
    return TopicZNode(partitions, {3: [12]}, {4: [13, 1]}, ID)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_what_is_written_in_steps_is_compact_json(version):
    data = body().encode(version)
    assert json.dumps(json.loads(data), separators=(",", ":")).encode() == data
    assert sum(1 for _ in body().encoding(version)) >= 5


def test_what_is_written_is_read():
    read = TopicZNode.decode(body().encode())
    assert read == body()
    assert list(read.partitions) == list(range(5_000))
    assert sum(1 for _ in TopicZNode.decoding(body().encode())) >= 5


def test_any_json_of_the_same_meaning_is_read():
    assert TopicZNode.decode(json.dumps(json.loads(body().encode()), indent=1).encode()) == body()
    named_twice = body().encode().replace(b'"version":3', b'"partitions":{"9000":[1]},"version":3')
    assert TopicZNode.decode(named_twice).partitions == {9000: [1]}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-5],
        lambda data: data[:40_000],
        lambda data: data.replace(b'"4000":[', b'"4000":{'),
        lambda data: data.replace(b'"4000":[', b'"x":['),
        lambda data: data.replace(b'"4000":[', b'"4000":[-1,'),
        lambda data: data.replace(b'"4000":[', b'"4000":7,"z":['),
    ],
)
def test_damage_is_noticed(damage):
    with pytest.raises(ZNodeError):
        TopicZNode.decode(damage(body().encode()))


@pytest.mark.parametrize(
    "state",
    [PartitionStateZNode(1, 0, (1, 2), 7), PartitionStateZNode(-1, 5, (3,), 1), PartitionStateZNode(0, 0, (), 0)],
)
def test_a_state_as_we_write_it_is_read_as_any_json_is(state):
    data = state.encode()
    assert json.dumps(json.loads(data), separators=(",", ":")).encode() == data
    assert PartitionStateZNode.decode(data) == state
    assert PartitionStateZNode.decode(json.dumps(json.loads(data)).encode()) == state


@pytest.mark.parametrize("isr", [b"[01]", b"[-1]", b"[1,]", b"[,1]", b"[2147483648]", b"[1 2]"])
def test_a_state_that_nobody_writes_is_refused(isr):
    with pytest.raises(ZNodeError):
        PartitionStateZNode.decode(b'{"controller_epoch":1,"leader":1,"version":1,"leader_epoch":0,"isr":%b}' % isr)
