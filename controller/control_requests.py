"""From what is pending for a broker to the request in the profile's version, and from its response to an event. Pure.

The three control requests changed their shape several times; here alone is it known which version wants what:

    LeaderAndIsr    0–1 flat list     2+ grouped by topic, broker epoch     5+ topic ids, type, response by topic id
    UpdateMetadata  0–4 flat list     5+ grouped by topic, broker epoch     7+ topic ids
    StopReplica     0   flat list     1+ grouped by topic, broker epoch     3+ delete flag, leader epoch per partition,
                                                                               not one flag for the whole request
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeVar

from kavka.common.steps import Steps, at_once, stretches
from kavka.common.types import TopicPartition
from kavka.controller.config import ControlVersions
from kavka.controller.context import LiveBroker
from kavka.controller.events import (
    BrokerResponse,
    LeaderAndIsrResponseReceived,
    TopicDeletionStopReplicaResponseReceived,
    UpdateMetadataResponseReceived,
)
from kavka.controller.pending_requests import (
    LeaderAndIsrEntry,
    MetadataEntry,
    Pending,
    PendingLeaderAndIsr,
    PendingStopReplica,
    PendingUpdateMetadata,
)
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    StopReplicaRequest,
    StopReplicaResponse,
    UpdateMetadataRequest,
)
from kavka.protocol.request_pieces import PreparedRequest, preparing

EntryT = TypeVar("EntryT")

GROUPED_ITEMS: Final = 1_000
"""Entries that are put to their topics in one stretch."""


GROUPED_METADATA_VERSION: Final = 5
"""The first UpdateMetadata that is grouped by topic and names the broker's epoch."""


class LeaderAndIsrType(IntEnum):
    """Whether a LeaderAndIsr lists every replica that the broker should have (KIP-516)."""

    UNKNOWN = 0
    INCREMENTAL = 1
    FULL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlIdentity:
    """Who speaks to whom: the same in every request of one channel."""

    controller_id: int
    controller_epoch: ControllerEpoch
    broker_id: int
    broker_epoch: int
    versions: ControlVersions
    inter_broker_listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """One message to send, and what its response will be about."""

    message: Any
    version: int
    pending: Pending


def build_requests(pending: Pending, identity: ControlIdentity) -> list[ControlRequest]:
    """Builds the messages that carry one pending request.

    One, or two where StopReplica cannot mix stopping and deleting.
    """
    return at_once(building(pending, identity))


def building(pending: Pending, identity: ControlIdentity) -> Steps[list[ControlRequest]]:
    """Yields the steps of `build_requests`."""
    message: Any
    if isinstance(pending, PendingLeaderAndIsr):
        version = identity.versions.leader_and_isr
        message = yield from _leader_and_isr(pending, identity)
        return [ControlRequest(message=message, version=version, pending=pending)]
    if isinstance(pending, PendingUpdateMetadata):
        version = identity.versions.update_metadata
        message = yield from _update_metadata(pending, identity)
        return [ControlRequest(message=message, version=version, pending=pending)]
    version = identity.versions.stop_replica
    if version >= 3:
        message = yield from _stop_replica(pending, identity)
        return [ControlRequest(message=message, version=version, pending=pending)]
    parts = [
        PendingStopReplica({tp: entry for tp, entry in pending.entries.items() if entry.is_delete is is_delete})
        for is_delete in (False, True)
    ]
    return [
        ControlRequest(message=_stop_replica_flagged(part, identity), version=version, pending=part)
        for part in parts
        if part.entries
    ]


def response_event(request: ControlRequest, response: Any, identity: ControlIdentity) -> BrokerResponse | None:
    """Turns a broker's response into the controller's event, None when there is nothing to do."""
    return at_once(hearing(request, response, identity))


def hearing(request: ControlRequest, response: Any, identity: ControlIdentity) -> Steps[BrokerResponse | None]:
    """Yields the steps of `response_event`."""
    pending = request.pending
    code = int(response.error_code)
    if isinstance(pending, PendingUpdateMetadata):
        if code == ErrorCode.NONE:
            return None
        return UpdateMetadataResponseReceived(
            controller_epoch=identity.controller_epoch,
            broker_id=identity.broker_id,
            broker_epoch=identity.broker_epoch,
            error_code=code,
        )
    if isinstance(pending, PendingLeaderAndIsr):
        return LeaderAndIsrResponseReceived(
            controller_epoch=identity.controller_epoch,
            broker_id=identity.broker_id,
            broker_epoch=identity.broker_epoch,
            error_code=code,
            errors=(yield from _leader_and_isr_errors(pending.entries, response, version=request.version)),
        )
    deleted = [partition for partition, entry in pending.entries.items() if entry.is_delete]
    if not deleted:
        return None
    return TopicDeletionStopReplicaResponseReceived(
        controller_epoch=identity.controller_epoch,
        broker_id=identity.broker_id,
        broker_epoch=identity.broker_epoch,
        error_code=code,
        errors=(yield from _stop_replica_errors(deleted, response)),
    )


