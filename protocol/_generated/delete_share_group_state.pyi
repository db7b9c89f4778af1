"""Written by `make generate` from protocol/messages/delete_share_group_state.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DeleteShareGroupStateRequest(Message):
    class PartitionData(Part):
        partition: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DeleteStateData(Part):
        topic_id: bytes
        partitions: list[DeleteShareGroupStateRequest.PartitionData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[DeleteShareGroupStateRequest.PartitionData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    topics: list[DeleteShareGroupStateRequest.DeleteStateData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., topics: list[DeleteShareGroupStateRequest.DeleteStateData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DeleteShareGroupStateResponse(Message):
    class PartitionResult(Part):
        partition: int
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DeleteStateResult(Part):
        topic_id: bytes
        partitions: list[DeleteShareGroupStateResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[DeleteShareGroupStateResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    results: list[DeleteShareGroupStateResponse.DeleteStateResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, results: list[DeleteShareGroupStateResponse.DeleteStateResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
