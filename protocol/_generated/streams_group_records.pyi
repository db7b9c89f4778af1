"""Written by `make generate` from protocol/messages/streams_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part

class StreamsGroupCurrentMemberAssignmentKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class StreamsGroupCurrentMemberAssignmentValue(Message):
    class TaskIds(Part):
        subtopology_id: str
        partitions: list[int]
        assignment_epochs: list[int] | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, subtopology_id: str = ..., partitions: list[int] = ..., assignment_epochs: list[int] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    member_epoch: int
    previous_member_epoch: int
    state: int
    active_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    standby_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    warmup_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    active_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    standby_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    warmup_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, member_epoch: int = ..., previous_member_epoch: int = ..., state: int = ..., active_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., standby_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., warmup_tasks: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., active_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., standby_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., warmup_tasks_pending_revocation: list[StreamsGroupCurrentMemberAssignmentValue.TaskIds] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StreamsGroupMemberMetadataKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class StreamsGroupMemberMetadataValue(Message):
    class Endpoint(Part):
        host: str
        port: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, host: str = ..., port: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class KeyValue(Part):
        key: str
        value: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., value: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    instance_id: str | None
    rack_id: str | None
    client_id: str
    client_host: str
    rebalance_timeout_ms: int
    topology_epoch: int
    process_id: str
    user_endpoint: StreamsGroupMemberMetadataValue.Endpoint | None
    client_tags: list[StreamsGroupMemberMetadataValue.KeyValue]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, instance_id: str | None = ..., rack_id: str | None = ..., client_id: str = ..., client_host: str = ..., rebalance_timeout_ms: int = ..., topology_epoch: int = ..., process_id: str = ..., user_endpoint: StreamsGroupMemberMetadataValue.Endpoint | None = ..., client_tags: list[StreamsGroupMemberMetadataValue.KeyValue] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StreamsGroupMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class StreamsGroupMetadataValue(Message):
    class LastAssignmentConfig(Part):
        key: str
        value: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., value: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    epoch: int
    metadata_hash: int
    validated_topology_epoch: int
    last_assignment_configs: list[StreamsGroupMetadataValue.LastAssignmentConfig] | None
    stored_description_topology_epoch: int
    failed_description_topology_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, epoch: int = ..., metadata_hash: int = ..., validated_topology_epoch: int = ..., last_assignment_configs: list[StreamsGroupMetadataValue.LastAssignmentConfig] | None = ..., stored_description_topology_epoch: int = ..., failed_description_topology_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StreamsGroupTargetAssignmentMemberKey(Message):
    group_id: str
    member_id: str
    def __init__(self, group_id: str = ..., member_id: str = ...) -> None: ...

class StreamsGroupTargetAssignmentMemberValue(Message):
    class TaskIds(Part):
        subtopology_id: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, subtopology_id: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    active_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds]
    standby_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds]
    warmup_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, active_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = ..., standby_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = ..., warmup_tasks: list[StreamsGroupTargetAssignmentMemberValue.TaskIds] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StreamsGroupTargetAssignmentMetadataKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class StreamsGroupTargetAssignmentMetadataValue(Message):
    assignment_epoch: int
    assignment_timestamp: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, assignment_epoch: int = ..., assignment_timestamp: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class StreamsGroupTopologyKey(Message):
    group_id: str
    def __init__(self, group_id: str = ...) -> None: ...

class StreamsGroupTopologyValue(Message):
    class TopicConfig(Part):
        key: str
        value: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., value: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TopicInfo(Part):
        name: str
        partitions: int
        replication_factor: int
        topic_configs: list[StreamsGroupTopologyValue.TopicConfig]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: int = ..., replication_factor: int = ..., topic_configs: list[StreamsGroupTopologyValue.TopicConfig] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class CopartitionGroup(Part):
        source_topics: list[int]
        source_topic_regex: list[int]
        repartition_source_topics: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, source_topics: list[int] = ..., source_topic_regex: list[int] = ..., repartition_source_topics: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class Subtopology(Part):
        subtopology_id: str
        source_topics: list[str]
        source_topic_regex: list[str]
        state_changelog_topics: list[StreamsGroupTopologyValue.TopicInfo]
        repartition_sink_topics: list[str]
        repartition_source_topics: list[StreamsGroupTopologyValue.TopicInfo]
        copartition_groups: list[StreamsGroupTopologyValue.CopartitionGroup]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, subtopology_id: str = ..., source_topics: list[str] = ..., source_topic_regex: list[str] = ..., state_changelog_topics: list[StreamsGroupTopologyValue.TopicInfo] = ..., repartition_sink_topics: list[str] = ..., repartition_source_topics: list[StreamsGroupTopologyValue.TopicInfo] = ..., copartition_groups: list[StreamsGroupTopologyValue.CopartitionGroup] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    epoch: int
    subtopologies: list[StreamsGroupTopologyValue.Subtopology]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, epoch: int = ..., subtopologies: list[StreamsGroupTopologyValue.Subtopology] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
