"""A broker as a member of its cluster: registered, with the metadata, and with ways to the others. A part of the root.

    Identity, Storage, Addresses ─▶ Registration ─▶ Controller ─▶ ControllerChannel
                                                         └──────▶ links to whoever is the controller

The broker is registered when this is built, so that the controller speaks to it as soon as it accepts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.assembly.controller import Controller, make_controller
from kavka.broker.assembly.dialing import Dialers
from kavka.broker.assembly.endpoints import make_registration
from kavka.broker.cluster.controlled_shutdown import ControlledShutdown
from kavka.broker.cluster.controller_channel import ControllerChannel
from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
from kavka.broker.cluster.features import FinalizedFeatures, supported_features
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.peer_links import broker_links, controller_link
from kavka.broker.cluster.producer_ids import ProducerIds
from kavka.broker.cluster.topic_configs import SharedLogConfigs, TopicConfigs
from kavka.protocol.api_keys import PROFILES, ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.endpoints import Addresses
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.registration import Registration
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLink, PeerLinks


class Cluster(NamedTuple):
    """What this broker knows of its cluster, and how it reaches the rest of it."""

    identity: Identity
    metadata: MetadataCache
    registration: Registration
    controller: Controller
    """Of this process, active or not."""
    controller_epoch: LatestControllerEpoch
    channel: ControllerChannel
    """To the controller, while that is another broker."""
    dialers: Dialers
    features: FinalizedFeatures
    producer_ids: ProducerIds
    topic_configs: TopicConfigs
    tools: Tools

    def link(self, client_id: str) -> PeerLink[Connection]:
        """Returns a link to whoever is the controller, under a client id."""
        return _link(self.identity, self.metadata, self.controller.requests, self.dialers, client_id, self.tools)

    def peers(self, purpose: str) -> PeerLinks[Connection]:
        """Returns links to the other brokers, for one purpose."""
        listener = self.identity.config().inter_broker_listener
        client_id = f"broker-{self.identity.broker_id}-{purpose}"
        return broker_links(
            self.metadata,
            listener=listener,
            dial=self.dialers.dial,
            purpose=client_id,
            clock=self.tools.machine_clock,
        )

    def shutdown(self) -> ControlledShutdown:
        """Returns the request that others lead what this broker leads."""
        identity = self.identity
        config = identity.config()
        return ControlledShutdown(
            broker_id=identity.broker_id,
            broker_epoch=lambda: self.registration.epoch,
            config=config,
            version=config.protocol.version(ApiKey.CONTROLLED_SHUTDOWN),
            cache=self.metadata,
            link=self.link(f"broker-{identity.broker_id}"),
            clock=self.tools.machine_clock,
        )

    async def run(self) -> None:
        """Follows the features, and stays registered, until cancelled."""
        registration = self.registration
        await self.tools.run(
            {"features": self.features.run, "registration": registration.run, "registered": registration.keep}
        )

    async def close(self) -> None:
        """Closes the connection to the controller."""
        await self.channel.close()


async def join_cluster(identity: Identity, storage: Storage, addresses: Addresses, tools: Tools) -> Cluster:
    """Registers this broker, and builds its ways to the others.

    Raises:
        AlreadyRegistered: another broker has its id.
        ZkError: ZooKeeper cannot be asked.
        ConfigError: the cluster has agreed on a feature that this broker does not support.
        ValueError: brokers cannot log in to each other as it is configured.
    """
    zk, config = identity.zk, identity.config()
    dialers = Dialers(config, tools.world.network, tools.machine_clock)
    registration = make_registration(identity, addresses, storage.logs, tools.world)
    features = FinalizedFeatures(zk)
    await features.refresh()
    features.check_supported(supported_features(config))
    await registration.register()
    metadata, seen = MetadataCache(tools.machine_clock), LatestControllerEpoch()
    controller = make_controller(identity, registration, seen, dialers.control, tools)
    channel = ControllerChannel(
        _link(identity, metadata, controller.requests, dialers, f"broker-{identity.broker_id}", tools),
        create_topics_version=PROFILES[config.profile][ApiKey.CREATE_TOPICS][1],
        num_partitions=config.num_partitions,
        replication_factor=config.default_replication_factor,
        clock=tools.machine_clock,
    )
    return Cluster(
        identity=identity,
        metadata=metadata,
        registration=registration,
        controller=controller,
        controller_epoch=seen,
        channel=channel,
        dialers=dialers,
        features=features,
        producer_ids=ProducerIds(zk, identity.broker_id),
        topic_configs=TopicConfigs(zk, SharedLogConfigs(identity.config)),
        tools=tools,
    )


def _link(
    identity: Identity,
    metadata: MetadataCache,
    controller: ControllerApi,
    dialers: Dialers,
    client_id: str,
    tools: Tools,
) -> PeerLink[Connection]:
    return controller_link(
        metadata,
        controller_id=lambda: controller.active_controller_id,
        listener=identity.config().control_plane_listener,
        dial=dialers.control.dial,
        purpose=client_id,
        clock=tools.machine_clock,
    )
