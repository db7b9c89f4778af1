"""Written by `make generate` from protocol/messages/txn_offset_commit.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class TxnOffsetCommitRequest(Message):
    class TxnOffsetCommitRequestPartition(Part):
        partition_index: int
        committed_offset: int
        committed_leader_epoch: LeaderEpoch
        committed_metadata: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., committed_offset: int = ..., committed_leader_epoch: LeaderEpoch = ..., committed_metadata: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TxnOffsetCommitRequestTopic(Part):
        name: str
        topic_id: bytes
        partitions: list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partitions: list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    transactional_id: str
    group_id: str
    producer_id: int
    producer_epoch: int
    generation_id: int
    member_id: str
    group_instance_id: str | None
    topics: list[TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactional_id: str = ..., group_id: str = ..., producer_id: int = ..., producer_epoch: int = ..., generation_id: int = ..., member_id: str = ..., group_instance_id: str | None = ..., topics: list[TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class TxnOffsetCommitResponse(Message):
    class TxnOffsetCommitResponsePartition(Part):
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TxnOffsetCommitResponseTopic(Part):
        name: str
        topic_id: bytes
        partitions: list[TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partitions: list[TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
