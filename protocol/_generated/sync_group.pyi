"""Written by `make generate` from protocol/messages/sync_group.py. Do not edit."""

from kavka.protocol.message import Message, Part

class SyncGroupRequest(Message):
    class SyncGroupRequestAssignment(Part):
        member_id: str
        assignment: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., assignment: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    generation_id: int
    member_id: str
    group_instance_id: str | None
    protocol_type: str | None
    protocol_name: str | None
    assignments: list[SyncGroupRequest.SyncGroupRequestAssignment]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., generation_id: int = ..., member_id: str = ..., group_instance_id: str | None = ..., protocol_type: str | None = ..., protocol_name: str | None = ..., assignments: list[SyncGroupRequest.SyncGroupRequestAssignment] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class SyncGroupResponse(Message):
    throttle_time_ms: int
    error_code: int
    protocol_type: str | None
    protocol_name: str | None
    assignment: bytes
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., protocol_type: str | None = ..., protocol_name: str | None = ..., assignment: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
