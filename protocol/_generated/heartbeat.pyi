"""Written by `make generate` from protocol/messages/heartbeat.py. Do not edit."""

from kavka.protocol.message import Message, Part

class HeartbeatRequest(Message):
    group_id: str
    generation_id: int
    member_id: str
    group_instance_id: str | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, group_id: str = ..., generation_id: int = ..., member_id: str = ..., group_instance_id: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class HeartbeatResponse(Message):
    throttle_time_ms: int
    error_code: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
