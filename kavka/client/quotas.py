"""Quotas, read and changed: what users, client ids and addresses may use (KIP-546).

Any broker describes them, and writes what is changed. An entity is a mapping of kinds of names to names; None as a name
is everybody who has no quota of his own: {"user": "alice", "client-id": None}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.protocol.messages import AlterClientQuotasRequest, DescribeClientQuotasRequest
from kavka.wire.errors import raise_first

USER: Final = "user"
CLIENT_ID: Final = "client-id"
IP: Final = "ip"

PRODUCE: Final = "producer_byte_rate"
FETCH: Final = "consumer_byte_rate"
REQUEST: Final = "request_percentage"
MUTATION: Final = "controller_mutation_rate"
CONNECTION: Final = "connection_creation_rate"

_EXACT, _DEFAULT, _ANY = range(3)
"""DescribeClientQuotas' match types."""

Entity = Mapping[str, str | None]


class Quota(NamedTuple):
    """One entity's quotas."""

    entity: Entity
    values: Mapping[str, float]


async def describe(cluster: Cluster, entity: Entity, *, kinds: Sequence[str] = (), strict: bool = False) -> list[Quota]:
    """Returns the quotas that match an entity.

    Args:
        cluster: whom to ask.
        entity: these names, or with None the defaults.
        kinds: any name of these kinds.
        strict: leave out entities that have a name of another kind besides.

    Raises:
        InvalidRequest: addresses together with names.
        UnsupportedByBroker: the broker is older than 2.6.
    """
    component = DescribeClientQuotasRequest.ComponentData
    components = [
        component(entity_type=kind, match_type=_DEFAULT if name is None else _EXACT, match=name)
        for kind, name in entity.items()
    ]
    components += [component(entity_type=kind, match_type=_ANY, match=None) for kind in kinds]
    request = DescribeClientQuotasRequest(components=components, strict=strict)

    async def attempt() -> list[Quota]:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("quotas", response.error_code, response.error_message)])
        return [
            Quota(
                {part.entity_type: part.entity_name for part in entry.entity},
                {value.key: value.value for value in entry.values},
            )
            for entry in response.entries or ()
        ]

    return await cluster.retry(attempt, what="describe quotas")


async def alter(cluster: Cluster, entity: Entity, changes: Mapping[str, float | None]) -> None:
    """Changes quotas of one entity; None removes one. Brokers act on it within moments.

    Raises:
        InvalidRequest: nobody can have that quota, or the value is none.
        UnsupportedByBroker: the broker is older than 2.6.
    """
    operation, part = AlterClientQuotasRequest.OpData, AlterClientQuotasRequest.EntityData
    entry = AlterClientQuotasRequest.EntryData(
        entity=[part(entity_type=kind, entity_name=name) for kind, name in entity.items()],
        ops=[
            operation(key=key, value=0.0 if value is None else value, remove=value is None)
            for key, value in changes.items()
        ],
    )
    request = AlterClientQuotasRequest(entries=[entry])

    async def attempt() -> None:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first(("quota", result.error_code, result.error_message) for result in response.entries)

    await cluster.retry(attempt, what="alter quotas")
