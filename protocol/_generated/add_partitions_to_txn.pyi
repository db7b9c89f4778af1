"""Written by `make generate` from protocol/messages/add_partitions_to_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AddPartitionsToTxnRequest(Message):
    class AddPartitionsToTxnTopic(Part):
        name: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AddPartitionsToTxnTransaction(Part):
        transactional_id: str
        producer_id: int
        producer_epoch: int
        verify_only: bool
        topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, transactional_id: str = ..., producer_id: int = ..., producer_epoch: int = ..., verify_only: bool = ..., topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    transactions: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction]
    v3_and_below_transactional_id: str
    v3_and_below_producer_id: int
    v3_and_below_producer_epoch: int
    v3_and_below_topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, transactions: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction] = ..., v3_and_below_transactional_id: str = ..., v3_and_below_producer_id: int = ..., v3_and_below_producer_epoch: int = ..., v3_and_below_topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AddPartitionsToTxnResponse(Message):
    class AddPartitionsToTxnPartitionResult(Part):
        partition_index: int
        partition_error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., partition_error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AddPartitionsToTxnTopicResult(Part):
        name: str
        results_by_partition: list[AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., results_by_partition: list[AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AddPartitionsToTxnResult(Part):
        transactional_id: str
        topic_results: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, transactional_id: str = ..., topic_results: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    error_code: int
    results_by_transaction: list[AddPartitionsToTxnResponse.AddPartitionsToTxnResult]
    results_by_topic_v3_and_below: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., results_by_transaction: list[AddPartitionsToTxnResponse.AddPartitionsToTxnResult] = ..., results_by_topic_v3_and_below: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
