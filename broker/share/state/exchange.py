"""What brokers ask a share coordinator, and what it answers: the five APIs as values, in both directions. Pure.

    Persister ─▶ encode_request ─▶ … wire … ─▶ read_request ─▶ ShareCoordinator
    Persister ◀─ read_response  ◀─ … wire … ◀─ encode_response ◀───┘

All five have one shape: a group, topics by their ids, and partitions, each with its own result. A question names a
share-partition once; of one that is named twice the last counts, as in Kafka. A request in which a topic has no
partitions, or without a topic or a group, has no result (Kafka's `ShareCoordinatorService`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.share.persister import SharePartition, ShareState, StateBatch
from kavka.broker.share.state.shard import FIRST_EPOCH, UNKNOWN_COUNT
from kavka.protocol import messages
from kavka.protocol.errors import CoordinatorNotAvailable, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.protocol.message import Message


class Initial(NamedTuple):
    """How a share-partition begins."""

    state_epoch: int
    start_offset: int


Payload = Any
"""What a question says of one share-partition: of `ShareQuestion`."""

Outcome = ShareState | KafkaError
"""What became of one share-partition: its state, or why it was refused."""


class ShareQuestion(Enum):
    """What is asked, and what is said with it of each share-partition.

    INITIALIZE: `Initial`; READ: the leader epoch; WRITE: the changed `ShareState`; DELETE and SUMMARIZE: None.
    """

    INITIALIZE = "InitializeShareGroupState"
    READ = "ReadShareGroupState"
    WRITE = "WriteShareGroupState"
    DELETE = "DeleteShareGroupState"
    SUMMARIZE = "ReadShareGroupStateSummary"


class _Shape(NamedTuple):
    """How a question looks in its messages.

    Attributes:
        topic: name of the struct of a topic in the request; in the response it ends with Result.
        say: builds what a request says of a partition, given its struct.
        hear: reads that.
        answer: fills what a response says of a state.
        learn: reads that, given what was said.
    """

    version: int
    topic: str
    say: Callable[[Any, int, Payload], Any]
    hear: Callable[[Any], Payload]
    answer: Callable[[Any, ShareState], None]
    learn: Callable[[Any, Payload], ShareState]


def _nothing_known(*_: object) -> ShareState:
    return ShareState(0, FIRST_EPOCH, -1, UNKNOWN_COUNT, ())


def _no_more(_result: Any, _state: ShareState) -> None:
    """Answers no more than that it is done."""


def _say_write(struct: Any, partition: int, changed: ShareState) -> Any:
    return struct(
        partition=partition,
        state_epoch=changed.state_epoch,
        leader_epoch=changed.leader_epoch,
        start_offset=changed.start_offset,
        delivery_complete_count=changed.delivery_complete_count,
        state_batches=[messages.WriteShareGroupStateRequest.StateBatch(*batch) for batch in changed.batches],
    )


def _hear_write(said: Any) -> ShareState:
    return ShareState(
        said.state_epoch, said.leader_epoch, said.start_offset, said.delivery_complete_count, _batches(said)
    )


def _answer_read(result: Any, state: ShareState) -> None:
    result.state_epoch = state.state_epoch
    result.start_offset = state.start_offset
    result.state_batches = [messages.ReadShareGroupStateResponse.StateBatch(*batch) for batch in state.batches]


def _answer_summary(result: Any, state: ShareState) -> None:
    result.state_epoch = state.state_epoch
    result.leader_epoch = state.leader_epoch
    result.start_offset = state.start_offset
    result.delivery_complete_count = state.delivery_complete_count


def _learn_summary(result: Any, _said: Payload) -> ShareState:
    return ShareState(result.state_epoch, result.leader_epoch, result.start_offset, result.delivery_complete_count, ())


def _batches(said: Any) -> tuple[StateBatch, ...]:
    return tuple(
        StateBatch(batch.first_offset, batch.last_offset, batch.delivery_state, batch.delivery_count)
        for batch in said.state_batches
    )


_SHAPES: Final[Mapping[ShareQuestion, _Shape]] = {
    ShareQuestion.INITIALIZE: _Shape(
        version=0,
        topic="InitializeStateData",
        say=lambda struct, partition, said: struct(partition, said.state_epoch, said.start_offset),
        hear=lambda said: Initial(said.state_epoch, said.start_offset),
        answer=_no_more,
        learn=_nothing_known,
    ),
    ShareQuestion.READ: _Shape(
        version=0,
        topic="ReadStateData",
        say=lambda struct, partition, leader_epoch: struct(partition, leader_epoch),
        hear=lambda said: said.leader_epoch,
        answer=_answer_read,
        learn=lambda result, leader_epoch: ShareState(
            result.state_epoch, leader_epoch, result.start_offset, UNKNOWN_COUNT, _batches(result)
        ),
    ),
    ShareQuestion.WRITE: _Shape(
        version=1, topic="WriteStateData", say=_say_write, hear=_hear_write, answer=_no_more, learn=_nothing_known
    ),
    ShareQuestion.DELETE: _Shape(
        version=0,
        topic="DeleteStateData",
        say=lambda struct, partition, _: struct(partition),
        hear=lambda _: None,
        answer=_no_more,
        learn=_nothing_known,
    ),
    ShareQuestion.SUMMARIZE: _Shape(
        version=1,
        topic="ReadStateSummaryData",
        say=lambda struct, partition, _: struct(partition=partition, leader_epoch=-1),
        hear=lambda _: None,
        answer=_answer_summary,
        learn=_learn_summary,
    ),
}


def request_version(question: ShareQuestion) -> int:
    """Returns the version in which brokers ask each other."""
    return _SHAPES[question].version


# ---- the side that asks ---------------------------------------------------------------------------------------------


def encode_request(question: ShareQuestion, group_id: str, asked: Mapping[SharePartition, Payload]) -> Message:
    """Builds a request; all share-partitions are of one group."""
    shape = _SHAPES[question]
    cls: Any = getattr(messages, f"{question.value}Request")
    topics: dict[bytes, Any] = {}
    for (_, topic_id, partition), said in asked.items():
        topic = topics.get(topic_id)
        if topic is None:
            topic = topics[topic_id] = getattr(cls, shape.topic)(topic_id=topic_id)
        topic.partitions.append(shape.say(cls.PartitionData, partition, said))
    request: Message = cls(group_id=group_id, topics=list(topics.values()))
    return request


def read_response(
    question: ShareQuestion, group_id: str, asked: Mapping[SharePartition, Payload], response: Any
) -> dict[SharePartition, Outcome]:
    """Reads what became of each share-partition that was asked for."""
    learn = _SHAPES[question].learn
    outcomes: dict[SharePartition, Outcome] = {}
    for topic in response.results:
        for result in topic.partitions:
            place = SharePartition(group_id, topic.topic_id, result.partition)
            if place not in asked:
                continue
            if result.error_code:
                outcomes[place] = error_for_code(result.error_code, result.error_message)
            else:
                outcomes[place] = learn(result, asked[place])
    for place in asked.keys() - outcomes.keys():
        outcomes[place] = CoordinatorNotAvailable("the share coordinator's response leaves it out")
    return outcomes


# ---- the side that answers ------------------------------------------------------------------------------------------


def read_request(question: ShareQuestion, request: Any) -> dict[SharePartition, Payload]:
    """Reads what is asked of each share-partition; nothing, where a part of the question is missing."""
    hear = _SHAPES[question].hear
    if not request.group_id or not all(topic.partitions for topic in request.topics):
        return {}
    return {
        SharePartition(request.group_id, topic.topic_id, said.partition): hear(said)
        for topic in request.topics
        for said in topic.partitions
    }


def encode_response(question: ShareQuestion, outcomes: Mapping[SharePartition, Outcome]) -> Message:
    """Builds a response."""
    shape = _SHAPES[question]
    cls: Any = getattr(messages, f"{question.value}Response")
    topics: dict[bytes, list[Any]] = {}
    for place, outcome in outcomes.items():
        result = cls.PartitionResult(partition=place.partition)
        if isinstance(outcome, KafkaError):
            result.error_code, result.error_message = int(outcome.code), outcome.message
        else:
            shape.answer(result, outcome)
        topics.setdefault(place.topic_id, []).append(result)
    made: Callable[..., Any] = getattr(cls, shape.topic.replace("Data", "Result"))
    response: Message = cls(results=_topics(made, topics.items()))
    return response


def _topics(made: Callable[..., Any], topics: Iterable[tuple[bytes, list[Any]]]) -> list[Any]:
    return [made(topic_id=topic_id, partitions=results) for topic_id, results in topics]
