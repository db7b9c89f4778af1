"""What waits for a broker and in which order it goes out; batches; versions."""

from __future__ import annotations

import pytest

from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.controller.config import ControlVersions, control_versions
from kavka.controller.context import ControllerContext, Endpoint, Leadership, LiveBroker, ReplicaAssignment
from kavka.controller.control_requests import ControlIdentity, build_requests, response_event
from kavka.controller.events import TopicDeletionStopReplicaResponseReceived
from kavka.controller.pending_requests import (
    BrokerUpdate,
    PendingLeaderAndIsr,
    PendingRequests,
    PendingStopReplica,
    PendingUpdateMetadata,
    StopReplicaEntry,
)
from kavka.controller.request_batch import IllegalBatch, RequestBatch
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.protocol.messages import StopReplicaResponse

A, B, C = (TopicPartition("t", n) for n in range(3))
TOPIC_ID = bytes(range(16))


class Sink:
    """Keeps what every broker has pending, as its channel would."""

    def __init__(self) -> None:
        self.pending: dict[int, PendingRequests] = {}
        self.updates: list[tuple[int, BrokerUpdate]] = []

    def enqueue(self, broker_id, update) -> None:
        self.updates.append((broker_id, update))
        self.pending.setdefault(broker_id, PendingRequests()).merge(update)

    def take_all(self, broker_id=1) -> list:
        taken = []
        while (pending := self.pending[broker_id].take()) is not None:
            taken.append(pending)
        return taken


def made(*broker_ids):
    context = ControllerContext(epoch=5, epoch_version=4)
    for broker_id in broker_ids or (1, 2):
        context.brokers[broker_id] = LiveBroker(
            broker_id=broker_id,
            epoch=100 + broker_id,
            endpoints=(Endpoint("PLAINTEXT", "h", 9000 + broker_id, 0), Endpoint("SSL", "s", 1, 1)),
        )
    context.add_topic("t", topic_id=TOPIC_ID, partitions={n: ReplicaAssignment((1, 2)) for n in range(3)})
    for partition in (A, B, C):
        context.leadership[partition] = leading(1)
    sink = Sink()
    return context, RequestBatch(context, sink, Lane()), sink


def leading(leader, *, epoch=0):
    return Leadership(leader, epoch, (1, 2), 5, epoch)


def kinds(taken):
    names = {PendingLeaderAndIsr: "LAI", PendingUpdateMetadata: "UM", PendingStopReplica: "SR"}
    return [names[type(pending)] for pending in taken]


def test_order_within_a_round():
    _, batch, sink = made()
    with batch.opened():
        batch.add_stop_replica(1, C, is_delete=False)
        batch.add_update_metadata([B])
        batch.add_leader_and_isr([1], A, leading(1), is_new=False)
    assert kinds(sink.take_all()) == ["LAI", "UM", "SR"]
    assert kinds(sink.take_all(2)) == ["UM"], "metadata goes to everybody"


def test_a_batch_must_be_empty_when_opened():
    _, batch, sink = made()
    with batch.opened(), pytest.raises(IllegalBatch), batch.opened():
        pass
    batch._updates[1] = BrokerUpdate(live_brokers=())
    with pytest.raises(IllegalBatch), batch.opened():
        pass
    assert sink.updates == []


def test_a_round_that_fails_sends_nothing_and_leaves_nothing():
    _, batch, sink = made()

    def fail_halfway():
        with batch.opened():
            batch.add_leader_and_isr([1], A, leading(1), is_new=True)
            raise ValueError("planted")

    with pytest.raises(ValueError, match="planted"):
        fail_halfway()
    assert sink.updates == []
    with batch.opened():
        pass
    assert sink.updates == []


