"""Written by `make generate` from protocol/messages/delete_topics.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DeleteTopicsRequest(Message):
    class DeleteTopicState(Part):
        name: str | None
        topic_id: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str | None = ..., topic_id: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    topics: list[DeleteTopicsRequest.DeleteTopicState]
    topic_names: list[str]
    timeout_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, topics: list[DeleteTopicsRequest.DeleteTopicState] = ..., topic_names: list[str] = ..., timeout_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DeleteTopicsResponse(Message):
    class DeletableTopicResult(Part):
        name: str | None
        topic_id: bytes
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str | None = ..., topic_id: bytes = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    responses: list[DeleteTopicsResponse.DeletableTopicResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., responses: list[DeleteTopicsResponse.DeletableTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
