"""Written by `make generate` from protocol/messages/incremental_alter_configs.py. Do not edit."""

from kavka.protocol.message import Message, Part

class IncrementalAlterConfigsRequest(Message):
    class AlterableConfig(Part):
        name: str
        config_operation: int
        value: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., config_operation: int = ..., value: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AlterConfigsResource(Part):
        resource_type: int
        resource_name: str
        configs: list[IncrementalAlterConfigsRequest.AlterableConfig]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_type: int = ..., resource_name: str = ..., configs: list[IncrementalAlterConfigsRequest.AlterableConfig] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    resources: list[IncrementalAlterConfigsRequest.AlterConfigsResource]
    validate_only: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, resources: list[IncrementalAlterConfigsRequest.AlterConfigsResource] = ..., validate_only: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class IncrementalAlterConfigsResponse(Message):
    class AlterConfigsResourceResponse(Part):
        error_code: int
        error_message: str | None
        resource_type: int
        resource_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., resource_type: int = ..., resource_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    responses: list[IncrementalAlterConfigsResponse.AlterConfigsResourceResponse]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., responses: list[IncrementalAlterConfigsResponse.AlterConfigsResourceResponse] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
