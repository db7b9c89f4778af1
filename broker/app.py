"""The composition root: builds a broker of its parts, starts them in order, and stops them in order.

    start   log directories ─▶ ZooKeeper ─▶ ids ─▶ logs ─▶ listeners ─▶ registration ─▶ controller ─▶ metadata ─▶ ready
    stop    others lead ─▶ listeners ─▶ requests in progress ─▶ controller ─▶ registration ─▶ logs flushed, clean marker
            ─▶ ZooKeeper

Everything that runs does so in one TaskGroup, owned by `run`. A step of the stop that does not end in its time is
skipped, never waited for without end; the clean marker is written only after the logs are flushed. The only module of
the broker that knows the controller, which knows nothing of the broker and reaches it by RPC like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.assembly.dialing import dialers
from kavka.broker.assembly.endpoints import abandon, bind_listeners, make_registration, reconfigure, renew_tls
from kavka.broker.assembly.groups import Groups, assemble_groups
from kavka.broker.assembly.listener_changes import ListenerChanges, assemble_listener_changes
from kavka.broker.assembly.peers import peers_of
from kavka.broker.assembly.permissions import assemble_authorization
from kavka.broker.assembly.quotas import assemble_quotas
from kavka.broker.assembly.replication import assemble_replication, replication_quotas
from kavka.broker.assembly.transactions import Transactions, assemble_transactions
from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster.config_changes import ConfigChanges
from kavka.broker.cluster.controlled_shutdown import ControlledShutdown
from kavka.broker.cluster.controller_api import ControllerApi
from kavka.broker.cluster.controller_channel import ControllerChannel
from kavka.broker.cluster.controller_link import ControllerLink
from kavka.broker.cluster.dynamic_configs import DynamicConfigs
from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.producer_ids import ProducerIds
from kavka.broker.cluster.registration import AlreadyRegistered, Registration, RegistrationLost
from kavka.broker.cluster.topic_configs import SharedLogConfigs, TopicConfigs
from kavka.broker.cluster.zookeeper_client import ensure_paths, zookeeper_client
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.topic_config import LogConfig, parse_overrides
from kavka.broker.config.types import ConfigError
from kavka.broker.http.admin import Admin
from kavka.broker.http.high_watermarks import HighWatermarks
from kavka.broker.http.server import AdminServer, AdminServerError
from kavka.broker.http.setup import make_admin_server
from kavka.broker.log.log_dir import LogDirError, stored_broker_id
from kavka.broker.log.log_manager import LogManager
from kavka.broker.loop_lag import watch_loop
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.network.budgets import Budgets
from kavka.broker.network.listener import Listener, ListenError
from kavka.broker.replica.fetch_session import FetchSessionCache
from kavka.broker.replica.incomplete_logs import IncompleteLogs
from kavka.broker.replica.log_dir_failures import AllLogDirsFailed, LogDirFailures
from kavka.broker.replica.log_dir_returns import LogDirReturns
from kavka.broker.replica.missing_logs import mark_missing
from kavka.broker.replica.replica_manager import ReplicaManager
from kavka.broker.requests.dispatcher import Dispatcher, served_ranges
from kavka.broker.requests.fault_tap import FaultTap
from kavka.broker.requests.idle_loading import IdleLoading, modules_of
from kavka.broker.requests.services import BrokerServices
from kavka.broker.requests.transcript import Transcript
from kavka.common.event_feed import EventFeed
from kavka.common.filesystem import FileSystem
from kavka.common.lane import Lane, Lanes
from kavka.common.supervised import Supervisor
from kavka.common.tls_stores import TlsError
from kavka.controller.config import ControllerConfig
from kavka.controller.controller import Controller
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.timer.clock import Clock, SystemClock
from kavka.timer.dev_clock import DevClock, machine_clock
from kavka.timer.sleeping import sleep_ms
from kavka.zk.client import ZkClient
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.security.acl_changes import AclChanges

_log = logging.getLogger(__name__)

READY_WAIT_MS: Final = 30_000
"""How long startup waits for this broker in the controller's metadata before it counts as started anyway."""

READY_LOOK_MS: Final = 2
"""Pause between looks while starting: the two things that are waited for come by different requests."""

