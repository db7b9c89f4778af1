"""Written by `make generate` from protocol/messages/describe_configs.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeConfigsRequest(Message):
    class DescribeConfigsResource(Part):
        resource_type: int
        resource_name: str
        configuration_keys: list[str] | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_type: int = ..., resource_name: str = ..., configuration_keys: list[str] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    resources: list[DescribeConfigsRequest.DescribeConfigsResource]
    include_synonyms: bool
    include_documentation: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, resources: list[DescribeConfigsRequest.DescribeConfigsResource] = ..., include_synonyms: bool = ..., include_documentation: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeConfigsResponse(Message):
    class DescribeConfigsSynonym(Part):
        name: str
        value: str | None
        source: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., value: str | None = ..., source: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribeConfigsResourceResult(Part):
        name: str
        value: str | None
        read_only: bool
        is_default: bool
        config_source: int
        is_sensitive: bool
        synonyms: list[DescribeConfigsResponse.DescribeConfigsSynonym]
        config_type: int
        documentation: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., value: str | None = ..., read_only: bool = ..., is_default: bool = ..., config_source: int = ..., is_sensitive: bool = ..., synonyms: list[DescribeConfigsResponse.DescribeConfigsSynonym] = ..., config_type: int = ..., documentation: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribeConfigsResult(Part):
        error_code: int
        error_message: str | None
        resource_type: int
        resource_name: str
        configs: list[DescribeConfigsResponse.DescribeConfigsResourceResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., resource_type: int = ..., resource_name: str = ..., configs: list[DescribeConfigsResponse.DescribeConfigsResourceResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    results: list[DescribeConfigsResponse.DescribeConfigsResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., results: list[DescribeConfigsResponse.DescribeConfigsResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
