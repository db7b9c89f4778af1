"""How a leader's ISR changes get into ZooKeeper: by asking the controller, or by writing them.

    3.0 profile   ControllerIsrWriter ─ AlterPartition ─▶ the controller's broker ─▶ the state znode   (KIP-497)
    2.0 profile   ZooKeeperIsrWriter ─ conditional write ─▶ the state znode
                                     └ now and then: a child of /isr_change_notification, for the controller to read

A write's outcome may be unknown; it is then made again, on the same version, and what is found in the way is looked at:
nobody but the leader writes under its epoch, so the same epoch and the same ISR mean that the first write got through.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.common.types import UNKNOWN_BROKER_EPOCH, ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import ErrorCode, error_for_code
from kavka.timer.moments import MonotonicMs
from kavka.zk import paths
from kavka.zk.errors import BadVersion, NoNode, ZkError
from kavka.zk.isr_change import IsrChange, IsrResult
from kavka.zk.znodes import IsrChangeZNode, PartitionStateZNode, ZNodeError

if TYPE_CHECKING:
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import PeerLink
    from kavka.zk.client import ZkClient

_log = logging.getLogger(__name__)

NAMES_UP_TO_VERSION: Final = 1
"""AlterPartition names topics so far; from then on by id."""
EPOCHS_FROM_VERSION: Final = 3
ALTER_PARTITION_TIMEOUT_MS: Final = 10_000

NOTIFY_LOOK_MS: Final = 2_500
"""How often it is looked whether a notification is due."""
NOTIFY_QUIET_MS: Final = 5_000
"""A notification is written when the ISRs have not changed for so long …"""
NOTIFY_WAIT_MS_MAX: Final = 60_000
"""… or when the last one was so long ago."""

NOT_YET: Final = MonotonicMs(-(2**62))
"""A time before every other, whatever the clock began with."""


async def _read(zk: ZkClient, partition: TopicPartition) -> IsrResult | None:
    try:
        data, stat = await zk.get(paths.partition_state(*partition))
        state = PartitionStateZNode.decode(data)
    except (NoNode, ZNodeError):
        return None
    return IsrResult(
        partition=partition,
        leader=state.leader,
        leader_epoch=state.leader_epoch,
        isr=state.isr,
        partition_epoch=stat.version,
    )


class ControllerIsrWriter:
    """Asks the controller.

    Args:
        zk: for a look at what is there.
        broker_id: this broker.
        broker_epoch: of this life; it changes when the session is lost.
        link: the way to the controller; nobody else's.
        version: of AlterPartition, in which brokers ask; a topic without an id needs an older one.
    """

    __slots__ = ("_broker_epoch", "_broker_id", "_link", "_version", "_zk")

    def __init__(
        self, zk: ZkClient, *, broker_id: int, broker_epoch: Callable[[], int], link: PeerLink[Any], version: int = 0
    ) -> None:
        self._zk = zk
        self._broker_id = broker_id
        self._broker_epoch = broker_epoch
        self._link = link
        self._version = version

    async def write(self, changes: Sequence[IsrChange]) -> list[IsrResult]:
        """Sends the ISR changes to the controller in one AlterPartition request; see `IsrWriter`."""
        version = self._version
        if any(change.topic_id == ZERO_TOPIC_ID for change in changes):
            version = min(version, NAMES_UP_TO_VERSION)
        response = await self._link.ask(
            self._request(changes, version), version=version, timeout_ms=ALTER_PARTITION_TIMEOUT_MS
        )
        if response.error_code:
            raise error_for_code(response.error_code, "the controller refused AlterPartition")
        names = {change.topic_id: change.partition.topic for change in changes}
        found = {
            TopicPartition(
                topic.topic_name if version <= NAMES_UP_TO_VERSION else names.get(topic.topic_id, ""),
                data.partition_index,
            ): data
            for topic in response.topics
            for data in topic.partitions
        }
        return [_result(change.partition, found.get(change.partition)) for change in changes]

    def _request(self, changes: Sequence[IsrChange], version: int) -> Any:
        from kavka.protocol.messages import AlterPartitionRequest  # loaded by use: ISRs seldom change

        topics: dict[tuple[str, bytes], list[Any]] = {}
        for change in changes:
            data = AlterPartitionRequest.PartitionData(
                partition_index=change.partition.partition,
                leader_epoch=change.leader_epoch,
                partition_epoch=change.partition_epoch,
            )
            if version < EPOCHS_FROM_VERSION:
                data.new_isr = list(change.isr)
            else:
                epochs = {**dict(change.broker_epochs), self._broker_id: self._broker_epoch()}
                data.new_isr_with_epochs = [
                    AlterPartitionRequest.BrokerState(member, epochs.get(member, UNKNOWN_BROKER_EPOCH))
                    for member in change.isr
                ]
            topics.setdefault((change.partition.topic, change.topic_id), []).append(data)
        return AlterPartitionRequest(
            broker_id=self._broker_id,
            broker_epoch=self._broker_epoch(),
            topics=[
                AlterPartitionRequest.TopicData(topic_name=name, topic_id=topic_id, partitions=partitions)
                for (name, topic_id), partitions in topics.items()
            ],
        )

    async def read(self, partition: TopicPartition) -> IsrResult | None:
        """Reads the partition's state from ZooKeeper; see `IsrWriter`."""
        return await _read(self._zk, partition)

    async def run(self) -> None:
        """Returns at once: there is nothing to do besides."""

    async def close(self) -> None:
        """Closes the connection; a later request opens another."""
        await self._link.close()


