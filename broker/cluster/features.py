"""What the cluster has agreed to use (KIP-584), as this broker knows it: /feature, read and watched.

    controller ─▶ /feature ─▶ watch ─▶ `current` ─▶ ApiVersions: finalized features and their epoch

A ZooKeeper-mode Kafka supports no feature at all, and neither does this broker; what stands there was agreed on by
others, is shown as it is, and can be taken back. Not here: creating the node (the controller does at its failover).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.protocol.errors import FeatureUpdateFailed, InvalidRequest, KafkaError
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.features import FEATURE, FeatureZNode, Levels
from kavka.zk.znodes import ZNodeError

_log = logging.getLogger(__name__)

UNKNOWN_EPOCH: Final = -1


class Finalized(NamedTuple):
    """What has been agreed on.

    Attributes:
        epoch: the version of the node; −1: there is none, or feature versioning is off.
    """

    epoch: int
    features: Mapping[str, Levels]


NOTHING: Final = Finalized(UNKNOWN_EPOCH, {})


class FinalizedFeatures:
    """Reads /feature, and reads it again when it changes.

    Attributes:
        current: what was read last.

    Args:
        zk: the session whose watch it is.
    """

    __slots__ = ("_watcher", "_zk", "current")

    def __init__(self, zk: ZkClient) -> None:
        self.current = NOTHING
        self._zk = zk
        self._watcher = ZkWatcher(zk, look=self.refresh, what=FEATURE)

    async def run(self) -> None:
        """Follows the feature node until cancelled."""
        self._watcher.wake()
        await self._watcher.run()

    async def refresh(self) -> None:
        """Sets the watch and reads the feature node.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        if await self._zk.exists(FEATURE, watch=self._changed) is None:
            self.current = NOTHING
            return
        node, version = await read_features(self._zk)
        self.current = Finalized(version, node.features) if node.is_enabled else NOTHING

    def _changed(self, _event: str, _path: str) -> None:
        self._watcher.wake()


async def read_features(zk: ZkClient) -> tuple[FeatureZNode, int]:
    """Reads the feature node and its version; one that is missing or that nobody can read counts as switched off.

    Raises:
        ZkError: ZooKeeper cannot be asked.
    """
    try:
        data, stat = await zk.get(FEATURE)
        return FeatureZNode.decode(data), stat.version
    except NoNode:
        return FeatureZNode(is_enabled=False), UNKNOWN_EPOCH
    except ZNodeError as error:
        _log.error("%s is ignored: %s", FEATURE, error)
        return FeatureZNode(is_enabled=False), UNKNOWN_EPOCH


class Update(NamedTuple):
    """One change that a client asks for."""

    feature: str
    level: int
    may_lower: bool
    is_kind_known: bool = True


def decided(
    updates: list[Update], existing: Mapping[str, Levels]
) -> tuple[dict[str, Levels], dict[str, KafkaError | None]]:
    """Decides the new features and the outcome of each update; nothing is written."""
    target = dict(existing)
    outcomes: dict[str, KafkaError | None] = {}
    for update in updates:
        try:
            _check(update, existing.get(update.feature))
        except KafkaError as error:
            outcomes[update.feature] = error
        else:
            target.pop(update.feature, None)
            outcomes[update.feature] = None
    return target, outcomes


def _check(update: Update, existing: Levels | None) -> None:
    """Lets through only what takes a feature back: this broker supports none (KafkaController.validateFeatureUpdate).

    Raises:
        InvalidRequest: everything else, for Kafka's reasons.
    """
    level = update.level
    if not update.feature:
        raise InvalidRequest("Feature name can not be empty.")
    if not update.is_kind_known:
        raise InvalidRequest("Received unknown upgrade type.")
    if level < 1:
        if not update.may_lower:
            raise InvalidRequest(
                f"Can not provide maxVersionLevel: {level} less than 1 without setting the allowDowngrade flag "
                f"to true in the request."
            )
        if existing is None:
            raise InvalidRequest("Can not delete non-existing finalized feature.")
        return
    if existing is not None:
        _check_move(update, existing)
    raise InvalidRequest("Could not apply finalized feature update because the provided feature is not supported.")


def _check_move(update: Update, existing: Levels) -> None:
    level, now = update.level, f"existing maxVersionLevel:{existing.high}"
    if level == existing.high:
        verb = "downgrade" if update.may_lower else "upgrade"
        raise InvalidRequest(f"Can not {verb} a finalized feature from {now} to the same value.")
    if level < existing.high and not update.may_lower:
        raise InvalidRequest(
            f"Can not downgrade finalized feature from {now} to provided maxVersionLevel:{level} "
            f"without setting the allowDowngrade flag in the request."
        )
    if level > existing.high and update.may_lower:
        raise InvalidRequest(
            f"When the allowDowngrade flag set in the request, the provided maxVersionLevel:{level} "
            f"can not be greater than {now}."
        )


async def apply(
    updates: list[Update], zk: ZkClient, *, is_only_validated: bool = False
) -> dict[str, KafkaError | None]:
    """Applies the valid feature updates in one conditional write, or only says which they are.

    Returns:
        Feature → why not, None where it is done.
    """
    try:
        node, version = await read_features(zk)
        target, outcomes = decided(updates, node.features)
        if target != node.features and not is_only_validated:
            await zk.set(FEATURE, FeatureZNode(target, version=node.version).encode(), version)
    except ZkError as error:
        failure = FeatureUpdateFailed(f"the features cannot be written to ZooKeeper: {error}")
        return {update.feature: failure for update in updates}
    return outcomes