REQUESTS_STOP_MS: Final = 1_000
"""How long requests in progress may take to finish at a stop; what long-polls then is cut off."""

CONTROLLER_STOP_MS: Final = 5_000
ZOOKEEPER_STOP_MS: Final = 2_000

_NO_START: Final = (ZkError, LogDirError, ListenError, AdminServerError, AlreadyRegistered, TlsError, ConfigError)
"""What of startup's failures its user can do something about."""


class StartError(Exception):
    """The broker cannot start, for a reason that its user can do something about: the message says what."""


class BrokerEnded(Exception):
    """The running broker had to end, and did so in order; the message says why, for its user."""


class Ready(NamedTuple):
    """What a started broker tells whoever started it."""

    broker_id: int
    host: str
    port: int
    pid: int
    data_dir: str
    endpoints: tuple[str, ...]
    admin: str | None
    """The URL of its admin endpoint."""


class _Parts(NamedTuple):
    """What `run` has built, and stops again."""

    services: BrokerServices
    dispatcher: Dispatcher
    listeners: list[Listener]
    listener_changes: ListenerChanges
    registration: Registration
    groups: Groups
    transactions: Transactions
    log_dir_failures: LogDirFailures
    controller: Controller
    tasks: asyncio.TaskGroup
    admin: AdminServer | None
    high_watermarks: HighWatermarks
    authorization: AclChanges | None


