"""Written by `make generate` from protocol/messages/list_config_resources.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ListConfigResourcesRequest(Message):
    resource_types: list[int]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, resource_types: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ListConfigResourcesResponse(Message):
    class ConfigResource(Part):
        resource_name: str
        resource_type: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_name: str = ..., resource_type: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    config_resources: list[ListConfigResourcesResponse.ConfigResource]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., config_resources: list[ListConfigResourcesResponse.ConfigResource] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
