"""Written by `make generate` from protocol/messages/write_txn_markers.py. Do not edit."""

from kavka.protocol.message import Message, Part

class WriteTxnMarkersRequest(Message):
    class WritableTxnMarkerTopic(Part):
        name: str
        partition_indexes: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partition_indexes: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class WritableTxnMarker(Part):
        producer_id: int
        producer_epoch: int
        transaction_result: bool
        topics: list[WriteTxnMarkersRequest.WritableTxnMarkerTopic]
        coordinator_epoch: int
        transaction_version: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, producer_id: int = ..., producer_epoch: int = ..., transaction_result: bool = ..., topics: list[WriteTxnMarkersRequest.WritableTxnMarkerTopic] = ..., coordinator_epoch: int = ..., transaction_version: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    markers: list[WriteTxnMarkersRequest.WritableTxnMarker]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, markers: list[WriteTxnMarkersRequest.WritableTxnMarker] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class WriteTxnMarkersResponse(Message):
    class WritableTxnMarkerPartitionResult(Part):
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class WritableTxnMarkerTopicResult(Part):
        name: str
        partitions: list[WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class WritableTxnMarkerResult(Part):
        producer_id: int
        topics: list[WriteTxnMarkersResponse.WritableTxnMarkerTopicResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, producer_id: int = ..., topics: list[WriteTxnMarkersResponse.WritableTxnMarkerTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    markers: list[WriteTxnMarkersResponse.WritableTxnMarkerResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, markers: list[WriteTxnMarkersResponse.WritableTxnMarkerResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