def test_later_state_replaces_earlier_but_new_stays_new():
    _, batch, sink = made()
    with batch.opened():
        batch.add_leader_and_isr([1, 2], A, leading(1), is_new=True)
        batch.add_leader_and_isr([1], A, leading(2, epoch=1), is_new=False)
    (lai, _) = sink.take_all(1)
    assert (lai.entries[A].state.leader, lai.entries[A].state.is_new) == (2, True)
    (other, _) = sink.take_all(2)
    assert (other.entries[A].state.leader, other.entries[A].state.is_new) == (1, True)


def test_new_stays_new_between_rounds_for_whoever_has_not_heard_yet():
    _, batch, sink = made()
    with batch.opened():
        batch.add_leader_and_isr([1, 2], A, leading(1), is_new=True)
    sink.pending[2].take()
    with batch.opened():
        batch.add_leader_and_isr([1, 2], A, leading(2, epoch=1), is_new=False)
    assert sink.take_all(1)[0].entries[A].state.is_new is True
    late = [pending for pending in sink.take_all(2) if isinstance(pending, PendingLeaderAndIsr)]
    assert late[0].entries[A].state.is_new is False


def test_dead_brokers_get_nothing():
    _, batch, sink = made(1)
    with batch.opened():
        batch.add_leader_and_isr([1, 2, -1], A, leading(1), is_new=True)
        batch.add_stop_replica(2, A, is_delete=True)
    assert [broker_id for broker_id, _ in sink.updates] == [1]


def test_metadata_first_stays_first_while_more_comes():
    _, batch, sink = made()
    with batch.opened():
        batch.add_update_metadata([A, B, C])
    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(1), is_new=False)
    taken = sink.take_all()
    assert kinds(taken) == ["UM", "LAI"]
    assert set(taken[0].entries) == {A, B, C}


def test_the_latest_of_stop_and_lead_wins():
    _, batch, sink = made()
    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(1), is_new=False)
        batch.add_leader_and_isr([1], B, leading(1), is_new=False)
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=False)
    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(2, epoch=1), is_new=False)
    taken = sink.take_all()
    assert kinds(taken) == ["LAI", "UM"]
    assert set(taken[0].entries) == {A, B}

    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(1), is_new=False)
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=False)
    assert kinds(sink.take_all()) == ["UM", "SR"]


def test_a_deletion_is_done_before_the_replica_lives_again():
    _, batch, sink = made()
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=True)
        batch.add_stop_replica(1, B, is_delete=False)
    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(1), is_new=True)
    taken = sink.take_all()
    assert kinds(taken) == ["SR", "LAI", "UM"]
    assert taken[0].entries[A].is_delete


def test_once_delete_always_delete():
    _, batch, sink = made()
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=True)
        batch.add_stop_replica(1, A, is_delete=False)
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=False)
    (stop,) = sink.take_all()
    assert stop.entries[A].is_delete


def test_brokers_hear_that_a_topic_is_gone_before_they_delete_it():
    context, batch, sink = made()
    with batch.opened():
        batch.add_stop_replica(1, C, is_delete=False)
    context.topics_to_delete.add("t")
    with batch.opened():
        batch.add_update_metadata([A])
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=True)
    taken = sink.take_all()
    assert kinds(taken) == ["UM", "SR"]
    assert taken[0].entries[A].state.leader == -2
    assert taken[1].entries[A] == StopReplicaEntry(leader_epoch=-2, is_delete=True)


def test_what_waits_is_bounded_by_the_partitions():
    _, batch, sink = made()
    for epoch in range(500):
        with batch.opened():
            for partition in (A, B, C):
                batch.add_leader_and_isr([1, 2], partition, leading(1 + epoch % 2, epoch=epoch), is_new=False)
        with batch.opened():
            batch.add_stop_replica(1, B, is_delete=False)
    assert len(sink.pending[1]) <= 3
    taken = sink.take_all()
    assert [len(pending.entries) for pending in taken] == [2, 3, 1]


