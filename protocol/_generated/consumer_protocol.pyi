"""Written by `make generate` from protocol/messages/consumer_protocol.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ConsumerProtocolAssignment(Message):
    class TopicPartition(Part):
        topic: str
        partitions: list[int]
        def __init__(self, topic: str = ..., partitions: list[int] = ...) -> None: ...
    
    assigned_partitions: list[ConsumerProtocolAssignment.TopicPartition]
    user_data: bytes | None
    def __init__(self, assigned_partitions: list[ConsumerProtocolAssignment.TopicPartition] = ..., user_data: bytes | None = ...) -> None: ...

class ConsumerProtocolSubscription(Message):
    class TopicPartition(Part):
        topic: str
        partitions: list[int]
        def __init__(self, topic: str = ..., partitions: list[int] = ...) -> None: ...
    
    topics: list[str]
    user_data: bytes | None
    owned_partitions: list[ConsumerProtocolSubscription.TopicPartition]
    generation_id: int
    rack_id: str | None
    def __init__(self, topics: list[str] = ..., user_data: bytes | None = ..., owned_partitions: list[ConsumerProtocolSubscription.TopicPartition] = ..., generation_id: int = ..., rack_id: str | None = ...) -> None: ...
