"""Written by `make generate` from protocol/messages/offset_fetch.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class OffsetFetchRequest(Message):
    class OffsetFetchRequestTopic(Part):
        name: str
        partition_indexes: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partition_indexes: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchRequestTopics(Part):
        name: str
        topic_id: bytes
        partition_indexes: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partition_indexes: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchRequestGroup(Part):
        group_id: str
        member_id: str | None
        member_epoch: int
        topics: list[OffsetFetchRequest.OffsetFetchRequestTopics] | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, group_id: str = ..., member_id: str | None = ..., member_epoch: int = ..., topics: list[OffsetFetchRequest.OffsetFetchRequestTopics] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[OffsetFetchRequest.OffsetFetchRequestTopic] | None
    groups: list[OffsetFetchRequest.OffsetFetchRequestGroup]
    require_stable: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[OffsetFetchRequest.OffsetFetchRequestTopic] | None = ..., groups: list[OffsetFetchRequest.OffsetFetchRequestGroup] = ..., require_stable: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class OffsetFetchResponse(Message):
    class OffsetFetchResponsePartition(Part):
        partition_index: int
        committed_offset: int
        committed_leader_epoch: LeaderEpoch
        metadata: str | None
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., committed_offset: int = ..., committed_leader_epoch: LeaderEpoch = ..., metadata: str | None = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchResponseTopic(Part):
        name: str
        partitions: list[OffsetFetchResponse.OffsetFetchResponsePartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[OffsetFetchResponse.OffsetFetchResponsePartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchResponsePartitions(Part):
        partition_index: int
        committed_offset: int
        committed_leader_epoch: LeaderEpoch
        metadata: str | None
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., committed_offset: int = ..., committed_leader_epoch: LeaderEpoch = ..., metadata: str | None = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchResponseTopics(Part):
        name: str
        topic_id: bytes
        partitions: list[OffsetFetchResponse.OffsetFetchResponsePartitions]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partitions: list[OffsetFetchResponse.OffsetFetchResponsePartitions] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OffsetFetchResponseGroup(Part):
        group_id: str
        topics: list[OffsetFetchResponse.OffsetFetchResponseTopics]
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, group_id: str = ..., topics: list[OffsetFetchResponse.OffsetFetchResponseTopics] = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[OffsetFetchResponse.OffsetFetchResponseTopic]
    error_code: int
    groups: list[OffsetFetchResponse.OffsetFetchResponseGroup]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[OffsetFetchResponse.OffsetFetchResponseTopic] = ..., error_code: int = ..., groups: list[OffsetFetchResponse.OffsetFetchResponseGroup] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
