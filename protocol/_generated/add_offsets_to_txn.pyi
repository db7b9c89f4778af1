"""Written by `make generate` from protocol/messages/add_offsets_to_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AddOffsetsToTxnRequest(Message):
    transactional_id: str
    producer_id: int
    producer_epoch: int
    group_id: str
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactional_id: str = ..., producer_id: int = ..., producer_epoch: int = ..., group_id: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AddOffsetsToTxnResponse(Message):
    throttle_time_ms: int
    error_code: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
