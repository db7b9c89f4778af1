"""Written by `make generate` from protocol/messages/describe_user_scram_credentials.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeUserScramCredentialsRequest(Message):
    class UserName(Part):
        name: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    users: list[DescribeUserScramCredentialsRequest.UserName] | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, users: list[DescribeUserScramCredentialsRequest.UserName] | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeUserScramCredentialsResponse(Message):
    class CredentialInfo(Part):
        mechanism: int
        iterations: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, mechanism: int = ..., iterations: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class DescribeUserScramCredentialsResult(Part):
        user: str
        error_code: int
        error_message: str | None
        credential_infos: list[DescribeUserScramCredentialsResponse.CredentialInfo]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, user: str = ..., error_code: int = ..., error_message: str | None = ..., credential_infos: list[DescribeUserScramCredentialsResponse.CredentialInfo] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    error_message: str | None
    results: list[DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., error_message: str | None = ..., results: list[DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
