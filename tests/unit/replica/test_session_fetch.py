"""Incremental fetches cost what has moved, and who waits for a session hears of all of it."""

from __future__ import annotations

import random

import pytest

from kavka.broker.replica.fetch_session import EVICTION_MS, FetchSessionCache
from kavka.protocol.records.batch import iter_records
from tests.support.replica.calls import calls_of
from tests.support.replica.isr import LAG_MS, Leader
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import Client, parts_of

FEW, MANY = 5, 200


def names(count, topic="t"):
    return [(topic, index, 0) for index in range(count)]


@pytest.fixture(params=[-1, 2], ids=["consumer", "follower"])
def replica_id(request):
    return request.param


def idle(tmp_path, count, replica_id):
    """A node, and a client with a session of so many partitions of which nothing is new."""
    node = Node(tmp_path / str(count))
    for index in range(count):
        node.lead(index=index, isr=(BROKER, 2))
    client = Client(node, replica_id=replica_id)
    client.fetch(*names(count))
    assert client.fetch() == {}
    return node, client


def test_a_fetch_without_news_costs_the_same_whatever_is_followed(tmp_path, replica_id):
    costs = []
    for count in (FEW, MANY):
        node, client = idle(tmp_path, count, replica_id)
        costs.append(min(calls_of(client.send) for _ in range(3)))  # one may meet the end of a second that is counted
        node.log_manager.close()
    assert costs[0] == costs[1]


def test_a_wait_that_ends_with_one_record_costs_the_same_whatever_is_followed(tmp_path, replica_id):
    costs = []
    for count in (FEW, MANY):
        node, client = idle(tmp_path, count, replica_id)
        client.options["max_wait_ms"] = 500
        waiting = []
        costs.append(calls_of(lambda client=client, waiting=waiting: waiting.append(client.send())))
        assert node.manager.waiting.fetch_purgatory.statistics().watched == 1
        costs[-1] += calls_of(lambda node=node: node.produce(batch(b"a"), index=3, acks=1))
        if replica_id < 0:
            node.fetch(1, index=3, replica_id=2)
        assert list(parts_of(waiting[0].answer)) == [("t", 3)]
        node.log_manager.close()
    assert costs[0] == costs[1]


def test_min_bytes_is_a_sum_over_all_that_comes_while_it_waits(tmp_path):
    node, client = idle(tmp_path, FEW, -1)
    size = len(batch(b"x" * 100))
    client.options |= {"max_wait_ms": 500, "min_bytes": 4 * size}
    waiting = client.send()
    for index in (0, 3, 0):
        node.produce(batch(b"x" * 100), index=index, acks=1)
        node.fetch(node.manager.partitions.find("t", index).log.log_end_offset, index=index, replica_id=2)
        assert waiting.is_waiting
    node.produce(batch(b"x" * 100), index=2, acks=1)
    node.fetch(1, index=2, replica_id=2)
    parts = parts_of(waiting.answer)
    assert [(key[1], len(part.records)) for key, part in parts.items()] == [(0, 2 * size), (2, size), (3, size)]
    node.log_manager.close()


def test_min_bytes_is_a_sum_of_what_is_there_still(tmp_path):
    node, client = idle(tmp_path, FEW, -1)
    size = len(batch(b"x" * 100))
    client.options |= {"max_wait_ms": 500, "min_bytes": 3 * size}
    waiting = client.send()

    def commit(index):
        node.produce(batch(b"x" * 100), index=index, acks=1)
        node.fetch(node.manager.partitions.find("t", index).log.log_end_offset, index=index, replica_id=2)

    commit(0)
    commit(0)
    log = node.manager.partitions.find("t", 0).log
    log.roll()
    node.delete_records((0, 2))
    log.delete_old_segments(node.clock.now_ms())
    commit(3)
    assert waiting.is_waiting, "two of the three are gone"
    commit(3)
    commit(3)
    assert not waiting.is_waiting
    node.log_manager.close()


def test_a_partition_that_comes_while_its_session_lives_is_told_of(node):
    node.lead(index=0)
    client = Client(node)
    client.fetch(("t", 0, 0), ("t", 1, 0))
    for _ in range(3):
        assert list(client.fetch()) == [("t", 1)]  # it is not there
    node.lead(index=1)
    node.produce(batch(b"a"), index=1)
    assert [record.value for record in iter_records(client.fetch()["t", 1].records)] == [b"a"]


