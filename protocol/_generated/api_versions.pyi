"""Written by `make generate` from protocol/messages/api_versions.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ApiVersionsRequest(Message):
    client_software_name: str
    client_software_version: str
    cluster_id: str | None
    node_id: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, client_software_name: str = ..., client_software_version: str = ..., cluster_id: str | None = ..., node_id: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ApiVersionsResponse(Message):
    class ApiVersion(Part):
        api_key: int
        min_version: int
        max_version: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, api_key: int = ..., min_version: int = ..., max_version: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class SupportedFeatureKey(Part):
        name: str
        min_version: int
        max_version: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., min_version: int = ..., max_version: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class FinalizedFeatureKey(Part):
        name: str
        max_version_level: int
        min_version_level: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., max_version_level: int = ..., min_version_level: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    error_code: int
    api_keys: list[ApiVersionsResponse.ApiVersion]
    throttle_time_ms: int
    supported_features: list[ApiVersionsResponse.SupportedFeatureKey]
    finalized_features_epoch: int
    finalized_features: list[ApiVersionsResponse.FinalizedFeatureKey]
    zk_migration_ready: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., api_keys: list[ApiVersionsResponse.ApiVersion] = ..., throttle_time_ms: int = ..., supported_features: list[ApiVersionsResponse.SupportedFeatureKey] = ..., finalized_features_epoch: int = ..., finalized_features: list[ApiVersionsResponse.FinalizedFeatureKey] = ..., zk_migration_ready: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
