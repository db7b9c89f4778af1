"""Written by `make generate` from protocol/messages/delete_records.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DeleteRecordsRequest(Message):
    class DeleteRecordsPartition(Part):
        partition_index: int
        offset: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., offset: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DeleteRecordsTopic(Part):
        name: str
        partitions: list[DeleteRecordsRequest.DeleteRecordsPartition]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[DeleteRecordsRequest.DeleteRecordsPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[DeleteRecordsRequest.DeleteRecordsTopic]
    timeout_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[DeleteRecordsRequest.DeleteRecordsTopic] = ..., timeout_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DeleteRecordsResponse(Message):
    class DeleteRecordsPartitionResult(Part):
        partition_index: int
        low_watermark: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., low_watermark: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DeleteRecordsTopicResult(Part):
        name: str
        partitions: list[DeleteRecordsResponse.DeleteRecordsPartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[DeleteRecordsResponse.DeleteRecordsPartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[DeleteRecordsResponse.DeleteRecordsTopicResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[DeleteRecordsResponse.DeleteRecordsTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
