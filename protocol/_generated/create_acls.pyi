"""Written by `make generate` from protocol/messages/create_acls.py. Do not edit."""

from kavka.protocol.message import Message, Part

class CreateAclsRequest(Message):
    class AclCreation(Part):
        resource_type: int
        resource_name: str
        resource_pattern_type: int
        principal: str
        host: str
        operation: int
        permission_type: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_type: int = ..., resource_name: str = ..., resource_pattern_type: int = ..., principal: str = ..., host: str = ..., operation: int = ..., permission_type: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    creations: list[CreateAclsRequest.AclCreation]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, creations: list[CreateAclsRequest.AclCreation] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class CreateAclsResponse(Message):
    class AclCreationResult(Part):
        error_code: int
        error_message: str | None
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    results: list[CreateAclsResponse.AclCreationResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., results: list[CreateAclsResponse.AclCreationResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