@pytest.mark.parametrize("is_delete", [True, False])
def test_bug_45_a_full_list_that_loses_a_member_is_not_full(is_delete):
    """The broker would set aside what it shall go on having for a while, or delete."""
    _, batch, sink = made()
    with batch.opened(full_for=[1, 2]):
        batch.add_leader_and_isr([1, 2], A, leading(1), is_new=False)
        batch.add_leader_and_isr([1, 2], B, leading(1), is_new=False)
    with batch.opened():
        batch.add_stop_replica(1, A, is_delete=is_delete)
    assert [fullness(sink.pending[broker_id]) for broker_id in (1, 2)] == [False, True]


def fullness(pending):
    while not isinstance(taken := pending.take(), PendingLeaderAndIsr):
        assert taken is not None
    return taken.is_full


def test_a_partition_without_a_leader_is_not_in_the_metadata():
    context, batch, sink = made()
    del context.leadership[A]
    with batch.opened():
        batch.add_update_metadata([A, B])
    (metadata,) = sink.take_all()
    assert set(metadata.entries) == {B}


# ---------------------------------------------------------------- versions

EVERY_VERSION = [
    *(ControlVersions(leader_and_isr=v, update_metadata=4, stop_replica=0) for v in range(6)),
    *(ControlVersions(leader_and_isr=1, update_metadata=v, stop_replica=0) for v in range(1, 8)),
    *(ControlVersions(leader_and_isr=1, update_metadata=4, stop_replica=v) for v in range(4)),
]


@pytest.mark.parametrize("versions", EVERY_VERSION, ids=str)
def test_every_version_can_be_written_and_says_the_same(versions):
    _, batch, sink = made()
    with batch.opened():
        batch.add_leader_and_isr([1], A, leading(1), is_new=True)
        batch.add_stop_replica(1, B, is_delete=True)
        batch.add_stop_replica(1, C, is_delete=False)
    identity = identity_with(versions)
    for pending in sink.take_all():
        for request in build_requests(pending, identity):
            message = decode_message(
                type(request.message), request.version, encode_message(request.message, request.version)
            )
            assert (message.controller_id, message.controller_epoch) == (9, 5)
            if getattr(message, "broker_epoch", -1) != -1:
                assert message.broker_epoch == 101


def identity_with(versions):
    return ControlIdentity(
        controller_id=9,
        controller_epoch=5,
        broker_id=1,
        broker_epoch=101,
        versions=versions,
        inter_broker_listener="PLAINTEXT",
    )


def test_stops_and_deletions_are_separate_requests_before_version_three():
    pending = PendingStopReplica({A: StopReplicaEntry(0, True), B: StopReplicaEntry(0, False)})
    old = build_requests(pending, identity_with(control_versions(InterBrokerVersion("2.0-IV1"))))
    assert [(r.message.delete_partitions, len(r.message.ungrouped_partitions)) for r in old] == [(False, 1), (True, 1)]
    (new,) = build_requests(pending, identity_with(control_versions(InterBrokerVersion("3.0-IV1"))))
    (topic,) = new.message.topic_states
    assert [(s.partition_index, s.delete_partition) for s in topic.partition_states] == [(0, True), (1, False)]


def test_answers_become_events_only_where_something_is_to_do():
    identity = identity_with(control_versions(InterBrokerVersion("3.0-IV1")))
    stop = build_requests(PendingStopReplica({A: StopReplicaEntry(0, False)}), identity)[0]
    assert response_event(stop, StopReplicaResponse(), identity) is None
    mixed = PendingStopReplica({A: StopReplicaEntry(0, False), B: StopReplicaEntry(0, True)})
    answer = StopReplicaResponse(
        partition_errors=[
            StopReplicaResponse.StopReplicaPartitionError(topic_name="t", partition_index=n, error_code=56)
            for n in range(3)
        ]
    )
    event = response_event(build_requests(mixed, identity)[0], answer, identity)
    assert event == TopicDeletionStopReplicaResponseReceived(
        controller_epoch=5, broker_id=1, broker_epoch=101, error_code=0, errors={B: 56}
    )
    failed = response_event(build_requests(mixed, identity)[0], StopReplicaResponse(error_code=11), identity)
    assert failed.errors == {B: 11}
