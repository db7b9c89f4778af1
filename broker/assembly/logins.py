"""Gives the listeners of a broker their logins: who may, by what mechanism, and what watches over failures.

A part of the composition root (`broker.app`). A broker without SASL listeners loads nothing of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.config_changes import ConfigChanges
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.endpoints import Endpoint
    from kavka.broker.network.frame_handler import Dispatching
    from kavka.broker.network.sasl_gate import SaslGateway
    from kavka.broker.security.sasl.listener_logins import Authorities, ListenerLogins
    from kavka.broker.security.tokens import DelegationTokens

_log = logging.getLogger(__name__)


class Logins:
    """The gates of a broker's listeners; what they share is loaded with the first that needs one.

    Args:
        identity: whose listeners they are.
        changes: who may log in, as it changes.
        tokens: with which clients may log in.
        tools: the broker's.
    """

    __slots__ = ("_changes", "_gates", "_guarded", "_identity", "_tokens", "_tools")

    def __init__(
        self, identity: Identity, changes: ConfigChanges, tokens: DelegationTokens | None, tools: Tools
    ) -> None:
        self._identity = identity
        self._changes = changes
        self._tokens = tokens
        self._tools = tools
        self._gates: _Gates | None = None
        self._guarded: dict[str, SaslGateway] = {}

    async def gateway(
        self, endpoint: Endpoint, config: BrokerConfig, dispatcher: Dispatching, *, is_running: bool
    ) -> SaslGateway | None:
        """Builds the gate of a listener; None where clients need not log in.

        SCRAM users' credentials are cached for the first one.

        Args:
            endpoint: the listener's.
            config: the configuration it begins with.
            dispatcher: where frames go that may pass.
            is_running: the changes of configuration are heard already, so users have to be read here.

        Raises:
            ConfigError: its logins cannot be as they are configured.
            ZkError: ZooKeeper cannot be asked for users.
        """
        if not endpoint.security_protocol.startswith("SASL"):
            return None
        if self._gates is None:
            self._gates = await self._load_gates(is_running=is_running)
        gateway = self._guarded[endpoint.name] = self._gates.make(endpoint.name, config, dispatcher)
        return gateway

    def forget(self, name: str) -> None:
        """Forgets a listener that was closed."""
        self._guarded.pop(name, None)

    def check(self, config: BrokerConfig) -> None:
        """Checks that every listener could go on with another configuration.

        Raises:
            ConfigError: one could not.
        """
        names = {endpoint.name for endpoint in config.listeners}
        for name in self._guarded:
            if name in names:
                self._logins(config, name)

    def renew(self, config: BrokerConfig) -> None:
        """Applies other users and mechanisms from the next login on; where they cannot be, the former stay."""
        from kavka.broker.config.types import ConfigError

        for name, gateway in self._guarded.items():
            try:
                gateway.renew(self._logins(config, name))
            except ConfigError as error:
                _log.error("the logins of %s stay as they were: %s", name, error)

    def _logins(self, config: BrokerConfig, name: str) -> ListenerLogins:
        assert self._gates is not None
        return self._gates.logins(name, config)

    async def _load_gates(self, *, is_running: bool) -> _Gates:
        from kavka.broker.security.sasl.listener_logins import Authorities
        from kavka.broker.security.scram_users import ScramUsers

        tokens, world = self._tokens, self._tools.world
        users = ScramUsers(self._identity.zk)
        self._changes.add_listener(users)
        if is_running:
            await users.load()
        authorities = Authorities(
            scram_user=users.credential,
            token=(lambda mechanism, token_id: None) if tokens is None else tokens.login,
            secret=_secret(self._identity.config(), world.random_bytes),
            random_bits=partial(_random_bits, world.random_bytes),
            now_ms=world.clock.now_ms,
            filesystem=world.filesystem,
        )
        return _Gates(authorities, self._identity.config, self._tools)


class _Gates:
    """Makes gates; what they share. A broker without SASL listeners has none."""

    __slots__ = ("_authorities", "_config", "_failed", "_tools", "_unproved")

    def __init__(self, authorities: Authorities, config: Callable[[], BrokerConfig], tools: Tools) -> None:
        from kavka.broker.network.sasl_gate import UnprovedBytes
        from kavka.broker.security.sasl.failed_logins import FailedLogins

        self._authorities = authorities
        self._config = config
        self._tools = tools
        self._failed, self._unproved = FailedLogins(), UnprovedBytes()

    def logins(self, name: str, config: BrokerConfig) -> ListenerLogins:
        """Builds the logins that a listener accepts.

        Raises:
            ConfigError: it cannot be as it is configured.
        """
        from kavka.broker.security.sasl.listener_logins import ListenerLogins

        return ListenerLogins(config.of_listener(name), self._authorities)

    def make(self, name: str, config: BrokerConfig, dispatcher: Dispatching) -> SaslGateway:
        """Builds the SASL gate of one listener."""
        from kavka.broker.network.sasl_gate import SaslGateway

        tools = self._tools
        return SaslGateway(
            logins=self.logins(name, config),
            dispatcher=dispatcher,
            metrics=tools.metrics.network.listener(name).authentication,
            failed=self._failed,
            unproved=self._unproved,
            clock=tools.clock,
            machine_clock=tools.machine_clock,
            delay_ms=lambda: self._config().connection_failed_authentication_delay_ms,
        )


def make_tokens(cluster: Cluster, tools: Tools) -> DelegationTokens | None:
    """Builds the delegation tokens; None where there is no key to make any."""
    config = cluster.identity.config()
    secret = config.delegation_token_secret_key or config.delegation_token_master_key
    if not secret:
        return None
    from kavka.broker.security.tokens import DelegationTokens, TokenLimits

    return DelegationTokens(
        cluster.identity.zk,
        tools.clock,
        secret=secret.encode(),
        limits=TokenLimits(
            lifetime_ms_max=config.delegation_token_max_lifetime_ms,
            expiry_ms=config.delegation_token_expiry_time_ms,
            check_ms=config.delegation_token_expiry_check_interval_ms,
        ),
        is_controller=lambda: cluster.controller.is_active,
        random_bytes=tools.random_bytes,
    )


def _random_bits(random_bytes: Callable[[int], bytes], count: int) -> int:
    size = -(-count // 8)
    return int.from_bytes(random_bytes(size)) >> (size * 8 - count)


def _secret(config: BrokerConfig, random_bytes: Callable[[int], bytes]) -> bytes:
    """Makes what unknown users are shown: of a secret of all brokers, so that all do so alike, else of chance."""
    import hmac

    shared = config.password_encoder_secret or config.delegation_token_secret_key or config.delegation_token_master_key
    return random_bytes(32) if not shared else hmac.digest(shared.encode(), b"salts of nobody", "sha256")
