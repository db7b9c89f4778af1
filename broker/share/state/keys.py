"""The text by which a share-partition finds its coordinator: `group:topic id:partition`. Pure.

The topic id is Kafka's text of a UUID, base64 for URLs. A group's name may have colons, so a key is read from its end.
Its hash says which partition of `__share_group_state` it falls to (`replica.internal_log.partition_for`).

Kafka: `SharePartitionKey`.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from kavka.broker.share.persister import SharePartition
from kavka.protocol.errors import InvalidRequest

_TOPIC_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}(==)?")
_PARTITION: Final = re.compile(r"[+-]?[0-9]{1,10}")
_INT32_MAX: Final = 2**31 - 1


def coordinator_key(share_partition: SharePartition) -> str:
    """Returns the key of a share-partition."""
    group_id, topic_id, partition = share_partition
    return f"{group_id}:{urlsafe_b64encode(topic_id).decode().rstrip('=')}:{partition}"


def read_coordinator_key(key: str) -> SharePartition:
    """Reads the key of a share-partition.

    Raises:
        InvalidRequest: it is none.
    """
    group_id, colon, rest = key.rstrip(":").rpartition(":")
    group_id, second, topic_id = group_id.rpartition(":")
    if not (colon and second):
        raise InvalidRequest(f"{key!r} is not the key of a share-partition: group:topic id:partition")
    if not group_id.strip():
        raise InvalidRequest(f"the key of a share-partition {key!r} has no group")
    if _TOPIC_ID.fullmatch(topic_id) is None:
        raise InvalidRequest(f"{topic_id!r} in {key!r} is not a topic id")
    if _PARTITION.fullmatch(rest) is None or not -_INT32_MAX - 1 <= int(rest) <= _INT32_MAX:
        raise InvalidRequest(f"{rest!r} in {key!r} is not a partition")
    return SharePartition(group_id, urlsafe_b64decode(topic_id[:22] + "=="), int(rest))
