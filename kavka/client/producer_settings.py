"""How a producer sends: its options, checked once and frozen, with Kafka's defaults or the reason for others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kavka.protocol.records.compression import Compression

BATCH_BYTES: Final = 128 * 1024
"""Eight times Kafka's `batch.size`: a batch costs Python more than a record does."""

LINGER_MS: Final = 5
"""Kafka's `linger.ms` since 4.0."""

BUFFER_BYTES: Final = 32 * 1024 * 1024
"""Kafka's `buffer.memory`."""

REQUEST_BYTES_MAX: Final = 1024 * 1024
"""Kafka's `max.request.size`."""

MAX_BLOCK_MS: Final = 60_000
"""Kafka's `max.block.ms`: how long a send waits for metadata or for memory."""

ACKS_ALL: Final = -1
ACKS: Final = {"all": ACKS_ALL, "-1": ACKS_ALL, "0": 0, "1": 1, -1: ACKS_ALL, 0: 0, 1: 1}


@dataclass(frozen=True, slots=True)
class ProducerSettings:
    """What the options of one producer mean together."""

    acks: int
    """−1 (all), 1 or 0."""
    is_idempotent: bool
    compression: Compression
    transactional_id: str | None
    max_block_ms: int
    delivery_timeout_ms: int

    @classmethod
    def checked(
        cls,
        *,
        acks: str | int,
        idempotent: bool | None,
        compression: str,
        transactional_id: str | None,
        max_block_ms: int,
        delivery_timeout_ms: int,
    ) -> ProducerSettings:
        """Returns the settings that a user's options mean.

        Raises:
            ValueError: one of them means nothing, or they contradict each other.
        """
        if acks not in ACKS:
            raise ValueError(f"acks={acks!r} means nothing; choose 'all', 1 or 0")
        is_all = ACKS[acks] == ACKS_ALL
        if idempotent and not is_all:
            raise ValueError("an idempotent producer needs acks='all'")
        is_idempotent = is_all if idempotent is None else idempotent
        if transactional_id is not None and not (transactional_id and is_idempotent):
            raise ValueError("transactions need an id that is not empty, and an idempotent producer")
        return cls(
            ACKS[acks], is_idempotent, _compression(compression), transactional_id, max_block_ms, delivery_timeout_ms
        )


def _compression(name: str) -> Compression:
    try:
        return Compression[name.upper()]
    except KeyError:
        names = ", ".join(item.name.lower() for item in Compression)
        raise ValueError(f"compression {name!r} is unknown; choose one of {names}") from None
