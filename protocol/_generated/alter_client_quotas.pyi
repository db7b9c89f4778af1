"""Written by `make generate` from protocol/messages/alter_client_quotas.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AlterClientQuotasRequest(Message):
    class EntityData(Part):
        entity_type: str
        entity_name: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity_type: str = ..., entity_name: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class OpData(Part):
        key: str
        value: float
        remove: bool
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, key: str = ..., value: float = ..., remove: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class EntryData(Part):
        entity: list[AlterClientQuotasRequest.EntityData]
        ops: list[AlterClientQuotasRequest.OpData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity: list[AlterClientQuotasRequest.EntityData] = ..., ops: list[AlterClientQuotasRequest.OpData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    entries: list[AlterClientQuotasRequest.EntryData]
    validate_only: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, entries: list[AlterClientQuotasRequest.EntryData] = ..., validate_only: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AlterClientQuotasResponse(Message):
    class EntityData(Part):
        entity_type: str
        entity_name: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, entity_type: str = ..., entity_name: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class EntryData(Part):
        error_code: int
        error_message: str | None
        entity: list[AlterClientQuotasResponse.EntityData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., entity: list[AlterClientQuotasResponse.EntityData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    entries: list[AlterClientQuotasResponse.EntryData]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., entries: list[AlterClientQuotasResponse.EntryData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
