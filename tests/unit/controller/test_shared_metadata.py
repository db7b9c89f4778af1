"""UpdateMetadata of very many partitions is encoded once: every broker gets what it would have got alone."""

from __future__ import annotations

import pytest

from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX, Lane
from kavka.common.types import TopicPartition
from kavka.controller.config import control_versions
from kavka.controller.context import ControllerContext, Endpoint, Leadership, LiveBroker, ReplicaAssignment
from kavka.controller.control_requests import ControlIdentity, build_requests
from kavka.controller.pending_requests import BrokerUpdate, PendingRequests, PendingUpdateMetadata
from kavka.controller.request_batch import RequestBatch
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.protocol.request_pieces import PreparedRequest
from tests.support.controller.harness import sent

TOPICS = 11
PARTITIONS = 100


class Sink:
    """Keeps what every broker has pending, as its channel would."""

    def __init__(self) -> None:
        self.pending: dict[int, PendingRequests] = {}

    def enqueue(self, broker_id, update) -> None:
        self.pending.setdefault(broker_id, PendingRequests()).merge(update)


def made(profile, *, partitions=PARTITIONS):
    assert TOPICS * PARTITIONS > ITEMS_IN_ONE_STEP_MAX
    context = ControllerContext(epoch=5, epoch_version=4)
    for broker_id in (1, 2, 3):
        endpoints = (Endpoint("PLAINTEXT", f"h{broker_id}", 9000 + broker_id, 0),)
        context.brokers[broker_id] = LiveBroker(broker_id=broker_id, epoch=100 + broker_id, endpoints=endpoints)
    for topic in range(TOPICS):
        assignment = {n: ReplicaAssignment((n % 3 + 1, (n + 1) % 3 + 1)) for n in range(partitions)}
        context.add_topic(f"t{topic}", topic_id=bytes([topic + 1]) * 16, partitions=assignment)
    for number, partition in enumerate(context.partitions()):
        leader, follower = context.assignment(partition).replicas
        context.leadership[partition] = Leadership(leader, number, (leader, follower), 5, number + 1)
    sink = Sink()
    versions = control_versions(InterBrokerVersion(profile))
    return context, RequestBatch(context, sink, Lane(), versions=versions), sink


def arrives(pending, broker_id, profile):
    """What a broker is told."""
    identity = ControlIdentity(
        controller_id=1,
        controller_epoch=5,
        broker_id=broker_id,
        broker_epoch=100 + broker_id,
        versions=control_versions(InterBrokerVersion(profile)),
        inter_broker_listener="PLAINTEXT",
    )
    [request] = build_requests(pending, identity)
    message = request.message if pending.prepared is None else pending.prepared.headed(request.message)
    return sent(message, request.version)


@pytest.mark.parametrize("profile", ["2.0-IV1", "3.0-IV1"])
def test_every_broker_gets_what_it_would_have_got_alone(profile):
    context, batch, sink = made(profile)
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    taken = {broker_id: pending.take() for broker_id, pending in sink.pending.items()}
    assert [pending.prepared for pending in taken.values()].count(None) == 0
    for broker_id, pending in taken.items():
        alone = PendingUpdateMetadata(pending.entries, pending.live_brokers)
        together = arrives(pending, broker_id, profile)
        assert together == arrives(alone, broker_id, profile)
        assert len(together.topic_states or together.ungrouped_partition_states) >= TOPICS
    epochs = {arrives(pending, broker_id, profile).broker_epoch for broker_id, pending in taken.items()}
    assert epochs == ({101, 102, 103} if profile == "3.0-IV1" else {-1})


def test_the_elements_are_encoded_once():
    context, batch, sink = made("3.0-IV1")
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    assert len({id(pending.take().prepared) for pending in sink.pending.values()}) == 1


def test_what_has_been_added_since_is_told_as_well():
    context, batch, sink = made("3.0-IV1")
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    [partition] = list(context.partitions())[-1:]
    context.leadership[partition] = Leadership(3, 9_999, (3,), 5, 9_999)
    with batch.opened():
        batch.add_update_metadata([partition])
    request = arrives(sink.pending[2].take(), 2, "3.0-IV1")
    states = {
        TopicPartition(topic.topic_name, state.partition_index): state
        for topic in request.topic_states
        for state in topic.partition_states
    }
    assert states.keys() == context.partitions()
    assert states[partition].leader_epoch == 9_999


def test_who_lives_is_told_as_it_is_last_known():
    context, batch, sink = made("3.0-IV1")
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    context.remove_broker(3)
    with batch.opened():
        batch.add_update_metadata(())
    request = arrives(sink.pending[1].take(), 1, "3.0-IV1")
    assert [broker.id for broker in request.live_brokers] == [1, 2]
    assert sum(len(topic.partition_states) for topic in request.topic_states) == TOPICS * PARTITIONS


def test_little_is_encoded_by_each_channel():
    context, batch, sink = made("3.0-IV1", partitions=2)
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    assert sink.pending[1].take().prepared is None


def test_what_cannot_be_encoded_is_left_to_the_channels():
    context, batch, sink = made("3.0-IV1")
    first = next(iter(context.partitions()))
    context.leadership[first] = Leadership(1, 2**31, (1, 2), 5, 0)
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    pending = sink.pending[1].take()
    assert pending.prepared is None
    assert len(pending.entries) == TOPICS * PARTITIONS


def test_a_second_round_is_not_told_by_the_first_ones_bytes():
    context, batch, sink = made("3.0-IV1")
    with batch.opened():
        batch.add_update_metadata(context.partitions())
    [first] = [sink.pending[1].take()]
    with batch.opened():
        batch.add_update_metadata(list(context.partitions())[:5])
    second = sink.pending[1].take()
    assert isinstance(first.prepared, PreparedRequest)
    assert len(second.entries) == 5
    assert second.prepared is None


def test_an_empty_update_waits_with_nothing_prepared():
    waiting = PendingRequests()
    waiting.merge(BrokerUpdate(live_brokers=(), is_metadata_sent=True))
    pending = waiting.take()
    assert pending.prepared is None
    assert pending.entries == {}
