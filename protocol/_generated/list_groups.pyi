"""Written by `make generate` from protocol/messages/list_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ListGroupsRequest(Message):
    states_filter: list[str]
    types_filter: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, states_filter: list[str] = ..., types_filter: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ListGroupsResponse(Message):
    class ListedGroup(Part):
        group_id: str
        protocol_type: str
        group_state: str
        group_type: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, group_id: str = ..., protocol_type: str = ..., group_state: str = ..., group_type: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    groups: list[ListGroupsResponse.ListedGroup]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., groups: list[ListGroupsResponse.ListedGroup] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
