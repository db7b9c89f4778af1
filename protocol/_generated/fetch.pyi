"""Written by `make generate` from protocol/messages/fetch.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class FetchRequest(Message):
    class ReplicaState(Part):
        replica_id: int
        replica_epoch: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, replica_id: int = ..., replica_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class FetchPartition(Part):
        partition: int
        current_leader_epoch: LeaderEpoch
        fetch_offset: int
        last_fetched_epoch: LeaderEpoch
        log_start_offset: int
        partition_max_bytes: int
        replica_directory_id: bytes
        high_watermark: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., current_leader_epoch: LeaderEpoch = ..., fetch_offset: int = ..., last_fetched_epoch: LeaderEpoch = ..., log_start_offset: int = ..., partition_max_bytes: int = ..., replica_directory_id: bytes = ..., high_watermark: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class FetchTopic(Part):
        topic: str
        topic_id: bytes
        partitions: list[FetchRequest.FetchPartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., topic_id: bytes = ..., partitions: list[FetchRequest.FetchPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ForgottenTopic(Part):
        topic: str
        topic_id: bytes
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., topic_id: bytes = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    cluster_id: str | None
    replica_id: int
    replica_state: FetchRequest.ReplicaState | None
    max_wait_ms: int
    min_bytes: int
    max_bytes: int
    isolation_level: int
    session_id: int
    session_epoch: int
    topics: list[FetchRequest.FetchTopic]
    forgotten_topics_data: list[FetchRequest.ForgottenTopic]
    rack_id: str
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, cluster_id: str | None = ..., replica_id: int = ..., replica_state: FetchRequest.ReplicaState | None = ..., max_wait_ms: int = ..., min_bytes: int = ..., max_bytes: int = ..., isolation_level: int = ..., session_id: int = ..., session_epoch: int = ..., topics: list[FetchRequest.FetchTopic] = ..., forgotten_topics_data: list[FetchRequest.ForgottenTopic] = ..., rack_id: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class FetchResponse(Message):
    class EpochEndOffset(Part):
        epoch: LeaderEpoch
        end_offset: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, epoch: LeaderEpoch = ..., end_offset: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class LeaderIdAndEpoch(Part):
        leader_id: int
        leader_epoch: LeaderEpoch
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, leader_id: int = ..., leader_epoch: LeaderEpoch = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class SnapshotId(Part):
        end_offset: int
        epoch: LeaderEpoch
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, end_offset: int = ..., epoch: LeaderEpoch = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AbortedTransaction(Part):
        producer_id: int
        first_offset: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, producer_id: int = ..., first_offset: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class PartitionData(Part):
        partition_index: int
        error_code: int
        high_watermark: int
        last_stable_offset: int
        log_start_offset: int
        diverging_epoch: FetchResponse.EpochEndOffset | None
        current_leader: FetchResponse.LeaderIdAndEpoch | None
        snapshot_id: FetchResponse.SnapshotId | None
        aborted_transactions: list[FetchResponse.AbortedTransaction] | None
        preferred_read_replica: int
        records: bytes | memoryview | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., high_watermark: int = ..., last_stable_offset: int = ..., log_start_offset: int = ..., diverging_epoch: FetchResponse.EpochEndOffset | None = ..., current_leader: FetchResponse.LeaderIdAndEpoch | None = ..., snapshot_id: FetchResponse.SnapshotId | None = ..., aborted_transactions: list[FetchResponse.AbortedTransaction] | None = ..., preferred_read_replica: int = ..., records: bytes | memoryview | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class FetchableTopicResponse(Part):
        topic: str
        topic_id: bytes
        partitions: list[FetchResponse.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., topic_id: bytes = ..., partitions: list[FetchResponse.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class NodeEndpoint(Part):
        node_id: int
        host: str
        port: int
        rack: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, node_id: int = ..., host: str = ..., port: int = ..., rack: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    session_id: int
    responses: list[FetchResponse.FetchableTopicResponse]
    node_endpoints: list[FetchResponse.NodeEndpoint]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., session_id: int = ..., responses: list[FetchResponse.FetchableTopicResponse] = ..., node_endpoints: list[FetchResponse.NodeEndpoint] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
