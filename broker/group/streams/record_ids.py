"""What records a streams group has in `__consumer_offsets` (KIP-1071), by the version of their keys.

Apart from `records`, which reads and writes them: a broker imports that with the first such group.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class StreamsRecordKind(IntEnum):
    """What a record is about: the number in the first two bytes of its key."""

    CLASSIC = 2
    """The group as one of the classic protocol, which it is no more: this is only deleted."""
    GROUP = 17
    MEMBER = 19
    TARGET_EPOCH = 20
    TARGET = 21
    CURRENT = 22
    TOPOLOGY = 23


STREAMS_KINDS: Final = frozenset(map(int, StreamsRecordKind)) - {StreamsRecordKind.CLASSIC}
"""Versions of keys that are a streams group's."""


class StreamsRecordId(NamedTuple):
    """One record of a group.

    Attributes:
        name: the member that it is about; "" where it is about the group.
    """

    kind: StreamsRecordKind
    name: str = ""


class StreamsKey(NamedTuple):
    """The key of a record of a streams group."""

    group_id: str
    id: StreamsRecordId
