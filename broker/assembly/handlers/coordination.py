"""Groups, transactions and share groups' states: what a coordinator does: the handlers, and what each is built of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import HandlerParts, Make
    from kavka.broker.requests.handler import Handler


def _find_coordinator(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.find_coordinator import FindCoordinatorHandler

    return FindCoordinatorHandler(
        internal_topics=parts.internal_topics(), metadata_cache=parts.cluster.metadata, view=parts.view()
    )


def _join_group(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.join_group import JoinGroupHandler

    return JoinGroupHandler(groups=parts.groups)


def _sync_group(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.sync_group import SyncGroupHandler

    return SyncGroupHandler(groups=parts.groups)


def _heartbeat(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.heartbeat import HeartbeatHandler

    return HeartbeatHandler(groups=parts.groups)


def _leave_group(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.leave_group import LeaveGroupHandler

    return LeaveGroupHandler(groups=parts.groups)


def _offset_commit(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.offset_commit import OffsetCommitHandler

    return OffsetCommitHandler(
        clock=parts.tools.clock,
        config=parts.identity.config,
        groups=parts.groups,
        metadata_cache=parts.cluster.metadata,
        zk=parts.identity.zk,
    )


def _offset_fetch(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.offset_fetch import OffsetFetchHandler

    return OffsetFetchHandler(
        authorizer=parts.security.authorization.authorizer,
        groups=parts.groups,
        lane=parts.lane,
        metadata_cache=parts.cluster.metadata,
        zk=parts.identity.zk,
    )


def _offset_delete(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.offset_delete import OffsetDeleteHandler

    return OffsetDeleteHandler(groups=parts.groups, metadata_cache=parts.cluster.metadata)


def _describe_groups(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_groups import DescribeGroupsHandler

    return DescribeGroupsHandler(groups=parts.groups, lane=parts.lane)


def _list_groups(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.list_groups import ListGroupsHandler

    return ListGroupsHandler(authorizer=parts.security.authorization.authorizer, groups=parts.groups, lane=parts.lane)


def _delete_groups(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_groups import DeleteGroupsHandler

    return DeleteGroupsHandler(groups=parts.groups, lane=parts.lane, metadata_cache=parts.cluster.metadata)


def _consumer_group_heartbeat(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.consumer_group_heartbeat import ConsumerGroupHeartbeatHandler

    return ConsumerGroupHeartbeatHandler(
        authorizer=parts.security.authorization.authorizer, groups=parts.groups, metadata_cache=parts.cluster.metadata
    )


def _consumer_group_describe(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.consumer_group_describe import ConsumerGroupDescribeHandler

    return ConsumerGroupDescribeHandler(groups=parts.groups, lane=parts.lane, metadata_cache=parts.cluster.metadata)


def _share_group_heartbeat(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.share_group_heartbeat import ShareGroupHeartbeatHandler

    return ShareGroupHeartbeatHandler(groups=parts.groups, metadata_cache=parts.cluster.metadata)


def _share_group_describe(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.share_group_describe import ShareGroupDescribeHandler

    return ShareGroupDescribeHandler(groups=parts.groups, lane=parts.lane, metadata_cache=parts.cluster.metadata)


def _streams_group_heartbeat(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.streams_group_heartbeat import StreamsGroupHeartbeatHandler

    return StreamsGroupHeartbeatHandler(
        authorizer=parts.security.authorization.authorizer,
        controller=parts.cluster.controller.requests,
        controller_channel=parts.cluster.channel,
        groups=parts.groups,
        metadata_cache=parts.cluster.metadata,
    )


def _streams_group_describe(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.streams_group_describe import StreamsGroupDescribeHandler

    return StreamsGroupDescribeHandler(groups=parts.groups, lane=parts.lane)


def _describe_share_group_offsets(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_share_group_offsets import DescribeShareGroupOffsetsHandler

    return DescribeShareGroupOffsetsHandler(
        authorizer=parts.security.authorization.authorizer, groups=parts.groups, metadata_cache=parts.cluster.metadata
    )


def _alter_share_group_offsets(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_share_group_offsets import AlterShareGroupOffsetsHandler

    return AlterShareGroupOffsetsHandler(groups=parts.groups, metadata_cache=parts.cluster.metadata)


def _delete_share_group_offsets(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_share_group_offsets import DeleteShareGroupOffsetsHandler

    return DeleteShareGroupOffsetsHandler(groups=parts.groups, metadata_cache=parts.cluster.metadata)


def _init_producer_id(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.init_producer_id import InitProducerIdHandler

    return InitProducerIdHandler(producer_ids=parts.cluster.producer_ids, transactions=parts.transactions)


def _add_partitions_to_txn(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.add_partitions_to_txn import AddPartitionsToTxnHandler

    return AddPartitionsToTxnHandler(
        lane=parts.lane, metadata_cache=parts.cluster.metadata, transactions=parts.transactions
    )


def _add_offsets_to_txn(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.add_offsets_to_txn import AddOffsetsToTxnHandler

    return AddOffsetsToTxnHandler(internal_topics=parts.internal_topics(), transactions=parts.transactions)


def _end_txn(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.end_txn import EndTxnHandler

    return EndTxnHandler(transactions=parts.transactions)


def _txn_offset_commit(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.txn_offset_commit import TxnOffsetCommitHandler

    return TxnOffsetCommitHandler(
        clock=parts.tools.clock,
        groups=parts.groups,
        metadata_cache=parts.cluster.metadata,
        partitions=parts.replicas.partitions,
        verification=parts.verification,
    )


def _write_txn_markers(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.write_txn_markers import WriteTxnMarkersHandler

    return WriteTxnMarkersHandler(
        clock=parts.tools.clock,
        config=parts.identity.config,
        control_requests=parts.replication.control_requests,
        flusher=parts.replicas.flusher,
        partitions=parts.replicas.partitions,
        transactional_offsets=parts.groups,
        waiting=parts.replicas.waiting,
    )


def _describe_transactions(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_transactions import DescribeTransactionsHandler

    return DescribeTransactionsHandler(
        authorizer=parts.security.authorization.authorizer, lane=parts.lane, transactions=parts.transactions
    )


def _list_transactions(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.list_transactions import ListTransactionsHandler

    return ListTransactionsHandler(
        authorizer=parts.security.authorization.authorizer, lane=parts.lane, transactions=parts.transactions
    )


def _initialize_share_group_state(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.initialize_share_group_state import InitializeShareGroupStateHandler

    return InitializeShareGroupStateHandler(share_coordinator=parts.share_coordinator)


def _read_share_group_state(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.read_share_group_state import ReadShareGroupStateHandler

    return ReadShareGroupStateHandler(share_coordinator=parts.share_coordinator)


def _write_share_group_state(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.write_share_group_state import WriteShareGroupStateHandler

    return WriteShareGroupStateHandler(share_coordinator=parts.share_coordinator)


def _delete_share_group_state(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_share_group_state import DeleteShareGroupStateHandler

    return DeleteShareGroupStateHandler(share_coordinator=parts.share_coordinator)


def _read_share_group_state_summary(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.read_share_group_state_summary import ReadShareGroupStateSummaryHandler

    return ReadShareGroupStateSummaryHandler(share_coordinator=parts.share_coordinator)


MAKE: Final[Mapping[ApiKey, Make]] = {
    ApiKey.FIND_COORDINATOR: _find_coordinator,
    ApiKey.JOIN_GROUP: _join_group,
    ApiKey.SYNC_GROUP: _sync_group,
    ApiKey.HEARTBEAT: _heartbeat,
    ApiKey.LEAVE_GROUP: _leave_group,
    ApiKey.OFFSET_COMMIT: _offset_commit,
    ApiKey.OFFSET_FETCH: _offset_fetch,
    ApiKey.OFFSET_DELETE: _offset_delete,
    ApiKey.DESCRIBE_GROUPS: _describe_groups,
    ApiKey.LIST_GROUPS: _list_groups,
    ApiKey.DELETE_GROUPS: _delete_groups,
    ApiKey.CONSUMER_GROUP_HEARTBEAT: _consumer_group_heartbeat,
    ApiKey.CONSUMER_GROUP_DESCRIBE: _consumer_group_describe,
    ApiKey.SHARE_GROUP_HEARTBEAT: _share_group_heartbeat,
    ApiKey.SHARE_GROUP_DESCRIBE: _share_group_describe,
    ApiKey.STREAMS_GROUP_HEARTBEAT: _streams_group_heartbeat,
    ApiKey.STREAMS_GROUP_DESCRIBE: _streams_group_describe,
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: _describe_share_group_offsets,
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: _alter_share_group_offsets,
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: _delete_share_group_offsets,
    ApiKey.INIT_PRODUCER_ID: _init_producer_id,
    ApiKey.ADD_PARTITIONS_TO_TXN: _add_partitions_to_txn,
    ApiKey.ADD_OFFSETS_TO_TXN: _add_offsets_to_txn,
    ApiKey.END_TXN: _end_txn,
    ApiKey.TXN_OFFSET_COMMIT: _txn_offset_commit,
    ApiKey.WRITE_TXN_MARKERS: _write_txn_markers,
    ApiKey.DESCRIBE_TRANSACTIONS: _describe_transactions,
    ApiKey.LIST_TRANSACTIONS: _list_transactions,
    ApiKey.INITIALIZE_SHARE_GROUP_STATE: _initialize_share_group_state,
    ApiKey.READ_SHARE_GROUP_STATE: _read_share_group_state,
    ApiKey.WRITE_SHARE_GROUP_STATE: _write_share_group_state,
    ApiKey.DELETE_SHARE_GROUP_STATE: _delete_share_group_state,
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: _read_share_group_state_summary,
}
