"""What the cluster has agreed to use (KIP-584), as this broker knows it: /feature, read and watched.

    controller ─▶ /feature ─▶ watch ─▶ `current` ─┬▶ ApiVersions: finalized features and their epoch
                                                  └▶ `level`: what the transaction coordinator goes by

A ZooKeeper-mode Kafka supports no feature at all; this broker those of Kafka 4 that are in `kavka.zk.features`, where
it offers what Kafka 4 brought. What else stands there was agreed on by others, is shown as it is, and can be taken
back. Not here: creating the node (the controller does at its failover).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.broker.config.types import ConfigError
from kavka.protocol.errors import FeatureUpdateFailed, InvalidRequest, KafkaError
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.features import (
    FEATURE,
    LOWEST_FINALIZED,
    NO_FEATURES,
    SUPPORTED,
    FeatureZNode,
    Levels,
    lacking,
    levels_of,
)
from kavka.zk.znodes import BrokerRegistration, ZNodeError

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

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

_FEATURES_SINCE: Final = "3.9-IV0"


def supported_features(config: BrokerConfig) -> Mapping[str, Levels]:
    """Returns the features that a broker supports: none below profile 3.9, as in Kafka."""
    is_later = config.kavka_later_apis_enable and config.protocol.is_at_least(_FEATURES_SINCE)
    return SUPPORTED if is_later else NO_FEATURES


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

    def level(self, name: str) -> int:
        """Returns the level at which a feature is finalized; 0: it is not used."""
        levels = self.current.features.get(name)
        return 0 if levels is None else levels.high

    def check_supported(self, supported: Mapping[str, Levels]) -> None:
        """Checks that this broker supports what is finalized of our features. Kafka's brokers end, too, where not.

        Raises:
            ConfigError: it does not.
        """
        for name, levels in lacking(supported, self.current.features, SUPPORTED).items():
            raise ConfigError(
                f"this cluster has agreed on {name} {levels.high}, which this broker does not support as it is "
                f"configured. Start it with inter.broker.protocol.version=3.9 and kavka.later.apis.enable=true; or "
                f"take the feature back first, while the others run: kavka feature update {name}=0 --downgrade"
            )

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
    updates: list[Update],
    existing: Mapping[str, Levels],
    supported: Mapping[str, Levels] = NO_FEATURES,
    of_brokers: Sequence[Mapping[str, Levels]] = (),
) -> tuple[dict[str, Levels], dict[str, KafkaError | None]]:
    """Decides the new features and the outcome of each update; nothing is written.

    Args:
        updates: what is asked for.
        existing: what is finalized.
        supported: what this broker supports.
        of_brokers: what each registered broker supports, this one too.
    """
    target = dict(existing)
    outcomes: dict[str, KafkaError | None] = {}
    for update in updates:
        try:
            _check(update, existing.get(update.feature))
            if update.level >= LOWEST_FINALIZED:
                _check_supported(update, supported, of_brokers)
        except KafkaError as error:
            outcomes[update.feature] = error
        else:
            outcomes[update.feature] = None
            if update.level >= LOWEST_FINALIZED:
                target[update.feature] = Levels(LOWEST_FINALIZED, update.level)
            else:
                target.pop(update.feature, None)
    return target, outcomes


def _check_supported(
    update: Update, supported: Mapping[str, Levels], of_brokers: Iterable[Mapping[str, Levels]]
) -> None:
    """Checks that every broker supports a level (KafkaController.newFinalizedVersionOrIncompatibilityError).

    Raises:
        InvalidRequest: this broker, or another one, does not.
    """
    wanted = {update.feature: Levels(LOWEST_FINALIZED, update.level)}
    if update.feature not in supported:
        raise InvalidRequest("Could not apply finalized feature update because the provided feature is not supported.")
    if any(lacking(theirs, wanted, wanted) for theirs in (supported, *of_brokers)):
        raise InvalidRequest(
            "Could not apply finalized feature update because brokers were found to have incompatible versions for "
            "the feature."
        )


def _check(update: Update, existing: Levels | None) -> None:
    """Checks what does not depend on who supports what (KafkaController.validateFeatureUpdate).

    Raises:
        InvalidRequest: for Kafka's reasons.
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
    updates: list[Update],
    zk: ZkClient,
    *,
    supported: Mapping[str, Levels] = NO_FEATURES,
    is_only_validated: bool = False,
    all_or_none: bool = False,
) -> dict[str, KafkaError | None]:
    """Applies the valid feature updates in one conditional write, or only says which they are.

    Args:
        updates: what is asked for.
        zk: where features and registrations stand.
        supported: what this broker supports.
        is_only_validated: nothing is written.
        all_or_none: nothing is written if one of them cannot be.

    Returns:
        Feature → why not, None where it is done.
    """
    try:
        node, version = await read_features(zk)
        of_brokers = await _registered(zk) if any(update.feature in supported for update in updates) else []
        target, outcomes = decided(updates, node.features, supported, of_brokers)
        is_spoilt = all_or_none and any(error is not None for error in outcomes.values())
        if target != node.features and not is_only_validated and not is_spoilt:
            await zk.set(FEATURE, FeatureZNode(target, version=node.version).encode(), version)
    except (ZkError, ZNodeError) as error:
        failure = FeatureUpdateFailed(f"the features cannot be written to ZooKeeper: {error}")
        return {update.feature: failure for update in updates}
    return outcomes


async def _registered(zk: ZkClient) -> list[Mapping[str, Levels]]:
    """Reads what each registered broker supports.

    Raises:
        ZkError: ZooKeeper cannot be asked.
        ZNodeError: a registration cannot be read.
    """
    found: list[Mapping[str, Levels]] = []
    for name in await zk.children(paths.BROKER_IDS):
        try:
            data, _ = await zk.get(f"{paths.BROKER_IDS}/{name}")
        except NoNode:
            continue  # it has gone in between
        found.append(levels_of(BrokerRegistration.decode(data).features))
    return found
