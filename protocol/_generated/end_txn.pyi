"""Written by `make generate` from protocol/messages/end_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part

class EndTxnRequest(Message):
    transactional_id: str
    producer_id: int
    producer_epoch: int
    committed: bool
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactional_id: str = ..., producer_id: int = ..., producer_epoch: int = ..., committed: bool = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class EndTxnResponse(Message):
    throttle_time_ms: int
    error_code: int
    producer_id: int
    producer_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., producer_id: int = ..., producer_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
