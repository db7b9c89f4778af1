"""Opens and closes listeners while the broker runs, as `listeners` changes, and keeps the registration true.

    AlterConfigs ─▶ `check` ─▶ ZooKeeper ─▶ DynamicConfigs ─▶ `changed` ─▶ `run`
    `run` ─▶ what is not named any more is closed, what is new is bound, gets its gate, accepts
          ─▶ /brokers/ids/<id> ─▶ controller ─▶ UpdateMetadata ─▶ clients

Kafka's DynamicListenerConfig. A listener is the same as long as its name, its protocol and its address are; another
address closes it and opens it anew, another protocol is refused. The registration is written anew also where
`advertised.listeners` alone changes. An address that cannot be had is logged, and not advertised.

A part of the composition root. Not here: TLS and logins of listeners that stay (`endpoints`, `logins`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from kavka.broker.assembly.endpoints import bind_endpoint, check_tls, registration_body
from kavka.broker.config.types import ConfigError
from kavka.broker.network.binding import ListenError
from kavka.broker.network.listener_limits import limits_of
from kavka.common.pace import pass_turn
from kavka.zk.errors import ConnectionLoss, ZkError

if TYPE_CHECKING:
    from kavka.broker.assembly.endpoints import ListenerMaker
    from kavka.broker.assembly.logins import Logins
    from kavka.broker.cluster.registration import Registration
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.endpoints import Endpoint
    from kavka.broker.network.listener import Listener
    from kavka.common.network import Network
    from kavka.timer.clock import Clock
    from kavka.zk.znodes import BrokerRegistration

_log = logging.getLogger(__name__)

CLOSE_MS: Final = 5_000
"""How long requests in progress on a listener that goes may take."""

RETRY_MS: Final = 1_000
"""Pause before the registration is written again, after ZooKeeper could not be asked."""


class OpenListeners:
    """The listeners of one broker that are open now: they come and go with `listeners`.

    Args:
        logins: has their gates.

    Attributes:
        listeners: in the order in which they were opened; whoever has this list sees them come and go.
    """

    __slots__ = ("_logins", "listeners")

    def __init__(self, logins: Logins) -> None:
        self._logins = logins
        self.listeners: list[Listener] = []

    @property
    def ports(self) -> dict[str, int]:
        """Returns the port of each listener, by its name."""
        return {listener.name: listener.port for listener in self.listeners}

    def add(self, listener: Listener) -> None:
        """Adds a listener that is about to accept."""
        self.listeners.append(listener)

    def remove(self, listener: Listener) -> None:
        """Removes a listener that is about to close."""
        self.listeners.remove(listener)
        self._logins.forget(listener.name)

    def check(self, config: BrokerConfig) -> None:
        """Checks that the listeners can go on with this configuration, in Kafka's words.

        Raises:
            ConfigError: one would speak another protocol, or its logins cannot be so.
            TlsError: its keys cannot be used.
        """
        now = {listener.name: listener.security_protocol for listener in self.listeners}
        for endpoint in config.listeners:
            if now.get(endpoint.name, endpoint.security_protocol) != endpoint.security_protocol:
                raise ConfigError(f"Security protocol cannot be updated for existing listener {endpoint.name}")
        check_tls(self.listeners, config)
        self._logins.check(config)


class ListenerChanges:
    """The listeners of one broker, from the moment at which they accept.

    Args:
        opened: those that are open.
        maker: makes new ones.
        logins: gives new ones their gates.
        registration: says where they are.
        network: has their addresses.
        clock: when that is said.
        machine_clock: when it is tried again.
        config: which they were made by.
        admin_url: of the admin endpoint, which the registration names, too.
    """

    __slots__ = (
        "_admin_url",
        "_applied",
        "_clock",
        "_idle",
        "_logins",
        "_machine_clock",
        "_maker",
        "_network",
        "_open_listeners",
        "_registration",
        "_wakeup",
        "_wanted",
    )

    def __init__(
        self,
        opened: OpenListeners,
        maker: ListenerMaker,
        logins: Logins,
        registration: Registration,
        *,
        network: Network,
        clock: Clock,
        machine_clock: Clock,
        config: BrokerConfig,
        admin_url: str | None,
    ) -> None:
        self._open_listeners = opened
        self._maker = maker
        self._logins = logins
        self._registration = registration
        self._network = network
        self._clock = clock
        self._machine_clock = machine_clock
        self._admin_url = admin_url
        self._applied = self._wanted = config
        self._wakeup = asyncio.Event()
        self._idle: dict[Listener, asyncio.Task[None]] = {}

    def changed(self, config: BrokerConfig) -> None:
        """Applies another configuration: logins and limits follow at once, `run` opens and closes listeners."""
        self._logins.renew(config)
        for listener in self._open_listeners.listeners:
            listener.own_limits.change(limits_of(config.of_listener(listener.name)))
        self._wanted = config
        self._wakeup.set()

    async def run(self) -> None:
        """Closes idle connections of all listeners, and follows changes, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for listener in self._open_listeners.listeners:
                self._watch(listener, tasks)
            while True:
                await self._wakeup.wait()
                self._wakeup.clear()
                await self._apply(self._wanted, tasks)

    def _watch(self, listener: Listener, tasks: asyncio.TaskGroup) -> None:
        self._idle[listener] = tasks.create_task(listener.run(), name=f"idle {listener.name}")

    async def _apply(self, config: BrokerConfig, tasks: asyncio.TaskGroup) -> None:
        before, self._applied = self._applied, config
        former, wanted = _addresses(before), _addresses(config)
        for listener in [one for one in self._open_listeners.listeners if wanted.get(one.name) != former.get(one.name)]:
            self._close(listener, tasks)
        await pass_turn()  # uvloop closes a listening socket in its next turn
        running = {listener.name for listener in self._open_listeners.listeners}
        for endpoint in [endpoint for endpoint in config.listeners if endpoint.name not in running]:
            await self._open(endpoint, config, tasks)
        # What the registration says, not what the keys say: a port may have been chosen by the system.
        if self._body(before).endpoints != self._body(config).endpoints or former != wanted:
            await self._register(config)

    def _close(self, listener: Listener, tasks: asyncio.TaskGroup) -> None:
        _log.info("listener %s on %s:%d is closed", listener.name, listener.host, listener.port)
        self._open_listeners.remove(listener)
        self._idle.pop(listener).cancel()
        listener.stop_accepting()  # at once: another listener may want the address
        tasks.create_task(_end(listener), name=f"end of {listener.name}")

    async def _open(self, endpoint: Endpoint, config: BrokerConfig, tasks: asyncio.TaskGroup) -> None:
        try:
            bound = bind_endpoint(config, endpoint, self._network)
        except (ListenError, ValueError) as error:
            _log.error("listener %s is not opened: %s", endpoint.name, error)
            return
        try:
            gateway = await self._logins.gateway(endpoint, config, self._maker.dispatcher, is_running=True)
            listener = self._maker.make(config, bound, gateway)
            await listener.start()
        except (ValueError, OSError, ZkError) as error:
            self._logins.forget(endpoint.name)
            bound.close()
            _log.error("listener %s is not opened: %s", endpoint.name, error)
            return
        self._open_listeners.add(listener)
        self._watch(listener, tasks)
        _log.info("listener %s is open on %s:%d", listener.name, listener.host, listener.port)

    def _body(self, config: BrokerConfig) -> BrokerRegistration:
        ports = self._open_listeners.ports
        return registration_body(config, ports, self._admin_url, self._network.own_address, now_ms=self._clock.now_ms())

    async def _register(self, config: BrokerConfig) -> None:
        while True:
            try:
                await self._registration.change(self._body(config))
                return
            except ConnectionLoss as error:
                _log.warning("the registration is written again: %s", error)
            await self._machine_clock.sleep(RETRY_MS)


async def _end(listener: Listener) -> None:
    try:
        await listener.close(timeout_ms=CLOSE_MS)
    finally:
        listener.abandon()


def _addresses(config: BrokerConfig) -> dict[str, str]:
    return {endpoint.name: str(endpoint) for endpoint in config.listeners}
