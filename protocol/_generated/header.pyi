"""Written by `make generate` from protocol/messages/header.py. Do not edit."""

from kavka.protocol.message import Message, Part

class RequestHeader(Message):
    api_key: int
    api_version: int
    correlation_id: int
    client_id: str | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, api_key: int = ..., api_version: int = ..., correlation_id: int = ..., client_id: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ResponseHeader(Message):
    correlation_id: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, correlation_id: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
