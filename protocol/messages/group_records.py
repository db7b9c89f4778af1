"""What a group coordinator writes into `__consumer_offsets`: committed offsets, and the groups themselves.

No API: these are keys and values of records. An int16 with the version stands before each; of the keys it also says
which of the two it is: 0 and 1 a committed offset's, 2 a group's. A record without a value deletes. Kafka's
definitions are in its group coordinator, beside those of later record types (3 and above), which we do not know and
skip.

OffsetCommitValue    1   when it expires (retention by the client)      2   that is gone again
                     3   leader epoch                                   4   flexible (read only)
GroupMetadataValue   1   rebalance timeout                              2   since when the group is in its state
                     3   static members                                 4   flexible (read only)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT32, INT64, LEADER_EPOCH, STRING, Array, Field, Message, Struct

OFFSET_KEY = Message(
    "OffsetCommitKey",
    Field("group", STRING, "0-1"),
    Field("topic", STRING, "0-1"),
    Field("partition", INT32, "0-1"),
    api_key=-1,
    versions="0-1",
    flexible=None,
)

OFFSET_VALUE = Message(
    "OffsetCommitValue",
    Field("offset", INT64, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "3+", default=-1, ignorable=True),
    Field("metadata", STRING, "0+"),
    Field("commit_timestamp", INT64, "0+"),
    Field("expire_timestamp", INT64, "1", default=-1, ignorable=True),
    api_key=-1,
    versions="0-4",
    flexible="4+",
)

GROUP_KEY = Message(
    "GroupMetadataKey",
    Field("group", STRING, "2"),
    api_key=-1,
    versions="2",
    flexible=None,
)

_MEMBER_METADATA = Struct(
    "MemberMetadata",
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "3+", nullable="3+", default=None, ignorable=True),
    Field("client_id", STRING, "0+"),
    Field("client_host", STRING, "0+"),
    Field("rebalance_timeout", INT32, "1+", default=-1, ignorable=True),
    Field("session_timeout", INT32, "0+"),
    Field("subscription", BYTES, "0+"),
    Field("assignment", BYTES, "0+"),
)

GROUP_VALUE = Message(
    "GroupMetadataValue",
    Field("protocol_type", STRING, "0+"),
    Field("generation", INT32, "0+"),
    Field("protocol", STRING, "0+", nullable="0+"),
    Field("leader", STRING, "0+", nullable="0+"),
    Field("current_state_timestamp", INT64, "2+", default=-1, ignorable=True),
    Field("members", Array(_MEMBER_METADATA), "0+"),
    api_key=-1,
    versions="0-4",
    flexible="4+",
)

MESSAGES = (GROUP_KEY, GROUP_VALUE, OFFSET_KEY, OFFSET_VALUE)
