"""Written by `make generate` from protocol/messages/describe_client_quotas.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeClientQuotasRequest(Message):
    class ComponentData(Part):
        entity_type: str
        match_type: int
        match: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity_type: str = ..., match_type: int = ..., match: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    components: list[DescribeClientQuotasRequest.ComponentData]
    strict: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, components: list[DescribeClientQuotasRequest.ComponentData] = ..., strict: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeClientQuotasResponse(Message):
    class EntityData(Part):
        entity_type: str
        entity_name: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity_type: str = ..., entity_name: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class ValueData(Part):
        key: str
        value: float
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., value: float = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class EntryData(Part):
        entity: list[DescribeClientQuotasResponse.EntityData]
        values: list[DescribeClientQuotasResponse.ValueData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity: list[DescribeClientQuotasResponse.EntityData] = ..., values: list[DescribeClientQuotasResponse.ValueData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    error_message: str | None
    entries: list[DescribeClientQuotasResponse.EntryData] | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., error_message: str | None = ..., entries: list[DescribeClientQuotasResponse.EntryData] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
