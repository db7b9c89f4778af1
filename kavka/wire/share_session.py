"""One share session: what a member says to one leader, request by request, and what each response means (KIP-932).

    ShareFetch, epoch 0 ─▶ opened ─ epoch 1, 2, … ─▶ ShareFetch or ShareAcknowledge, one at a time ─ epoch −1 ─▶ closed
         ▲                                             │  partitions that came, partitions that went,
         │                                             │  and the acknowledgements that wait
         └──────── no response, or the broker does not know the session ─▶ what it had acquired is others' by now

The leader keeps the list of partitions; a request says what changes in it. Acknowledgements go to the leader that gave
the records: with the next fetch, or alone. A broker that loses the session releases its records, so acknowledgements of
an earlier session are void, and so are records that were not handed out. Kafka: `ShareSessionHandler.java`.

Sans I/O: connections, pauses and which leader is the driver's (`client.share_fetcher`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from kavka.protocol.errors import DecodeError, ErrorCode, InvalidShareSessionEpoch, KafkaError
from kavka.protocol.messages import (
    ShareAcknowledgeRequest,
    ShareAcknowledgeResponse,
    ShareFetchRequest,
    ShareFetchResponse,
)
from kavka.timer.moments import MonotonicMs
from kavka.wire.acknowledgements import Acknowledgements, AcknowledgeType, TopicIdPartition, batches_of
from kavka.wire.errors import code_name, error_for_code

INITIAL_EPOCH: Final = 0
FINAL_EPOCH: Final = -1
EPOCH_MAX: Final = 2**31 - 1

ACKNOWLEDGE_DELAY_MS: Final = 500
"""How long acknowledgements wait for a fetch to go with, while records are handed out that came before."""

MOVED: Final = frozenset({ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH})
"""Errors after which the locks are gone with the leadership: saying the same again helps nobody."""

Waiting = dict[TopicIdPartition, dict[int, AcknowledgeType]]


class ShareFetchSettings(NamedTuple):
    """How records are asked for."""

    wait_ms: int
    """How long a leader without records waits for some."""
    bytes_min: int
    bytes_max: int
    records_max: int
    """Of one response; a batch may bring more, unless `is_record_limit`."""
    is_record_limit: bool = False
    """Whether that limit is strict (KIP-1206)."""


class AcknowledgementOutcome(NamedTuple):
    """What became of the acknowledgements of one partition."""

    partition: TopicIdPartition
    acknowledgements: Acknowledgements
    error: Exception | None
    """None: the leader took them."""

    @property
    def may_be_repeated(self) -> bool:
        """Tells whether the leader may take the same later: it could not keep it now, and the locks hold on."""
        return isinstance(self.error, KafkaError) and self.error.retriable and self.error.code not in MOVED


class ShareSessionCore:
    """A member's session with one leader; one request at a time.

    Args:
        group_id: The group.
        member_id: The member, as the coordinator knows it.

    Attributes:
        generation: Another number with every session; what was acquired in an earlier one is void.
        lock_timeout_ms: How long records stay acquired, as the leader said last; 0: not yet.
    """

    def __init__(self, group_id: str, member_id: str) -> None:
        self.generation = 0
        self.lock_timeout_ms = 0
        self._group_id = group_id
        self._member_id = member_id
        self._epoch = INITIAL_EPOCH
        self._partitions: frozenset[TopicIdPartition] = frozenset()
        self._waiting: Waiting = {}
        self._waiting_since_ms = MonotonicMs(0)
        self._sent: Waiting = {}
        self._void: list[AcknowledgementOutcome] = []
        # Invariant: nothing waits and nothing is sent while the epoch is INITIAL_EPOCH, and no request is out.

    # ---------------------------------------------------------------- acknowledgements

    @property
    def is_open(self) -> bool:
        """Tells whether the leader has the session, as far as is known."""
        return self._epoch != INITIAL_EPOCH

    @property
    def has_waiting(self) -> bool:
        """Tells whether there are acknowledgements to send."""
        return bool(self._waiting)

    @property
    def has_renewals(self) -> bool:
        """Tells whether acquisition locks are to be renewed, which is not done with a fetch."""
        return any(AcknowledgeType.RENEW in kinds.values() for kinds in self._waiting.values())

    @property
    def has_unanswered(self) -> bool:
        """Tells whether acknowledgements wait, or are under way."""
        return bool(self._waiting or self._sent)

    def acknowledge(
        self, partition: TopicIdPartition, acknowledgements: Acknowledgements, *, generation: int, now_ms: MonotonicMs
    ) -> None:
        """Takes acknowledgements to be sent, of records that were acquired in a generation."""
        assert acknowledgements
        if generation != self.generation:
            error = InvalidShareSessionEpoch("the share session in which these records were acquired is over")
            self._void.append(AcknowledgementOutcome(partition, dict(acknowledgements), error))
            return
        if not self._waiting:
            self._waiting_since_ms = now_ms
        self._waiting.setdefault(partition, {}).update(acknowledgements)

    def are_acknowledgements_due(self, now_ms: MonotonicMs, *, acquired_ms: MonotonicMs) -> bool:
        """Tells whether acknowledgements should wait no longer for the next fetch.

        Args:
            now_ms: The time.
            acquired_ms: When the records were acquired that are being handed out: their locks end together.
        """
        if not self._waiting:
            return False
        return (
            now_ms - self._waiting_since_ms >= ACKNOWLEDGE_DELAY_MS
            or 3 * (now_ms - acquired_ms) >= self.lock_timeout_ms
        )

    def refuse_renewals(self, error: Exception) -> None:
        """Voids what waits to be renewed: the leader cannot do it."""
        for tip, kinds in list(self._waiting.items()):
            renewed = {offset: kind for offset, kind in kinds.items() if kind is AcknowledgeType.RENEW}
            if renewed:
                self._void.append(AcknowledgementOutcome(tip, renewed, error))
                self._waiting[tip] = {offset: kind for offset, kind in kinds.items() if offset not in renewed}
        self._waiting = {tip: kinds for tip, kinds in self._waiting.items() if kinds}

    def take_void(self) -> list[AcknowledgementOutcome]:
        """Takes the outcomes of acknowledgements that no request will carry."""
        void, self._void = self._void, []
        return void

    # ---------------------------------------------------------------- requests

    def fetch_request(self, partitions: Iterable[TopicIdPartition], settings: ShareFetchSettings) -> ShareFetchRequest:
        """Returns the fetch of partitions, with the acknowledgements that wait."""
        wanted = frozenset(partitions)
        sent = self._send()
        topics: dict[bytes, list[ShareFetchRequest.FetchPartition]] = {}
        for tip in sorted((wanted - self._partitions) | sent.keys()):
            batches = [
                ShareFetchRequest.AcknowledgementBatch(first, last, types)
                for first, last, types in batches_of(sent.get(tip, {}))
            ]
            topics.setdefault(tip.topic_id, []).append(
                ShareFetchRequest.FetchPartition(partition_index=tip.partition, acknowledgement_batches=batches)
            )
        forgotten = _by_topic(self._partitions - wanted)
        self._partitions = wanted
        return ShareFetchRequest(
            group_id=self._group_id,
            member_id=self._member_id,
            share_session_epoch=self._epoch,
            max_wait_ms=settings.wait_ms,
            min_bytes=settings.bytes_min,
            max_bytes=settings.bytes_max,
            max_records=settings.records_max,
            batch_size=settings.records_max,
            share_acquire_mode=int(settings.is_record_limit),
            topics=[ShareFetchRequest.FetchTopic(topic_id, parts) for topic_id, parts in topics.items()],
            forgotten_topics_data=[
                ShareFetchRequest.ForgottenTopic(topic_id, indexes) for topic_id, indexes in forgotten.items()
            ],
        )

    def acknowledge_request(self) -> ShareAcknowledgeRequest:
        """Returns the request that says what waits, without a fetch."""
        assert self.is_open
        return self._acknowledge_request(self._epoch)

    def close_request(self) -> ShareAcknowledgeRequest:
        """Returns the request that says what waits and closes the session: what is still acquired is released."""
        assert self.is_open
        return self._acknowledge_request(FINAL_EPOCH)

    def _acknowledge_request(self, epoch: int) -> ShareAcknowledgeRequest:
        is_renew = self.has_renewals
        topics: dict[bytes, list[ShareAcknowledgeRequest.AcknowledgePartition]] = {}
        for tip, acknowledgements in sorted(self._send().items()):
            batches = [
                ShareAcknowledgeRequest.AcknowledgementBatch(first, last, types)
                for first, last, types in batches_of(acknowledgements)
            ]
            topics.setdefault(tip.topic_id, []).append(
                ShareAcknowledgeRequest.AcknowledgePartition(tip.partition, batches)
            )
        return ShareAcknowledgeRequest(
            group_id=self._group_id,
            member_id=self._member_id,
            share_session_epoch=epoch,
            is_renew_ack=is_renew,
            topics=[ShareAcknowledgeRequest.AcknowledgeTopic(topic_id, parts) for topic_id, parts in topics.items()],
        )

    def _send(self) -> Waiting:
        assert not self._sent, "one request at a time"
        self._sent, self._waiting = self._waiting, {}
        return self._sent

    # ---------------------------------------------------------------- responses

    def fetched(
        self, response: ShareFetchResponse
    ) -> tuple[dict[TopicIdPartition, ShareFetchResponse.PartitionData], list[AcknowledgementOutcome]]:
        """Takes the response to a fetch.

        Returns:
            The partitions that it has something of, and what became of the acknowledgements that went with it.

        Raises:
            KafkaError: the whole request was refused; the outcomes are `take_void`'s then.
        """
        self._check(response.error_code, response.error_message)
        self.lock_timeout_ms = response.acquisition_lock_timeout_ms
        parts = {
            TopicIdPartition(topic.topic_id, part.partition_index): part
            for topic in response.responses
            for part in topic.partitions
        }
        codes = {tip: (part.acknowledge_error_code, part.acknowledge_error_message) for tip, part in parts.items()}
        return parts, list(self._outcomes(codes))

    def acknowledged(self, response: ShareAcknowledgeResponse) -> list[AcknowledgementOutcome]:
        """Takes the response to acknowledgements; returns what became of them.

        Raises:
            KafkaError: the whole request was refused; the outcomes are `take_void`'s then.
        """
        self._check(response.error_code, response.error_message)
        if response.acquisition_lock_timeout_ms > 0:
            self.lock_timeout_ms = response.acquisition_lock_timeout_ms
        codes = {
            TopicIdPartition(topic.topic_id, part.partition_index): (part.error_code, part.error_message)
            for topic in response.responses
            for part in topic.partitions
        }
        return list(self._outcomes(codes))

    def lost(self, error: Exception) -> None:
        """Ends the session: a request has no response, or the leader does not know the session.

        What was acquired in it is void, and what waits to be said of it.
        """
        self.generation += 1
        self._epoch = INITIAL_EPOCH
        self._partitions = frozenset()
        for unsaid in (self._sent, self._waiting):
            self._void += [
                AcknowledgementOutcome(tip, acknowledgements, error) for tip, acknowledgements in unsaid.items()
            ]
        self._sent, self._waiting = {}, {}

    def _check(self, code: int, message: str | None) -> None:
        """Moves the epoch on, or ends the session, as the response's own code says; raises it."""
        if code == ErrorCode.NONE:
            self._epoch = self._epoch + 1 if self._epoch < EPOCH_MAX else 1
            return
        error = error_for_code(code, f"share group {self._group_id!r}: {message or code_name(code)}")
        self.lost(error)
        raise error

    def _outcomes(self, codes: Mapping[TopicIdPartition, tuple[int, str | None]]) -> Iterator[AcknowledgementOutcome]:
        sent, self._sent = self._sent, {}
        for tip, acknowledgements in sent.items():
            code, message = codes.get(tip, (None, None))
            error: KafkaError | DecodeError | None = None
            if code is None:
                error = DecodeError("acknowledgements were answered without their partition")
            elif code != ErrorCode.NONE:
                error = error_for_code(code, message or code_name(code))
            yield AcknowledgementOutcome(tip, acknowledgements, error)


def _by_topic(partitions: Iterable[TopicIdPartition]) -> dict[bytes, list[int]]:
    topics: dict[bytes, list[int]] = {}
    for tip in sorted(partitions):
        topics.setdefault(tip.topic_id, []).append(tip.partition)
    return topics
