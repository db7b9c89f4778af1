"""How records of groups of later types lie in `__consumer_offsets`: keys by what they are about, Kafka's order. Pure.

    key     | version i16: what it is about | group | member, of some |
    value   | version i16: 0 | … |          null: there is no such thing any more

Each type has a layout of its own, and says what stands in its values (`consumer.records`, `share.records`,
`streams.records`). A record's id is a kind and a name: of the member that it is about, or "".
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from kavka.broker.group.versioned import VERSION, versioned
from kavka.protocol.codec import decode_message
from kavka.protocol.message import Message

VALUE_VERSION: Final = 0

RECORDS_IN_ONE_STEP_MAX: Final = 100
"""Records of one group that are read in one step: some milliseconds."""

Record = tuple[bytes, bytes | None]

K = TypeVar("K", bound=IntEnum)


class Id(Protocol):
    """The id of a record."""

    @property
    def kind(self) -> Any:
        """Returns what the record is about; its number is the version of its key."""

    @property
    def name(self) -> str:
        """Returns the member that it is about, or ""."""


I = TypeVar("I", bound=Id)  # noqa: E741


class RecordLayout(NamedTuple, Generic[K]):
    """The records of one type of groups.

    Attributes:
        of_group: kind → the message of its key, of what there is once in a group.
        of_member: likewise, of what each member has.
        order: kinds as they stand in a batch.
        gone_first: kinds of which those of members that are gone come before all others, by member.
    """

    of_group: Mapping[K, Any]
    of_member: Mapping[K, Any]
    order: tuple[K, ...]
    gone_first: tuple[K, ...]

    def key(self, group_id: str, kind: K, name: str) -> bytes:
        """Encodes the key of a record."""
        of_group = self.of_group.get(kind)
        if of_group is not None:
            return versioned(of_group(group_id=group_id), kind)
        return versioned(self.of_member[kind](group_id=group_id, member_id=name), kind)

    def read_key(self, kind: K, data: bytes) -> tuple[str, str]:
        """Reads a key: the group, and the member or "".

        Raises:
            DecodeError: it is broken.
        """
        found = decode_message(self.of_group.get(kind) or self.of_member[kind], kind, data, VERSION.size)
        return found.group_id, getattr(found, "member_id", "")

    def in_order(self, ids: Iterable[I], members: Container[str]) -> list[I]:
        """Returns records in the order in which Kafka writes them."""

        def place(record: I) -> tuple[bool, str | int, str | int]:
            if record.kind in self.gone_first and record.name not in members:
                return (False, record.name, self.gone_first.index(record.kind))
            return (True, self.order.index(record.kind), record.name)

        return sorted(ids, key=place)


def encoded(message: Message | None) -> bytes | None:
    """Encodes a value; None: there is no such thing any more."""
    return None if message is None else versioned(message, VALUE_VERSION)
