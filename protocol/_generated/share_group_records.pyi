"""Written by `make generate` from protocol/messages/share_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ShareGroupCurrentMemberAssignmentKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ShareGroupCurrentMemberAssignmentValue(Message):
    class TopicPartitions(Part):
        topic_id: bytes
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    member_epoch: int
    previous_member_epoch: int
    state: int
    assigned_partitions: list[ShareGroupCurrentMemberAssignmentValue.TopicPartitions]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, member_epoch: int = ..., previous_member_epoch: int = ..., state: int = ..., assigned_partitions: list[ShareGroupCurrentMemberAssignmentValue.TopicPartitions] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupMemberMetadataKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ShareGroupMemberMetadataValue(Message):
    rack_id: str | None
    client_id: str
    client_host: str
    subscribed_topic_names: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, rack_id: str | None = ..., client_id: str = ..., client_host: str = ..., subscribed_topic_names: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ShareGroupMetadataValue(Message):
    epoch: int
    metadata_hash: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, epoch: int = ..., metadata_hash: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupStatePartitionMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ShareGroupStatePartitionMetadataValue(Message):
    class TopicPartitionsInfo(Part):
        topic_id: bytes
        topic_name: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., topic_name: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicInfo(Part):
        topic_id: bytes
        topic_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., topic_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    initializing_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo]
    initialized_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo]
    deleting_topics: list[ShareGroupStatePartitionMetadataValue.TopicInfo]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, initializing_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = ..., initialized_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = ..., deleting_topics: list[ShareGroupStatePartitionMetadataValue.TopicInfo] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupTargetAssignmentMemberKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class ShareGroupTargetAssignmentMemberValue(Message):
    class TopicPartition(Part):
        topic_id: bytes
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topic_partitions: list[ShareGroupTargetAssignmentMemberValue.TopicPartition]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topic_partitions: list[ShareGroupTargetAssignmentMemberValue.TopicPartition] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupTargetAssignmentMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class ShareGroupTargetAssignmentMetadataValue(Message):
    assignment_epoch: int
    assignment_timestamp: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, assignment_epoch: int = ..., assignment_timestamp: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
