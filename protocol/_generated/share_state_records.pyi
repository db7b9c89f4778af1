"""Written by `make generate` from protocol/messages/share_state_records.py. Do not edit."""

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.message import Message, Part

class ShareSnapshotKey(Message):
    group_id: str
    topic_id: bytes
    partition: int
    def __init__(self, group_id: str = ..., topic_id: bytes = ..., partition: int = ...) -> None: ...

class ShareSnapshotValue(Message):
    class StateBatch(Part):
        first_offset: int
        last_offset: int
        delivery_state: int
        delivery_count: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, first_offset: int = ..., last_offset: int = ..., delivery_state: int = ..., delivery_count: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    snapshot_epoch: int
    state_epoch: int
    leader_epoch: LeaderEpoch
    start_offset: int
    delivery_complete_count: int
    create_timestamp: int
    write_timestamp: int
    state_batches: list[ShareSnapshotValue.StateBatch]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, snapshot_epoch: int = ..., state_epoch: int = ..., leader_epoch: LeaderEpoch = ..., start_offset: int = ..., delivery_complete_count: int = ..., create_timestamp: int = ..., write_timestamp: int = ..., state_batches: list[ShareSnapshotValue.StateBatch] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ShareUpdateKey(Message):
    group_id: str
    topic_id: bytes
    partition: int
    def __init__(self, group_id: str = ..., topic_id: bytes = ..., partition: int = ...) -> None: ...

class ShareUpdateValue(Message):
    class StateBatch(Part):
        first_offset: int
        last_offset: int
        delivery_state: int
        delivery_count: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, first_offset: int = ..., last_offset: int = ..., delivery_state: int = ..., delivery_count: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    snapshot_epoch: int
    leader_epoch: LeaderEpoch
    start_offset: int
    delivery_complete_count: int
    state_batches: list[ShareUpdateValue.StateBatch]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, snapshot_epoch: int = ..., leader_epoch: LeaderEpoch = ..., start_offset: int = ..., delivery_complete_count: int = ..., state_batches: list[ShareUpdateValue.StateBatch] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
