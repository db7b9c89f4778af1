"""What brokers say of a cluster, for the client's cores."""

from __future__ import annotations

from collections.abc import Sequence

from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.messages import MetadataResponse

Told = int | Sequence[tuple[int, int]]


def metadata(brokers: Sequence[int] = (0, 1, 2), **topics: Told) -> MetadataResponse:
    """A Metadata response: topic → its partitions as (leader, leader epoch), or an error code."""
    return MetadataResponse(
        brokers=[
            MetadataResponse.MetadataResponseBroker(node_id=broker_id, host=f"b{broker_id}", port=9092)
            for broker_id in brokers
        ],
        controller_id=0,
        topics=[topic(name, told) for name, told in topics.items()],
    )


def topic(name: str, told: Told, *, topic_id: bytes = ZERO_TOPIC_ID) -> MetadataResponse.MetadataResponseTopic:
    """One topic of a Metadata response."""
    if isinstance(told, int):
        return MetadataResponse.MetadataResponseTopic(name=name, error_code=told)
    return MetadataResponse.MetadataResponseTopic(
        name=name,
        topic_id=topic_id,
        partitions=[
            MetadataResponse.MetadataResponsePartition(
                partition_index=index,
                leader_id=leader,
                leader_epoch=LeaderEpoch(epoch),
                replica_nodes=[leader],
                isr_nodes=[leader],
            )
            for index, (leader, epoch) in enumerate(told)
        ],
    )
