"""DescribeClientQuotas: who has which quotas, by filters on users, client ids and addresses (KIP-546).

A filter has one component a kind of name: exactly this name, everybody's default, or any. Strict: entities with a part
that no component speaks of are left out. Read from ZooKeeper for each request, as Kafka does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster.topic_configs import read_config
from kavka.broker.quota import limits
from kavka.broker.quota.entities import DEFAULT, Default, Name, QuotaEntity
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.quota_nodes import READS_AT_ONCE, stored_entities
from kavka.common.steps import Steps, in_slices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, UnknownServerError, UnsupportedVersion
from kavka.protocol.messages import DescribeClientQuotasRequest, DescribeClientQuotasResponse
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.common.lane import Lane
    from kavka.zk.client import ZkClient

API = ApiKey.DESCRIBE_CLIENT_QUOTAS

EXACT: Final = 0
DEFAULT_NAME: Final = 1
ANY: Final = 2

USER: Final = "user"
CLIENT_ID: Final = "client-id"
IP: Final = "ip"

Entry = DescribeClientQuotasResponse.EntryData
Filters = Mapping[str, Name]
"""Kind of name → the name, the default; None: any."""


class DescribeClientQuotasHandler:
    """Handles DescribeClientQuotas requests."""

    __slots__ = ("_lane", "_zk")

    def __init__(self, *, lane: Lane, zk: ZkClient) -> None:
        self._lane = lane
        self._zk = zk

    def handle(
        self, request: DescribeClientQuotasRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, DescribeClientQuotasResponse]:
        """Lists the quotas that match.

        Raises:
            InvalidRequest: a kind of name twice, or addresses together with others.
            UnsupportedVersion: a kind of name that there is not.
        """
        return self._describe(_filters(request), request.strict)

    async def _describe(self, filters: Filters, strict: bool) -> DescribeClientQuotasResponse:
        pace = self._lane.enter()
        entries = []
        try:
            stored = await stored_entities(self._zk)
            async with pace:
                entities = await in_slices(_matching(stored, filters, strict=strict), pace)
            for start in range(0, len(entities), READS_AT_ONCE):
                part = entities[start : start + READS_AT_ONCE]
                texts = await asyncio.gather(*(read_config(self._zk, e.entity_type, e.path) for e in part))
                async with pace:
                    for entity, own in zip(part, texts, strict=True):
                        values = limits.numbers(entity.entity_type, own.texts)
                        if values:
                            entries.append(_entry(entity, values))
                        await pace.breathe()
        except ZkError as error:
            raise UnknownServerError(f"the quotas cannot be read from ZooKeeper: {error}") from error
        except ValueError as error:
            raise UnknownServerError(f"Unexpected client quota configuration value: {error}") from None
        return DescribeClientQuotasResponse(entries=entries)


def _filters(request: DescribeClientQuotasRequest) -> Filters:
    filters: dict[str, Name] = {}
    for component in request.components:
        kind = component.entity_type
        if kind == "":
            raise InvalidRequest("Unexpected empty filter component entity type")
        if kind not in (USER, CLIENT_ID, IP):
            raise UnsupportedVersion(f"Custom entity type '{kind}' not supported")
        if kind in filters:
            raise InvalidRequest(f"Duplicate {'client' if kind == CLIENT_ID else kind} filter component entity type")
        filters[kind] = _match(component.match_type, component.match)
    if IP in filters and len(filters) > 1:
        raise InvalidRequest(
            "Invalid entity filter component combination, IP filter component should not be used with "
            "user or clientId filter component."
        )
    return filters


def _match(match_type: int, match: str | None) -> Name:
    if match_type == EXACT and match is not None:
        return match
    if match_type == DEFAULT_NAME:
        return DEFAULT
    if match_type == ANY:
        return None
    raise InvalidRequest(f"Unexpected match type: {match_type} with match: {match}")


def _matching(stored: Iterable[QuotaEntity], filters: Filters, *, strict: bool) -> Steps[list[QuotaEntity]]:
    found = []
    for entity in stored:
        if matches(entity, filters, strict=strict):
            found.append(entity)
        yield
    return found


def matches(entity: QuotaEntity, filters: Filters, *, strict: bool) -> bool:
    """Tells whether an entity is asked for."""
    return all(
        _matches(name, filters, kind, strict=strict)
        for kind, name in ((USER, entity.user), (CLIENT_ID, entity.client_id), (IP, entity.ip))
    )


def _matches(name: Name, filters: Filters, kind: str, *, strict: bool) -> bool:
    if kind not in filters:
        return name is None or not strict
    wanted = filters[kind]
    return name is not None if wanted is None else name == wanted


def _entry(entity: QuotaEntity, values: Mapping[str, float]) -> Entry:
    parts = ((USER, entity.user), (CLIENT_ID, entity.client_id), (IP, entity.ip))
    return Entry(
        entity=[
            DescribeClientQuotasResponse.EntityData(
                entity_type=kind, entity_name=None if isinstance(name, Default) else name
            )
            for kind, name in parts
            if name is not None
        ],
        values=[DescribeClientQuotasResponse.ValueData(key=key, value=value) for key, value in values.items()],
    )
