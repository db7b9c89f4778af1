"""Written by `make generate` from protocol/messages/describe_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeGroupsRequest(Message):
    groups: list[str]
    include_authorized_operations: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, groups: list[str] = ..., include_authorized_operations: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeGroupsResponse(Message):
    class DescribedGroupMember(Part):
        member_id: str
        group_instance_id: str | None
        client_id: str
        client_host: str
        member_metadata: bytes
        member_assignment: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., group_instance_id: str | None = ..., client_id: str = ..., client_host: str = ..., member_metadata: bytes = ..., member_assignment: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribedGroup(Part):
        error_code: int
        error_message: str | None
        group_id: str
        group_state: str
        protocol_type: str
        protocol_data: str
        members: list[DescribeGroupsResponse.DescribedGroupMember]
        authorized_operations: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., group_id: str = ..., group_state: str = ..., protocol_type: str = ..., protocol_data: str = ..., members: list[DescribeGroupsResponse.DescribedGroupMember] = ..., authorized_operations: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    groups: list[DescribeGroupsResponse.DescribedGroup]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., groups: list[DescribeGroupsResponse.DescribedGroup] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
