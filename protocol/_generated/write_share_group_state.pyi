"""Written by `make generate` from protocol/messages/write_share_group_state.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class WriteShareGroupStateRequest(Message):
    class StateBatch(Part):
        first_offset: int
        last_offset: int
        delivery_state: int
        delivery_count: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, first_offset: int = ..., last_offset: int = ..., delivery_state: int = ..., delivery_count: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class PartitionData(Part):
        partition: int
        state_epoch: int
        leader_epoch: LeaderEpoch
        start_offset: int
        delivery_complete_count: int
        state_batches: list[WriteShareGroupStateRequest.StateBatch]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., state_epoch: int = ..., leader_epoch: LeaderEpoch = ..., start_offset: int = ..., delivery_complete_count: int = ..., state_batches: list[WriteShareGroupStateRequest.StateBatch] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class WriteStateData(Part):
        topic_id: bytes
        partitions: list[WriteShareGroupStateRequest.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[WriteShareGroupStateRequest.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[WriteShareGroupStateRequest.WriteStateData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[WriteShareGroupStateRequest.WriteStateData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class WriteShareGroupStateResponse(Message):
    class PartitionResult(Part):
        partition: int
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class WriteStateResult(Part):
        topic_id: bytes
        partitions: list[WriteShareGroupStateResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[WriteShareGroupStateResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    results: list[WriteShareGroupStateResponse.WriteStateResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, results: list[WriteShareGroupStateResponse.WriteStateResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
