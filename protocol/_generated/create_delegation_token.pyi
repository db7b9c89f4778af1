"""Written by `make generate` from protocol/messages/create_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part

class CreateDelegationTokenRequest(Message):
    class CreatableRenewers(Part):
        principal_type: str
        principal_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, principal_type: str = ..., principal_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    owner_principal_type: str | None
    owner_principal_name: str | None
    renewers: list[CreateDelegationTokenRequest.CreatableRenewers]
    max_lifetime_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, owner_principal_type: str | None = ..., owner_principal_name: str | None = ..., renewers: list[CreateDelegationTokenRequest.CreatableRenewers] = ..., max_lifetime_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class CreateDelegationTokenResponse(Message):
    error_code: int
    principal_type: str
    principal_name: str
    token_requester_principal_type: str
    token_requester_principal_name: str
    issue_timestamp_ms: int
    expiry_timestamp_ms: int
    max_timestamp_ms: int
    token_id: str
    hmac: bytes
    throttle_time_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., principal_type: str = ..., principal_name: str = ..., token_requester_principal_type: str = ..., token_requester_principal_name: str = ..., issue_timestamp_ms: int = ..., expiry_timestamp_ms: int = ..., max_timestamp_ms: int = ..., token_id: str = ..., hmac: bytes = ..., throttle_time_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