class Broker:
    """One broker: `run` it once; `stop` ends it in order.

    Args:
        config: its configuration.
        clock: what time it is.
        rng: for ids and placements.
        random_bytes: for secrets.
        plugged: names of modules with more routes for the admin endpoint (`http.routes.Routes`).
    """

    def __init__(
        self,
        config: BrokerConfig,
        *,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        random_bytes: Callable[[int], bytes] = os.urandom,
        plugged: Sequence[str] = (),
    ) -> None:
        self.config = config
        self._make_admin_server = partial(make_admin_server, random_bytes=random_bytes, plugged=plugged)
        self.clock: Clock = clock or (DevClock() if config.kavka_dev_clock else SystemClock())
        self.rng = rng or random.Random(os.urandom(16))
        self.metrics = BrokerMetrics()
        self.supervisor = Supervisor(self.metrics.failures)
        self.feed = EventFeed(self.clock.now_ms)
        self._budgets = Budgets(config, self.clock)
        self._lanes = Lanes()
        self._stopping = asyncio.Event()
        self._is_ready = False
        self._ended_by: RegistrationLost | AllLogDirsFailed | None = None

    def stop(self) -> None:
        """Requests the broker's end; `run` returns when everything is closed. Safe to call at any time, and again."""
        self._stopping.set()

    async def run(self, on_ready: Callable[[Ready], None] = lambda _: None) -> None:
        """Runs the broker from startup until `stop`; calls `on_ready` once clients are served.

        Raises:
            StartError: the broker cannot start; its message is for the user.
            BrokerEnded: it ran and had to end.
            ExceptionGroup: a part of the running broker failed.
        """
        if self.config.inert():
            _log.warning("these settings have no effect yet: %s", ", ".join(self.config.inert()))
        zk = zookeeper_client(self.config, self.clock)
        async with contextlib.AsyncExitStack() as stack:
            try:
                await zk.start(self.config.zookeeper_connection_timeout_ms)
                stack.push_async_callback(_within, zk.close, ZOOKEEPER_STOP_MS, "closing the ZooKeeper session")
                parts = await self._assemble(zk, stack)
            except _NO_START as error:
                raise StartError(str(error)) from error
            await self._serve(parts, on_ready)
        if self._ended_by is not None:
            raise BrokerEnded(str(self._ended_by)) from self._ended_by

    # ---- start ----------------------------------------------------------------------------------------------------

    async def _assemble(self, zk: ZkClient, stack: contextlib.AsyncExitStack) -> _Parts:
        """Builds everything, in the order in which things depend on each other; nothing is served yet."""
        await ensure_paths(zk, self.config, self.clock)
        cluster_id = await cluster_identity.cluster_id(zk, self.rng)
        broker_id = await self._broker_id(zk)
        dynamic = DynamicConfigs(zk, broker_id, self.config)
        await dynamic.begin()
        config = self.config = dynamic.current
        self._dialer, self._control_dialer = dialers(config)
        log_manager = await self._load_logs(broker_id, cluster_id, lambda: dynamic.current, stack)
        await mark_missing(zk, log_manager, broker_id)
        tasks, metadata_cache = asyncio.TaskGroup(), MetadataCache()
        replica_manager = self._replica_manager(broker_id, log_manager, metadata_cache, dynamic)
        ranges = served_ranges(PROFILES[self.config.profile])
        ticks, lanes = time.perf_counter_ns, self._lanes
        dispatcher = Dispatcher(metrics=self.metrics, ranges=ranges, tasks=tasks, ticks=ticks, lanes=lanes)
        listeners = bind_listeners(self.config, dispatcher, self.metrics, self.clock, self._budgets)
        stack.callback(abandon, listeners)
        admin = self._bind_admin(listeners, stack)
        registration = make_registration(zk, broker_id, config, listeners, admin, log_manager, self.clock)
        await registration.register()
        controller = self._controller(zk, replica_manager, registration, dynamic)
        topic_configs = TopicConfigs(zk, SharedLogConfigs(lambda: dynamic.current))
        services = dispatcher.services = BrokerServices(
            broker_id=broker_id,
            cluster_id=cluster_id,
            broker_epoch=lambda: registration.epoch,
            config=self.config,
            clock=self.clock,
            metrics=self.metrics,
            metadata_cache=metadata_cache,
            log_manager=log_manager,
            replica_manager=replica_manager,
            controller=controller,
            controller_channel=self._controller_channel(metadata_cache, controller, broker_id, stack),
            zk=zk,
            producer_ids=ProducerIds(zk, broker_id),
            topic_configs=topic_configs,
            config_changes=self._config_changes(zk, dynamic, topic_configs, replica_manager, controller, lanes.clients),
            api_ranges=ranges,
            lanes=lanes,
        )
        stack.push_async_callback(
            assemble_replication(services, registration, self._dialer.dial, self._controller_link)
        )
        groups = assemble_groups(services, log_manager.filesystem, self.rng)
        transactions = assemble_transactions(services, self._dialer.dial, log_manager.filesystem)
        stack.push_async_callback(transactions.close)
        changes = await assemble_listener_changes(services, listeners, registration, admin)
        self._follow(dynamic, services, listeners, controller, changes)
        assemble_quotas(services, dispatcher, listeners[0].limits)
        await services.config_changes.start()
        high_watermarks = HighWatermarks(services, peers_of(services, self._dialer.dial, "metrics"))
        if admin is not None:
            admin.admin = self._admin(services, dispatcher, controller, high_watermarks)
        return _Parts(
            services,
            dispatcher,
            listeners,
            changes,
            registration,
            groups,
            transactions,
            LogDirFailures(log_manager, zk, broker_id),
            controller,
            tasks,
            admin,
            high_watermarks,
            await assemble_authorization(services, dispatcher),
        )

    def _follow(
        self,
        dynamic: DynamicConfigs,
        services: BrokerServices,
        listeners: Sequence[Listener],
        controller: Controller,
        changes: ListenerChanges,
    ) -> None:
        """Lets what changes while the broker runs take effect; also who may log in."""
        dynamic.add_listener(lambda config: reconfigure(services, listeners[0].limits, config))
        dynamic.add_listener(lambda config: _try_elections(controller, config))
        dynamic.add_listener(changes.changed)
        ways = {self._dialer, self._control_dialer}
        for dialer in ways:
            dynamic.add_listener(dialer.renew)
        dynamic.add_load_listener(lambda config: renew_tls(listeners, ways, config))
        services.own_security = lambda: self._dialer.security
        services.check_listeners = changes.check

    def _replica_manager(
        self, broker_id: int, log_manager: LogManager, metadata_cache: MetadataCache, dynamic: DynamicConfigs
    ) -> ReplicaManager:
        return ReplicaManager(
            broker_id=broker_id,
            log_manager=log_manager,
            clock=self.clock,
            fetch_bytes_max=self.config.fetch_max_bytes,
            fetch_allowance=self._budgets.unread.allowance,
            fetch_sessions=FetchSessionCache(
                self.rng,
                slots_max=self.config.max_incremental_fetch_session_cache_slots,
                metrics=self.metrics.fetch_sessions,
            ),
            checkpoint_interval_ms=self.config.replica_high_watermark_checkpoint_interval_ms,
            fetch_purge_interval=self.config.fetch_purgatory_purge_interval_requests,
            produce_purge_interval=self.config.producer_purgatory_purge_interval_requests,
            delete_records_purge_interval=self.config.delete_records_purgatory_purge_interval_requests,
            is_broker_alive=lambda node_id: node_id in metadata_cache.snapshot.brokers,
            is_partition_known=lambda topic, index: metadata_cache.snapshot.partition(topic, index) is not None,
            quotas=replication_quotas(lambda: dynamic.current),
            metrics=self.metrics.replication,
            traffic=self.metrics.traffic,
            feed=self.feed,
            supervisor=self.supervisor,
        )

    def _config_changes(
        self,
        zk: ZkClient,
        dynamic: DynamicConfigs,
        topic_configs: TopicConfigs,
        replica_manager: ReplicaManager,
        controller: Controller,
        lane: Lane,
    ) -> ConfigChanges:
        return ConfigChanges(
            zk,
            self.clock,
            dynamic=dynamic,
            topics=topic_configs,
            topics_changed=lambda topics: lane.do(replica_manager.reconfiguration(topic_configs.log_config, topics)),
            topic_notified=controller.unclean_election_enabled,
        )

    def _bind_admin(self, listeners: Sequence[Listener], stack: contextlib.AsyncExitStack) -> AdminServer | None:
        """Takes the admin endpoint's address, for the registration to name; it answers when `run` accepts."""
        server = self._make_admin_server(self.config, broker_port=listeners[0].port)
        if server is not None:
            stack.callback(server.abandon)
        return server

    def _admin(
        self,
        services: BrokerServices,
        dispatcher: Dispatcher,
        controller: Controller,
        high_watermarks: HighWatermarks,
    ) -> Admin:
        return Admin(
            services,
            controller,
            self.feed,
            FaultTap(dispatcher, self.feed),
            Transcript(dispatcher, self.clock, services.metadata_cache.topic_id_text),
            lambda: self._is_ready,
            high_watermarks,
            self._budgets,
        )

    async def _broker_id(self, zk: ZkClient) -> int:
        """The configured id, else the one that the log directories were used with, else a new one."""
        if self.config.broker_id >= 0:
            return self.config.broker_id
        stored = stored_broker_id(self.config.log_dirs)
        if stored is not None:
            return stored
        return await cluster_identity.generated_broker_id(zk, self.config.reserved_broker_max_id)

    async def _load_logs(
        self, broker_id: int, cluster_id: str, settings: Callable[[], BrokerConfig], stack: contextlib.AsyncExitStack
    ) -> LogManager:
        """Opens every log; in a thread, because after a crash that may take long and ZooKeeper wants to hear of us."""
        log_manager = LogManager(
            self.config.log_dirs,
            default_config=LogConfig(broker=self.config),
            clock=self.clock,
            filesystem=FileSystem(),
            lane=self._lanes.clients,
            broker_id=broker_id,
            cluster_id=cluster_id,
            rng=self.rng,
            supervisor=self.supervisor,
            scrub_metrics=self.metrics.scrub,
            settings=settings,
        )
        stack.callback(log_manager.close)
        log_manager.filesystem.keep_spare()
        await log_manager.filesystem.run(log_manager.load)
        return log_manager

    def _controller(
        self, zk: ZkClient, replica_manager: ReplicaManager, registration: Registration, dynamic: DynamicConfigs
    ) -> Controller:
        config, broker_id = self.config, replica_manager.broker_id
        return Controller(
            config=ControllerConfig.for_profile(
                config.profile,
                broker_id=broker_id,
                inter_broker_listener=config.inter_broker_listener,
                control_plane_listener=config.control_plane_listener,
                num_partitions=config.num_partitions,
                default_replication_factor=config.default_replication_factor,
                is_delete_topic_enabled=config.delete_topic_enable,
                is_unclean_election_enabled=lambda: dynamic.current.unclean_leader_election_enable,
                is_auto_rebalance_enabled=config.auto_leader_rebalance_enable,
                imbalance_check_interval_ms=config.leader_imbalance_check_interval_seconds * 1000,
                imbalance_percentage_max=config.leader_imbalance_per_broker_percentage,
                socket_timeout_ms=config.controller_socket_timeout_ms,
                request_timeout_ms=config.request_timeout_ms,
            ),
            zk=zk,
            clock=self.clock,
            sleep=lambda seconds: sleep_ms(self.clock, seconds * 1000),
            rng=self.rng,
            opener=lambda host, port: self._control_dialer.dial(host, port, f"controller-{broker_id}"),
            register_broker=registration.register,
            validate_configs=check_overrides,
            epoch_seen=lambda: replica_manager.controller_epoch,
            lane=self._lanes.control,
            feed=self.feed,
            supervisor=self.supervisor,
        )

    def _controller_channel(
        self, cache: MetadataCache, controller: Controller, broker_id: int, stack: contextlib.AsyncExitStack
    ) -> ControllerChannel:
        channel = ControllerChannel(
            self._controller_link(cache, controller, f"broker-{broker_id}"),
            create_topics_version=PROFILES[self.config.profile][ApiKey.CREATE_TOPICS][1],
            num_partitions=self.config.num_partitions,
            replication_factor=self.config.default_replication_factor,
        )
        stack.push_async_callback(channel.close)
        return channel

    def _controller_link(self, cache: MetadataCache, controller: ControllerApi, client_id: str) -> ControllerLink:
        return ControllerLink(
            cache,
            controller_id=lambda: controller.active_controller_id,
            listener=self.config.control_plane_listener,
            dial=lambda host, port: self._control_dialer.dial(host, port, client_id),
        )

    # ---- life -----------------------------------------------------------------------------------------------------

    async def _serve(self, parts: _Parts, on_ready: Callable[[Ready], None]) -> None:
        services = parts.services
        async with parts.tasks as tasks:
            running: list[asyncio.Task[None]] = []

            def keep(name: str, run: Callable[[], Awaitable[None]]) -> None:
                running.append(tasks.create_task(self.supervisor.keep(name, run), name=name))

            keep("replica manager", services.replica_manager.run)
            keep("groups", parts.groups.run)
            keep("log manager", services.log_manager.run)
            keep("loop lag", lambda: watch_loop(self.metrics.loop, machine_clock(self.clock)))
            keep("configuration changes", services.config_changes.run)
            keep("transactions", parts.transactions.run)
            keep("features", services.features.run)
            keep("registration", lambda: self._end_with(parts.registration.run()))
            incomplete = IncompleteLogs(services.log_manager, parts.registration, clock=self.clock)
            keep("incomplete logs", incomplete.run)
            keep("data directories", lambda: self._end_with(parts.log_dir_failures.run()))
            returns = LogDirReturns(
                services.log_manager,
                services.replica_manager,
                services.control_requests,
                tell_incomplete=incomplete.tell,
                tell_controller=parts.log_dir_failures.tell,
                clock=machine_clock(self.clock),
                supervisor=self.supervisor,
            )
            keep("returns of data directories", returns.run)
            for name, service in (("delegation tokens", services.tokens), ("ACL changes", parts.authorization)):
                if service is not None:
                    keep(name, service.run)
            for listener in parts.listeners:
                await listener.start()
            keep("listeners", parts.listener_changes.run)
            if parts.admin is not None:
                keep("admin endpoint", parts.admin.run)
                keep("high watermarks of others", parts.high_watermarks.run)
            controlling = tasks.create_task(parts.controller.run(), name="controller")
            await self._wait_until_known(services)
            if not self._stopping.is_set():
                self._is_ready = True
                on_ready(self._ready(parts))
                keep("scrubber", services.log_manager.scrubber.run)
                keep("log cleaner", lambda: self._clean_logs(services.log_manager))
                keep("loading of modules", IdleLoading(modules_of(services.api_ranges), self.supervisor).run)
            await self._stopping.wait()
            await self._stop(parts, controlling, running)

    async def _clean_logs(self, logs: LogManager) -> None:
        from kavka.broker.log.cleaning.cleaner import LogCleaner  # 8 ms that no start waits for

        lane, metrics = self._lanes.clients, self.metrics.cleaner
        await LogCleaner(logs, clock=self.clock, lane=lane, metrics=metrics, supervisor=self.supervisor).run()

    async def _end_with(self, service: Awaitable[None]) -> None:
        """Stops this broker, in order, when ZooKeeper will not know it any more, or no data directory is left."""
        try:
            await service
        except (RegistrationLost, AllLogDirsFailed) as error:
            _log.critical("broker %d ends: %s", self.config.broker_id, error)
            self._ended_by = error
            self.stop()

    async def _wait_until_known(self, services: BrokerServices) -> None:
        """Waits until the controller has sent metadata of this broker and of what it leads.

        Before, it could answer no client's request, or would deny that it has the partitions that lie on its disk.
        """
        try:
            async with asyncio.timeout(READY_WAIT_MS / 1000):
                while not (self._stopping.is_set() or _knows_its_part(services)):  # noqa: ASYNC110 - two sources
                    await asyncio.sleep(READY_LOOK_MS / 1000)
        except TimeoutError:
            _log.warning("no controller has spoken to this broker within %d ms; going on without", READY_WAIT_MS)

    def _ready(self, parts: _Parts) -> Ready:
        first = parts.listeners[0]
        return Ready(
            broker_id=parts.services.broker_id,
            host="localhost" if self.config.listeners[0].is_wildcard else first.host,
            port=first.port,
            pid=os.getpid(),
            data_dir=self.config.log_dirs[0],
            endpoints=tuple(f"{listener.name}://{listener.host}:{listener.port}" for listener in parts.listeners),
            admin=None if parts.admin is None else parts.admin.url,
        )

    # ---- stop -----------------------------------------------------------------------------------------------------

    def _controlled_shutdown(self, parts: _Parts) -> ControlledShutdown:
        services = parts.services
        return ControlledShutdown(
            broker_id=services.broker_id,
            broker_epoch=services.broker_epoch,
            config=services.config,
            version=PROFILES[services.config.profile][ApiKey.CONTROLLED_SHUTDOWN][1],
            cache=services.metadata_cache,
            link=self._controller_link(services.metadata_cache, parts.controller, f"broker-{services.broker_id}"),
        )

    async def _stop(self, parts: _Parts, controlling: asyncio.Task[None], running: list[asyncio.Task[None]]) -> None:
        """Ends in order; see the module."""
        _log.info("broker %d stops", parts.services.broker_id)
        self._is_ready = False
        if self._ended_by is None:
            await self._controlled_shutdown(parts).run()
        parts.services.replica_manager.fetches.answer_waiting()
        parts.services.groups.resign()
        await asyncio.gather(*(listener.close(timeout_ms=REQUESTS_STOP_MS) for listener in parts.listeners))
        parts.dispatcher.cancel_tasks()
        parts.controller.close()
        await asyncio.wait((controlling,), timeout=CONTROLLER_STOP_MS / 1000)
        controlling.cancel()
        await _within(parts.registration.unregister, ZOOKEEPER_STOP_MS, "taking the registration back")
        for task in running:
            task.cancel()
        await asyncio.wait(running)
        parts.services.replica_manager.checkpoint_high_watermarks()
        parts.services.log_manager.shutdown()


def _try_elections(controller: Controller, config: BrokerConfig) -> None:
    """Says so where leaders may be elected now that could not before."""
    if config.unclean_leader_election_enable:
        controller.unclean_election_enabled()


def _knows_its_part(services: BrokerServices) -> bool:
    snapshot = services.metadata_cache.snapshot
    return services.broker_id in snapshot.brokers and all(
        services.replica_manager.find(name, index) is not None
        for name, topic in snapshot.topics.items()
        for index, state in topic.partitions.items()
        if state.leader == services.broker_id
    )


def check_overrides(overrides: Mapping[str, str]) -> None:
    """Raises InvalidConfig for overrides that no topic can have, by the broker's table of keys."""
    parse_overrides(overrides)


async def _within(act: Callable[[], Awaitable[object]], timeout_ms: int, what: str) -> None:
    """One step of a stop: it may fail or take too long, the next ones come all the same."""
    try:
        async with asyncio.timeout(timeout_ms / 1000):
            await act()
    except (TimeoutError, ZkError) as error:
        _log.warning("%s failed, going on: %s", what, error or f"not done within {timeout_ms} ms")
