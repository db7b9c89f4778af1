"""Written by `make generate` from protocol/messages/read_share_group_state_summary.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class ReadShareGroupStateSummaryRequest(Message):
    class PartitionData(Part):
        partition: int
        leader_epoch: LeaderEpoch
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., leader_epoch: LeaderEpoch = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ReadStateSummaryData(Part):
        topic_id: bytes
        partitions: list[ReadShareGroupStateSummaryRequest.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[ReadShareGroupStateSummaryRequest.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[ReadShareGroupStateSummaryRequest.ReadStateSummaryData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[ReadShareGroupStateSummaryRequest.ReadStateSummaryData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ReadShareGroupStateSummaryResponse(Message):
    class PartitionResult(Part):
        partition: int
        error_code: int
        error_message: str | None
        state_epoch: int
        leader_epoch: LeaderEpoch
        start_offset: int
        delivery_complete_count: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., error_code: int = ..., error_message: str | None = ..., state_epoch: int = ..., leader_epoch: LeaderEpoch = ..., start_offset: int = ..., delivery_complete_count: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ReadStateSummaryResult(Part):
        topic_id: bytes
        partitions: list[ReadShareGroupStateSummaryResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[ReadShareGroupStateSummaryResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    results: list[ReadShareGroupStateSummaryResponse.ReadStateSummaryResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, results: list[ReadShareGroupStateSummaryResponse.ReadStateSummaryResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
