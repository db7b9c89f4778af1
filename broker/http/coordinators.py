"""What this broker coordinates, groups and transactions, as JSON, and the conditions on them for /wait.

    /state/groups?limit=100              what it coordinates: states, members, committed offsets of each
    /state/transactions?limit=100        transactional ids, the open ones first; and partitions with open transactions

    /wait?for=group&group=G&members=2               G is stable with so many members; 0: nobody is in it
    /wait?for=committed&group=G&count=100&topic=T   G's committed offsets, in T or everywhere, add up to so many records
    /wait?for=no-open-transactions                  none is open that is coordinated here, or in a partition led here

Each broker knows what it coordinates, and says of other groups that it does not.
"""

from __future__ import annotations

from heapq import nsmallest
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.states import GroupState
from kavka.broker.http.messages import HttpError
from kavka.broker.transaction.states import AT_REST
from kavka.protocol.errors import KafkaError

if TYPE_CHECKING:
    from kavka.broker.group.group_metadata import GroupMetadata
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.transaction.transaction_metadata import TransactionMetadata

LIMIT: Final = 100
LIMIT_MAX: Final = 1_000
MEMBERS_MAX: Final = 100
"""Members and committed offsets shown of one group."""


# ---- state ----------------------------------------------------------------------------------------------------------


def groups(request: Request, admin: Admin) -> Any:
    """Lists the groups that are coordinated here."""
    store = admin.services.groups.store
    limit = request.integer("limit", LIMIT, high=LIMIT_MAX)
    chosen = nsmallest(limit, store, key=lambda group: group.group_id)
    return {"count": len(store), "is_loading": store.is_loading, "groups": [_group(group) for group in chosen]}


def _group(group: GroupMetadata) -> dict[str, Any]:
    positions = list(group.offsets.committed())
    return {
        "group": group.group_id,
        "state": group.state.name,
        "since_ms": group.state_since_ms,
        "generation": group.generation_id,
        "protocol_type": group.protocol_type,
        "protocol": group.protocol_name,
        "leader": group.leader_id,
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
            for member in list(group.members.values())[:MEMBERS_MAX]
        ],
        "position_count": len(positions),
        "positions": [
            {"topic": tp.topic, "partition": tp.partition, "offset": committed.offset}
            for tp, committed in positions[:MEMBERS_MAX]
        ],
    }


def transactions(request: Request, admin: Admin) -> Any:
    """Lists the transactional ids coordinated here, and partitions led here with open transactions."""
    states = admin.services.transactions.states
    limit = request.integer("limit", LIMIT, high=LIMIT_MAX)
    known = list(states.all())
    chosen = nsmallest(limit, known, key=lambda one: (one.state in AT_REST, one.transactional_id))
    now_ms = admin.services.clock.now_ms()
    return {
        "count": len(known),
        "is_loading": states.is_loading,
        "transactions": [_transaction(metadata, now_ms) for metadata in chosen],
        "open_partitions": _open_partitions(admin),
    }


def _transaction(metadata: TransactionMetadata, now_ms: int) -> dict[str, Any]:
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


def _open_partitions(admin: Admin) -> list[dict[str, Any]]:
    return [
        {
            "topic": partition.topic_partition.topic,
            "partition": partition.topic_partition.partition,
            "last_stable_offset": partition.log.last_stable_offset,
            "high_watermark": partition.log.high_watermark,
        }
        for partition in admin.services.replica_manager.partitions()
        if partition.is_leader and partition.log.last_stable_offset < partition.log.high_watermark
    ]


# ---- conditions -----------------------------------------------------------------------------------------------------


def wait_group(request: Request, admin: Admin) -> tuple[bool, Any]:
    """Tells whether a group is stable with so many members."""
    group, found = _found(request, admin)
    wanted = request.integer("members", -1, low=-1)
    if not found["is_coordinator"]:
        return False, found
    members = 0 if group is None else len(group.members)
    state = GroupState.Empty if group is None else group.state
    found |= {"state": state.name, "members": members}
    if wanted == 0:
        return members == 0 and state in (GroupState.Empty, GroupState.Dead), found
    return state is GroupState.Stable and members >= 1 and wanted in (-1, members), found


def wait_committed(request: Request, admin: Admin) -> tuple[bool, Any]:
    """Tells whether a group's committed offsets add up to so many records."""
    group, found = _found(request, admin)
    if "count" not in request.query:
        raise HttpError(HTTPStatus.BAD_REQUEST, "for=committed needs count=…")
    topic = request.query.get("topic")
    positions = {} if group is None else dict(group.offsets.committed())
    committed = sum(one.offset for tp, one in positions.items() if topic in (None, tp.topic))
    return committed >= request.integer("count", 0, high=2**53), {**found, "committed": committed}


def wait_no_open_transactions(request: Request, admin: Admin) -> tuple[bool, Any]:
    """Tells whether no transaction is open here."""
    ids = [one.transactional_id for one in admin.services.transactions.states.all() if one.state not in AT_REST]
    partitions = [f"{one['topic']}-{one['partition']}" for one in _open_partitions(admin)]
    return not ids and not partitions, {
        "transactional_ids": ids[:MEMBERS_MAX],
        "open_partitions": partitions[:MEMBERS_MAX],
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
