"""Written by `make generate` from protocol/messages/expire_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ExpireDelegationTokenRequest(Message):
    hmac: bytes
    expiry_time_period_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, hmac: bytes = ..., expiry_time_period_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ExpireDelegationTokenResponse(Message):
    error_code: int
    expiry_timestamp_ms: int
    throttle_time_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., expiry_timestamp_ms: int = ..., throttle_time_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
