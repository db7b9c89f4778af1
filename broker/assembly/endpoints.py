"""A broker's addresses: the listeners that take connections there, and what its registration says of them.

A part of the composition root (`broker.app`): here is only what is made of the configuration.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster.former_session import former_session
from kavka.broker.cluster.registration import Registration
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.network.frame_handler import FrameHandler
from kavka.broker.network.listener import ConnectionLimits, Listener
from kavka.broker.network.listener_limits import limits_of
from kavka.broker.quota.connection_rates import ConnectionRates
from kavka.broker.replica.incomplete_logs import named
from kavka.common.lane import ITEMS_IN_A_ROW_MAX, in_passes
from kavka.common.steps import at_once
from kavka.timer.moments import WallMs
from kavka.zk.znodes import BrokerRegistration

if TYPE_CHECKING:
    from kavka.broker.assembly.dialing import Dialer
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.endpoints import Endpoint
    from kavka.broker.http.server import AdminServer
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.metrics import BrokerMetrics
    from kavka.broker.network.budgets import Budgets
    from kavka.broker.network.request_memory import RequestMemory
    from kavka.broker.network.unread_output import UnreadOutput
    from kavka.broker.requests.dispatcher import Dispatcher
    from kavka.broker.requests.services import BrokerServices
    from kavka.broker.security.listener_tls import ListenerTls
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient

_log = logging.getLogger(__name__)

SECONDS_PER_DAY: Final = 86_400
WARN_DAYS: Final = 14
"""A certificate that ends sooner is worth a line at startup."""


def bind_listeners(
    config: BrokerConfig, dispatcher: Dispatcher, metrics: BrokerMetrics, clock: Clock, budgets: Budgets
) -> list[Listener]:
    """Binds every address of `listeners`; clients that connect now wait in the kernel.

    Raises:
        ListenError: an address cannot be had; what was taken is given back.
        TlsError: a listener's keys cannot be used.
    """
    limits = ConnectionLimits(
        total_max=config.max_connections,
        per_ip_max=config.max_connections_per_ip,
        per_ip_overrides=config.connections_per_ip_overrides,
        per_second_max=config.max_connection_creation_rate,
        of_addresses=ConnectionRates(config.quota_window_num, config.quota_window_size_seconds * 1000),
        descriptors=budgets.descriptors,
    )
    listeners: list[Listener] = []
    try:
        for endpoint in config.listeners:
            listeners.append(
                bound_listener(
                    config, endpoint, dispatcher, limits, metrics, clock, unread=budgets.unread, memory=budgets.requests
                )
            )
    except BaseException:
        abandon(listeners)
        raise
    return listeners


def abandon(listeners: Sequence[Listener]) -> None:
    """Releases every address and connection at once."""
    for listener in listeners:
        listener.abandon()


def bound_listener(
    config: BrokerConfig,
    endpoint: Endpoint,
    dispatcher: FrameHandler,
    limits: ConnectionLimits,
    metrics: BrokerMetrics,
    clock: Clock,
    *,
    unread: UnreadOutput,
    memory: RequestMemory,
) -> Listener:
    """Binds one listener's address.

    Raises:
        ListenError: it cannot be had.
        TlsError: the listener's keys cannot be used.
    """
    listener = Listener(
        name=endpoint.name,
        host=endpoint.host,
        port=endpoint.port,
        dispatcher=dispatcher,
        limits=limits,
        network=metrics.network,
        clock=clock,
        loop=asyncio.get_running_loop(),
        frame_bytes_max=config.socket_request_max_bytes,
        idle_ms_max=config.connections_max_idle_ms,
        security_protocol=endpoint.security_protocol,
        tls=_tls(config, endpoint),
        unread=unread,
        memory=memory,
        own_limits=limits_of(config.of_listener(endpoint.name)),
        is_protected=len(config.listeners) > 1 and endpoint.name in config.brokers_listeners,
        send_buffer_bytes=config.socket_send_buffer_bytes,
        receive_buffer_bytes=config.socket_receive_buffer_bytes,
    )
    listener.bind()
    _note_certificate(listener)
    return listener


def _tls(config: BrokerConfig, endpoint: Endpoint) -> ListenerTls | None:
    if not endpoint.security_protocol.endswith("SSL"):
        return None
    from kavka.broker.security.listener_tls import ListenerTls  # only who needs TLS pays for it

    return ListenerTls(config, endpoint.name)


def check_tls(listeners: Sequence[Listener], config: BrokerConfig) -> None:
    """Checks that every TLS listener that stays can go on with another configuration.

    Raises:
        TlsError: one cannot; in the words of Kafka's DynamicBrokerConfig.
    """
    for tls, _ in _staying_tls(listeners, config):
        tls.check(config)


def renew_tls(listeners: Sequence[Listener], dialers: Collection[Dialer], config: BrokerConfig) -> None:
    """Applies changed TLS settings and certificate files to the next handshakes, inbound and outbound."""
    changed = [listener for tls, listener in _staying_tls(listeners, config) if tls.renew(config)]
    for listener in changed:
        _note_certificate(listener)
    for dialer in dialers:
        if dialer.listener in [listener.name for listener in changed]:
            dialer.renew(config)


def _staying_tls(listeners: Sequence[Listener], config: BrokerConfig) -> list[tuple[ListenerTls, Listener]]:
    """The TLS listeners that this configuration names: one that goes has no settings any more."""
    names = {endpoint.name for endpoint in config.listeners}
    return [(listener.tls, listener) for listener in listeners if listener.tls is not None and listener.name in names]


def _note_certificate(listener: Listener) -> None:
    """Tells the metrics when a listener's certificate ends, and the log when that is soon."""
    if listener.tls is None:
        return
    ends_s = listener.network.listener(listener.name).certificate_ends_s = listener.tls.certificate_ends_s
    days = (ends_s - listener.clock.now_ms() / 1000) / SECONDS_PER_DAY
    if days < WARN_DAYS:
        _log.warning(
            "the certificate of listener %s %s", listener.name, f"ends in {days:.1f} days" if days > 0 else "has ended"
        )


