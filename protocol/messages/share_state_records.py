"""What a share coordinator writes into `__share_group_state` (KIP-932).

No API: these are keys and values of records. An int16 stands before each: before a key what the record is (0: a
snapshot, 1: an update), before a value its version, 0. A snapshot without a value deletes.

    snapshot  all that is kept of a share-partition
    update    what has changed since the snapshot of this epoch

Kafka 4.2 and later say how many deliveries are complete, in a tag (KIP-1226).
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)


def _key(name: str) -> Message:
    return Message(
        name,
        Field("group_id", STRING, "0"),
        Field("topic_id", UUID, "0"),
        Field("partition", INT32, "0"),
        api_key=-1,
        versions="0",
        flexible=None,
    )


_BATCH = Struct(
    "StateBatch",
    Field("first_offset", INT64, "0+"),
    Field("last_offset", INT64, "0+"),
    Field("delivery_state", INT8, "0+"),
    Field("delivery_count", INT16, "0+"),
)

MESSAGES = (
    _key("ShareSnapshotKey"),
    Message(
        "ShareSnapshotValue",
        Field("snapshot_epoch", INT32, "0+"),
        Field("state_epoch", INT32, "0+"),
        Field("leader_epoch", LEADER_EPOCH, "0+"),
        Field("start_offset", INT64, "0+"),
        Field("delivery_complete_count", INT32, "0+", default=-1, tag=0),
        Field("create_timestamp", INT64, "0+"),
        Field("write_timestamp", INT64, "0+"),
        Field("state_batches", Array(_BATCH), "0+"),
        api_key=-1,
        versions="0",
        flexible="0+",
    ),
    _key("ShareUpdateKey"),
    Message(
        "ShareUpdateValue",
        Field("snapshot_epoch", INT32, "0+"),
        Field("leader_epoch", LEADER_EPOCH, "0+"),
        Field("start_offset", INT64, "0+"),
        Field("delivery_complete_count", INT32, "0+", default=-1, tag=0),
        Field("state_batches", Array(_BATCH), "0+"),
        api_key=-1,
        versions="0",
        flexible="0+",
    ),
)
