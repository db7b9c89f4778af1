"""Written by `make generate` from protocol/messages/delete_acls.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DeleteAclsRequest(Message):
    class DeleteAclsFilter(Part):
        resource_type_filter: int
        resource_name_filter: str | None
        pattern_type_filter: int
        principal_filter: str | None
        host_filter: str | None
        operation: int
        permission_type: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, resource_type_filter: int = ..., resource_name_filter: str | None = ..., pattern_type_filter: int = ..., principal_filter: str | None = ..., host_filter: str | None = ..., operation: int = ..., permission_type: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    filters: list[DeleteAclsRequest.DeleteAclsFilter]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, filters: list[DeleteAclsRequest.DeleteAclsFilter] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DeleteAclsResponse(Message):
    class DeleteAclsMatchingAcl(Part):
        error_code: int
        error_message: str | None
        resource_type: int
        resource_name: str
        pattern_type: int
        principal: str
        host: str
        operation: int
        permission_type: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., resource_type: int = ..., resource_name: str = ..., pattern_type: int = ..., principal: str = ..., host: str = ..., operation: int = ..., permission_type: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DeleteAclsFilterResult(Part):
        error_code: int
        error_message: str | None
        matching_acls: list[DeleteAclsResponse.DeleteAclsMatchingAcl]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., error_message: str | None = ..., matching_acls: list[DeleteAclsResponse.DeleteAclsMatchingAcl] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    filter_results: list[DeleteAclsResponse.DeleteAclsFilterResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., filter_results: list[DeleteAclsResponse.DeleteAclsFilterResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
