"""How a broker logs in to the others: as the inter-broker listener's JAAS entry says, as the bundled client does.

    sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
    listener.name.internal.scram-sha-512.sasl.jaas.config=…ScramLoginModule required username="broker" password="…";

One entry holds both sides, as in Kafka: `username` and `password` are whom this broker logs in as, `user_…` whom it
lets in by PLAIN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.config.types import ConfigError

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.wire.sasl_client import SaslClient

_BEARER_KEY: Final = "sasl.oauthbearer.token.endpoint.url"


def inter_broker_login(config: BrokerConfig, listener: str) -> Callable[[], SaslClient] | None:
    """Returns the factory of logins to other brokers by a listener.

    None where that has no SASL.

    Raises:
        ConfigError: the settings cannot be used.
    """
    if not config.protocol_of(listener).startswith("SASL"):
        return None
    from kavka.wire.sasl import sasl_client_factory
    from kavka.wire.sasl_client import SecuritySettingsError

    mechanism, settings = config.sasl_mechanism_inter_broker_protocol, config.of_listener(listener)
    if mechanism not in settings.sasl_enabled_mechanisms:
        raise ConfigError(
            f"Invalid value {mechanism} for configuration sasl.mechanism.inter.broker.protocol: "
            f"it is not among the sasl.enabled.mechanisms of the listener {listener}"
        )
    key = f"listener.name.{listener.lower()}.{mechanism.lower()}.sasl.jaas.config"
    properties = {"sasl.mechanism": mechanism}
    jaas = settings.of_mechanism(mechanism).sasl_jaas_config
    if jaas:
        properties["sasl.jaas.config"] = jaas
    elif mechanism != "OAUTHBEARER":
        raise ConfigError(f"{key} must be set: it says as whom this broker logs in to the others")
    token_url = settings.sasl_oauthbearer_token_endpoint_url
    if token_url:
        properties[_BEARER_KEY] = token_url
    try:
        return sasl_client_factory(properties)
    except SecuritySettingsError as error:
        raise ConfigError(f"Invalid value for configuration {key}: {error}") from None
