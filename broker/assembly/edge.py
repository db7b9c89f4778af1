"""A broker's edge: the dispatcher, its handlers' services, the listeners and the admin endpoint. The last part.

    all other parts ─▶ BrokerServices ─▶ Dispatcher ─▶ Listener on each bound address ─▶ changes of the configuration
                                             └───────▶ AdminServer

Nothing is served before `start`. A part of the composition root: here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kavka.broker.assembly.endpoints import ListenerMaker, abandon, connection_limits, reconfigure, renew_tls
from kavka.broker.assembly.listener_changes import ListenerChanges, OpenListeners
from kavka.broker.assembly.quotas import assemble_quotas, client_quotas
from kavka.broker.http.admin import Admin
from kavka.broker.http.high_watermarks import HighWatermarks
from kavka.broker.http.server import AdminServer
from kavka.broker.requests.dispatcher import Dispatcher, served_ranges
from kavka.broker.requests.fault_tap import FaultTap
from kavka.broker.requests.idle_loading import IdleLoading, modules_of
from kavka.broker.requests.services import BrokerServices
from kavka.broker.requests.transcript import Transcript
from kavka.protocol.api_keys import PROFILES

if TYPE_CHECKING:
    import contextlib

    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.controller import Controller
    from kavka.broker.assembly.coordinators import Coordinators
    from kavka.broker.assembly.endpoints import Addresses
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.security import Security
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.network.listener import ConnectionLimits, Listener


@dataclass(frozen=True, slots=True)
class Inside:
    """What is behind the edge: every part that requests reach."""

    storage: Storage
    cluster: Cluster
    replication: Replication
    coordinators: Coordinators
    security: Security


@dataclass(frozen=True, slots=True)
class Edge:
    """Where requests come in, and responses leave."""

    services: BrokerServices
    dispatcher: Dispatcher
    opened: OpenListeners
    changes: ListenerChanges
    admin: AdminServer | None
    high_watermarks: HighWatermarks
    tools: Tools

    @property
    def listeners(self) -> list[Listener]:
        """Returns the listeners that are open now."""
        return self.opened.listeners

    async def start(self) -> None:
        """Lets every listener accept."""
        for listener in self.listeners:
            await listener.start()

    async def run(self) -> None:
        """Opens and closes listeners as they change, and serves the admin endpoint, until cancelled."""
        works = {"listeners": self.changes.run}
        if self.admin is not None:
            works |= {"admin endpoint": self.admin.run, "high watermarks of others": self.high_watermarks.run}
        await self.tools.run(works)

    async def tend(self) -> None:
        """Loads the handlers that nobody has used yet, while there is nothing else to do."""
        loading = IdleLoading(modules_of(self.services.api_ranges), self.tools.supervisor)
        await self.tools.run({"loading of modules": loading.run})

    async def close(self, timeout_ms: int) -> None:
        """Closes the listeners; requests in progress may take so long, then they are cut off."""
        await asyncio.gather(*(listener.close(timeout_ms=timeout_ms) for listener in self.listeners))
        self.dispatcher.cancel_tasks()


async def open_edge(
    inside: Inside,
    addresses: Addresses,
    tools: Tools,
    *,
    handlers: asyncio.TaskGroup,
    is_ready: Callable[[], bool],
    stack: contextlib.AsyncExitStack,
) -> Edge:
    """Builds the edge on the bound addresses.

    Changed configurations are heard from now on.

    Args:
        inside: the other parts.
        addresses: where listeners will accept.
        tools: the broker's.
        handlers: where handlers run that wait.
        is_ready: whether clients are served and the controller has spoken.
        stack: closes connections that the stop has left open.

    Raises:
        ConfigError: the logins of a listener cannot be as they are configured.
        ZkError: ZooKeeper cannot be asked.
    """
    cluster, security = inside.cluster, inside.security
    identity = cluster.identity
    config = identity.config()
    opened = OpenListeners(security.logins)
    stack.callback(abandon, opened.listeners)
    services = _services(inside, opened, tools)
    dispatcher = Dispatcher(
        services,
        metrics=tools.metrics,
        ranges=services.api_ranges,
        tasks=handlers,
        ticks=tools.ticks,
        lanes=tools.lanes,
        guard_of=security.authorization.guard_of,
    )
    limits = connection_limits(config, tools.budgets)
    maker = ListenerMaker(dispatcher, limits, tools)
    for bound in addresses.listeners:
        gateway = await security.logins.gateway(bound.endpoint, config, dispatcher, is_running=False)
        opened.add(maker.make(config, bound, gateway))
    admin_url = addresses.admin_url
    registration = cluster.registration
    changes = ListenerChanges(
        opened, maker, security.logins, registration, clock=tools.clock, config=config, admin_url=admin_url
    )
    _follow(cluster, services, limits, opened, changes)
    quotas = client_quotas(config, clock=tools.clock, metrics=tools.metrics, ticks=tools.ticks)
    source = assemble_quotas(identity.zk, quotas, limits.of_addresses, (services, dispatcher))
    services.config_changes.add_listener(source)
    await services.config_changes.start()
    high_watermarks = HighWatermarks(services, cluster.peers("metrics"))
    admin = None
    if addresses.admin is not None:
        seen = _admin(services, dispatcher, cluster.controller, high_watermarks, is_ready, tools)
        admin = AdminServer(seen, addresses.admin, plugged=tools.plugged)
    return Edge(services, dispatcher, opened, changes, admin, high_watermarks, tools)


def _services(inside: Inside, opened: OpenListeners, tools: Tools) -> BrokerServices:
    cluster, replication, security = inside.cluster, inside.replication, inside.security
    identity, coordinators = cluster.identity, inside.coordinators
    config = identity.config()
    return BrokerServices(
        broker_id=identity.broker_id,
        cluster_id=identity.cluster_id,
        broker_epoch=lambda: cluster.registration.epoch,
        config=config,
        clock=tools.clock,
        metrics=tools.metrics,
        metadata_cache=cluster.metadata,
        log_manager=inside.storage.logs,
        replica_manager=replication.manager,
        controller=cluster.controller,
        controller_channel=cluster.channel,
        zk=identity.zk,
        producer_ids=cluster.producer_ids,
        topic_configs=cluster.topic_configs,
        config_changes=replication.config_changes,
        api_ranges=served_ranges(PROFILES[config.profile]),
        lane=tools.lanes.clients,
        features=cluster.features,
        control_requests=replication.control_requests,
        groups=coordinators.groups.coordinator,
        transactions=coordinators.transactions.coordinator,
        transactional_offsets=coordinators.groups.coordinator,
        verification=coordinators.transactions.verification,
        authorizer=security.authorization.authorizer,
        acls=security.authorization.acls,
        tokens=security.tokens,
        own_security=lambda: cluster.dialers.brokers.security,
        check_listeners=opened.check,
    )


def _follow(
    cluster: Cluster,
    services: BrokerServices,
    limits: ConnectionLimits,
    opened: OpenListeners,
    changes: ListenerChanges,
) -> None:
    """Lets what changes while the broker runs take effect; also who may log in."""
    dynamic, ways = cluster.identity.dynamic, cluster.dialers.each()
    dynamic.add_listener(lambda config: reconfigure(services, limits, config))
    dynamic.add_listener(lambda config: _try_elections(cluster.controller, config))
    dynamic.add_listener(changes.changed)
    for dialer in ways:
        dynamic.add_listener(dialer.renew)
    dynamic.add_load_listener(lambda config: renew_tls(opened.listeners, ways, config))


def _try_elections(controller: Controller, config: BrokerConfig) -> None:
    """Says so where leaders may be elected now that could not before."""
    if config.unclean_leader_election_enable:
        controller.unclean_election_enabled()


def _admin(
    services: BrokerServices,
    dispatcher: Dispatcher,
    controller: Controller,
    high_watermarks: HighWatermarks,
    is_ready: Callable[[], bool],
    tools: Tools,
) -> Admin:
    return Admin(
        services,
        controller,
        tools.feed,
        FaultTap(dispatcher, tools.feed),
        Transcript(dispatcher, tools.clock, services.metadata_cache.topic_id_text),
        is_ready,
        high_watermarks,
        tools.budgets,
    )
