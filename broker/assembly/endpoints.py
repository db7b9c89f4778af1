"""A broker's addresses: the listeners that take connections there, and what its registration says of them.

A part of the composition root (`broker.app`): here is only what is made of the configuration.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster.features import supported_features
from kavka.broker.cluster.former_session import former_session
from kavka.broker.cluster.registration import Registration
from kavka.broker.http.setup import bind_admin_address
from kavka.broker.network.binding import bind_address
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.network.frame_handler import Dispatching
from kavka.broker.network.listener import Listener
from kavka.broker.network.listener_limits import limits_of
from kavka.broker.quota.connection_rates import ConnectionRates
from kavka.broker.replica.incomplete_logs import named
from kavka.timer.moments import WallMs
from kavka.zk.features import registered_form
from kavka.zk.znodes import BrokerRegistration

if TYPE_CHECKING:
    import contextlib

    from kavka.broker.assembly.dialing import Dialer
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.endpoints import Endpoint
    from kavka.broker.http.server import AdminAddress
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.network.budgets import Budgets
    from kavka.broker.network.sasl_gate import SaslGateway
    from kavka.broker.security.listener_tls import ListenerTls
    from kavka.broker.world import World
    from kavka.common.network import BoundAddress, Network

_log = logging.getLogger(__name__)

SECONDS_PER_DAY: Final = 86_400
WARN_DAYS: Final = 14
"""A certificate that ends sooner is worth a line at startup."""


class BoundEndpoint(NamedTuple):
    """One listener's address, taken: clients that connect wait until there is a listener."""

    endpoint: Endpoint
    address: BoundAddress
    tls: ListenerTls | None

    @property
    def port(self) -> int:
        """Returns the port that was bound."""
        return self.address.port

    def close(self) -> None:
        """Releases the address, unless a listener has released it."""
        self.address.close()


class Addresses(NamedTuple):
    """Where a broker will be reached: known, and registered, before anything is served there."""

    listeners: tuple[BoundEndpoint, ...]
    admin: AdminAddress | None

    @property
    def ports(self) -> dict[str, int]:
        """Returns the bound port of each listener, by its name."""
        return {bound.endpoint.name: bound.port for bound in self.listeners}

    @property
    def admin_url(self) -> str | None:
        """Returns the URL of the admin endpoint; None without one."""
        return None if self.admin is None else self.admin.url


def bind_addresses(identity: Identity, tools: Tools, stack: contextlib.AsyncExitStack) -> Addresses:
    """Binds every address of `listeners`, and the admin endpoint's; the stack gives them back.

    Raises:
        ListenError: an address cannot be had.
        TlsError: a listener's keys cannot be used.
        AdminServerError: the admin endpoint cannot be had as asked.
    """
    config, world = identity.config(), tools.world
    listeners: list[BoundEndpoint] = []
    for endpoint in config.listeners:
        bound = bind_endpoint(config, endpoint, world.network)
        stack.callback(bound.close)
        listeners.append(bound)
    admin = bind_admin_address(
        config,
        broker_port=listeners[0].port,
        random_bytes=world.random_bytes,
        filesystem=world.filesystem,
        network=world.network,
    )
    if admin is not None:
        stack.callback(admin.abandon)
    return Addresses(tuple(listeners), admin)


def bind_endpoint(config: BrokerConfig, endpoint: Endpoint, network: Network) -> BoundEndpoint:
    """Binds one listener's address.

    Raises:
        ListenError: it cannot be had.
        TlsError: the listener's keys cannot be used.
    """
    tls = _tls(config, endpoint)
    bound = bind_address(
        network,
        endpoint.name,
        endpoint.host,
        endpoint.port,
        send_buffer_bytes=config.socket_send_buffer_bytes,
        receive_buffer_bytes=config.socket_receive_buffer_bytes,
    )
    return BoundEndpoint(endpoint, bound, tls)


def connection_limits(config: BrokerConfig, budgets: Budgets) -> ConnectionLimits:
    """Builds the limits that all listeners of a broker share."""
    return ConnectionLimits(
        total_max=config.max_connections,
        per_ip_max=config.max_connections_per_ip,
        per_ip_overrides=config.connections_per_ip_overrides,
        per_second_max=config.max_connection_creation_rate,
        of_addresses=ConnectionRates(config.quota_window_num, config.quota_window_size_seconds * 1000),
        descriptors=budgets.descriptors,
    )


class ListenerMaker(NamedTuple):
    """Makes a broker's listeners of bound addresses; what all of them share."""

    dispatcher: Dispatching
    limits: ConnectionLimits
    tools: Tools

    def make(self, config: BrokerConfig, bound: BoundEndpoint, gateway: SaslGateway | None) -> Listener:
        """Makes the listener of an address; it accepts when it is started."""
        endpoint, tools = bound.endpoint, self.tools
        listener = Listener(
            name=endpoint.name,
            host=endpoint.host,
            bound=bound.address,
            dispatcher=self.dispatcher,
            limits=self.limits,
            network=tools.metrics.network,
            clock=tools.clock,
            machine_clock=tools.machine_clock,
            loop=asyncio.get_running_loop(),
            frame_bytes_max=config.socket_request_max_bytes,
            idle_ms_max=config.connections_max_idle_ms,
            ticks=tools.ticks,
            security_protocol=endpoint.security_protocol,
            tls=bound.tls,
            gateway=gateway,
            unread=tools.budgets.unread,
            memory=tools.budgets.requests,
            own_limits=limits_of(config.of_listener(endpoint.name)),
            is_protected=len(config.listeners) > 1 and endpoint.name in config.brokers_listeners,
        )
        _note_certificate(listener)
        return listener


def abandon(listeners: Sequence[Listener]) -> None:
    """Releases every address and connection at once."""
    for listener in listeners:
        listener.abandon()


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
    ends_s = listener.note_certificate()
    if ends_s is None:
        return
    days = (ends_s - listener.clock.now_ms() / 1000) / SECONDS_PER_DAY
    if days < WARN_DAYS:
        _log.warning(
            "the certificate of listener %s %s", listener.name, f"ends in {days:.1f} days" if days > 0 else "has ended"
        )


def make_registration(identity: Identity, addresses: Addresses, log_manager: LogManager, world: World) -> Registration:
    """Builds the broker's registration for /brokers/ids.

    The ports are those that were bound, the admin endpoint's among them.
    """
    config = identity.config()
    body = registration_body(
        config, addresses.ports, addresses.admin_url, world.network.own_address, now_ms=world.clock.now_ms()
    )
    body = replace(body, incomplete=named(log_manager))
    former = former_session(config, world.filesystem, world.zookeeper)
    return Registration(
        identity.zk,
        broker_id=identity.broker_id,
        body=body,
        session_timeout_ms=config.zookeeper_session_timeout_ms,
        former=former,
    )


def registration_body(
    config: BrokerConfig,
    ports: Mapping[str, int],
    admin_url: str | None,
    own_address: Callable[[], str],
    *,
    now_ms: WallMs,
) -> BrokerRegistration:
    """Builds the body of this broker's registration from its bound ports and configuration."""
    return BrokerRegistration(
        endpoints=cluster_identity.registered_endpoints(config, ports, own_address),
        security_protocols={endpoint.name: endpoint.security_protocol for endpoint in config.listeners},
        timestamp_ms=now_ms,
        rack=config.broker_rack,
        features=registered_form(supported_features(config)),
        version=5 if config.protocol.is_at_least("2.7-IV0") else 4,
        admin=admin_url,
    )
