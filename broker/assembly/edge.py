"""A broker's edge: the dispatcher, its handlers, the listeners and the admin endpoint. The last part.

    Inside ─▶ handlers ─▶ Dispatcher ─▶ Listener on each bound address ─▶ changes of the configuration
                                             └───────▶ AdminServer

Nothing is served before `start`. A part of the composition root: here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.assembly.endpoints import ListenerMaker, abandon, connection_limits, renew_tls
from kavka.broker.assembly.handlers.parts import HandlerParts
from kavka.broker.assembly.listener_changes import ListenerChanges, OpenListeners
from kavka.broker.assembly.quotas import assemble_quotas, client_quotas
from kavka.broker.assembly.telemetry import Telemetry, assemble_telemetry
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.http.admin import Admin
from kavka.broker.http.high_watermarks import HighWatermarks
from kavka.broker.http.observed import Observed
from kavka.broker.http.server import AdminServer
from kavka.broker.quota.live_quotas import LiveQuotas
from kavka.broker.requests.api_modules import everyday_modules
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.requests.fault_tap import FaultTap
from kavka.broker.requests.idle_loading import IdleLoading
from kavka.broker.requests.loading_on_demand import missing_modules
from kavka.broker.requests.served_apis import served_ranges
from kavka.broker.requests.transcript import Transcript
from kavka.common.lane import ITEMS_IN_A_ROW_MAX, in_passes
from kavka.common.steps import at_once
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    import contextlib

    from kavka.broker.assembly.controller import Controller
    from kavka.broker.assembly.endpoints import Addresses
    from kavka.broker.assembly.inside import Inside
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.network.connection_limits import ConnectionLimits
    from kavka.broker.network.listener import Listener
    from kavka.broker.requests.handler import Handler


class Edge(NamedTuple):
    """Where requests come in, and responses leave."""

    dispatcher: Dispatcher
    ranges: Mapping[int, tuple[int, int]]
    opened: OpenListeners
    changes: ListenerChanges
    admin: AdminServer | None
    high_watermarks: HighWatermarks
    telemetry: Telemetry
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
        """Opens and closes listeners as they change, forgets clients' metrics, and serves the admin endpoint."""
        works = {"listeners": self.changes.run, "client telemetry": self.telemetry.reaper.run}
        if self.admin is not None:
            works |= {"admin endpoint": self.admin.run, "high watermarks of others": self.high_watermarks.run}
        await self.tools.run(works)

    async def tend(self) -> None:
        """Loads the everyday handlers that nobody has used, while nothing else is to do."""
        tools, world = self.tools, self.tools.world
        loading = IdleLoading(
            everyday_modules(self.ranges),
            tools.supervisor,
            clock=tools.machine_clock,
            ticks=world.ticks,
            thread_ticks=world.thread_ticks,
        )
        await tools.run({"loading of modules": loading.run})

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
    ranges, live_quotas = served_ranges(config.ranges()), LiveQuotas()
    telemetry = assemble_telemetry(
        identity, inside.replication.config_changes, tools, has_subscriptions=ApiKey.LIST_CONFIG_RESOURCES in ranges
    )
    parts = HandlerParts(inside, tools, ranges, live_quotas, opened.check, telemetry)
    dispatcher = Dispatcher(
        clock=tools.clock,
        metrics=tools.metrics,
        ranges=served_ranges(config.answered_ranges()),
        tasks=handlers,
        ticks=tools.ticks,
        lanes=tools.lanes,
        make_handler=partial(_make_handler, parts),
        guard_of=security.authorization.guard_of,
        missing_modules=missing_modules,
    )
    limits = connection_limits(config, tools.budgets)
    maker = ListenerMaker(dispatcher, limits, tools)
    for bound in addresses.listeners:
        gateway = await security.logins.gateway(bound.endpoint, config, dispatcher, is_running=False)
        opened.add(maker.make(config, bound, gateway))
    admin_url = addresses.admin_url
    registration = cluster.registration
    changes = ListenerChanges(
        opened,
        maker,
        security.logins,
        registration,
        network=tools.world.network,
        clock=tools.clock,
        machine_clock=tools.machine_clock,
        config=config,
        admin_url=admin_url,
    )
    _follow(inside, limits, opened, changes)
    quotas = client_quotas(config, clock=tools.clock, metrics=tools.metrics, ticks=tools.ticks)
    source = assemble_quotas(identity.zk, quotas, limits.of_addresses, (live_quotas, dispatcher))
    config_changes = inside.replication.config_changes
    config_changes.add_listener(source)
    await config_changes.start()
    observed = _observed(inside, live_quotas, opened, telemetry, tools)
    high_watermarks = HighWatermarks(observed, cluster.peers("metrics"))
    admin = None
    if addresses.admin is not None:
        seen = _admin(observed, dispatcher, cluster.controller, high_watermarks, is_ready, tools)
        admin = AdminServer(seen, addresses.admin, clock=tools.machine_clock, plugged=tools.plugged)
    return Edge(dispatcher, ranges, opened, changes, admin, high_watermarks, telemetry, tools)


