"""Written by `make generate` from protocol/messages/renew_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part

class RenewDelegationTokenRequest(Message):
    hmac: bytes
    renew_period_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, hmac: bytes = ..., renew_period_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class RenewDelegationTokenResponse(Message):
    error_code: int
    expiry_timestamp_ms: int
    throttle_time_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., expiry_timestamp_ms: int = ..., throttle_time_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
