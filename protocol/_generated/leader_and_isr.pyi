"""Written by `make generate` from protocol/messages/leader_and_isr.py. Do not edit."""

from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.message import Message, Part

class LeaderAndIsrRequest(Message):
    class LeaderAndIsrPartitionState(Part):
        topic_name: str
        partition_index: int
        controller_epoch: ControllerEpoch
        leader: int
        leader_epoch: LeaderEpoch
        isr: list[int]
        partition_epoch: int
        replicas: list[int]
        adding_replicas: list[int]
        removing_replicas: list[int]
        is_new: bool
        leader_recovery_state: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., controller_epoch: ControllerEpoch = ..., leader: int = ..., leader_epoch: LeaderEpoch = ..., isr: list[int] = ..., partition_epoch: int = ..., replicas: list[int] = ..., adding_replicas: list[int] = ..., removing_replicas: list[int] = ..., is_new: bool = ..., leader_recovery_state: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class LeaderAndIsrTopicState(Part):
        topic_name: str
        topic_id: bytes
        partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., topic_id: bytes = ..., partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class LeaderAndIsrLiveLeader(Part):
        broker_id: int
        host_name: str
        port: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, broker_id: int = ..., host_name: str = ..., port: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    controller_id: int
    is_kraft_controller: bool
    controller_epoch: ControllerEpoch
    broker_epoch: int
    type: int
    ungrouped_partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState]
    topic_states: list[LeaderAndIsrRequest.LeaderAndIsrTopicState]
    live_leaders: list[LeaderAndIsrRequest.LeaderAndIsrLiveLeader]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, controller_id: int = ..., is_kraft_controller: bool = ..., controller_epoch: ControllerEpoch = ..., broker_epoch: int = ..., type: int = ..., ungrouped_partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = ..., topic_states: list[LeaderAndIsrRequest.LeaderAndIsrTopicState] = ..., live_leaders: list[LeaderAndIsrRequest.LeaderAndIsrLiveLeader] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class LeaderAndIsrResponse(Message):
    class LeaderAndIsrPartitionError(Part):
        topic_name: str
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class LeaderAndIsrTopicError(Part):
        topic_id: bytes
        partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    error_code: int
    partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError]
    topics: list[LeaderAndIsrResponse.LeaderAndIsrTopicError]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = ..., topics: list[LeaderAndIsrResponse.LeaderAndIsrTopicError] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
