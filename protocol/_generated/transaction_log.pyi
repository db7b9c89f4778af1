"""Written by `make generate` from protocol/messages/transaction_log.py. Do not edit."""

from kavka.protocol.message import Message, Part

class TransactionLogKey(Message):
    transactional_id: str
    def __init__(self, transactional_id: str = ...) -> None: ...

class TransactionLogValue(Message):
    class PartitionsSchema(Part):
        topic: str
        partition_ids: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., partition_ids: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    producer_id: int
    previous_producer_id: int
    next_producer_id: int
    producer_epoch: int
    transaction_timeout_ms: int
    transaction_status: int
    transaction_partitions: list[TransactionLogValue.PartitionsSchema] | None
    transaction_last_update_timestamp_ms: int
    transaction_start_timestamp_ms: int
    client_transaction_version: int
    next_producer_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, producer_id: int = ..., previous_producer_id: int = ..., next_producer_id: int = ..., producer_epoch: int = ..., transaction_timeout_ms: int = ..., transaction_status: int = ..., transaction_partitions: list[TransactionLogValue.PartitionsSchema] | None = ..., transaction_last_update_timestamp_ms: int = ..., transaction_start_timestamp_ms: int = ..., client_transaction_version: int = ..., next_producer_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
