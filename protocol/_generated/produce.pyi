"""Written by `make generate` from protocol/messages/produce.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class ProduceRequest(Message):
    class PartitionProduceData(Part):
        index: int
        records: bytes | memoryview | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, index: int = ..., records: bytes | memoryview | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicProduceData(Part):
        name: str
        topic_id: bytes
        partition_data: list[ProduceRequest.PartitionProduceData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partition_data: list[ProduceRequest.PartitionProduceData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    transactional_id: str | None
    acks: int
    timeout_ms: int
    topic_data: list[ProduceRequest.TopicProduceData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactional_id: str | None = ..., acks: int = ..., timeout_ms: int = ..., topic_data: list[ProduceRequest.TopicProduceData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ProduceResponse(Message):
    class BatchIndexAndErrorMessage(Part):
        batch_index: int
        batch_index_error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, batch_index: int = ..., batch_index_error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class LeaderIdAndEpoch(Part):
        leader_id: int
        leader_epoch: LeaderEpoch
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, leader_id: int = ..., leader_epoch: LeaderEpoch = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class PartitionProduceResponse(Part):
        index: int
        error_code: int
        base_offset: int
        log_append_time_ms: int
        log_start_offset: int
        record_errors: list[ProduceResponse.BatchIndexAndErrorMessage]
        error_message: str | None
        current_leader: ProduceResponse.LeaderIdAndEpoch | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, index: int = ..., error_code: int = ..., base_offset: int = ..., log_append_time_ms: int = ..., log_start_offset: int = ..., record_errors: list[ProduceResponse.BatchIndexAndErrorMessage] = ..., error_message: str | None = ..., current_leader: ProduceResponse.LeaderIdAndEpoch | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicProduceResponse(Part):
        name: str
        topic_id: bytes
        partition_responses: list[ProduceResponse.PartitionProduceResponse]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., topic_id: bytes = ..., partition_responses: list[ProduceResponse.PartitionProduceResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class NodeEndpoint(Part):
        node_id: int
        host: str
        port: int
        rack: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, node_id: int = ..., host: str = ..., port: int = ..., rack: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    responses: list[ProduceResponse.TopicProduceResponse]
    throttle_time_ms: int
    node_endpoints: list[ProduceResponse.NodeEndpoint]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, responses: list[ProduceResponse.TopicProduceResponse] = ..., throttle_time_ms: int = ..., node_endpoints: list[ProduceResponse.NodeEndpoint] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
