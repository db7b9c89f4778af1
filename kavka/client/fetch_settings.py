"""How a consumer asks for records: the options of its fetches, checked, with their defaults."""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.client.assignment import STARTS

FETCH_BYTES_MAX: Final = 16 * 1024 * 1024
"""Below Kafka's `fetch.max.bytes` of 50 MiB: it is also the bound on what is prefetched per broker."""

PARTITION_BYTES_MAX: Final = 1024 * 1024
"""Kafka's `max.partition.fetch.bytes`."""

READ_UNCOMMITTED: Final = 0
READ_COMMITTED: Final = 1
ISOLATION_LEVELS: Final = {"read_uncommitted": READ_UNCOMMITTED, "read_committed": READ_COMMITTED}


class FetchSettings(NamedTuple):
    """How fetches are asked for."""

    offset_reset: str
    """"latest", "earliest" or "error": what to do when a position is not in the log (any more)."""
    isolation_level: int
    bytes_min: int
    wait_ms: int
    bytes_max: int
    partition_bytes_max: int

    @classmethod
    def checked(
        cls,
        *,
        offset_reset: str,
        isolation_level: str,
        bytes_min: int,
        wait_ms: int,
        bytes_max: int,
        partition_bytes_max: int,
    ) -> FetchSettings:
        """Returns the settings that a user's options mean.

        Raises:
            ValueError: one of them means nothing.
        """
        if isolation_level not in ISOLATION_LEVELS:
            raise ValueError(
                f"isolation_level={isolation_level!r} means nothing; choose one of {list(ISOLATION_LEVELS)}"
            )
        if offset_reset not in (*STARTS, "error"):
            raise ValueError(f"offset_reset={offset_reset!r} means nothing; choose 'latest', 'earliest' or 'error'")
        return cls(offset_reset, ISOLATION_LEVELS[isolation_level], bytes_min, wait_ms, bytes_max, partition_bytes_max)
