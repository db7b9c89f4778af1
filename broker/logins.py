"""Gives the listeners of a broker their logins: who may, by what mechanism, and what watches over failures.

A part of the composition root (`broker.app`). A broker without SASL listeners loads nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broker.config import BrokerConfig
    from broker.network.listener import Listener
    from broker.security.sasl.listener_logins import Authorities, ListenerLogins
    from broker.security.tokens import DelegationTokens
    from broker.services import BrokerServices

_log = logging.getLogger(__name__)

_SHARED_SECRETS: Final = ("password.encoder.secret", "delegation.token.secret.key", "delegation.token.master.key")


class Logins:
    """The gates of a broker's listeners.

    Args:
        authorities: who knows users and tokens.
        guarded: the listeners that have a gate.
    """

    __slots__ = ("_authorities", "_guarded")

    def __init__(self, authorities: Authorities | None, guarded: Sequence[Listener]) -> None:
        self._authorities = authorities
        self._guarded = guarded

    def check(self, config: BrokerConfig) -> None:
        """Whether every listener could go on with another configuration.

        Raises:
            ConfigError: one could not.
        """
        for listener in self._guarded:
            self._logins(config, listener)

    def renew(self, config: BrokerConfig) -> None:
        """Lets other users and mechanisms count from the next login on; where they cannot be, the former stay."""
        from broker.config_types import ConfigError

        for listener in self._guarded:
            assert listener.gateway is not None
            try:
                listener.gateway.logins = self._logins(config, listener)
            except ConfigError as error:
                _log.error("the logins of %s stay as they were: %s", listener.name, error)

    def _logins(self, config: BrokerConfig, listener: Listener) -> ListenerLogins:
        from broker.security.sasl.listener_logins import ListenerLogins

        assert self._authorities is not None
        return ListenerLogins(config, listener.name, self._authorities)


async def assemble_logins(services: BrokerServices, listeners: Sequence[Listener]) -> Logins:
    """Reads delegation tokens, puts a gate before each listener that is to have one, has SCRAM users remembered.

    To be called before the listeners accept and before the changes of configuration are heard.

    Raises:
        ConfigError: the logins of a listener cannot be as they are configured.
        ZkError: ZooKeeper cannot be asked for tokens.
    """
    tokens = services.tokens = _tokens(services)
    if tokens is not None:
        await tokens.start()
    protocols = {endpoint.name: endpoint.security_protocol for endpoint in services.config.listeners}
    guarded = [listener for listener in listeners if protocols[listener.name].startswith("SASL")]
    if not guarded:
        return Logins(None, ())
    import secrets

    from broker.network.sasl_gate import SaslGateway, UnprovedBytes
    from broker.security.sasl.failed_logins import FailedLogins
    from broker.security.sasl.listener_logins import Authorities, ListenerLogins
    from broker.security.scram_users import ScramUsers

    users = ScramUsers(services.zk)
    services.config_changes.add_listener(users)
    authorities = Authorities(
        scram_user=users.credential,
        token=(lambda mechanism, token_id: None) if tokens is None else tokens.login,
        secret=_secret(services.config),
        random_bits=secrets.randbits,
        now_ms=services.clock.now_ms,
    )
    failed, unproved = FailedLogins(), UnprovedBytes()
    for listener in guarded:
        listener.gateway = SaslGateway(
            logins=ListenerLogins(services.config, listener.name, authorities),
            dispatcher=listener.dispatcher,
            metrics=services.metrics.network.listener(listener.name).authentication,
            failed=failed,
            unproved=unproved,
            clock=services.clock,
            loop=asyncio.get_running_loop(),
            delay_ms=lambda: int(services.config["connection.failed.authentication.delay.ms"]),
        )
    return Logins(authorities, guarded)


def _tokens(services: BrokerServices) -> DelegationTokens | None:
    config = services.config
    secret = config["delegation.token.secret.key"] or config["delegation.token.master.key"]
    if not secret:
        return None
    import os

    from broker.security.tokens import DelegationTokens, TokenLimits

    return DelegationTokens(
        services.zk,
        services.clock,
        secret=secret.encode(),
        limits=TokenLimits(
            lifetime_ms_max=config["delegation.token.max.lifetime.ms"],
            expiry_ms=config["delegation.token.expiry.time.ms"],
            check_ms=config["delegation.token.expiry.check.interval.ms"],
        ),
        is_controller=lambda: services.controller.is_active,
        random_bytes=os.urandom,
    )


def _secret(config: BrokerConfig) -> bytes:
    """Makes what unknown users are shown: of a secret of all brokers, so that all do so alike, else of chance."""
    import hmac
    import os

    shared = next((config[name] for name in _SHARED_SECRETS if config[name]), None)
    return os.urandom(32) if shared is None else hmac.digest(shared.encode(), b"salts of nobody", "sha256")
