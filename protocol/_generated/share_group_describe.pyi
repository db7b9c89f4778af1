"""Written by `make generate` from protocol/messages/share_group_describe.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ShareGroupDescribeRequest(Message):
    group_ids: list[str]
    include_authorized_operations: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_ids: list[str] = ..., include_authorized_operations: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareGroupDescribeResponse(Message):
    class TopicPartitions(Part):
        topic_id: bytes
        topic_name: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_id: bytes = ..., topic_name: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class Assignment(Part):
        topic_partitions: list[ShareGroupDescribeResponse.TopicPartitions]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_partitions: list[ShareGroupDescribeResponse.TopicPartitions] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class Member(Part):
        member_id: str
        rack_id: str | None
        member_epoch: int
        client_id: str
        client_host: str
        subscribed_topic_names: list[str]
        assignment: ShareGroupDescribeResponse.Assignment | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., rack_id: str | None = ..., member_epoch: int = ..., client_id: str = ..., client_host: str = ..., subscribed_topic_names: list[str] = ..., assignment: ShareGroupDescribeResponse.Assignment | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribedGroup(Part):
        error_code: int
        error_message: str | None
        group_id: str
        group_state: str
        group_epoch: int
        assignment_epoch: int
        assignor_name: str
        members: list[ShareGroupDescribeResponse.Member]
        authorized_operations: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., group_id: str = ..., group_state: str = ..., group_epoch: int = ..., assignment_epoch: int = ..., assignor_name: str = ..., members: list[ShareGroupDescribeResponse.Member] = ..., authorized_operations: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    groups: list[ShareGroupDescribeResponse.DescribedGroup]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., groups: list[ShareGroupDescribeResponse.DescribedGroup] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
