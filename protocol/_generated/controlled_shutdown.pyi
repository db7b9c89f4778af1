"""Written by `make generate` from protocol/messages/controlled_shutdown.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ControlledShutdownRequest(Message):
    broker_id: int
    broker_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, broker_id: int = ..., broker_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ControlledShutdownResponse(Message):
    class RemainingPartition(Part):
        topic_name: str
        partition_index: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partition_index: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    error_code: int
    remaining_partitions: list[ControlledShutdownResponse.RemainingPartition]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., remaining_partitions: list[ControlledShutdownResponse.RemainingPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
