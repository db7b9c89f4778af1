"""Written by `make generate` from protocol/messages/delete_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DeleteGroupsRequest(Message):
    groups_names: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, groups_names: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DeleteGroupsResponse(Message):
    class DeletableGroupResult(Part):
        group_id: str
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, group_id: str = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    results: list[DeleteGroupsResponse.DeletableGroupResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., results: list[DeleteGroupsResponse.DeletableGroupResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
