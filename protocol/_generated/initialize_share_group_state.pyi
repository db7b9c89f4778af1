"""Written by `make generate` from protocol/messages/initialize_share_group_state.py. Do not edit."""

from kavka.protocol.message import Message, Part

class InitializeShareGroupStateRequest(Message):
    class PartitionData(Part):
        partition: int
        state_epoch: int
        start_offset: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., state_epoch: int = ..., start_offset: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class InitializeStateData(Part):
        topic_id: bytes
        partitions: list[InitializeShareGroupStateRequest.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[InitializeShareGroupStateRequest.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[InitializeShareGroupStateRequest.InitializeStateData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[InitializeShareGroupStateRequest.InitializeStateData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class InitializeShareGroupStateResponse(Message):
    class PartitionResult(Part):
        partition: int
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class InitializeStateResult(Part):
        topic_id: bytes
        partitions: list[InitializeShareGroupStateResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[InitializeShareGroupStateResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    results: list[InitializeShareGroupStateResponse.InitializeStateResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, results: list[InitializeShareGroupStateResponse.InitializeStateResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