# ---------------------------------------------------------------- LeaderAndIsr


def _leader_and_isr(pending: PendingLeaderAndIsr, identity: ControlIdentity) -> Steps[LeaderAndIsrRequest]:
    version = identity.versions.leader_and_isr
    topics = yield from _by_topic(pending.entries)
    request = LeaderAndIsrRequest(
        controller_id=identity.controller_id,
        controller_epoch=identity.controller_epoch,
        live_leaders=_live_leaders(pending, identity.inter_broker_listener),
    )
    if version < 2:
        request.ungrouped_partition_states = [entry.state for entry in pending.entries.values()]
        return request
    request.broker_epoch = identity.broker_epoch
    made = LeaderAndIsrRequest.LeaderAndIsrTopicState
    for topic, entries in topics.items():
        states = [entry.state for entry in entries]
        request.topic_states.append(made(topic_name=topic, topic_id=entries[0].topic_id, partition_states=states))
        yield
    if version >= 5:
        request.type = LeaderAndIsrType.FULL if pending.is_full else LeaderAndIsrType.INCREMENTAL
    return request


def _live_leaders(pending: PendingLeaderAndIsr, listener: str) -> list[LeaderAndIsrRequest.LeaderAndIsrLiveLeader]:
    leaders = {entry.state.leader for entry in pending.entries.values()}
    found = []
    for broker in pending.live_brokers:
        endpoint = broker.endpoint(listener)
        if broker.broker_id in leaders and endpoint is not None:
            found.append(
                LeaderAndIsrRequest.LeaderAndIsrLiveLeader(
                    broker_id=broker.broker_id, host_name=endpoint.host, port=endpoint.port
                )
            )
    return found


def _leader_and_isr_errors(
    entries: Mapping[TopicPartition, LeaderAndIsrEntry], response: LeaderAndIsrResponse, *, version: int
) -> Steps[dict[TopicPartition, int]]:
    """Returns the error of every partition asked for.

    A partition that the response leaves out has the request's own error.
    """
    code = int(response.error_code)
    errors = dict.fromkeys(entries, code)
    if not (yield from _is_any_other(code, response, version=version)):
        return errors
    if version < 5:
        for stretch in stretches(response.partition_errors):
            _note(errors, ((TopicPartition(error.topic_name, error.partition_index), error) for error in stretch))
            yield
        return errors
    names: dict[bytes, str] = {}
    for looked_at in stretches(entries.items(), GROUPED_ITEMS):
        names.update((entry.topic_id, partition.topic) for partition, entry in looked_at)
        yield
    for topic in response.topics:
        name = names.get(bytes(topic.topic_id), "")
        for told in stretches(topic.partition_errors):
            _note(errors, ((TopicPartition(name, error.partition_index), error) for error in told))
            yield
    return errors


def _is_any_other(code: int, response: LeaderAndIsrResponse, *, version: int) -> Steps[bool]:
    """Tells whether the response has another error than `code` for any partition; mostly it has not."""
    lists = [response.partition_errors] if version < 5 else [topic.partition_errors for topic in response.topics]
    for told in lists:
        for stretch in stretches(told, GROUPED_ITEMS):
            if any(error.error_code != code for error in stretch):
                return True
            yield
    return False


def _note(errors: dict[TopicPartition, int], told: Iterable[tuple[TopicPartition, Any]]) -> None:
    """Takes over what differs, of partitions that were asked for."""
    for partition, error in told:
        if errors.get(partition, error.error_code) != error.error_code:
            errors[partition] = error.error_code


# ---------------------------------------------------------------- UpdateMetadata


def preparing_metadata(entries: Mapping[TopicPartition, MetadataEntry], version: int) -> Steps[PreparedRequest]:
    """Encodes the partitions of an UpdateMetadata; each broker's head is added by `headed`."""
    request = UpdateMetadataRequest()
    yield from _add_metadata(request, entries, version)
    return (yield from preparing(request, version))


