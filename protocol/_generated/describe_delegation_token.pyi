"""Written by `make generate` from protocol/messages/describe_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeDelegationTokenRequest(Message):
    class DescribeDelegationTokenOwner(Part):
        principal_type: str
        principal_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, principal_type: str = ..., principal_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    owners: list[DescribeDelegationTokenRequest.DescribeDelegationTokenOwner] | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, owners: list[DescribeDelegationTokenRequest.DescribeDelegationTokenOwner] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeDelegationTokenResponse(Message):
    class DescribedDelegationTokenRenewer(Part):
        principal_type: str
        principal_name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, principal_type: str = ..., principal_name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribedDelegationToken(Part):
        principal_type: str
        principal_name: str
        token_requester_principal_type: str
        token_requester_principal_name: str
        issue_timestamp: int
        expiry_timestamp: int
        max_timestamp: int
        token_id: str
        hmac: bytes
        renewers: list[DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, principal_type: str = ..., principal_name: str = ..., token_requester_principal_type: str = ..., token_requester_principal_name: str = ..., issue_timestamp: int = ..., expiry_timestamp: int = ..., max_timestamp: int = ..., token_id: str = ..., hmac: bytes = ..., renewers: list[DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    error_code: int
    tokens: list[DescribeDelegationTokenResponse.DescribedDelegationToken]
    throttle_time_ms: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, error_code: int = ..., tokens: list[DescribeDelegationTokenResponse.DescribedDelegationToken] = ..., throttle_time_ms: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
