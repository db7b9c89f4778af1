"""Consumers that read close to them (KIP-392): whom a leader names, and what a follower gives."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest
from tests.support.replica.node import BROKER, Node, batch

RACKS = {BROKER: "a", 2: "b", 3: "b", 4: "c"}


@pytest.fixture(params=[RACKS.get], ids=["by rack"])
def leader(request, tmp_path):
    node = Node(tmp_path, rack_of=request.param)
    node.lead(isr=(BROKER, 2, 3, 4))
    for _ in range(3):
        node.produce(batch(b"v"), acks=1)
    for broker_id, offset in ((2, 2), (3, 3), (4, 3)):
        node.fetch(offset, replica_id=broker_id, log_start_offset=0)
    yield node
    node.log_manager.close()


def ask(node, offset, rack, *, version=12, **options):
    asked = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1_000_000)
    request = FetchRequest(
        max_wait_ms=options.get("max_wait_ms", 0),
        min_bytes=options.get("min_bytes", 1),
        topics=[FetchRequest.FetchTopic(topic="t", partitions=[asked])],
        rack_id=rack,
    )
    return node.send(request, version)


@pytest.mark.parametrize(
    ("rack", "offset", "expected"),
    [("a", 0, -1), ("b", 0, 3), ("c", 0, 4), ("elsewhere", 0, -1), ("", 0, -1), ("b", 3, 3)],
)
def test_whom_a_leader_names(leader, rack, offset, expected):
    data = ask(leader, offset, rack).partition
    assert data.preferred_read_replica == expected
    assert (data.error_code, len(data.records) > 0) == (0, expected < 0 and offset < 3)


def test_nobody_is_named_who_has_not_got_that_far_or_is_out_of_sync(leader):
    leader.produce(batch(b"v"), acks=1)
    assert ask(leader, 4, "b").partition.preferred_read_replica == -1
    leader.lead(isr=(BROKER, 4), replicas=(BROKER, 2, 3, 4), epoch=1)
    leader.fetch(4, replica_id=3, log_start_offset=0)
    assert ask(leader, 0, "b").partition.preferred_read_replica == -1


def test_who_is_sent_elsewhere_does_not_wait(leader):
    call = ask(leader, 3, "c", max_wait_ms=10_000, min_bytes=1_000_000)
    assert call.partition.preferred_read_replica == 4


@pytest.mark.parametrize("leader", [None], indirect=True)
def test_without_a_selector_everybody_reads_from_the_leader(leader):
    data = ask(leader, 0, "b").partition
    assert data.preferred_read_replica == -1
    assert data.records


def test_a_follower_serves_consumers_of_fetch_11_up_to_the_high_watermark(leader):
    leader.lead(leader=2, isr=(BROKER, 2), epoch=1)
    log = leader.manager.partitions.find("t", 0).log
    log.update_high_watermark(2)
    data = ask(leader, 0, "a", version=11).partition
    assert (data.error_code, data.high_watermark) == (0, 2)
    assert data.records
    assert not ask(leader, 2, "a", version=11).partition.records
    assert ask(leader, 0, "").partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert ask(leader, 0, "", version=10).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_a_consumer_that_waits_at_a_follower_is_woken_by_its_high_watermark(leader):
    leader.lead(leader=2, isr=(BROKER, 2), epoch=1)
    partition = leader.manager.partitions.find("t", 0)
    partition.log.update_high_watermark(2)
    call = ask(leader, 2, "a", max_wait_ms=10_000)
    assert call.is_waiting
    partition.log.maybe_increment_high_watermark(3)
    leader.manager.waiting.complete(partition)
    assert call.partition.records


def test_a_replica_that_follows_nobody_serves_nobody(leader):
    leader.lead(leader=2, isr=(BROKER, 2), epoch=1)
    leader.stop()
    assert ask(leader, 0, "a").partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