def _update_metadata(pending: PendingUpdateMetadata, identity: ControlIdentity) -> Steps[UpdateMetadataRequest]:
    version = identity.versions.update_metadata
    request = UpdateMetadataRequest(
        controller_id=identity.controller_id,
        controller_epoch=identity.controller_epoch,
        live_brokers=_metadata_brokers(pending.live_brokers),
    )
    if version >= GROUPED_METADATA_VERSION:
        request.broker_epoch = identity.broker_epoch
    if pending.prepared is None:
        yield from _add_metadata(request, pending.entries, version)
    return request


def _add_metadata(
    request: UpdateMetadataRequest, entries: Mapping[TopicPartition, MetadataEntry], version: int
) -> Steps[None]:
    if version < GROUPED_METADATA_VERSION:
        request.ungrouped_partition_states = [entry.state for entry in entries.values()]
        return
    topics = yield from _by_topic(entries)
    made = UpdateMetadataRequest.UpdateMetadataTopicState
    for topic, of_topic in topics.items():
        states = [entry.state for entry in of_topic]
        request.topic_states.append(made(topic_name=topic, topic_id=of_topic[0].topic_id, partition_states=states))
        yield


def _metadata_brokers(brokers: Sequence[LiveBroker]) -> list[UpdateMetadataRequest.UpdateMetadataBroker]:
    return [
        UpdateMetadataRequest.UpdateMetadataBroker(
            id=broker.broker_id,
            endpoints=[
                UpdateMetadataRequest.UpdateMetadataEndpoint(
                    port=endpoint.port,
                    host=endpoint.host,
                    listener=endpoint.listener,
                    security_protocol=endpoint.security_protocol,
                )
                for endpoint in broker.endpoints
            ],
            rack=broker.rack,
        )
        for broker in brokers
    ]


# ---------------------------------------------------------------- StopReplica


def _stop_replica(pending: PendingStopReplica, identity: ControlIdentity) -> Steps[StopReplicaRequest]:
    """Builds version 3 and later: a flag and a leader epoch for each partition (KIP-570)."""
    request = _stop_replica_head(identity)
    topics: dict[str, list[StopReplicaRequest.StopReplicaPartitionState]] = {}
    for stretch in stretches(pending.entries.items()):
        for (topic, index), entry in stretch:
            state = StopReplicaRequest.StopReplicaPartitionState(
                partition_index=index, leader_epoch=entry.leader_epoch, delete_partition=entry.is_delete
            )
            topics.setdefault(topic, []).append(state)
        yield
    request.topic_states = [
        StopReplicaRequest.StopReplicaTopicState(topic_name=topic, partition_states=states)
        for topic, states in topics.items()
    ]
    return request


def _stop_replica_flagged(pending: PendingStopReplica, identity: ControlIdentity) -> StopReplicaRequest:
    """Builds versions 0 to 2: one flag for the whole request."""
    request = _stop_replica_head(identity)
    request.delete_partitions = next(iter(pending.entries.values())).is_delete
    if identity.versions.stop_replica == 0:
        request.ungrouped_partitions = [
            StopReplicaRequest.StopReplicaPartitionV0(topic_name=topic, partition_index=index)
            for topic, index in pending.entries
        ]
        return request
    topics: dict[str, list[int]] = {}
    for topic, index in pending.entries:
        topics.setdefault(topic, []).append(index)
    request.topics = [
        StopReplicaRequest.StopReplicaTopicV1(name=topic, partition_indexes=indexes)
        for topic, indexes in topics.items()
    ]
    return request


def _stop_replica_head(identity: ControlIdentity) -> StopReplicaRequest:
    request = StopReplicaRequest(controller_id=identity.controller_id, controller_epoch=identity.controller_epoch)
    if identity.versions.stop_replica >= 1:
        request.broker_epoch = identity.broker_epoch
    return request


def _stop_replica_errors(
    deleted: Iterable[TopicPartition], response: StopReplicaResponse
) -> Steps[dict[TopicPartition, int]]:
    errors = dict.fromkeys(deleted, int(response.error_code))
    for stretch in stretches(response.partition_errors):
        _note(errors, ((TopicPartition(error.topic_name, error.partition_index), error) for error in stretch))
        yield
    return errors


# ---------------------------------------------------------------- shared


def _by_topic(entries: Mapping[TopicPartition, EntryT]) -> Steps[dict[str, list[EntryT]]]:
    topics: dict[str, list[EntryT]] = {}
    for stretch in stretches(entries.items(), GROUPED_ITEMS):
        for (topic, _), entry in stretch:
            of_topic = topics.get(topic)
            if of_topic is None:
                of_topic = topics[topic] = []
            of_topic.append(entry)
        yield
    return topics
