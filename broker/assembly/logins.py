"""Gives the listeners of a broker their logins: who may, by what mechanism, and what watches over failures.

A part of the composition root (`broker.app`). A broker without SASL listeners loads nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.network.listener import Listener
    from kavka.broker.network.sasl_gate import SaslGateway
    from kavka.broker.requests.services import BrokerServices
    from kavka.broker.security.sasl.listener_logins import Authorities, ListenerLogins
    from kavka.broker.security.tokens import DelegationTokens

_log = logging.getLogger(__name__)


class Logins:
    """The gates of a broker's listeners; what they share is loaded with the first that needs one.

    Args:
        services: whose listeners they are.
    """

    __slots__ = ("_gate", "_guarded", "_services")

    def __init__(self, services: BrokerServices) -> None:
        self._services = services
        self._gate: _Gates | None = None
        self._guarded: list[Listener] = []

    async def guard(self, listener: Listener, config: BrokerConfig, *, is_running: bool) -> None:
        """Sets the gate before a listener that is to have one; to be called before it accepts.

        Args:
            listener: which.
            config: the configuration it begins with.
            is_running: the changes of configuration are heard already, so users have to be read here.

        Raises:
            ConfigError: its logins cannot be as they are configured.
            ZkError: ZooKeeper cannot be asked for users.
        """
        if not listener.security_protocol.startswith("SASL"):
            return
        if self._gate is None:
            self._gate = await _load_gates(self._services, is_running=is_running)
        listener.gateway = self._gate.make(listener, config)
        self._guarded.append(listener)

    def forget(self, listener: Listener) -> None:
        """Forgets a listener that was closed."""
        if listener in self._guarded:
            self._guarded.remove(listener)

    def check(self, config: BrokerConfig) -> None:
        """Checks that every listener could go on with another configuration.

        Raises:
            ConfigError: one could not.
        """
        names = {endpoint.name for endpoint in config.listeners}
        for listener in self._guarded:
            if listener.name in names:
                self._logins(config, listener)

    def renew(self, config: BrokerConfig) -> None:
        """Applies other users and mechanisms from the next login on; where they cannot be, the former stay."""
        from kavka.broker.config.types import ConfigError

        for listener in self._guarded:
            assert listener.gateway is not None
            try:
                listener.gateway.logins = self._logins(config, listener)
            except ConfigError as error:
                _log.error("the logins of %s stay as they were: %s", listener.name, error)

    def _logins(self, config: BrokerConfig, listener: Listener) -> ListenerLogins:
        assert self._gate is not None
        return self._gate.logins(listener, config)


async def assemble_logins(services: BrokerServices, listeners: Sequence[Listener]) -> Logins:
    """Reads delegation tokens and puts a gate before each listener that needs one.

    SCRAM users' credentials are cached for it, too.

    To be called before the listeners accept and before the changes of configuration are heard.

    Raises:
        ConfigError: the logins of a listener cannot be as they are configured.
        ZkError: ZooKeeper cannot be asked for tokens.
    """
    tokens = services.tokens = _tokens(services)
    if tokens is not None:
        await tokens.start()
    logins = Logins(services)
    for listener in listeners:
        await logins.guard(listener, services.config, is_running=False)
    return logins


class _Gates:
    """Makes gates; what they share. A broker without SASL listeners has none."""

    __slots__ = ("_authorities", "_failed", "_services", "_unproved")

    def __init__(self, services: BrokerServices, authorities: Authorities) -> None:
        from kavka.broker.network.sasl_gate import UnprovedBytes
        from kavka.broker.security.sasl.failed_logins import FailedLogins

        self._services = services
        self._authorities = authorities
        self._failed, self._unproved = FailedLogins(), UnprovedBytes()

    def logins(self, listener: Listener, config: BrokerConfig) -> ListenerLogins:
        """Builds the logins that a listener accepts.

        Raises:
            ConfigError: it cannot be as it is configured.
        """
        from kavka.broker.security.sasl.listener_logins import ListenerLogins

        return ListenerLogins(config.of_listener(listener.name), self._authorities)

    def make(self, listener: Listener, config: BrokerConfig) -> SaslGateway:
        """Builds the SASL gate of one listener."""
        from kavka.broker.network.sasl_gate import SaslGateway

        services = self._services
        return SaslGateway(
            logins=self.logins(listener, config),
            dispatcher=listener.dispatcher,
            metrics=services.metrics.network.listener(listener.name).authentication,
            failed=self._failed,
            unproved=self._unproved,
            clock=services.clock,
            loop=asyncio.get_running_loop(),
            delay_ms=lambda: services.config.connection_failed_authentication_delay_ms,
        )


async def _load_gates(services: BrokerServices, *, is_running: bool) -> _Gates:
    import secrets

    from kavka.broker.security.sasl.listener_logins import Authorities
    from kavka.broker.security.scram_users import ScramUsers

    tokens = services.tokens
    users = ScramUsers(services.zk)
    services.config_changes.add_listener(users)
    if is_running:
        await users.load()
    authorities = Authorities(
        scram_user=users.credential,
        token=(lambda mechanism, token_id: None) if tokens is None else tokens.login,
        secret=_secret(services.config),
        random_bits=secrets.randbits,
        now_ms=services.clock.now_ms,
    )
    return _Gates(services, authorities)


def _tokens(services: BrokerServices) -> DelegationTokens | None:
    config = services.config
    secret = config.delegation_token_secret_key or config.delegation_token_master_key
    if not secret:
        return None
    import os

    from kavka.broker.security.tokens import DelegationTokens, TokenLimits

    return DelegationTokens(
        services.zk,
        services.clock,
        secret=secret.encode(),
        limits=TokenLimits(
            lifetime_ms_max=config.delegation_token_max_lifetime_ms,
            expiry_ms=config.delegation_token_expiry_time_ms,
            check_ms=config.delegation_token_expiry_check_interval_ms,
        ),
        is_controller=lambda: services.controller.is_active,
        random_bytes=os.urandom,
    )


def _secret(config: BrokerConfig) -> bytes:
    """Makes what unknown users are shown: of a secret of all brokers, so that all do so alike, else of chance."""
    import hmac
    import os

    shared = config.password_encoder_secret or config.delegation_token_secret_key or config.delegation_token_master_key
    return os.urandom(32) if not shared else hmac.digest(shared.encode(), b"salts of nobody", "sha256")
