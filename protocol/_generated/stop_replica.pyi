"""Written by `make generate` from protocol/messages/stop_replica.py. Do not edit."""

from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.message import Message, Part

class StopReplicaRequest(Message):
    class StopReplicaPartitionV0(Part):
        topic_name: str
        partition_index: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class StopReplicaTopicV1(Part):
        name: str
        partition_indexes: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partition_indexes: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class StopReplicaPartitionState(Part):
        partition_index: int
        leader_epoch: LeaderEpoch
        delete_partition: bool
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., leader_epoch: LeaderEpoch = ..., delete_partition: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class StopReplicaTopicState(Part):
        topic_name: str
        partition_states: list[StopReplicaRequest.StopReplicaPartitionState]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_states: list[StopReplicaRequest.StopReplicaPartitionState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    controller_id: int
    is_kraft_controller: bool
    controller_epoch: ControllerEpoch
    broker_epoch: int
    delete_partitions: bool
    ungrouped_partitions: list[StopReplicaRequest.StopReplicaPartitionV0]
    topics: list[StopReplicaRequest.StopReplicaTopicV1]
    topic_states: list[StopReplicaRequest.StopReplicaTopicState]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, controller_id: int = ..., is_kraft_controller: bool = ..., controller_epoch: ControllerEpoch = ..., broker_epoch: int = ..., delete_partitions: bool = ..., ungrouped_partitions: list[StopReplicaRequest.StopReplicaPartitionV0] = ..., topics: list[StopReplicaRequest.StopReplicaTopicV1] = ..., topic_states: list[StopReplicaRequest.StopReplicaTopicState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StopReplicaResponse(Message):
    class StopReplicaPartitionError(Part):
        topic_name: str
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    error_code: int
    partition_errors: list[StopReplicaResponse.StopReplicaPartitionError]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., partition_errors: list[StopReplicaResponse.StopReplicaPartitionError] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
