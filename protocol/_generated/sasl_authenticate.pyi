"""Written by `make generate` from protocol/messages/sasl_authenticate.py. Do not edit."""

from kavka.protocol.message import Message, Part

class SaslAuthenticateRequest(Message):
    auth_bytes: bytes
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, auth_bytes: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class SaslAuthenticateResponse(Message):
    error_code: int
    error_message: str | None
    auth_bytes: bytes
    session_lifetime_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., error_message: str | None = ..., auth_bytes: bytes = ..., session_lifetime_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
