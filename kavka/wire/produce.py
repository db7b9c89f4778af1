"""One Produce to one leader: the request of some batches, and each batch's fate by the response. Sans I/O.

    response ─▶ refusal ─▶ None                                 DELIVERED, a duplicate included: an earlier try arrived
                      └──▶ error ─▶ fate_of ─▶ SPLIT            too large, and more than one record
                                           ├─▶ RETRY            the same bytes again after a pause; out of order, too,
                                           │                    for a time (FORMER_LEADER_MS)
                                           └─▶ FAIL             for good; a transaction fails with it
                                    leader_moved ─▶ new metadata before the retry

From version 13 on topics are named by id: whoever knows the ids of all topics of a request may send it so.

Errors that fence or end a transactional producer are `transaction.is_fatal`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final

from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, MessageTooLarge, OutOfOrderSequenceNumber
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.wire.errors import code_name, error_for_code, is_retriable

ACKS_ALL: Final = -1

DELIVERY_TIMEOUT_MS: Final = 120_000
"""Kafka's `delivery.timeout.ms`."""

LEADER_MOVED: Final = frozenset(
    {
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.LEADER_NOT_AVAILABLE,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.REPLICA_NOT_AVAILABLE,
        ErrorCode.KAFKA_STORAGE_ERROR,
        ErrorCode.FENCED_LEADER_EPOCH,
        ErrorCode.UNKNOWN_LEADER_EPOCH,
        ErrorCode.UNKNOWN_TOPIC_ID,
        ErrorCode.INCONSISTENT_TOPIC_ID,
    }
)
"""Errors after which the leader is asked for again."""

FORMER_LEADER_MS: Final = 10_000
"""How long a batch is sent again that is refused as out of order.

All batches before it in its partition were acknowledged, so who refuses it has not got them: it lost them, or it led
before and does not know that it was replaced. The latter takes as long as its session lives, if it is cut off, and so
long it may tell clients that it leads; others know better. Kafka's producer sends such a batch again, too, but under
another epoch, in which nobody recognises what an earlier try may have left.
"""

DELIVERED: Final = frozenset({ErrorCode.NONE, ErrorCode.DUPLICATE_SEQUENCE_NUMBER})
"""Error codes that mean "it is in the log"; a duplicate: an earlier try was appended and its response lost."""

PartitionResponse = ProduceResponse.PartitionProduceResponse


class Fate(Enum):
    """What becomes of a batch that was refused."""

    SPLIT = "split"
    RETRY = "retry"
    FAIL = "fail"


def no_id(_topic: str) -> bytes:
    """Returns that no topic's id is known: they are named."""
    return ZERO_TOPIC_ID


def produce_request(
    batches: Iterable[tuple[TopicPartition, bytes | None]],
    *,
    transactional_id: str | None,
    acks: int = ACKS_ALL,
    timeout_ms: int,
    id_of: Callable[[str], bytes] = no_id,
) -> ProduceRequest:
    """Returns the Produce request with one batch of each partition.

    Args:
        batches: Of each partition the bytes of its batch.
        transactional_id: Whose transaction they are of.
        acks: Who must have them before a response comes.
        timeout_ms: How long that may take.
        id_of: Topic → its id, for versions that have no names.
    """
    topics: dict[str, list[ProduceRequest.PartitionProduceData]] = {}
    for tp, data in batches:
        topics.setdefault(tp.topic, []).append(ProduceRequest.PartitionProduceData(index=tp.partition, records=data))
    return ProduceRequest(
        transactional_id=transactional_id,
        acks=acks,
        timeout_ms=timeout_ms,
        topic_data=[ProduceRequest.TopicProduceData(name, id_of(name), data) for name, data in topics.items()],
    )


def named(response: ProduceResponse, request: ProduceRequest) -> ProduceResponse:
    """Returns the response to a request by id with the names of its topics."""
    names = {topic.topic_id: topic.name for topic in request.topic_data}
    topics = [
        ProduceResponse.TopicProduceResponse(names.get(topic.topic_id, ""), topic.topic_id, topic.partition_responses)
        for topic in response.responses
    ]
    return ProduceResponse(topics, response.throttle_time_ms, response.node_endpoints)


def responses_in(response: ProduceResponse) -> dict[TopicPartition, PartitionResponse]:
    """Returns a response by partition."""
    return {
        TopicPartition(topic.name, part.index): part
        for topic in response.responses
        for part in topic.partition_responses
    }


def refusal(tp: TopicPartition, part: PartitionResponse | None) -> KafkaError | DecodeError | None:
    """Returns the error of a partition's batch; None when it is in the log.

    Args:
        tp: Which.
        part: The response's word of it; None: it has none, though it was asked.
    """
    if part is None:
        return DecodeError(f"{tp}: a Produce was answered without this partition")
    if part.error_code in DELIVERED:
        return None
    message = f": {part.error_message}" if part.error_message else ""
    return error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}{message}")


def fate_of(error: BaseException, *, record_count: int, refused_ms: int = FORMER_LEADER_MS) -> Fate:
    """Returns a refused batch's fate by its error, or by its whole request's.

    Args:
        error: What it was refused with.
        record_count: How many records it has.
        refused_ms: How long ago it was first refused as out of order.
    """
    if isinstance(error, MessageTooLarge) and record_count > 1:
        return Fate.SPLIT
    if isinstance(error, OutOfOrderSequenceNumber) and refused_ms < FORMER_LEADER_MS:
        return Fate.RETRY
    return Fate.RETRY if is_retriable(error) else Fate.FAIL


def leader_moved(error: BaseException) -> bool:
    """Tells whether the partition may have another leader: this one says so, is gone, mute, or lacks records."""
    if isinstance(error, KafkaError):
        return error.code in LEADER_MOVED or isinstance(error, OutOfOrderSequenceNumber)
    return is_retriable(error)


def worse(one: BaseException | None, other: BaseException | None) -> BaseException | None:
    """Returns the one of two failures that no retry mends, else the first."""
    if one is None or other is None:
        return one or other
    return other if is_retriable(one) and not is_retriable(other) else one