def _make_handler(parts: HandlerParts, api: ApiKey) -> Handler:
    from kavka.broker.assembly.handlers.table import MAKE  # which the first request loads, not the start

    return MAKE[api](parts)


def _observed(
    inside: Inside, quotas: LiveQuotas, opened: OpenListeners, telemetry: Telemetry, tools: Tools
) -> Observed:
    cluster, coordinators = inside.cluster, inside.coordinators
    identity = cluster.identity
    return Observed(
        broker_id=identity.broker_id,
        cluster_id=identity.cluster_id,
        broker_epoch=lambda: cluster.registration.epoch,
        live_config=identity.config,
        live_quotas=quotas,
        clock=tools.clock,
        machine_clock=tools.machine_clock,
        metrics=tools.metrics,
        metadata_cache=cluster.metadata,
        log_manager=inside.storage.logs,
        replica_manager=inside.replication.manager,
        controller=cluster.controller.requests,
        zk=identity.zk,
        topic_configs=cluster.topic_configs,
        lane=tools.lanes.clients,
        groups=coordinators.groups.coordinator,
        transactions=coordinators.transactions.coordinator,
        share_states=lambda: None if (built := coordinators.share_states.built) is None else built.coordinator,
        share_partitions=lambda: None if (led := coordinators.share_reading.built) is None else led.share_partitions,
        own_security=lambda: cluster.dialers.brokers.security,
        listeners=lambda: opened.listeners,
        telemetry=telemetry.core,
    )


def _follow(
    inside: Inside,
    limits: ConnectionLimits,
    opened: OpenListeners,
    changes: ListenerChanges,
) -> None:
    """Lets what changes while the broker runs take effect; also who may log in."""
    cluster = inside.cluster
    dynamic, ways = cluster.identity.dynamic, cluster.dialers.each()
    dynamic.add_listener(lambda config: _reconfigure(inside, limits, config))
    dynamic.add_listener(lambda config: _try_elections(cluster.controller, config))
    dynamic.add_listener(changes.changed)
    for dialer in ways:
        dynamic.add_listener(dialer.renew)
    dynamic.add_load_listener(lambda config: renew_tls(opened.listeners, ways, config))


def _reconfigure(inside: Inside, limits: ConnectionLimits, config: BrokerConfig) -> None:
    """Applies another configuration of the broker wherever one is held."""
    manager = inside.replication.manager
    inside.storage.logs.take_defaults(LogConfig(broker=config))
    reconfiguration = manager.reconfiguration.apply(inside.cluster.topic_configs.log_config)
    if len(manager.partitions) <= ITEMS_IN_A_ROW_MAX:
        at_once(reconfiguration)
    else:
        in_passes(reconfiguration, a_pass=1)
    limits.change(
        total_max=config.max_connections,
        per_ip_max=config.max_connections_per_ip,
        per_ip_overrides=config.connections_per_ip_overrides,
        per_second_max=config.max_connection_creation_rate,
    )


def _try_elections(controller: Controller, config: BrokerConfig) -> None:
    """Says so where leaders may be elected now that could not before."""
    if config.unclean_leader_election_enable:
        controller.unclean_election_enabled()


def _admin(
    observed: Observed,
    dispatcher: Dispatcher,
    controller: Controller,
    high_watermarks: HighWatermarks,
    is_ready: Callable[[], bool],
    tools: Tools,
) -> Admin:
    return Admin(
        observed,
        controller,
        tools.feed,
        FaultTap(dispatcher, tools.feed, tools.machine_clock),
        Transcript(dispatcher, tools.machine_clock, observed.metadata_cache.topic_id_text),
        is_ready,
        high_watermarks,
        tools.budgets,
        tools.dev_clock,
    )