def test_who_waits_hears_of_a_replica_in_its_rack_that_joins(tmp_path):
    leader = Leader(tmp_path, rack_of={BROKER: "here", 2: "there", 3: "elsewhere"}.get)
    leader.lead(isr=(BROKER,), replicas=(BROKER, 2, 3), epoch=1)
    consumer = Client(leader, rack_id="there")
    consumer.fetch(("t", 0, 0))
    assert consumer.fetch() == {}
    leader.follow(2, 0)
    assert consumer.fetch() == {}
    with pytest.raises(StopIteration):
        leader.changes.write_batch().send(None)
    assert leader.partition.isr == (BROKER, 2)
    assert consumer.fetch()["t", 0].preferred_read_replica == 2
    leader.log_manager.close()


def test_a_session_that_has_to_go_for_another_keeps_nobody_waiting(tmp_path):
    node = Node(tmp_path, fetch_sessions=FetchSessionCache(random.Random(1), slots_max=1))
    node.lead(index=0)
    node.lead(index=1)
    client = Client(node)
    client.fetch(("t", 0, 0))
    client.options["max_wait_ms"] = 2**31 - 1
    waiting = client.send()
    node.advance(EVICTION_MS + 1)
    other = Client(node)
    other.fetch(("t", 1, 0))
    assert client.id != other.id != 0
    node.produce(batch(b"a"), index=1)
    assert waiting.answer.responses == []
    assert client.send().answer.session_id == 0


# ---- followers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def followed(tmp_path):
    """A leader of t-0 and t-1, and its followers' sessions."""
    leader = Leader(tmp_path)
    followers = []
    for index in range(2):
        leader.lead(index=index, isr=(BROKER, 2, 3))
    for broker_id in (2, 3):
        followers.append(Client(leader, replica_id=broker_id))
        for _ in range(2):
            followers[-1].fetch(*names(2))
    yield leader, *followers
    leader.log_manager.close()


def caught_up_ago(leader, broker_id, index=0):
    replica = leader.manager.partitions.find("t", index).remote_replicas[broker_id]
    return leader.clock.monotonic_ms() - replica.last_caught_up_ms


def test_a_follower_is_caught_up_at_each_fetch_of_its_session_until_there_is_more(followed):
    leader, second, _ = followed
    for _ in range(3):
        leader.advance(400)
        second.fetch()
        assert [caught_up_ago(leader, 2, index) for index in range(2)] == [0, 0]
        assert caught_up_ago(leader, 3) > 0
    leader.advance(400)
    leader.produce(batch(b"a"), acks=1)
    second.fetch()  # it does not have that yet, and had everything when it fetched before
    assert [caught_up_ago(leader, 2, index) for index in range(2)] == [400, 0]
    leader.advance(400)
    second.fetch(("t", 0, 0))  # nor has it got on
    assert [caught_up_ago(leader, 2, index) for index in range(2)] == [800, 0]
    second.fetch(("t", 0, 1))
    assert [caught_up_ago(leader, 2, index) for index in range(2)] == [0, 0]


def test_a_follower_that_fetches_no_more_leaves_where_something_came(followed):
    leader, second, _ = followed
    for _ in range(4):
        leader.advance(LAG_MS // 2)
        second.fetch()
    leader.check()
    assert [partition.pending for partition in leader.manager.partitions] == [None, None]  # idle ones keep it
    leader.produce(batch(b"a"), acks=1)
    second.fetch()
    second.fetch(("t", 0, 1))
    leader.check()
    assert leader.manager.partitions.find("t", 0).pending.isr == (BROKER, 2)
    assert leader.manager.partitions.find("t", 1).pending is None


def test_a_session_that_ends_leaves_behind_when_its_follower_was_caught_up(followed):
    leader, second, _ = followed
    leader.advance(400)
    second.fetch()
    leader.advance(100)
    leader.manager.fetches.sessions.remove(second.id)
    assert caught_up_ago(leader, 2) == 100


def test_a_follower_that_joined_while_its_fetch_waited_is_caught_up_from_its_next_one_on(tmp_path):
    leader = Leader(tmp_path)
    leader.lead(isr=(BROKER,), replicas=(BROKER, 2, 3), epoch=1)
    follower = Client(leader, replica_id=2)
    follower.fetch(("t", 0, 0))
    follower.options["max_wait_ms"] = 500
    waiting = follower.send()
    follower.epoch += 1
    with pytest.raises(StopIteration):
        leader.changes.write_batch().send(None)
    assert leader.partition.isr == (BROKER, 2)
    leader.advance(501)
    assert not waiting.is_waiting
    follower.options["max_wait_ms"] = 0
    for _ in range(2):
        leader.advance(400)
        follower.fetch()
        assert caught_up_ago(leader, 2) == 0
    leader.log_manager.close()
