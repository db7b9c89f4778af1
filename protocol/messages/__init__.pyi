"""Written by `make generate`: what kavka.protocol.messages offers. Do not edit."""

from kavka.protocol._generated.add_offsets_to_txn import AddOffsetsToTxnRequest as AddOffsetsToTxnRequest
from kavka.protocol._generated.add_offsets_to_txn import AddOffsetsToTxnResponse as AddOffsetsToTxnResponse
from kavka.protocol._generated.add_partitions_to_txn import AddPartitionsToTxnRequest as AddPartitionsToTxnRequest
from kavka.protocol._generated.add_partitions_to_txn import AddPartitionsToTxnResponse as AddPartitionsToTxnResponse
from kavka.protocol._generated.allocate_producer_ids import AllocateProducerIdsRequest as AllocateProducerIdsRequest
from kavka.protocol._generated.allocate_producer_ids import AllocateProducerIdsResponse as AllocateProducerIdsResponse
from kavka.protocol._generated.alter_client_quotas import AlterClientQuotasRequest as AlterClientQuotasRequest
from kavka.protocol._generated.alter_client_quotas import AlterClientQuotasResponse as AlterClientQuotasResponse
from kavka.protocol._generated.alter_configs import AlterConfigsRequest as AlterConfigsRequest
from kavka.protocol._generated.alter_configs import AlterConfigsResponse as AlterConfigsResponse
from kavka.protocol._generated.alter_partition import AlterPartitionRequest as AlterPartitionRequest
from kavka.protocol._generated.alter_partition import AlterPartitionResponse as AlterPartitionResponse
from kavka.protocol._generated.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest as AlterPartitionReassignmentsRequest,
)
from kavka.protocol._generated.alter_partition_reassignments import (
    AlterPartitionReassignmentsResponse as AlterPartitionReassignmentsResponse,
)
from kavka.protocol._generated.alter_replica_log_dirs import AlterReplicaLogDirsRequest as AlterReplicaLogDirsRequest
from kavka.protocol._generated.alter_replica_log_dirs import AlterReplicaLogDirsResponse as AlterReplicaLogDirsResponse
from kavka.protocol._generated.alter_share_group_offsets import (
    AlterShareGroupOffsetsRequest as AlterShareGroupOffsetsRequest,
)
from kavka.protocol._generated.alter_share_group_offsets import (
    AlterShareGroupOffsetsResponse as AlterShareGroupOffsetsResponse,
)
from kavka.protocol._generated.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest as AlterUserScramCredentialsRequest,
)
from kavka.protocol._generated.alter_user_scram_credentials import (
    AlterUserScramCredentialsResponse as AlterUserScramCredentialsResponse,
)
from kavka.protocol._generated.api_versions import ApiVersionsRequest as ApiVersionsRequest
from kavka.protocol._generated.api_versions import ApiVersionsResponse as ApiVersionsResponse
from kavka.protocol._generated.consumer_group_describe import (
    ConsumerGroupDescribeRequest as ConsumerGroupDescribeRequest,
)
from kavka.protocol._generated.consumer_group_describe import (
    ConsumerGroupDescribeResponse as ConsumerGroupDescribeResponse,
)
from kavka.protocol._generated.consumer_group_heartbeat import (
    ConsumerGroupHeartbeatRequest as ConsumerGroupHeartbeatRequest,
)
from kavka.protocol._generated.consumer_group_heartbeat import (
    ConsumerGroupHeartbeatResponse as ConsumerGroupHeartbeatResponse,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentKey as ConsumerGroupCurrentMemberAssignmentKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentValue as ConsumerGroupCurrentMemberAssignmentValue,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupMemberMetadataKey as ConsumerGroupMemberMetadataKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupMemberMetadataValue as ConsumerGroupMemberMetadataValue,
)
from kavka.protocol._generated.consumer_group_records import ConsumerGroupMetadataKey as ConsumerGroupMetadataKey
from kavka.protocol._generated.consumer_group_records import ConsumerGroupMetadataValue as ConsumerGroupMetadataValue
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupPartitionMetadataKey as ConsumerGroupPartitionMetadataKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupPartitionMetadataValue as ConsumerGroupPartitionMetadataValue,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupRegularExpressionKey as ConsumerGroupRegularExpressionKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupRegularExpressionValue as ConsumerGroupRegularExpressionValue,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupTargetAssignmentMemberKey as ConsumerGroupTargetAssignmentMemberKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupTargetAssignmentMemberValue as ConsumerGroupTargetAssignmentMemberValue,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupTargetAssignmentMetadataKey as ConsumerGroupTargetAssignmentMetadataKey,
)
from kavka.protocol._generated.consumer_group_records import (
    ConsumerGroupTargetAssignmentMetadataValue as ConsumerGroupTargetAssignmentMetadataValue,
)
from kavka.protocol._generated.consumer_protocol import ConsumerProtocolAssignment as ConsumerProtocolAssignment
from kavka.protocol._generated.consumer_protocol import ConsumerProtocolSubscription as ConsumerProtocolSubscription
from kavka.protocol._generated.controlled_shutdown import ControlledShutdownRequest as ControlledShutdownRequest
from kavka.protocol._generated.controlled_shutdown import ControlledShutdownResponse as ControlledShutdownResponse
from kavka.protocol._generated.create_acls import CreateAclsRequest as CreateAclsRequest
from kavka.protocol._generated.create_acls import CreateAclsResponse as CreateAclsResponse
from kavka.protocol._generated.create_delegation_token import (
    CreateDelegationTokenRequest as CreateDelegationTokenRequest,
)
from kavka.protocol._generated.create_delegation_token import (
    CreateDelegationTokenResponse as CreateDelegationTokenResponse,
)
from kavka.protocol._generated.create_partitions import CreatePartitionsRequest as CreatePartitionsRequest
from kavka.protocol._generated.create_partitions import CreatePartitionsResponse as CreatePartitionsResponse
from kavka.protocol._generated.create_topics import CreateTopicsRequest as CreateTopicsRequest
from kavka.protocol._generated.create_topics import CreateTopicsResponse as CreateTopicsResponse
from kavka.protocol._generated.delete_acls import DeleteAclsRequest as DeleteAclsRequest
from kavka.protocol._generated.delete_acls import DeleteAclsResponse as DeleteAclsResponse
from kavka.protocol._generated.delete_groups import DeleteGroupsRequest as DeleteGroupsRequest
from kavka.protocol._generated.delete_groups import DeleteGroupsResponse as DeleteGroupsResponse
from kavka.protocol._generated.delete_records import DeleteRecordsRequest as DeleteRecordsRequest
from kavka.protocol._generated.delete_records import DeleteRecordsResponse as DeleteRecordsResponse
from kavka.protocol._generated.delete_share_group_offsets import (
    DeleteShareGroupOffsetsRequest as DeleteShareGroupOffsetsRequest,
)
from kavka.protocol._generated.delete_share_group_offsets import (
    DeleteShareGroupOffsetsResponse as DeleteShareGroupOffsetsResponse,
)
from kavka.protocol._generated.delete_share_group_state import (
    DeleteShareGroupStateRequest as DeleteShareGroupStateRequest,
)
from kavka.protocol._generated.delete_share_group_state import (
    DeleteShareGroupStateResponse as DeleteShareGroupStateResponse,
)
from kavka.protocol._generated.delete_topics import DeleteTopicsRequest as DeleteTopicsRequest
from kavka.protocol._generated.delete_topics import DeleteTopicsResponse as DeleteTopicsResponse
from kavka.protocol._generated.describe_acls import DescribeAclsRequest as DescribeAclsRequest
from kavka.protocol._generated.describe_acls import DescribeAclsResponse as DescribeAclsResponse
from kavka.protocol._generated.describe_client_quotas import DescribeClientQuotasRequest as DescribeClientQuotasRequest
from kavka.protocol._generated.describe_client_quotas import (
    DescribeClientQuotasResponse as DescribeClientQuotasResponse,
)
from kavka.protocol._generated.describe_cluster import DescribeClusterRequest as DescribeClusterRequest
from kavka.protocol._generated.describe_cluster import DescribeClusterResponse as DescribeClusterResponse
from kavka.protocol._generated.describe_configs import DescribeConfigsRequest as DescribeConfigsRequest
from kavka.protocol._generated.describe_configs import DescribeConfigsResponse as DescribeConfigsResponse
from kavka.protocol._generated.describe_delegation_token import (
    DescribeDelegationTokenRequest as DescribeDelegationTokenRequest,
)
from kavka.protocol._generated.describe_delegation_token import (
    DescribeDelegationTokenResponse as DescribeDelegationTokenResponse,
)
from kavka.protocol._generated.describe_groups import DescribeGroupsRequest as DescribeGroupsRequest
from kavka.protocol._generated.describe_groups import DescribeGroupsResponse as DescribeGroupsResponse
from kavka.protocol._generated.describe_log_dirs import DescribeLogDirsRequest as DescribeLogDirsRequest
from kavka.protocol._generated.describe_log_dirs import DescribeLogDirsResponse as DescribeLogDirsResponse
from kavka.protocol._generated.describe_producers import DescribeProducersRequest as DescribeProducersRequest
from kavka.protocol._generated.describe_producers import DescribeProducersResponse as DescribeProducersResponse
from kavka.protocol._generated.describe_share_group_offsets import (
    DescribeShareGroupOffsetsRequest as DescribeShareGroupOffsetsRequest,
)
from kavka.protocol._generated.describe_share_group_offsets import (
    DescribeShareGroupOffsetsResponse as DescribeShareGroupOffsetsResponse,
)
from kavka.protocol._generated.describe_topic_partitions import (
    DescribeTopicPartitionsRequest as DescribeTopicPartitionsRequest,
)
from kavka.protocol._generated.describe_topic_partitions import (
    DescribeTopicPartitionsResponse as DescribeTopicPartitionsResponse,
)
from kavka.protocol._generated.describe_transactions import DescribeTransactionsRequest as DescribeTransactionsRequest
from kavka.protocol._generated.describe_transactions import DescribeTransactionsResponse as DescribeTransactionsResponse
from kavka.protocol._generated.describe_user_scram_credentials import (
    DescribeUserScramCredentialsRequest as DescribeUserScramCredentialsRequest,
)
from kavka.protocol._generated.describe_user_scram_credentials import (
    DescribeUserScramCredentialsResponse as DescribeUserScramCredentialsResponse,
)
from kavka.protocol._generated.elect_leaders import ElectLeadersRequest as ElectLeadersRequest
from kavka.protocol._generated.elect_leaders import ElectLeadersResponse as ElectLeadersResponse
from kavka.protocol._generated.end_txn import EndTxnRequest as EndTxnRequest
from kavka.protocol._generated.end_txn import EndTxnResponse as EndTxnResponse
from kavka.protocol._generated.expire_delegation_token import (
    ExpireDelegationTokenRequest as ExpireDelegationTokenRequest,
)
from kavka.protocol._generated.expire_delegation_token import (
    ExpireDelegationTokenResponse as ExpireDelegationTokenResponse,
)
from kavka.protocol._generated.fetch import FetchRequest as FetchRequest
from kavka.protocol._generated.fetch import FetchResponse as FetchResponse
from kavka.protocol._generated.find_coordinator import FindCoordinatorRequest as FindCoordinatorRequest
from kavka.protocol._generated.find_coordinator import FindCoordinatorResponse as FindCoordinatorResponse
from kavka.protocol._generated.get_telemetry_subscriptions import (
    GetTelemetrySubscriptionsRequest as GetTelemetrySubscriptionsRequest,
)
from kavka.protocol._generated.get_telemetry_subscriptions import (
    GetTelemetrySubscriptionsResponse as GetTelemetrySubscriptionsResponse,
)
from kavka.protocol._generated.group_records import GroupMetadataKey as GroupMetadataKey
from kavka.protocol._generated.group_records import GroupMetadataValue as GroupMetadataValue
from kavka.protocol._generated.group_records import OffsetCommitKey as OffsetCommitKey
from kavka.protocol._generated.group_records import OffsetCommitValue as OffsetCommitValue
from kavka.protocol._generated.header import RequestHeader as RequestHeader
from kavka.protocol._generated.header import ResponseHeader as ResponseHeader
from kavka.protocol._generated.heartbeat import HeartbeatRequest as HeartbeatRequest
from kavka.protocol._generated.heartbeat import HeartbeatResponse as HeartbeatResponse
from kavka.protocol._generated.incremental_alter_configs import (
    IncrementalAlterConfigsRequest as IncrementalAlterConfigsRequest,
)
from kavka.protocol._generated.incremental_alter_configs import (
    IncrementalAlterConfigsResponse as IncrementalAlterConfigsResponse,
)
from kavka.protocol._generated.init_producer_id import InitProducerIdRequest as InitProducerIdRequest
from kavka.protocol._generated.init_producer_id import InitProducerIdResponse as InitProducerIdResponse
from kavka.protocol._generated.initialize_share_group_state import (
    InitializeShareGroupStateRequest as InitializeShareGroupStateRequest,
)
from kavka.protocol._generated.initialize_share_group_state import (
    InitializeShareGroupStateResponse as InitializeShareGroupStateResponse,
)
from kavka.protocol._generated.join_group import JoinGroupRequest as JoinGroupRequest
from kavka.protocol._generated.join_group import JoinGroupResponse as JoinGroupResponse
from kavka.protocol._generated.leader_and_isr import LeaderAndIsrRequest as LeaderAndIsrRequest
from kavka.protocol._generated.leader_and_isr import LeaderAndIsrResponse as LeaderAndIsrResponse
from kavka.protocol._generated.leave_group import LeaveGroupRequest as LeaveGroupRequest
from kavka.protocol._generated.leave_group import LeaveGroupResponse as LeaveGroupResponse
from kavka.protocol._generated.list_config_resources import ListConfigResourcesRequest as ListConfigResourcesRequest
from kavka.protocol._generated.list_config_resources import ListConfigResourcesResponse as ListConfigResourcesResponse
from kavka.protocol._generated.list_groups import ListGroupsRequest as ListGroupsRequest
from kavka.protocol._generated.list_groups import ListGroupsResponse as ListGroupsResponse
from kavka.protocol._generated.list_offsets import ListOffsetsRequest as ListOffsetsRequest
from kavka.protocol._generated.list_offsets import ListOffsetsResponse as ListOffsetsResponse
from kavka.protocol._generated.list_partition_reassignments import (
    ListPartitionReassignmentsRequest as ListPartitionReassignmentsRequest,
)
from kavka.protocol._generated.list_partition_reassignments import (
    ListPartitionReassignmentsResponse as ListPartitionReassignmentsResponse,
)
from kavka.protocol._generated.list_transactions import ListTransactionsRequest as ListTransactionsRequest
from kavka.protocol._generated.list_transactions import ListTransactionsResponse as ListTransactionsResponse
from kavka.protocol._generated.metadata import MetadataRequest as MetadataRequest
from kavka.protocol._generated.metadata import MetadataResponse as MetadataResponse
from kavka.protocol._generated.offset_commit import OffsetCommitRequest as OffsetCommitRequest
from kavka.protocol._generated.offset_commit import OffsetCommitResponse as OffsetCommitResponse
from kavka.protocol._generated.offset_delete import OffsetDeleteRequest as OffsetDeleteRequest
from kavka.protocol._generated.offset_delete import OffsetDeleteResponse as OffsetDeleteResponse
from kavka.protocol._generated.offset_fetch import OffsetFetchRequest as OffsetFetchRequest
from kavka.protocol._generated.offset_fetch import OffsetFetchResponse as OffsetFetchResponse
from kavka.protocol._generated.offset_for_leader_epoch import OffsetForLeaderEpochRequest as OffsetForLeaderEpochRequest
from kavka.protocol._generated.offset_for_leader_epoch import (
    OffsetForLeaderEpochResponse as OffsetForLeaderEpochResponse,
)
from kavka.protocol._generated.produce import ProduceRequest as ProduceRequest
from kavka.protocol._generated.produce import ProduceResponse as ProduceResponse
from kavka.protocol._generated.push_telemetry import PushTelemetryRequest as PushTelemetryRequest
from kavka.protocol._generated.push_telemetry import PushTelemetryResponse as PushTelemetryResponse
from kavka.protocol._generated.read_share_group_state import ReadShareGroupStateRequest as ReadShareGroupStateRequest
from kavka.protocol._generated.read_share_group_state import ReadShareGroupStateResponse as ReadShareGroupStateResponse
from kavka.protocol._generated.read_share_group_state_summary import (
    ReadShareGroupStateSummaryRequest as ReadShareGroupStateSummaryRequest,
)
from kavka.protocol._generated.read_share_group_state_summary import (
    ReadShareGroupStateSummaryResponse as ReadShareGroupStateSummaryResponse,
)
from kavka.protocol._generated.renew_delegation_token import RenewDelegationTokenRequest as RenewDelegationTokenRequest
from kavka.protocol._generated.renew_delegation_token import (
    RenewDelegationTokenResponse as RenewDelegationTokenResponse,
)
from kavka.protocol._generated.sasl_authenticate import SaslAuthenticateRequest as SaslAuthenticateRequest
from kavka.protocol._generated.sasl_authenticate import SaslAuthenticateResponse as SaslAuthenticateResponse
from kavka.protocol._generated.sasl_handshake import SaslHandshakeRequest as SaslHandshakeRequest
from kavka.protocol._generated.sasl_handshake import SaslHandshakeResponse as SaslHandshakeResponse
from kavka.protocol._generated.share_acknowledge import ShareAcknowledgeRequest as ShareAcknowledgeRequest
from kavka.protocol._generated.share_acknowledge import ShareAcknowledgeResponse as ShareAcknowledgeResponse
from kavka.protocol._generated.share_fetch import ShareFetchRequest as ShareFetchRequest
from kavka.protocol._generated.share_fetch import ShareFetchResponse as ShareFetchResponse
from kavka.protocol._generated.share_group_describe import ShareGroupDescribeRequest as ShareGroupDescribeRequest
from kavka.protocol._generated.share_group_describe import ShareGroupDescribeResponse as ShareGroupDescribeResponse
from kavka.protocol._generated.share_group_heartbeat import ShareGroupHeartbeatRequest as ShareGroupHeartbeatRequest
from kavka.protocol._generated.share_group_heartbeat import ShareGroupHeartbeatResponse as ShareGroupHeartbeatResponse
from kavka.protocol._generated.share_group_records import (
    ShareGroupCurrentMemberAssignmentKey as ShareGroupCurrentMemberAssignmentKey,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupCurrentMemberAssignmentValue as ShareGroupCurrentMemberAssignmentValue,
)
from kavka.protocol._generated.share_group_records import ShareGroupMemberMetadataKey as ShareGroupMemberMetadataKey
from kavka.protocol._generated.share_group_records import ShareGroupMemberMetadataValue as ShareGroupMemberMetadataValue
from kavka.protocol._generated.share_group_records import ShareGroupMetadataKey as ShareGroupMetadataKey
from kavka.protocol._generated.share_group_records import ShareGroupMetadataValue as ShareGroupMetadataValue
from kavka.protocol._generated.share_group_records import (
    ShareGroupStatePartitionMetadataKey as ShareGroupStatePartitionMetadataKey,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupStatePartitionMetadataValue as ShareGroupStatePartitionMetadataValue,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupTargetAssignmentMemberKey as ShareGroupTargetAssignmentMemberKey,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupTargetAssignmentMemberValue as ShareGroupTargetAssignmentMemberValue,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupTargetAssignmentMetadataKey as ShareGroupTargetAssignmentMetadataKey,
)
from kavka.protocol._generated.share_group_records import (
    ShareGroupTargetAssignmentMetadataValue as ShareGroupTargetAssignmentMetadataValue,
)
from kavka.protocol._generated.share_state_records import ShareSnapshotKey as ShareSnapshotKey
from kavka.protocol._generated.share_state_records import ShareSnapshotValue as ShareSnapshotValue
from kavka.protocol._generated.share_state_records import ShareUpdateKey as ShareUpdateKey
from kavka.protocol._generated.share_state_records import ShareUpdateValue as ShareUpdateValue
from kavka.protocol._generated.stop_replica import StopReplicaRequest as StopReplicaRequest
from kavka.protocol._generated.stop_replica import StopReplicaResponse as StopReplicaResponse
from kavka.protocol._generated.streams_group_describe import StreamsGroupDescribeRequest as StreamsGroupDescribeRequest
from kavka.protocol._generated.streams_group_describe import (
    StreamsGroupDescribeResponse as StreamsGroupDescribeResponse,
)
from kavka.protocol._generated.streams_group_heartbeat import (
    StreamsGroupHeartbeatRequest as StreamsGroupHeartbeatRequest,
)
from kavka.protocol._generated.streams_group_heartbeat import (
    StreamsGroupHeartbeatResponse as StreamsGroupHeartbeatResponse,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupCurrentMemberAssignmentKey as StreamsGroupCurrentMemberAssignmentKey,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupCurrentMemberAssignmentValue as StreamsGroupCurrentMemberAssignmentValue,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupMemberMetadataKey as StreamsGroupMemberMetadataKey,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupMemberMetadataValue as StreamsGroupMemberMetadataValue,
)
from kavka.protocol._generated.streams_group_records import StreamsGroupMetadataKey as StreamsGroupMetadataKey
from kavka.protocol._generated.streams_group_records import StreamsGroupMetadataValue as StreamsGroupMetadataValue
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupTargetAssignmentMemberKey as StreamsGroupTargetAssignmentMemberKey,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupTargetAssignmentMemberValue as StreamsGroupTargetAssignmentMemberValue,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupTargetAssignmentMetadataKey as StreamsGroupTargetAssignmentMetadataKey,
)
from kavka.protocol._generated.streams_group_records import (
    StreamsGroupTargetAssignmentMetadataValue as StreamsGroupTargetAssignmentMetadataValue,
)
from kavka.protocol._generated.streams_group_records import StreamsGroupTopologyKey as StreamsGroupTopologyKey
from kavka.protocol._generated.streams_group_records import StreamsGroupTopologyValue as StreamsGroupTopologyValue
from kavka.protocol._generated.streams_group_topology_description_update import (
    StreamsGroupTopologyDescriptionUpdateRequest as StreamsGroupTopologyDescriptionUpdateRequest,
)
from kavka.protocol._generated.streams_group_topology_description_update import (
    StreamsGroupTopologyDescriptionUpdateResponse as StreamsGroupTopologyDescriptionUpdateResponse,
)
from kavka.protocol._generated.sync_group import SyncGroupRequest as SyncGroupRequest
from kavka.protocol._generated.sync_group import SyncGroupResponse as SyncGroupResponse
from kavka.protocol._generated.transaction_log import TransactionLogKey as TransactionLogKey
from kavka.protocol._generated.transaction_log import TransactionLogValue as TransactionLogValue
from kavka.protocol._generated.txn_offset_commit import TxnOffsetCommitRequest as TxnOffsetCommitRequest
from kavka.protocol._generated.txn_offset_commit import TxnOffsetCommitResponse as TxnOffsetCommitResponse
from kavka.protocol._generated.update_features import UpdateFeaturesRequest as UpdateFeaturesRequest
from kavka.protocol._generated.update_features import UpdateFeaturesResponse as UpdateFeaturesResponse
from kavka.protocol._generated.update_metadata import UpdateMetadataRequest as UpdateMetadataRequest
from kavka.protocol._generated.update_metadata import UpdateMetadataResponse as UpdateMetadataResponse
from kavka.protocol._generated.write_share_group_state import WriteShareGroupStateRequest as WriteShareGroupStateRequest
from kavka.protocol._generated.write_share_group_state import (
    WriteShareGroupStateResponse as WriteShareGroupStateResponse,
)
from kavka.protocol._generated.write_txn_markers import WriteTxnMarkersRequest as WriteTxnMarkersRequest
from kavka.protocol._generated.write_txn_markers import WriteTxnMarkersResponse as WriteTxnMarkersResponse
