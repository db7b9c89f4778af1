"""What this broker coordinates, groups and transactions, as JSON, and the conditions on them for /wait.

    /state/groups?limit=100              what it coordinates: states, members, committed offsets of each
    /state/transactions?limit=100        transactional ids, the open ones first; and partitions with open transactions

    /wait?for=group&group=G&members=2               G is stable with so many members; 0: nobody is in it
    /wait?for=committed&group=G&count=100&topic=T   G's committed offsets, in T or everywhere, add up to so many records
    /wait?for=no-open-transactions                  none is open that is coordinated here, or in a partition led here

Each broker knows what it coordinates, and says of other groups that it does not.
"""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.consumer.assignment import partition_count
from kavka.broker.group.group_metadata import CLASSIC_TYPE, CONSUMER_TYPE
from kavka.broker.group.share.states import SharePartitionState
from kavka.broker.group.states import GroupState
from kavka.broker.http.messages import HttpError
from kavka.broker.replica.replica_counts import PARTITIONS_PER_STEP
from kavka.broker.transaction.states import AT_REST
from kavka.common.steps import in_order, kept, stretches
from kavka.protocol.errors import KafkaError
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.group_metadata import GroupMetadata
    from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.replica.partition import Partition
    from kavka.broker.transaction.transaction_metadata import TransactionMetadata
    from kavka.common.steps import Steps

LIMIT: Final = 100
LIMIT_MAX: Final = 1_000
MEMBERS_MAX: Final = 100
"""Members and committed offsets shown of one group."""
OPEN_PARTITIONS_MAX: Final = 10_000
"""Partitions with open transactions that are shown."""
OFFSETS_PER_STEP: Final = 1_000


# ---- state ----------------------------------------------------------------------------------------------------------


def groups(request: Request, admin: Admin) -> Steps[Any]:
    """Lists the groups that are coordinated here."""
    store = admin.services.groups.store
    limit = request.integer("limit", LIMIT, high=LIMIT_MAX)
    known = yield from in_order(list(store), key=lambda group: group.group_id)
    shown = []
    for group in known[:limit]:
        shown.append(_group(group))
        yield
    return {"count": len(known), "is_loading": store.is_loading, "groups": shown}


def _group(group: GroupMetadata) -> dict[str, Any]:
    return {
        "group": group.group_id,
        "type": group.type_name,
        "state": group.state_name,
        "since_ms": group.state_since_ms,
        "generation": group.generation_id,
        "protocol_type": group.protocol_type,
        "protocol": group.protocol_name,
        "leader": group.leader_id,
        **_members(group),
        "committed_offset_count": len(group.offsets),
        "committed_offsets": [
            {"topic": tp.topic, "partition": tp.partition, "offset": committed.offset}
            for tp, committed in islice(group.offsets.committed(), MEMBERS_MAX)
        ],
    }


def _members(group: GroupMetadata) -> dict[str, Any]:
    if group.share is not None:
        return _share_members(group.share)
    return _classic_members(group) if group.consumer is None else _consumer_members(group.consumer)


def _share_members(group: ShareGroupMetadata) -> dict[str, Any]:
    """Returns the epochs, share-partitions and members of a share group (KIP-932)."""
    partitions = group.partitions
    return {
        "epoch": group.epoch,
        "target_epoch": group.target_epoch,
        "share_partitions": {
            state.name.lower(): sum(len(partitions.in_state(topic_id, state)) for topic_id in partitions.names)
            for state in SharePartitionState
            if state is not SharePartitionState.ABSENT
        },
        "member_count": len(group.members),
        "members": [
            {
                "member": member.member_id,
                "client_id": member.subscription.client_id,
                "host": member.subscription.client_host,
                "epoch": member.epoch,
                "partitions": partition_count(member.assigned),
                "target": partition_count(group.target_of(member.member_id)),
            }
            for member in islice(group.members.values(), MEMBERS_MAX)
        ],
    }


def _consumer_members(group: ConsumerGroupMetadata) -> dict[str, Any]:
    """Returns the epochs and members of a group of the consumer protocol (KIP-848)."""
    return {
        "epoch": group.epoch,
        "target_epoch": group.target_epoch,
        "member_count": len(group.members),
        "members": [
            {
                "member": member.member_id,
                "instance": member.instance_id,
                "client_id": member.subscription.client_id,
                "host": member.subscription.client_host,
                "type": CONSUMER_TYPE if member.classic is None else CLASSIC_TYPE,
                "rebalance_timeout_ms": member.subscription.rebalance_timeout_ms,
                "epoch": member.epoch,
                "state": member.state.name,
                "partitions": partition_count(member.assigned),
                "revoking": partition_count(member.revoking),
                "target": partition_count(group.target_of(member.member_id)),
            }
            for member in islice(group.members.values(), MEMBERS_MAX)
        ],
    }


