"""Written by `make generate` from protocol/messages/describe_transactions.py. Do not edit."""

from kavka.protocol.message import Message, Part

class DescribeTransactionsRequest(Message):
    transactional_ids: list[str]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactional_ids: list[str] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class DescribeTransactionsResponse(Message):
    class TopicData(Part):
        topic: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class TransactionState(Part):
        error_code: int
        transactional_id: str
        transaction_state: str
        transaction_timeout_ms: int
        transaction_start_time_ms: int
        producer_id: int
        producer_epoch: int
        topics: list[DescribeTransactionsResponse.TopicData]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, error_code: int = ..., transactional_id: str = ..., transaction_state: str = ..., transaction_timeout_ms: int = ..., transaction_start_time_ms: int = ..., producer_id: int = ..., producer_epoch: int = ..., topics: list[DescribeTransactionsResponse.TopicData] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    transaction_states: list[DescribeTransactionsResponse.TransactionState]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., transaction_states: list[DescribeTransactionsResponse.TransactionState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
