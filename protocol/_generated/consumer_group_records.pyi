"""Written by `make generate` from protocol/messages/consumer_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ConsumerGroupCurrentMemberAssignmentKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ConsumerGroupCurrentMemberAssignmentValue(Message):
    class TopicPartitions(Part):
        topic_id: bytes
        partitions: list[int]
        assignment_epochs: list[int] | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[int] = ..., assignment_epochs: list[int] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    member_epoch: int
    previous_member_epoch: int
    state: int
    assigned_partitions: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions]
    partitions_pending_revocation: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, member_epoch: int = ..., previous_member_epoch: int = ..., state: int = ..., assigned_partitions: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = ..., partitions_pending_revocation: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupMemberMetadataKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ConsumerGroupMemberMetadataValue(Message):
    class ClassicProtocol(Part):
        name: str
        metadata: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., metadata: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ClassicMemberMetadata(Part):
        session_timeout_ms: int
        supported_protocols: list[ConsumerGroupMemberMetadataValue.ClassicProtocol]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, session_timeout_ms: int = ..., supported_protocols: list[ConsumerGroupMemberMetadataValue.ClassicProtocol] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    instance_id: str | None
    rack_id: str | None
    client_id: str
    client_host: str
    subscribed_topic_names: list[str]
    subscribed_topic_regex: str | None
    rebalance_timeout_ms: int
    server_assignor: str | None
    classic_member_metadata: ConsumerGroupMemberMetadataValue.ClassicMemberMetadata | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, instance_id: str | None = ..., rack_id: str | None = ..., client_id: str = ..., client_host: str = ..., subscribed_topic_names: list[str] = ..., subscribed_topic_regex: str | None = ..., rebalance_timeout_ms: int = ..., server_assignor: str | None = ..., classic_member_metadata: ConsumerGroupMemberMetadataValue.ClassicMemberMetadata | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ConsumerGroupMetadataValue(Message):
    epoch: int
    metadata_hash: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, epoch: int = ..., metadata_hash: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupPartitionMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ConsumerGroupPartitionMetadataValue(Message):
    class PartitionMetadata(Part):
        partition: int
        racks: list[str]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition: int = ..., racks: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicMetadata(Part):
        topic_id: bytes
        topic_name: str
        num_partitions: int
        partition_metadata: list[ConsumerGroupPartitionMetadataValue.PartitionMetadata]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., topic_name: str = ..., num_partitions: int = ..., partition_metadata: list[ConsumerGroupPartitionMetadataValue.PartitionMetadata] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[ConsumerGroupPartitionMetadataValue.TopicMetadata]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[ConsumerGroupPartitionMetadataValue.TopicMetadata] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupRegularExpressionKey(Message):
    group_id: str
    regular_expression: str
    def __init__(self, group_id: str = ..., regular_expression: str = ...) -> None: ...

class ConsumerGroupRegularExpressionValue(Message):
    topics: list[str]
    version: int
    timestamp: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[str] = ..., version: int = ..., timestamp: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupTargetAssignmentMemberKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ConsumerGroupTargetAssignmentMemberValue(Message):
    class TopicPartition(Part):
        topic_id: bytes
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topic_partitions: list[ConsumerGroupTargetAssignmentMemberValue.TopicPartition]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topic_partitions: list[ConsumerGroupTargetAssignmentMemberValue.TopicPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ConsumerGroupTargetAssignmentMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ConsumerGroupTargetAssignmentMetadataValue(Message):
    assignment_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, assignment_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
