"""Written by `make generate` from protocol/messages/join_group.py. Do not edit."""

from kavka.protocol.message import Message, Part

class JoinGroupRequest(Message):
    class JoinGroupRequestProtocol(Part):
        name: str
        metadata: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., metadata: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    group_id: str
    session_timeout_ms: int
    rebalance_timeout_ms: int
    member_id: str
    group_instance_id: str | None
    protocol_type: str
    protocols: list[JoinGroupRequest.JoinGroupRequestProtocol]
    reason: str | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., session_timeout_ms: int = ..., rebalance_timeout_ms: int = ..., member_id: str = ..., group_instance_id: str | None = ..., protocol_type: str = ..., protocols: list[JoinGroupRequest.JoinGroupRequestProtocol] = ..., reason: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class JoinGroupResponse(Message):
    class JoinGroupResponseMember(Part):
        member_id: str
        group_instance_id: str | None
        metadata: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., group_instance_id: str | None = ..., metadata: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    generation_id: int
    protocol_type: str | None
    protocol_name: str | None
    leader: str
    skip_assignment: bool
    member_id: str
    members: list[JoinGroupResponse.JoinGroupResponseMember]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., generation_id: int = ..., protocol_type: str | None = ..., protocol_name: str | None = ..., leader: str = ..., skip_assignment: bool = ..., member_id: str = ..., members: list[JoinGroupResponse.JoinGroupResponseMember] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
