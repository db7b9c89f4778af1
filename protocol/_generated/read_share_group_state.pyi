"""Written by `make generate` from protocol/messages/read_share_group_state.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class ReadShareGroupStateRequest(Message):
    class PartitionData(Part):
        partition: int
        leader_epoch: LeaderEpoch
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., leader_epoch: LeaderEpoch = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ReadStateData(Part):
        topic_id: bytes
        partitions: list[ReadShareGroupStateRequest.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[ReadShareGroupStateRequest.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[ReadShareGroupStateRequest.ReadStateData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[ReadShareGroupStateRequest.ReadStateData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ReadShareGroupStateResponse(Message):
    class StateBatch(Part):
        first_offset: int
        last_offset: int
        delivery_state: int
        delivery_count: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, first_offset: int = ..., last_offset: int = ..., delivery_state: int = ..., delivery_count: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class PartitionResult(Part):
        partition: int
        error_code: int
        error_message: str | None
        state_epoch: int
        start_offset: int
        state_batches: list[ReadShareGroupStateResponse.StateBatch]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., error_code: int = ..., error_message: str | None = ..., state_epoch: int = ..., start_offset: int = ..., state_batches: list[ReadShareGroupStateResponse.StateBatch] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ReadStateResult(Part):
        topic_id: bytes
        partitions: list[ReadShareGroupStateResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[ReadShareGroupStateResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    results: list[ReadShareGroupStateResponse.ReadStateResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, results: list[ReadShareGroupStateResponse.ReadStateResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
