"""Written by `make generate` from protocol/messages/offset_delete.py. Do not edit."""

from kavka.protocol.message import Message, Part

class OffsetDeleteRequest(Message):
    class OffsetDeleteRequestPartition(Part):
        partition_index: int
        def __init__(self, partition_index: int = ...) -> None: ...
    
    class OffsetDeleteRequestTopic(Part):
        name: str
        partitions: list[OffsetDeleteRequest.OffsetDeleteRequestPartition]
        def __init__(self, name: str = ..., partitions: list[OffsetDeleteRequest.OffsetDeleteRequestPartition] = ...) -> None: ...
    
    group_id: str
    topics: list[OffsetDeleteRequest.OffsetDeleteRequestTopic]
    def __init__(self, group_id: str = ..., topics: list[OffsetDeleteRequest.OffsetDeleteRequestTopic] = ...) -> None: ...

class OffsetDeleteResponse(Message):
    class OffsetDeleteResponsePartition(Part):
        partition_index: int
        error_code: int
        def __init__(self, partition_index: int = ..., error_code: int = ...) -> None: ...
    
    class OffsetDeleteResponseTopic(Part):
        name: str
        partitions: list[OffsetDeleteResponse.OffsetDeleteResponsePartition]
        def __init__(self, name: str = ..., partitions: list[OffsetDeleteResponse.OffsetDeleteResponsePartition] = ...) -> None: ...
    
    error_code: int
    throttle_time_ms: int
    topics: list[OffsetDeleteResponse.OffsetDeleteResponseTopic]
    def __init__(self, error_code: int = ..., throttle_time_ms: int = ..., topics: list[OffsetDeleteResponse.OffsetDeleteResponseTopic] = ...) -> None: ...
