"""What records a share group has in `__consumer_offsets` (KIP-932), by the version of their keys.

Apart from `records`, which reads and writes them: a broker imports that with the first such group.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class ShareRecordKind(IntEnum):
    """What a record is about: the number in the first two bytes of its key."""

    MEMBER = 10
    GROUP = 11
    TARGET_EPOCH = 12
    TARGET = 13
    CURRENT = 14
    PARTITIONS = 15


SHARE_KINDS: Final = frozenset(map(int, ShareRecordKind))
"""Versions of keys that are a share group's."""


class ShareRecordId(NamedTuple):
    """One record of a group.

    Attributes:
        name: the member that it is about; "" where it is about the group.
    """

    kind: ShareRecordKind
    name: str = ""


class ShareKey(NamedTuple):
    """The key of a record of a share group."""

    group_id: str
    id: ShareRecordId
