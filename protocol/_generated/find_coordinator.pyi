"""Written by `make generate` from protocol/messages/find_coordinator.py. Do not edit."""

from kavka.protocol.message import Message, Part

class FindCoordinatorRequest(Message):
    key: str
    key_type: int
    coordinator_keys: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, key: str = ..., key_type: int = ..., coordinator_keys: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class FindCoordinatorResponse(Message):
    class Coordinator(Part):
        key: str
        node_id: int
        host: str
        port: int
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., node_id: int = ..., host: str = ..., port: int = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    error_message: str | None
    node_id: int
    host: str
    port: int
    coordinators: list[FindCoordinatorResponse.Coordinator]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., error_message: str | None = ..., node_id: int = ..., host: str = ..., port: int = ..., coordinators: list[FindCoordinatorResponse.Coordinator] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
