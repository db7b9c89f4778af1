"""The broker's configuration keys of the share coordinator (KIP-932): another part of the table in `keys`.

Names, defaults and limits are those of Kafka 4.4: profile 3.9 lists them where they were set. Kafka keeps the two
intervals to itself.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import INT, SHORT, ConfigKey, Use

_later: Final = partial(ConfigKey, since="4.4")
_later_inert: Final = partial(ConfigKey, since="4.4", use=Use.INERT)

SHARE_COORDINATOR_KEYS: Final = (
    _later("share.coordinator.state.topic.num.partitions", INT, 50, "KIP-932: partitions of the states' topic.", low=1),
    _later("share.coordinator.state.topic.replication.factor", SHORT, 3, "KIP-932: replicas of it.", low=1),
    _later("share.coordinator.state.topic.min.isr", SHORT, 2, "KIP-932: in-sync replicas of it.", low=1),
    _later("share.coordinator.state.topic.segment.bytes", INT, 104857600, "KIP-932: segments of it.", low=1),
    _later(
        "share.coordinator.state.topic.prune.interval.ms",
        INT,
        300000,
        "KIP-932: how often records are deleted that later ones have made redundant.",
        low=1,
    ),
    _later(
        "share.coordinator.cold.partition.snapshot.interval.ms",
        INT,
        300000,
        "KIP-932: how often states that do not change are written anew, so that what is before can be deleted.",
        low=1,
    ),
    _later(
        "share.coordinator.snapshot.update.records.per.snapshot",
        INT,
        500,
        "KIP-932: changes of a state between two records of the whole.",
        low=0,
        high=500,
    ),
    _later("share.coordinator.load.buffer.size", INT, 5242880, "KIP-932: bytes read at a time.", low=1),
    _later("share.coordinator.write.timeout.ms", INT, 5000, "KIP-932: how long a record's replicas may take.", low=1),
    _later_inert(
        "share.coordinator.append.linger.ms",
        INT,
        -1,
        "KIP-932: the share coordinator's wait for more to write; what one request brings is written together here.",
        low=-1,
    ),
    _later_inert("share.coordinator.threads", INT, 1, "KIP-932: threads; here is one loop for all.", low=1),
    _later_inert(
        "share.coordinator.state.topic.compression.codec",
        INT,
        0,
        "KIP-932: compression of the topic; its records are a few dozen bytes.",
    ),
    _later_inert(
        "share.coordinator.cached.buffer.max.bytes",
        INT,
        1048588,
        "KIP-932: a buffer that Kafka keeps for writes.",
        low=524288,
    ),
)
