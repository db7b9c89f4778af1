"""Written by `make generate` from protocol/messages/describe_topic_partitions.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class DescribeTopicPartitionsRequest(Message):
    class TopicRequest(Part):
        name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class Cursor(Part):
        topic_name: str
        partition_index: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[DescribeTopicPartitionsRequest.TopicRequest]
    response_partition_limit: int
    cursor: DescribeTopicPartitionsRequest.Cursor | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[DescribeTopicPartitionsRequest.TopicRequest] = ..., response_partition_limit: int = ..., cursor: DescribeTopicPartitionsRequest.Cursor | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeTopicPartitionsResponse(Message):
    class DescribeTopicPartitionsResponsePartition(Part):
        error_code: int
        partition_index: int
        leader_id: int
        leader_epoch: LeaderEpoch
        replica_nodes: list[int]
        isr_nodes: list[int]
        eligible_leader_replicas: list[int] | None
        last_known_elr: list[int] | None
        offline_replicas: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., partition_index: int = ..., leader_id: int = ..., leader_epoch: LeaderEpoch = ..., replica_nodes: list[int] = ..., isr_nodes: list[int] = ..., eligible_leader_replicas: list[int] | None = ..., last_known_elr: list[int] | None = ..., offline_replicas: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribeTopicPartitionsResponseTopic(Part):
        error_code: int
        name: str | None
        topic_id: bytes
        is_internal: bool
        partitions: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition]
        topic_authorized_operations: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., name: str | None = ..., topic_id: bytes = ..., is_internal: bool = ..., partitions: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition] = ..., topic_authorized_operations: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class Cursor(Part):
        topic_name: str
        partition_index: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic]
    next_cursor: DescribeTopicPartitionsResponse.Cursor | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic] = ..., next_cursor: DescribeTopicPartitionsResponse.Cursor | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
