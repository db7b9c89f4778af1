"""Features that brokers support and that the cluster has agreed on (KIP-584).

    describe ─▶ ApiVersions, of any broker: what it supports, what is finalized, in which epoch
    update   ─▶ UpdateFeatures, of the controller

Kafka's brokers with ZooKeeper support none, ours those of Kafka 4 that they have (`kavka.zk.features`). What else
stands in the /feature node others have agreed on, and can be taken back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.client.controller import ControllerLink
from kavka.protocol.messages import ApiVersionsRequest, UpdateFeaturesRequest
from kavka.wire.errors import raise_first

_KINDS_VERSION: Final = 1
"""The first UpdateFeatures version with kinds of upgrade in the place of a flag (KIP-584's second half)."""
_UPGRADE, _UNSAFE_DOWNGRADE = 1, 3


class Feature(NamedTuple):
    """A feature; levels are None where nobody supports it, or it is not finalized."""

    name: str
    supported_min: int | None
    supported_max: int | None
    finalized: int | None


class Features(NamedTuple):
    """All that a broker tells of features."""

    epoch: int
    """Of what is finalized; −1: nothing is."""
    features: tuple[Feature, ...]


async def describe(cluster: Cluster) -> Features:
    """Returns the features that a broker knows, sorted by name.

    Raises:
        KafkaError, ClientError: no broker says.
    """
    request = ApiVersionsRequest(client_software_name="kavka", client_software_version="0")

    async def attempt() -> Features:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("", response.error_code, None)])
        supported = {item.name: (item.min_version, item.max_version) for item in response.supported_features}
        finalized = {item.name: item.max_version_level for item in response.finalized_features}
        names = sorted({*supported, *finalized})
        found = tuple(Feature(name, *supported.get(name, (None, None)), finalized.get(name)) for name in names)
        return Features(response.finalized_features_epoch, found)

    return await cluster.retry(attempt, what="describe features")


async def update(cluster: Cluster, levels: dict[str, int], *, is_downgrade: bool) -> None:
    """Finalizes features at levels; level 0 takes one back, which is a downgrade.

    Raises:
        FeatureUpdateFailed, InvalidRequest: brokers do not support the level, or it is lower and that was not allowed.
        KafkaError, ClientError: the controller does not do it.
    """
    link = ControllerLink(cluster)
    connection = await cluster.connection(await link.controller_id())
    has_kinds = cluster.version_for(connection, int(UpdateFeaturesRequest.API_KEY)) >= _KINDS_VERSION
    update_of = UpdateFeaturesRequest.FeatureUpdateKey
    updates = [
        update_of(feature=name, max_version_level=level, upgrade_type=_UNSAFE_DOWNGRADE if is_downgrade else _UPGRADE)
        if has_kinds
        else update_of(feature=name, max_version_level=level, allow_downgrade=is_downgrade)
        for name, level in levels.items()
    ]
    response = await link.ask(UpdateFeaturesRequest(feature_updates=updates), what="update features")
    raise_first([("", response.error_code, response.error_message)])
    raise_first((result.feature, result.error_code, result.error_message) for result in response.results)