def _result(partition: TopicPartition, data: Any | None) -> IsrResult:
    if data is None:
        return IsrResult(partition=partition, error_code=int(ErrorCode.UNKNOWN_SERVER_ERROR))
    return IsrResult(
        partition=partition,
        error_code=data.error_code,
        leader=data.leader_id,
        leader_epoch=data.leader_epoch,
        isr=tuple(data.isr),
        partition_epoch=data.partition_epoch,
    )


class ZooKeeperIsrWriter:
    """Writes by itself, and tells the controller afterwards.

    Args:
        zk: where to.
        broker_id: this broker.
        controller_epoch: the greatest that a controller has named to this broker; it stands in what is written.
        clock: for notifications.
    """

    __slots__ = ("_broker_id", "_changed", "_clock", "_controller_epoch", "_last_change_ms", "_last_notice_ms", "_zk")

    def __init__(
        self, zk: ZkClient, *, broker_id: int, controller_epoch: Callable[[], ControllerEpoch], clock: Clock
    ) -> None:
        self._zk = zk
        self._broker_id = broker_id
        self._controller_epoch = controller_epoch
        self._clock = clock
        self._changed: dict[TopicPartition, None] = {}
        self._last_change_ms = NOT_YET
        self._last_notice_ms = NOT_YET

    async def write(self, changes: Sequence[IsrChange]) -> list[IsrResult]:
        """Writes the ISR changes to ZooKeeper, one conditional write a partition; see `IsrWriter`."""
        return [await self._write(change) for change in changes]

    async def _write(self, change: IsrChange) -> IsrResult:
        path = paths.partition_state(*change.partition)
        state = PartitionStateZNode(self._broker_id, change.leader_epoch, change.isr, self._controller_epoch())
        try:
            stat = await self._zk.set(path, state.encode(), change.partition_epoch)
        except NoNode:
            return _refused(change, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        except BadVersion:
            found = await _read(self._zk, change.partition)
            if found is None or found.leader_epoch != change.leader_epoch or found.isr != change.isr:
                return _refused(change, ErrorCode.INVALID_UPDATE_VERSION)
            result = found
        else:
            result = IsrResult(
                partition=change.partition,
                leader=self._broker_id,
                leader_epoch=change.leader_epoch,
                isr=change.isr,
                partition_epoch=stat.version,
            )
        self._changed[change.partition] = None
        self._last_change_ms = self._clock.monotonic_ms()
        return result

    async def read(self, partition: TopicPartition) -> IsrResult | None:
        """Reads the partition's state from ZooKeeper; see `IsrWriter`."""
        return await _read(self._zk, partition)

    async def run(self) -> None:
        """Notifies the controller of what was written, now and then, until cancelled."""
        while True:
            await self._clock.sleep(NOTIFY_LOOK_MS)
            try:
                await self.notify_if_due()
            except ZkError as error:
                _log.info("the controller is told of changed ISRs later: %s", error)

    async def notify_if_due(self) -> bool:
        """Writes one notification of everything that changed since the last; whether it was time to."""
        now_ms = self._clock.monotonic_ms()
        is_quiet = self._last_change_ms + NOTIFY_QUIET_MS < now_ms
        if not self._changed or not (is_quiet or self._last_notice_ms + NOTIFY_WAIT_MS_MAX < now_ms):
            return False
        changed = tuple(self._changed)
        await self._zk.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode(changed).encode(), sequential=True)
        for partition in changed:
            self._changed.pop(partition, None)
        self._last_notice_ms = now_ms
        return True

    async def close(self) -> None:
        """Closes nothing: the writer has nothing of its own."""


def _refused(change: IsrChange, code: ErrorCode) -> IsrResult:
    return IsrResult(partition=change.partition, error_code=int(code))
