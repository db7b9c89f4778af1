"""What Kafka's KafkaApis asks before each API, written down beside our own rules: request, rights, errors.

A request names two resources of each kind, MINE and THEIRS, where it can name several. `needs` are the rights that the
whole request, as far as it is about MINE, needs; an error of a right on MINE is then said of MINE alone or of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.protocol import messages as m
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.builder import BatchBuilder
from tests.support.broker.fakes import topic_id

MINE, THEIRS = "mine", "theirs"

READ, WRITE, CREATE, DELETE = AclOperation.READ, AclOperation.WRITE, AclOperation.CREATE, AclOperation.DELETE
ALTER, DESCRIBE, ACT = AclOperation.ALTER, AclOperation.DESCRIBE, AclOperation.CLUSTER_ACTION
DESCRIBE_CONFIGS, ALTER_CONFIGS = AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS
TOPIC, GROUP, CLUSTER, TXN = (
    ResourceType.TOPIC,
    ResourceType.GROUP,
    ResourceType.CLUSTER,
    ResourceType.TRANSACTIONAL_ID,
)

TOPIC_ERROR = ErrorCode.TOPIC_AUTHORIZATION_FAILED
GROUP_ERROR = ErrorCode.GROUP_AUTHORIZATION_FAILED
CLUSTER_ERROR = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
TXN_ERROR = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED


class Right(NamedTuple):
    """A right on a resource."""

    operation: AclOperation
    resource_type: ResourceType
    name: str = MINE

    def __str__(self) -> str:
        return f"{self.operation.name}-{self.resource_type.name}-{self.name}"


class Row(NamedTuple):
    """One API, or one way to use it.

    Attributes:
        make: version → the request.
        needs: right → error where it lacks.
        lists: whether items are judged one by one: then THEIRS is refused while MINE is done.
        versions: where it is not all that the profile has.
        also: other rights that suffice in place of a needed one.
    """

    api: ApiKey
    make: Callable[[int], Any]
    needs: dict[Right, ErrorCode]
    lists: bool = False
    versions: tuple[int, int] = (0, 99)
    also: Mapping[Right, Right] = MappingProxyType({})
    label: str = ""

    def __str__(self) -> str:
        return f"{self.api.name}{'-' if self.label else ''}{self.label}"


def cluster(operation: AclOperation) -> Right:
    """A right on the cluster."""
    return Right(operation, CLUSTER, CLUSTER_NAME)


def records(*, is_transactional: bool = False) -> bytes:
    """One batch."""
    batch = BatchBuilder(
        producer_id=7 if is_transactional else -1,
        producer_epoch=0 if is_transactional else -1,
        base_sequence=0 if is_transactional else -1,
        is_transactional=is_transactional,
    )
    batch.append(timestamp=1, key=None, value=b"v")
    return batch.build()


def _produce(version: int, *, is_transactional: bool = False) -> Any:
    r = m.ProduceRequest
    data = [r.PartitionProduceData(index=0, records=records(is_transactional=is_transactional))]
    return r(
        transactional_id=MINE if is_transactional else None,
        acks=1,
        topic_data=[r.TopicProduceData(name, topic_id(name), data) for name in (MINE, THEIRS)],
    )


def _topics(topic_class: Any, partitions: list[Any], **field: str) -> list[Any]:
    [(attribute, _)] = field.items() or [("name", "")]
    key = "partition_indexes" if "partition_indexes" in topic_class.__slots__ else "partitions"
    topics = [topic_class(**{attribute: name, key: list(partitions)}) for name in (MINE, THEIRS)]
    for topic in topics:
        if "topic_id" in topic_class.__slots__:  # the name of later versions
            topic.topic_id = topic_id(getattr(topic, attribute))
    return topics


def _named(request: Any, topic_class: str, partition_class: str | None = None, **values: Any) -> Callable[[int], Any]:
    """A request whose `topics` are MINE and THEIRS, partition 0 each."""

    def make(_version: int) -> Any:
        partitions = [0] if partition_class is None else [getattr(request, partition_class)()]
        cls = getattr(request, topic_class)
        field = "topic" if "topic" in cls.__slots__ else "name"
        return request(topics=_topics(cls, partitions, **{field: ""}), **values)

    return make


def _offset_fetch(version: int) -> Any:
    r = m.OffsetFetchRequest
    if version >= 8:
        return r(
            groups=[
                r.OffsetFetchRequestGroup(group_id=MINE, topics=_topics(r.OffsetFetchRequestTopics, [0], name="")),
            ]
        )
    return r(group_id=MINE, topics=_topics(r.OffsetFetchRequestTopic, [0], name=""))


def _offset_fetch_groups(_version: int) -> Any:
    r = m.OffsetFetchRequest
    return r(groups=[r.OffsetFetchRequestGroup(group_id=name, topics=[]) for name in (MINE, THEIRS)])


def _find_coordinator(key_type: int) -> Callable[[int], Any]:
    def make(version: int) -> Any:
        if version >= 4:
            return m.FindCoordinatorRequest(key_type=key_type, coordinator_keys=[MINE, THEIRS])
        return m.FindCoordinatorRequest(key=MINE, key_type=key_type)

    return make


def _delete_topics(version: int) -> Any:
    r = m.DeleteTopicsRequest
    if version >= 6:
        return r(topics=[r.DeleteTopicState(name=name) for name in (MINE, THEIRS)])
    return r(topic_names=[MINE, THEIRS])


def _configs(request: Any, resource_class: str, kind: int, names: tuple[str, ...]) -> Callable[[int], Any]:
    def make(_version: int) -> Any:
        cls = getattr(request, resource_class)
        extra = {"configuration_keys": None} if "configuration_keys" in cls.__slots__ else {}
        return request(resources=[cls(resource_type=kind, resource_name=name, **extra) for name in names])

    return make


def _config_rows(api: ApiKey, request: Any, resource_class: str, operation: AclOperation) -> list[Row]:
    of_topics = _configs(request, resource_class, 2, (MINE, THEIRS))
    kinds = {"broker": 4} if api is ApiKey.ALTER_CONFIGS else {"broker": 4, "logger": 8}
    of_brokers = [
        Row(api, _configs(request, resource_class, kind, ("0",)), {cluster(operation): CLUSTER_ERROR}, label=label)
        for label, kind in kinds.items()
    ]
    return [Row(api, of_topics, {Right(operation, TOPIC): TOPIC_ERROR}, lists=True, label="topic"), *of_brokers]


def _whole(api: ApiKey, operation: AclOperation, make: Callable[[int], Any], **row: Any) -> Row:
    return Row(api, make, {cluster(operation): CLUSTER_ERROR}, **row)


def _elect(version: int) -> Any:
    r = m.ElectLeadersRequest
    return r(topic_partitions=[r.TopicPartitions(topic=MINE, partitions=[0])])


_SHARE_STATES = (
    ("INITIALIZE_SHARE_GROUP_STATE", m.InitializeShareGroupStateRequest, "InitializeStateData"),
    ("READ_SHARE_GROUP_STATE", m.ReadShareGroupStateRequest, "ReadStateData"),
    ("WRITE_SHARE_GROUP_STATE", m.WriteShareGroupStateRequest, "WriteStateData"),
    ("DELETE_SHARE_GROUP_STATE", m.DeleteShareGroupStateRequest, "DeleteStateData"),
    ("READ_SHARE_GROUP_STATE_SUMMARY", m.ReadShareGroupStateSummaryRequest, "ReadStateSummaryData"),
)


def _share_states(request: Any, topic: str) -> Callable[[int], Any]:
    """A request about one share-partition."""
    return lambda _version: request(
        group_id=MINE, topics=[getattr(request, topic)(topic_id=bytes(16), partitions=[request.PartitionData()])]
    )


def _markers(_version: int) -> Any:
    r = m.WriteTxnMarkersRequest
    topics = [r.WritableTxnMarkerTopic(name=MINE, partition_indexes=[0])]
    return r(markers=[r.WritableTxnMarker(producer_id=7, topics=topics)])


def _reassign(_version: int) -> Any:
    r = m.AlterPartitionReassignmentsRequest
    partitions = [r.ReassignablePartition(partition_index=0, replicas=None)]
    return r(topics=[r.ReassignableTopic(name=MINE, partitions=partitions)])


def _move(_version: int) -> Any:
    r = m.AlterReplicaLogDirsRequest
    topics = [r.AlterReplicaLogDirTopic(name=MINE, partitions=[0])]
    return r(dirs=[r.AlterReplicaLogDir(path="/d", topics=topics)])


def _acl(_version: int) -> Any:
    r = m.CreateAclsRequest
    rule: dict[str, Any] = {"principal": "User:a", "host": "*", "operation": 3, "permission_type": 3}
    return r(creations=[r.AclCreation(resource_type=2, resource_name=MINE, **rule)])


def _quota(_version: int) -> Any:
    r = m.AlterClientQuotasRequest
    return r(entries=[r.EntryData(entity=[r.EntityData(entity_type="user", entity_name="a")])])


def _scram(_version: int) -> Any:
    r = m.AlterUserScramCredentialsRequest
    return r(deletions=[r.ScramCredentialDeletion(name="a", mechanism=1)])


ANY_ACL: dict[str, Any] = {
    "resource_type_filter": 1,
    "resource_name_filter": None,
    "principal_filter": None,
    "host_filter": None,
    "operation": 1,
    "permission_type": 1,
}
GROUP_READ = {Right(READ, GROUP): GROUP_ERROR}

ROWS: list[Row] = [
    Row(ApiKey.PRODUCE, _produce, {Right(WRITE, TOPIC): TOPIC_ERROR}, lists=True, versions=(3, 9)),
    Row(
        ApiKey.PRODUCE,
        lambda version: _produce(version, is_transactional=True),
        {Right(WRITE, TXN): TXN_ERROR, Right(WRITE, TOPIC): TOPIC_ERROR},
        lists=True,
        versions=(3, 9),
        label="transactional",
    ),
    Row(
        ApiKey.LIST_OFFSETS,
        _named(m.ListOffsetsRequest, "ListOffsetsTopic", "ListOffsetsPartition"),
        {Right(DESCRIBE, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.OFFSET_FOR_LEADER_EPOCH,
        _named(m.OffsetForLeaderEpochRequest, "OffsetForLeaderTopic", "OffsetForLeaderPartition"),
        {Right(DESCRIBE, TOPIC): TOPIC_ERROR},
        lists=True,
        also={Right(DESCRIBE, TOPIC): cluster(ACT)},
    ),
    Row(
        ApiKey.DELETE_RECORDS,
        _named(m.DeleteRecordsRequest, "DeleteRecordsTopic", "DeleteRecordsPartition"),
        {Right(DELETE, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.METADATA,
        lambda version: m.MetadataRequest(
            topics=[m.MetadataRequest.MetadataRequestTopic(name=name) for name in (MINE, THEIRS)]
        ),
        {Right(DESCRIBE, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(ApiKey.FIND_COORDINATOR, _find_coordinator(0), {Right(DESCRIBE, GROUP): GROUP_ERROR}, lists=True),
    Row(
        ApiKey.FIND_COORDINATOR,
        _find_coordinator(1),
        {Right(DESCRIBE, TXN): TXN_ERROR},
        lists=True,
        versions=(1, 99),
        label="transaction",
    ),
    Row(
        ApiKey.FIND_COORDINATOR,
        _find_coordinator(2),
        {cluster(ACT): CLUSTER_ERROR},
        versions=(6, 99),
        label="share group",
    ),
    Row(ApiKey.JOIN_GROUP, lambda v: m.JoinGroupRequest(group_id=MINE), GROUP_READ),
    Row(
        ApiKey.SYNC_GROUP, lambda v: m.SyncGroupRequest(group_id=MINE, protocol_type="t", protocol_name="n"), GROUP_READ
    ),
    Row(ApiKey.HEARTBEAT, lambda v: m.HeartbeatRequest(group_id=MINE), GROUP_READ),
    Row(ApiKey.LEAVE_GROUP, lambda v: m.LeaveGroupRequest(group_id=MINE), GROUP_READ),
    Row(
        ApiKey.OFFSET_COMMIT,
        _named(m.OffsetCommitRequest, "OffsetCommitRequestTopic", "OffsetCommitRequestPartition", group_id=MINE),
        {Right(READ, GROUP): GROUP_ERROR, Right(READ, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.OFFSET_FETCH,
        _offset_fetch,
        {Right(DESCRIBE, GROUP): GROUP_ERROR, Right(DESCRIBE, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.OFFSET_FETCH,
        _offset_fetch_groups,
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
        versions=(8, 99),
        label="groups",
    ),
    Row(
        ApiKey.OFFSET_DELETE,
        _named(m.OffsetDeleteRequest, "OffsetDeleteRequestTopic", "OffsetDeleteRequestPartition", group_id=MINE),
        {Right(DELETE, GROUP): GROUP_ERROR, Right(READ, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.DESCRIBE_GROUPS,
        lambda v: m.DescribeGroupsRequest(groups=[MINE, THEIRS]),
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.CONSUMER_GROUP_HEARTBEAT,
        lambda v: m.ConsumerGroupHeartbeatRequest(group_id=MINE, member_id="m", subscribed_topic_names=[MINE]),
        {Right(READ, GROUP): GROUP_ERROR, Right(DESCRIBE, TOPIC): TOPIC_ERROR},
    ),
    Row(
        ApiKey.CONSUMER_GROUP_DESCRIBE,
        lambda v: m.ConsumerGroupDescribeRequest(group_ids=[MINE, THEIRS]),
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.SHARE_GROUP_HEARTBEAT,
        lambda v: m.ShareGroupHeartbeatRequest(group_id=MINE, member_id="m", subscribed_topic_names=[MINE]),
        {Right(READ, GROUP): GROUP_ERROR, Right(DESCRIBE, TOPIC): TOPIC_ERROR},
    ),
    Row(
        ApiKey.SHARE_GROUP_DESCRIBE,
        lambda v: m.ShareGroupDescribeRequest(group_ids=[MINE, THEIRS]),
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.STREAMS_GROUP_HEARTBEAT,
        lambda v: m.StreamsGroupHeartbeatRequest(
            group_id=MINE,
            member_id="m",
            rebalance_timeout_ms=1,
            topology=m.StreamsGroupHeartbeatRequest.Topology(
                subtopologies=[m.StreamsGroupHeartbeatRequest.Subtopology(subtopology_id="0", source_topics=[MINE])]
            ),
        ),
        {Right(READ, GROUP): GROUP_ERROR, Right(DESCRIBE, TOPIC): TOPIC_ERROR},
    ),
    Row(
        ApiKey.STREAMS_GROUP_DESCRIBE,
        lambda v: m.StreamsGroupDescribeRequest(group_ids=[MINE, THEIRS]),
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS,
        lambda v: m.DescribeShareGroupOffsetsRequest(
            groups=[
                m.DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup(group_id=name)
                for name in (MINE, THEIRS)
            ]
        ),
        {Right(DESCRIBE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.ALTER_SHARE_GROUP_OFFSETS,
        lambda v: m.AlterShareGroupOffsetsRequest(
            group_id=MINE,
            topics=[
                m.AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic(
                    topic_name=name,
                    partitions=[m.AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition()],
                )
                for name in (MINE, THEIRS)
            ],
        ),
        {Right(READ, GROUP): GROUP_ERROR, Right(READ, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.DELETE_SHARE_GROUP_OFFSETS,
        lambda v: m.DeleteShareGroupOffsetsRequest(
            group_id=MINE,
            topics=[
                m.DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic(topic_name=name)
                for name in (MINE, THEIRS)
            ],
        ),
        {Right(DELETE, GROUP): GROUP_ERROR, Right(READ, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.SHARE_FETCH,
        lambda v: m.ShareFetchRequest(group_id=MINE, member_id="m", max_records=1),
        {Right(READ, GROUP): GROUP_ERROR},
    ),
    Row(
        ApiKey.SHARE_ACKNOWLEDGE,
        lambda v: m.ShareAcknowledgeRequest(group_id=MINE, member_id="m"),
        {Right(READ, GROUP): GROUP_ERROR},
    ),
    Row(
        ApiKey.DELETE_GROUPS,
        lambda v: m.DeleteGroupsRequest(groups_names=[MINE, THEIRS]),
        {Right(DELETE, GROUP): GROUP_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.INIT_PRODUCER_ID,
        lambda v: m.InitProducerIdRequest(transactional_id=MINE),
        {Right(WRITE, TXN): TXN_ERROR},
        label="transactional",
    ),
    Row(
        ApiKey.INIT_PRODUCER_ID,
        lambda v: m.InitProducerIdRequest(transactional_id=None),
        {cluster(AclOperation.IDEMPOTENT_WRITE): CLUSTER_ERROR},
        also={cluster(AclOperation.IDEMPOTENT_WRITE): Right(WRITE, TOPIC, "any")},
        label="idempotent",
    ),
    Row(
        ApiKey.ADD_PARTITIONS_TO_TXN,
        lambda v: m.AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=MINE,
            v3_and_below_topics=[m.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=MINE, partitions=[0])],
        ),
        {Right(WRITE, TXN): TXN_ERROR, Right(WRITE, TOPIC): TOPIC_ERROR},
        versions=(0, 3),
    ),
    Row(
        ApiKey.ADD_PARTITIONS_TO_TXN,
        lambda v: m.AddPartitionsToTxnRequest(
            transactions=[
                m.AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
                    transactional_id=MINE,
                    topics=[m.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=MINE, partitions=[0])],
                )
            ]
        ),
        {cluster(ACT): CLUSTER_ERROR},
        versions=(4, 99),
        label="of brokers",
    ),
    Row(
        ApiKey.ADD_OFFSETS_TO_TXN,
        lambda v: m.AddOffsetsToTxnRequest(transactional_id=MINE, group_id=MINE),
        {Right(WRITE, TXN): TXN_ERROR, Right(READ, GROUP): GROUP_ERROR},
    ),
    Row(ApiKey.END_TXN, lambda v: m.EndTxnRequest(transactional_id=MINE), {Right(WRITE, TXN): TXN_ERROR}),
    Row(
        ApiKey.TXN_OFFSET_COMMIT,
        _named(
            m.TxnOffsetCommitRequest,
            "TxnOffsetCommitRequestTopic",
            "TxnOffsetCommitRequestPartition",
            transactional_id=MINE,
            group_id=MINE,
        ),
        {
            Right(WRITE, TXN): TXN_ERROR,
            Right(READ, GROUP): GROUP_ERROR,
            Right(READ, TOPIC): TOPIC_ERROR,
        },
        lists=True,
    ),
    Row(
        ApiKey.DESCRIBE_PRODUCERS,
        _named(m.DescribeProducersRequest, "TopicRequest"),
        {Right(READ, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    Row(
        ApiKey.DESCRIBE_TRANSACTIONS,
        lambda v: m.DescribeTransactionsRequest(transactional_ids=[MINE, THEIRS]),
        {Right(DESCRIBE, TXN): TXN_ERROR},
        lists=True,
        also={Right(DESCRIBE, TXN): cluster(ACT)},
    ),
    Row(
        ApiKey.CREATE_TOPICS,
        lambda v: m.CreateTopicsRequest(
            topics=[m.CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1) for name in (MINE, THEIRS)]
        ),
        {Right(CREATE, TOPIC): TOPIC_ERROR},
        lists=True,
        also={Right(CREATE, TOPIC): cluster(CREATE)},
    ),
    Row(ApiKey.DELETE_TOPICS, _delete_topics, {Right(DELETE, TOPIC): TOPIC_ERROR}, lists=True),
    Row(
        ApiKey.CREATE_PARTITIONS,
        lambda v: m.CreatePartitionsRequest(
            topics=[m.CreatePartitionsRequest.CreatePartitionsTopic(name=name, count=3) for name in (MINE, THEIRS)]
        ),
        {Right(ALTER, TOPIC): TOPIC_ERROR},
        lists=True,
    ),
    *_config_rows(
        ApiKey.DESCRIBE_CONFIGS, m.DescribeConfigsRequest, "DescribeConfigsResource", AclOperation.DESCRIBE_CONFIGS
    ),
    *_config_rows(ApiKey.ALTER_CONFIGS, m.AlterConfigsRequest, "AlterConfigsResource", ALTER_CONFIGS),
    *_config_rows(
        ApiKey.INCREMENTAL_ALTER_CONFIGS, m.IncrementalAlterConfigsRequest, "AlterConfigsResource", ALTER_CONFIGS
    ),
    _whole(ApiKey.DESCRIBE_CLIENT_QUOTAS, DESCRIBE_CONFIGS, lambda v: m.DescribeClientQuotasRequest()),
    _whole(ApiKey.ALTER_CLIENT_QUOTAS, ALTER_CONFIGS, _quota),
    _whole(ApiKey.LIST_CONFIG_RESOURCES, DESCRIBE_CONFIGS, lambda v: m.ListConfigResourcesRequest()),
    _whole(ApiKey.DESCRIBE_LOG_DIRS, DESCRIBE, lambda v: m.DescribeLogDirsRequest(topics=None), versions=(3, 99)),
    _whole(ApiKey.ALTER_REPLICA_LOG_DIRS, ALTER, _move),
    _whole(ApiKey.ELECT_LEADERS, ALTER, _elect),
    _whole(ApiKey.ALTER_PARTITION_REASSIGNMENTS, ALTER, _reassign),
    _whole(ApiKey.LIST_PARTITION_REASSIGNMENTS, DESCRIBE, lambda v: m.ListPartitionReassignmentsRequest()),
    _whole(ApiKey.UPDATE_FEATURES, ALTER, lambda v: m.UpdateFeaturesRequest()),
    _whole(ApiKey.DESCRIBE_ACLS, DESCRIBE, lambda v: m.DescribeAclsRequest(**ANY_ACL)),
    _whole(ApiKey.CREATE_ACLS, ALTER, _acl),
    _whole(
        ApiKey.DELETE_ACLS,
        ALTER,
        lambda v: m.DeleteAclsRequest(filters=[m.DeleteAclsRequest.DeleteAclsFilter(**ANY_ACL)]),
    ),
    _whole(ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, DESCRIBE, lambda v: m.DescribeUserScramCredentialsRequest()),
    _whole(ApiKey.ALTER_USER_SCRAM_CREDENTIALS, ALTER, _scram),
    _whole(ApiKey.LEADER_AND_ISR, ACT, lambda v: m.LeaderAndIsrRequest()),
    _whole(ApiKey.STOP_REPLICA, ACT, lambda v: m.StopReplicaRequest()),
    _whole(ApiKey.UPDATE_METADATA, ACT, lambda v: m.UpdateMetadataRequest()),
    _whole(ApiKey.CONTROLLED_SHUTDOWN, ACT, lambda v: m.ControlledShutdownRequest()),
    _whole(ApiKey.ALTER_PARTITION, ACT, lambda v: m.AlterPartitionRequest()),
    _whole(ApiKey.ALLOCATE_PRODUCER_IDS, ACT, lambda v: m.AllocateProducerIdsRequest()),
    _whole(ApiKey.WRITE_TXN_MARKERS, ACT, _markers, also={cluster(ACT): cluster(ALTER)}),
    *(_whole(ApiKey[api], ACT, _share_states(request, topic)) for api, request, topic in _SHARE_STATES),
]

UNASKED = {
    *(ApiKey.API_VERSIONS, ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE),
    *(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY),
}
"""Nobody needs a right for these."""

FILTERED = {ApiKey.LIST_GROUPS, ApiKey.LIST_TRANSACTIONS, ApiKey.DESCRIBE_CLUSTER}
"""Everybody may ask; what is shown depends on rights."""

HANDLED = {
    ApiKey.FETCH,
    ApiKey.DESCRIBE_TOPIC_PARTITIONS,
    ApiKey.CREATE_DELEGATION_TOKEN,
    ApiKey.RENEW_DELEGATION_TOKEN,
    ApiKey.EXPIRE_DELEGATION_TOKEN,
    ApiKey.DESCRIBE_DELEGATION_TOKEN,
}
"""Their handlers ask."""
