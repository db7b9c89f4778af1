"""Written by `make generate` from protocol/messages/update_features.py. Do not edit."""

from kavka.protocol.message import Message, Part

class UpdateFeaturesRequest(Message):
    class FeatureUpdateKey(Part):
        feature: str
        max_version_level: int
        allow_downgrade: bool
        upgrade_type: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, feature: str = ..., max_version_level: int = ..., allow_downgrade: bool = ..., upgrade_type: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    timeout_ms: int
    feature_updates: list[UpdateFeaturesRequest.FeatureUpdateKey]
    validate_only: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, timeout_ms: int = ..., feature_updates: list[UpdateFeaturesRequest.FeatureUpdateKey] = ..., validate_only: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class UpdateFeaturesResponse(Message):
    class UpdatableFeatureResult(Part):
        feature: str
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, feature: str = ..., error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    error_message: str | None
    results: list[UpdateFeaturesResponse.UpdatableFeatureResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., error_message: str | None = ..., results: list[UpdateFeaturesResponse.UpdatableFeatureResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
