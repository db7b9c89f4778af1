"""Written by `make generate` from protocol/messages/get_telemetry_subscriptions.py. Do not edit."""

from kavka.protocol.message import Message, Part

class GetTelemetrySubscriptionsRequest(Message):
    client_instance_id: bytes
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, client_instance_id: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class GetTelemetrySubscriptionsResponse(Message):
    throttle_time_ms: int
    error_code: int
    client_instance_id: bytes
    subscription_id: int
    accepted_compression_types: list[int]
    push_interval_ms: int
    telemetry_max_bytes: int
    delta_temporality: bool
    requested_metrics: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., client_instance_id: bytes = ..., subscription_id: int = ..., accepted_compression_types: list[int] = ..., push_interval_ms: int = ..., telemetry_max_bytes: int = ..., delta_temporality: bool = ..., requested_metrics: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
