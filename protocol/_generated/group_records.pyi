"""Written by `make generate` from protocol/messages/group_records.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class GroupMetadataKey(Message):
    group: str
    def __init__(self, group: str = ...) -> None: ...

class GroupMetadataValue(Message):
    class MemberMetadata(Part):
        member_id: str
        group_instance_id: str | None
        client_id: str
        client_host: str
        rebalance_timeout: int
        session_timeout: int
        subscription: bytes
        assignment: bytes
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, member_id: str = ..., group_instance_id: str | None = ..., client_id: str = ..., client_host: str = ..., rebalance_timeout: int = ..., session_timeout: int = ..., subscription: bytes = ..., assignment: bytes = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    protocol_type: str
    generation: int
    protocol: str | None
    leader: str | None
    current_state_timestamp: int
    members: list[GroupMetadataValue.MemberMetadata]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, protocol_type: str = ..., generation: int = ..., protocol: str | None = ..., leader: str | None = ..., current_state_timestamp: int = ..., members: list[GroupMetadataValue.MemberMetadata] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class OffsetCommitKey(Message):
    group: str
    topic: str
    partition: int
    def __init__(self, group: str = ..., topic: str = ..., partition: int = ...) -> None: ...

class OffsetCommitValue(Message):
    offset: int
    leader_epoch: LeaderEpoch
    metadata: str
    commit_timestamp: int
    expire_timestamp: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, offset: int = ..., leader_epoch: LeaderEpoch = ..., metadata: str = ..., commit_timestamp: int = ..., expire_timestamp: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
