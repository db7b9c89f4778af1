"""Written by `make generate` from protocol/messages/update_metadata.py. Do not edit."""

from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.message import Message, Part

class UpdateMetadataRequest(Message):
    class UpdateMetadataPartitionState(Part):
        topic_name: str
        partition_index: int
        controller_epoch: ControllerEpoch
        leader: int
        leader_epoch: LeaderEpoch
        isr: list[int]
        zk_version: int
        replicas: list[int]
        offline_replicas: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., controller_epoch: ControllerEpoch = ..., leader: int = ..., leader_epoch: LeaderEpoch = ..., isr: list[int] = ..., zk_version: int = ..., replicas: list[int] = ..., offline_replicas: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class UpdateMetadataTopicState(Part):
        topic_name: str
        topic_id: bytes
        partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., topic_id: bytes = ..., partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class UpdateMetadataEndpoint(Part):
        port: int
        host: str
        listener: str
        security_protocol: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, port: int = ..., host: str = ..., listener: str = ..., security_protocol: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class UpdateMetadataBroker(Part):
        id: int
        v0_host: str
        v0_port: int
        endpoints: list[UpdateMetadataRequest.UpdateMetadataEndpoint]
        rack: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, id: int = ..., v0_host: str = ..., v0_port: int = ..., endpoints: list[UpdateMetadataRequest.UpdateMetadataEndpoint] = ..., rack: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    controller_id: int
    is_kraft_controller: bool
    type: int
    controller_epoch: ControllerEpoch
    broker_epoch: int
    ungrouped_partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState]
    topic_states: list[UpdateMetadataRequest.UpdateMetadataTopicState]
    live_brokers: list[UpdateMetadataRequest.UpdateMetadataBroker]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, controller_id: int = ..., is_kraft_controller: bool = ..., type: int = ..., controller_epoch: ControllerEpoch = ..., broker_epoch: int = ..., ungrouped_partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = ..., topic_states: list[UpdateMetadataRequest.UpdateMetadataTopicState] = ..., live_brokers: list[UpdateMetadataRequest.UpdateMetadataBroker] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class UpdateMetadataResponse(Message):
    error_code: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
