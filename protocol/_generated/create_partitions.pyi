"""Written by `make generate` from protocol/messages/create_partitions.py. Do not edit."""

from kavka.protocol.message import Message, Part

class CreatePartitionsRequest(Message):
    class CreatePartitionsAssignment(Part):
        broker_ids: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, broker_ids: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class CreatePartitionsTopic(Part):
        name: str
        count: int
        assignments: list[CreatePartitionsRequest.CreatePartitionsAssignment] | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., count: int = ..., assignments: list[CreatePartitionsRequest.CreatePartitionsAssignment] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[CreatePartitionsRequest.CreatePartitionsTopic]
    timeout_ms: int
    validate_only: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[CreatePartitionsRequest.CreatePartitionsTopic] = ..., timeout_ms: int = ..., validate_only: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class CreatePartitionsResponse(Message):
    class CreatePartitionsTopicResult(Part):
        name: str
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    results: list[CreatePartitionsResponse.CreatePartitionsTopicResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., results: list[CreatePartitionsResponse.CreatePartitionsTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