def make_registration(
    zk: ZkClient,
    broker_id: int,
    config: BrokerConfig,
    listeners: Sequence[Listener],
    admin: AdminServer | None,
    log_manager: LogManager,
    clock: Clock,
) -> Registration:
    """Builds the broker's registration for /brokers/ids.

    The ports are those that were bound, the admin endpoint's among them.
    """
    body = registration_body(config, listeners, None if admin is None else admin.url, now_ms=clock.now_ms())
    body = replace(body, incomplete=named(log_manager))
    former = former_session(config, log_manager.filesystem)
    session_timeout_ms = config.zookeeper_session_timeout_ms
    return Registration(zk, broker_id=broker_id, body=body, session_timeout_ms=session_timeout_ms, former=former)


def registration_body(
    config: BrokerConfig, listeners: Sequence[Listener], admin_url: str | None, *, now_ms: WallMs
) -> BrokerRegistration:
    """Builds the body of this broker's registration from its listeners and configuration."""
    ports = {listener.name: listener.port for listener in listeners}
    return BrokerRegistration(
        endpoints=cluster_identity.registered_endpoints(config, ports),
        security_protocols={endpoint.name: endpoint.security_protocol for endpoint in config.listeners},
        timestamp_ms=now_ms,
        rack=config.broker_rack,
        version=4 if config.profile == "2.0" else 5,
        admin=admin_url,
    )


def reconfigure(services: BrokerServices, limits: ConnectionLimits, config: BrokerConfig) -> None:
    """Applies another configuration of the broker wherever one is held."""
    services.config = config
    services.log_manager.default_config = LogConfig(broker=config)
    reconfiguration = services.replica_manager.reconfiguration(services.topic_configs.log_config)
    if services.replica_manager.partition_count <= ITEMS_IN_A_ROW_MAX:
        at_once(reconfiguration)
    else:
        in_passes(reconfiguration, a_pass=1)
    limits.change(
        total_max=config.max_connections,
        per_ip_max=config.max_connections_per_ip,
        per_ip_overrides=config.connections_per_ip_overrides,
        per_second_max=config.max_connection_creation_rate,
    )
