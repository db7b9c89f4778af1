"""What a broker of Kafka 3.9.1 advertises in ZooKeeper mode, against which the profile 3.9 is held."""

from __future__ import annotations

from typing import Final

KAFKA_3_9: Final = {
    **dict(enumerate((11, 17, 9, 12, 7, 4, 8, 3, 9, 9, 6, 9, 4, 5, 5, 5, 5, 1, 4, 7, 6, 2, 5, 4, 5))),
    **dict(enumerate((4, 4, 1, 4, 3, 3, 3, 4, 2, 2, 4, 2, 3, 3, 2, 2, 3, 2, 2, 1, 0, 0, 0, 1, 1, 0, 0), start=25)),
    **{56: 3, 57: 1, 58: 0, 60: 1, 61: 0, 65: 0, 66: 1, 67: 0, 68: 0, 69: 0},
}
"""API key → the highest version; the lowest is 0 everywhere."""

NOT_OURS: Final = {58, 68, 69}
"""Envelope, which only KRaft brokers forward with; ConsumerGroupHeartbeat and -Describe, which Kafka lists in ZooKeeper
mode, too, and answers with UNSUPPORTED_VERSION there."""
