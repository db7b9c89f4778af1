"""Written by `make generate` from protocol/messages/describe_producers.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeProducersRequest(Message):
    class TopicRequest(Part):
        name: str
        partition_indexes: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partition_indexes: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[DescribeProducersRequest.TopicRequest]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[DescribeProducersRequest.TopicRequest] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeProducersResponse(Message):
    class ProducerState(Part):
        producer_id: int
        producer_epoch: int
        last_sequence: int
        last_timestamp: int
        coordinator_epoch: int
        current_txn_start_offset: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, producer_id: int = ..., producer_epoch: int = ..., last_sequence: int = ..., last_timestamp: int = ..., coordinator_epoch: int = ..., current_txn_start_offset: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class PartitionResponse(Part):
        partition_index: int
        error_code: int
        error_message: str | None
        active_producers: list[DescribeProducersResponse.ProducerState]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., error_message: str | None = ..., active_producers: list[DescribeProducersResponse.ProducerState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicResponse(Part):
        name: str
        partitions: list[DescribeProducersResponse.PartitionResponse]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[DescribeProducersResponse.PartitionResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    topics: list[DescribeProducersResponse.TopicResponse]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., topics: list[DescribeProducersResponse.TopicResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
