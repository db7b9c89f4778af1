"""Written by `make generate` from protocol/messages/leave_group.py. Do not edit."""

from kavka.protocol.message import Message, Part

class LeaveGroupRequest(Message):
    class MemberIdentity(Part):
        member_id: str
        group_instance_id: str | None
        reason: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., group_instance_id: str | None = ..., reason: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    member_id: str
    members: list[LeaveGroupRequest.MemberIdentity]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., member_id: str = ..., members: list[LeaveGroupRequest.MemberIdentity] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class LeaveGroupResponse(Message):
    class MemberResponse(Part):
        member_id: str
        group_instance_id: str | None
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., group_instance_id: str | None = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    members: list[LeaveGroupResponse.MemberResponse]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., members: list[LeaveGroupResponse.MemberResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
