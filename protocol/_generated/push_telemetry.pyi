"""Written by `make generate` from protocol/messages/push_telemetry.py. Do not edit."""

from kavka.protocol.message import Message, Part

class PushTelemetryRequest(Message):
    client_instance_id: bytes
    subscription_id: int
    terminating: bool
    compression_type: int
    metrics: bytes
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, client_instance_id: bytes = ..., subscription_id: int = ..., terminating: bool = ..., compression_type: int = ..., metrics: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class PushTelemetryResponse(Message):
    throttle_time_ms: int
    error_code: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
