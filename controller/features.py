"""The features that a cluster has agreed on (KIP-584), as one elected controller keeps them in /feature.

    a new cluster       ─▶ enable: /feature, with what every registered broker supports, at its highest level
    a cluster of before ─▶ enable: /feature is switched on, and nothing is finalized: an administrator does that
    a broker registers  ─▶ is_admitted: not one that lacks a level which is finalized; it is ignored, as by Kafka

A new cluster is one without /feature and without topics. Kafka's own ZooKeeper-mode brokers support none of our
features: one that finds them finalized ends at its start, so nothing is finalized that a registered one lacks, and an
administrator who adds one takes the feature back first (docs/decisions/0100). Not here: UpdateFeatures, which any
broker's handler does for its controller (`broker.cluster.features`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from kavka.controller.context import LiveBroker
from kavka.controller.fenced_writer import FencedWriter
from kavka.zk.client import CreateOp, SetOp, ZkClient
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.features import FEATURE, FeatureZNode, Levels, lacking, shared
from kavka.zk.ops import Op
from kavka.zk.znodes import ZNodeError

log = logging.getLogger(__name__)


class ClusterFeatures:
    """What is finalized, read when it matters and written under the controller's epoch.

    Args:
        zk: the client, for plain reads.
        writer: writes as this controller.
        version: of /feature; None: features are off.
        supported: what this broker supports.
    """

    __slots__ = ("_supported", "_version", "_writer", "_zk")

    def __init__(
        self, zk: ZkClient, writer: FencedWriter, *, version: int | None, supported: Mapping[str, Levels]
    ) -> None:
        self._zk = zk
        self._writer = writer
        self._version = version
        self._supported = supported

    async def enable(self, brokers: Iterable[LiveBroker], *, is_new: bool) -> None:
        """Creates or enables /feature, or raises its version; nothing where features are off.

        A controller of an older Kafka may have left it switched off.

        Args:
            brokers: those that live.
            is_new: whether the cluster has no topic yet.
        """
        if self._version is None:
            return
        try:
            data, stat = await self._zk.get(FEATURE)
        except NoNode:
            features = shared((broker.features for broker in brokers), self._supported) if is_new else {}
            write: Op = CreateOp(FEATURE, FeatureZNode(features, version=self._version).encode())
        else:
            try:
                found = FeatureZNode.decode(data)
                if found.is_enabled and found.version >= self._version:
                    return
            except ZNodeError as error:
                log.error("%s is left as it is: %s", FEATURE, error)
                return
            node = FeatureZNode(found.features if found.is_enabled else {}, version=max(self._version, found.version))
            write = SetOp(FEATURE, node.encode(), stat.version)
        [result] = await self._writer.write([[write]])
        if isinstance(result, ZkError):
            log.warning("%s cannot be written: %s", FEATURE, result)

    async def is_admitted(self, broker: LiveBroker) -> bool:
        """Tells whether a broker supports what is finalized of our features; /feature is read only if it is in doubt.

        Raises:
            ZkError: ZooKeeper is not there.
        """
        if not lacking(broker.features, self._supported, self._supported):
            return True
        try:
            node = FeatureZNode.decode((await self._zk.get(FEATURE))[0])
        except (NoNode, ZNodeError):
            return True
        missing = lacking(broker.features, node.features, self._supported) if node.is_enabled else {}
        for name, levels in missing.items():
            log.error(
                "broker %d is ignored: it does not support %s %d, which the cluster has agreed on; start it with "
                "inter.broker.protocol.version=3.9 and kavka.later.apis.enable=true, or take the feature back "
                "(kavka feature update %s=0 --downgrade)",
                broker.broker_id,
                name,
                levels.high,
                name,
            )
        return not missing
