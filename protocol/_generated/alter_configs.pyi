"""Written by `make generate` from protocol/messages/alter_configs.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AlterConfigsRequest(Message):
    class AlterableConfig(Part):
        name: str
        value: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., value: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AlterConfigsResource(Part):
        resource_type: int
        resource_name: str
        configs: list[AlterConfigsRequest.AlterableConfig]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_type: int = ..., resource_name: str = ..., configs: list[AlterConfigsRequest.AlterableConfig] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    resources: list[AlterConfigsRequest.AlterConfigsResource]
    validate_only: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, resources: list[AlterConfigsRequest.AlterConfigsResource] = ..., validate_only: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AlterConfigsResponse(Message):
    class AlterConfigsResourceResponse(Part):
        error_code: int
        error_message: str | None
        resource_type: int
        resource_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., resource_type: int = ..., resource_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    responses: list[AlterConfigsResponse.AlterConfigsResourceResponse]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., responses: list[AlterConfigsResponse.AlterConfigsResourceResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
