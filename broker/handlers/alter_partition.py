"""AlterPartition (AlterIsr before Kafka 3.2): a leader asks the controller for another ISR of its partitions.

From version 1 on a leader says whether it has recovered from an unclean election, as it always has when it asks
(KIP-704). From 2 on topics are named by id, and the controller knows which they are; from 3 on members come with their
broker epochs (KIP-903).

Only the broker that is the controller can do it; every other says NOT_CONTROLLER. What is asked for is judged in the
controller, one partition at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.common.types import LeaderRecovery, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import AlterPartitionResponse
from kavka.zk.isr_change import IsrChange

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import AlterPartitionRequest

API = ApiKey.ALTER_PARTITION

TIMEOUT_MS = 10_000
"""How long the controller may take to come to it; the request names no time of its own."""
INELIGIBLE_REPLICA_FROM_VERSION = 2

TopicData = AlterPartitionResponse.TopicData
PartitionData = AlterPartitionResponse.PartitionData


class AlterPartitionHandler:
    """Handles AlterPartition requests."""

    __slots__ = ("_controller",)

    def __init__(self, *, controller: ControllerApi) -> None:
        self._controller = controller

    async def handle(self, request: AlterPartitionRequest, ctx: RequestContext) -> AlterPartitionResponse:
        """Hands the changes over and responds when they are in ZooKeeper.

        Raises:
            NotController, StaleBrokerEpoch, RequestTimedOut: for the whole request.
        """
        changes = [_change(topic, asked) for topic in request.topics for asked in topic.partitions]
        results = await self._controller.alter_isr(
            request.broker_id, request.broker_epoch, changes, timeout_ms=TIMEOUT_MS
        )
        topics: dict[tuple[str, bytes], list[PartitionData]] = {}
        for change, result in zip(changes, results, strict=True):
            code = result.error_code
            if code == ErrorCode.INELIGIBLE_REPLICA and ctx.api_version < INELIGIBLE_REPLICA_FROM_VERSION:
                code = int(ErrorCode.OPERATION_NOT_ATTEMPTED)
            topics.setdefault((change.partition.topic, change.topic_id), []).append(
                PartitionData(
                    partition_index=result.partition.partition,
                    error_code=code,
                    leader_id=result.leader,
                    leader_epoch=result.leader_epoch,
                    isr=list(result.isr),
                    leader_recovery_state=result.leader_recovery,
                    partition_epoch=result.partition_epoch,
                )
            )
        return AlterPartitionResponse(
            topics=[
                TopicData(topic_name=name, topic_id=topic_id, partitions=partitions)
                for (name, topic_id), partitions in topics.items()
            ]
        )


def _change(topic: AlterPartitionRequest.TopicData, asked: AlterPartitionRequest.PartitionData) -> IsrChange:
    members = asked.new_isr_with_epochs
    return IsrChange(
        partition=TopicPartition(topic.topic_name, asked.partition_index),
        leader_epoch=asked.leader_epoch,
        isr=tuple([member.broker_id for member in members] or asked.new_isr),
        partition_epoch=asked.partition_epoch,
        leader_recovery=LeaderRecovery(asked.leader_recovery_state != LeaderRecovery.RECOVERED),
        topic_id=topic.topic_id,
        broker_epochs=tuple([(member.broker_id, member.broker_epoch) for member in members]),
    )
