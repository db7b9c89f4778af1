"""Who a producer is and how its batches are numbered: producer id, epoch, sequences. Sans I/O.

    unknown ── init_request ─▶ began ─▶ id and epoch ── number ─▶ 0, 3, 7, …  per partition, wrapping at 2³¹
       ▲                                    │
       └── lose: a numbered batch was given up, so what follows it would be out of order (KIP-98) ◀──┘

A batch is numbered once; a retry sends the same bytes, so that the broker recognises what it has already. Not here:
transactions (`transaction`), and the requests that carry batches (`produce`).
"""

from __future__ import annotations

from typing import Final

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import EndTxnResponse, InitProducerIdRequest, InitProducerIdResponse
from kavka.protocol.records.header import BatchHeader
from kavka.wire.errors import error_for_code

NO_PRODUCER_ID: Final = -1
NO_PRODUCER_EPOCH: Final = -1

SEQUENCE_MODULUS: Final = 2**31
"""Sequences wrap to 0 after Int.MAX, as in Kafka's DefaultRecordBatch.incrementSequence."""

TRANSACTION_TIMEOUT_MS: Final = 60_000
"""Kafka's `transaction.timeout.ms`."""


class ProducerCore:
    """One producer's id, epoch and sequences.

    Args:
        transactional_id: One for all instances of a program that replace each other; None: no transactions.
        transaction_timeout_ms: After it the coordinator aborts what is open.

    Attributes:
        producer_id: −1 while there is none.
        producer_epoch: Likewise.
    """

    __slots__ = ("_sequences", "_transaction_timeout_ms", "producer_epoch", "producer_id", "transactional_id")

    def __init__(
        self, transactional_id: str | None = None, *, transaction_timeout_ms: int = TRANSACTION_TIMEOUT_MS
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = NO_PRODUCER_ID
        self.producer_epoch = NO_PRODUCER_EPOCH
        self._transaction_timeout_ms = transaction_timeout_ms
        self._sequences: dict[TopicPartition, int] = {}
        # Invariant: sequences belong to this id and epoch; another id or epoch starts at 0.

    @property
    def is_known(self) -> bool:
        """Tells whether there is a producer id, so that batches can be numbered."""
        return self.producer_id >= 0

    def init_request(self, *, keeps_id: bool = False) -> InitProducerIdRequest:
        """Returns the InitProducerId request.

        Args:
            keeps_id: Ask for the next epoch of the id that there is (KIP-360), instead of fencing whoever has it.
        """
        return InitProducerIdRequest(
            transactional_id=self.transactional_id,
            transaction_timeout_ms=self._transaction_timeout_ms,
            producer_id=self.producer_id if keeps_id else NO_PRODUCER_ID,
            producer_epoch=self.producer_epoch if keeps_id else NO_PRODUCER_EPOCH,
        )

    def began(self, response: InitProducerIdResponse) -> None:
        """Takes over the id and epoch of a response; every partition's sequence starts at 0.

        Raises:
            KafkaError: there is none.
        """
        if response.error_code != ErrorCode.NONE:
            raise error_for_code(response.error_code, "the broker gives out no producer id")
        self.producer_id = response.producer_id
        self.producer_epoch = response.producer_epoch
        self._sequences.clear()

    def goes_on(self, response: EndTxnResponse) -> None:
        """Takes over what the end of a transaction made of the producer; every partition's sequence starts at 0."""
        self.producer_id = response.producer_id
        self.producer_epoch = response.producer_epoch
        self._sequences.clear()

    def number(self, tp: TopicPartition, record_count: int) -> int:
        """Returns the base sequence of a partition's next batch, and moves on by its records."""
        assert self.is_known
        sequence = self._sequences.get(tp, 0)
        self._sequences[tp] = (sequence + record_count) % SEQUENCE_MODULUS
        return sequence

    def take_back(self, tp: TopicPartition, header: BatchHeader) -> None:
        """Frees the sequences of a partition's last batch for its parts: nothing was appended."""
        if (header.producer_id, header.producer_epoch) == (self.producer_id, self.producer_epoch) and self.is_known:
            self._sequences[tp] = header.base_sequence

    def lose(self) -> None:
        """Forgets the id: a numbered batch was given up, so the next begins under another one."""
        self.producer_id = NO_PRODUCER_ID
        self.producer_epoch = NO_PRODUCER_EPOCH
        self._sequences.clear()