def _classic_members(group: GroupMetadata) -> dict[str, Any]:
    return {
        "member_count": len(group.members),
        "members": [
            {
                "member": member.member_id,
                "instance": member.group_instance_id,
                "client_id": member.client_id,
                "host": member.client_host,
                "session_timeout_ms": member.session_timeout_ms,
                "rebalance_timeout_ms": member.rebalance_timeout_ms,
                "is_awaiting": member.is_awaiting,
            }
            for member in islice(group.members.values(), MEMBERS_MAX)
        ],
    }


def transactions(request: Request, admin: Admin) -> Steps[Any]:
    """Lists the transactional ids coordinated here, and partitions led here with open transactions."""
    states = admin.services.transactions.states
    limit = request.integer("limit", LIMIT, high=LIMIT_MAX)
    known = yield from in_order(list(states.all()), key=lambda one: (one.state in AT_REST, one.transactional_id))
    now_ms = admin.services.clock.now_ms()
    shown = []
    for metadata in known[:limit]:
        shown.append(_transaction(metadata, now_ms))
        yield
    open_partitions = yield from _open_partitions(admin)
    return {
        "count": len(known),
        "is_loading": states.is_loading,
        "transactions": shown,
        "open_partitions": [
            {
                "topic": partition.topic_partition.topic,
                "partition": partition.topic_partition.partition,
                "last_stable_offset": partition.log.last_stable_offset,
                "high_watermark": partition.log.high_watermark,
            }
            for partition in open_partitions[:OPEN_PARTITIONS_MAX]
        ],
    }


def _transaction(metadata: TransactionMetadata, now_ms: WallMs) -> dict[str, Any]:
    is_open = metadata.state not in AT_REST
    return {
        "transactional_id": metadata.transactional_id,
        "state": metadata.state.name,
        "pending_state": None if metadata.pending_state is None else metadata.pending_state.name,
        "producer_id": metadata.producer_id,
        "producer_epoch": metadata.producer_epoch,
        "timeout_ms": metadata.timeout_ms,
        "open_ms": now_ms - metadata.start_ms if is_open and metadata.start_ms >= 0 else None,
        "partitions": [f"{tp.topic}-{tp.partition}" for tp in sorted(metadata.partitions)[:MEMBERS_MAX]],
    }


def _open_partitions(admin: Admin) -> Steps[list[Partition]]:
    found: list[Partition] = []
    for stretch in stretches(list(admin.services.replica_manager.partitions), PARTITIONS_PER_STEP):
        for partition in stretch:
            if partition.is_leader and partition.log.last_stable_offset < partition.log.high_watermark:
                found.append(partition)
        yield
    return found


# ---- conditions -----------------------------------------------------------------------------------------------------


def wait_group(request: Request, admin: Admin) -> tuple[bool, Any]:
    """Tells whether a group is stable with so many members."""
    group, found = _found(request, admin)
    wanted = request.integer("members", -1, low=-1)
    if not found["is_coordinator"]:
        return False, found
    members = 0 if group is None else admin.services.groups.admin.member_count(group.group_id)
    state = GroupState.Empty.name if group is None else group.state_name
    found |= {"state": state, "members": members}
    if wanted == 0:
        return members == 0 and state in (GroupState.Empty.name, GroupState.Dead.name), found
    return state == GroupState.Stable.name and members >= 1 and wanted in (-1, members), found


def wait_committed(request: Request, admin: Admin) -> Steps[tuple[bool, Any]]:
    """Tells whether a group's committed offsets add up to so many records."""
    group, found = _found(request, admin)
    if "count" not in request.query:
        raise HttpError(HTTPStatus.BAD_REQUEST, "for=committed needs count=…")
    topic = request.query.get("topic")
    committed = 0
    for stretch in stretches([] if group is None else list(group.offsets.committed()), OFFSETS_PER_STEP):
        committed += sum(one.offset for partition, one in stretch if topic in (None, partition.topic))
        yield
    return committed >= request.integer("count", 0, high=2**53), {**found, "committed": committed}


def wait_no_open_transactions(request: Request, admin: Admin) -> Steps[tuple[bool, Any]]:
    """Tells whether no transaction is open here."""
    known = yield from kept(list(admin.services.transactions.states.all()), lambda one: one.state not in AT_REST)
    partitions = yield from _open_partitions(admin)
    return not known and not partitions, {
        "transactional_ids": [one.transactional_id for one in known[:MEMBERS_MAX]],
        "open_partitions": [str(partition) for partition in partitions[:MEMBERS_MAX]],
    }


def _found(request: Request, admin: Admin) -> tuple[GroupMetadata | None, dict[str, Any]]:
    """Finds the group that is meant, if this broker has it; and whether it would have it."""
    name = request.query.get("group")
    if not name:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"for={request.query['for']} needs group=…")
    store = admin.services.groups.store
    try:
        store.check(name)
    except KafkaError as error:
        return None, {"is_coordinator": False, "why": str(error)}
    return store.get(name), {"is_coordinator": True}
