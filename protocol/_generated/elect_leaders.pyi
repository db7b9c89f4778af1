"""Written by `make generate` from protocol/messages/elect_leaders.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ElectLeadersRequest(Message):
    class TopicPartitions(Part):
        topic: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    election_type: int
    topic_partitions: list[ElectLeadersRequest.TopicPartitions] | None
    timeout_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, election_type: int = ..., topic_partitions: list[ElectLeadersRequest.TopicPartitions] | None = ..., timeout_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ElectLeadersResponse(Message):
    class PartitionResult(Part):
        partition_id: int
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_id: int = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ReplicaElectionResult(Part):
        topic: str
        partition_result: list[ElectLeadersResponse.PartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., partition_result: list[ElectLeadersResponse.PartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    replica_election_results: list[ElectLeadersResponse.ReplicaElectionResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., replica_election_results: list[ElectLeadersResponse.ReplicaElectionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
