"""Written by `make generate` from protocol/messages/allocate_producer_ids.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AllocateProducerIdsRequest(Message):
    broker_id: int
    broker_epoch: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, broker_id: int = ..., broker_epoch: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AllocateProducerIdsResponse(Message):
    throttle_time_ms: int
    error_code: int
    producer_id_start: int
    producer_id_len: int
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., error_code: int = ..., producer_id_start: int = ..., producer_id_len: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
