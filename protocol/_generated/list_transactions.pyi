"""Written by `make generate` from protocol/messages/list_transactions.py. Do not edit."""

from kavka.protocol.message import Message, Part

class ListTransactionsRequest(Message):
    state_filters: list[str]
    producer_id_filters: list[int]
    duration_filter: int
    transactional_id_pattern: str | None
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, state_filters: list[str] = ..., producer_id_filters: list[int] = ..., duration_filter: int = ..., transactional_id_pattern: str | None = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class ListTransactionsResponse(Message):
    class TransactionState(Part):
        transactional_id: str
        producer_id: int
        transaction_state: str
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, transactional_id: str = ..., producer_id: int = ..., transaction_state: str = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    unknown_state_filters: list[str]
    transaction_states: list[ListTransactionsResponse.TransactionState]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., unknown_state_filters: list[str] = ..., transaction_states: list[ListTransactionsResponse.TransactionState] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
