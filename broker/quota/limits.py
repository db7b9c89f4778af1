"""What a quota limits: the keys of /config/users, /config/clients and /config/ips, and the numbers they may have.

    users, clients   producer_byte_rate        bytes/s, whole
                     consumer_byte_rate        bytes/s, whole
                     request_percentage        of one thread's time; this broker has one, its event loop
                     controller_mutation_rate  partitions created or deleted a second
    ips              connection_creation_rate  connections/s, whole

A node may hold other things as well: a user's has its SCRAM secrets. Not here: who has which (`entities`).
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from typing import Final

from kavka.broker.quota.entities import IPS, Default, QuotaEntity
from kavka.protocol.errors import InvalidRequest

PRODUCE: Final = "producer_byte_rate"
FETCH: Final = "consumer_byte_rate"
REQUEST: Final = "request_percentage"
MUTATION: Final = "controller_mutation_rate"
CONNECTION: Final = "connection_creation_rate"

CLIENT_KEYS: Final = (PRODUCE, FETCH, REQUEST, MUTATION)
IP_KEYS: Final = (CONNECTION,)

_WHOLE: Final[Mapping[str, tuple[str, int]]] = {
    PRODUCE: ("LONG", 2**63 - 1),
    FETCH: ("LONG", 2**63 - 1),
    CONNECTION: ("INT", 2**31 - 1),
}
"""Keys whose values are whole numbers: the type's name in messages, and its largest value."""

_EPSILON: Final = 1e-6


def keys_of(entity_type: str) -> tuple[str, ...]:
    """Returns the keys that are quotas in nodes of an entity type."""
    return IP_KEYS if entity_type == IPS else CLIENT_KEYS


def rendered(entity: QuotaEntity, key: str, value: float) -> str:
    """Renders a quota's value as its node holds it.

    Raises:
        InvalidRequest: the entity has no such quota, or the value is none (ZkAdminManager.alterClientQuotas).
    """
    if key not in keys_of(entity.entity_type):
        raise InvalidRequest(f"Invalid configuration key {key}")
    if not math.isfinite(value) or value < 0:
        # Kafka 3.0 takes these, and its brokers then fail to apply them.
        raise InvalidRequest(f"Configuration {key} must be a number that is not negative")
    whole = _WHOLE.get(key)
    if whole is None:
        return repr(float(value))
    kind, largest = whole
    number = min(int(value + _EPSILON), largest)
    if abs(number - value) > _EPSILON and value < largest:
        raise InvalidRequest(f"Configuration {key} must be a {kind} value")
    return str(number)


def numbers(entity_type: str, texts: Mapping[str, str]) -> dict[str, float]:
    """Parses the quotas in a node; other keys are left out.

    Raises:
        ValueError: one of them is no number.
    """
    found = {key: float(texts[key]) for key in keys_of(entity_type) if texts.get(key)}
    for key, value in found.items():
        if not math.isfinite(value) or value < 0:
            raise ValueError(f"{key}={texts[key]}")
    return found


def check_entity(entity: QuotaEntity) -> None:
    """Checks that an entity can have a quota.

    Raises:
        InvalidRequest: nobody is named, an address stands beside a name, or is none.
    """
    if entity == QuotaEntity():
        raise InvalidRequest("Invalid empty client quota entity")
    if entity.ip is None:
        return
    if entity.user is not None or entity.client_id is not None:
        raise InvalidRequest(
            "Invalid quota entity combination, IP entity should not be used with user/client ID entity."
        )
    if not isinstance(entity.ip, Default):
        try:
            ipaddress.ip_address(entity.ip)
        except ValueError:
            # Kafka asks the name service here, and again on every broker; its response may differ tomorrow.
            raise InvalidRequest(f"{entity.ip} is not a valid IP or resolvable host.") from None
