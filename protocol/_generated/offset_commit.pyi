"""Written by `make generate` from protocol/messages/offset_commit.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class OffsetCommitRequest(Message):
    class OffsetCommitRequestPartition(Part):
        partition_index: int
        committed_offset: int
        committed_leader_epoch: LeaderEpoch
        commit_timestamp: int
        committed_metadata: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., committed_offset: int = ..., committed_leader_epoch: LeaderEpoch = ..., commit_timestamp: int = ..., committed_metadata: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetCommitRequestTopic(Part):
        name: str
        topic_id: bytes
        partitions: list[OffsetCommitRequest.OffsetCommitRequestPartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partitions: list[OffsetCommitRequest.OffsetCommitRequestPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    generation_id_or_member_epoch: int
    member_id: str
    group_instance_id: str | None
    retention_time_ms: int
    topics: list[OffsetCommitRequest.OffsetCommitRequestTopic]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., generation_id_or_member_epoch: int = ..., member_id: str = ..., group_instance_id: str | None = ..., retention_time_ms: int = ..., topics: list[OffsetCommitRequest.OffsetCommitRequestTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class OffsetCommitResponse(Message):
    class OffsetCommitResponsePartition(Part):
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetCommitResponseTopic(Part):
        name: str
        topic_id: bytes
        partitions: list[OffsetCommitResponse.OffsetCommitResponsePartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partitions: list[OffsetCommitResponse.OffsetCommitResponsePartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[OffsetCommitResponse.OffsetCommitResponseTopic]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[OffsetCommitResponse.OffsetCommitResponseTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
