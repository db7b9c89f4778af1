"""What records a consumer group has in `__consumer_offsets` (KIP-848), by the version of their keys.

Apart from `records`, which reads and writes them: a broker imports that with the first such group.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class RecordKind(IntEnum):
    """What a record is about: the number in the first two bytes of its key."""

    CLASSIC = 2
    """The group as one of the classic protocol, which it is no more: this is only deleted."""
    GROUP = 3
    TOPICS = 4
    MEMBER = 5
    TARGET_EPOCH = 6
    TARGET = 7
    CURRENT = 8
    REGEX = 16


class RecordId(NamedTuple):
    """One record of a group.

    Attributes:
        name: the member that it is about, or the expression; "" where it is about the group.
    """

    kind: RecordKind
    name: str = ""


class ConsumerKey(NamedTuple):
    """The key of a record of a consumer group."""

    group_id: str
    id: RecordId
