"""AlterClientQuotas: sets and removes quotas of users, client ids, both, and addresses (KIP-546).

Each entry stands for itself. What else a node holds, a user's secrets above all, stays as it is.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.describe_client_quotas import CLIENT_ID, IP, USER
from kavka.broker.quota.entities import DEFAULT, Name, QuotaEntity
from kavka.broker.quota.limits import check_entity, rendered
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError
from kavka.protocol.messages import AlterClientQuotasRequest, AlterClientQuotasResponse

if TYPE_CHECKING:
    from kavka.broker.requests.config_resources import ConfigStore

API = ApiKey.ALTER_CLIENT_QUOTAS

Entry = AlterClientQuotasRequest.EntryData
Result = AlterClientQuotasResponse.EntryData


class AlterClientQuotasHandler:
    """Handles AlterClientQuotas requests."""

    __slots__ = ("_configs",)

    def __init__(self, *, configs: ConfigStore) -> None:
        self._configs = configs

    def handle(
        self, request: AlterClientQuotasRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, AlterClientQuotasResponse]:
        """Alters each entity; one that is wrong does not spoil the others."""
        return self._alter_all(request)

    async def _alter_all(self, request: AlterClientQuotasRequest) -> AlterClientQuotasResponse:
        results: dict[frozenset[tuple[str, str | None]], Result] = {}  # one an entity, as in Kafka's response
        for entry in request.entries:
            names = {part.entity_type: part.entity_name for part in entry.entity}
            error: KafkaError | None = None
            try:
                await self._alter(names, entry, validate_only=request.validate_only)
            except KafkaError as failure:
                error = failure
            results[frozenset(names.items())] = _result(entry, error)
        return AlterClientQuotasResponse(entries=list(results.values()))

    async def _alter(self, names: Mapping[str, str | None], entry: Entry, *, validate_only: bool) -> None:
        entity = _entity(names)
        check_entity(entity)
        texts = {op.key: None if op.remove else rendered(entity, op.key, op.value) for op in entry.ops}

        def new_texts(stored: Mapping[str, str]) -> dict[str, str]:
            changed = {**stored, **texts}
            return {key: text for key, text in changed.items() if text is not None}

        await self._configs.alter_entity(entity.entity_type, entity.path, new_texts, validate_only=validate_only)


def _entity(names: Mapping[str, str | None]) -> QuotaEntity:
    """Reads the entity that is meant.

    Raises:
        InvalidRequest: a kind of name that there is not, or an empty name.
    """
    parts: dict[str, Name] = {}
    for kind, name in names.items():
        if kind not in (USER, CLIENT_ID, IP):
            raise InvalidRequest(f"Unhandled client quota entity type: {kind}")
        if name == "":
            raise InvalidRequest(f"Empty {kind} not supported")
        parts[kind] = DEFAULT if name is None else name
    return QuotaEntity(user=parts.get(USER), client_id=parts.get(CLIENT_ID), ip=parts.get(IP))


def _result(entry: Entry, error: KafkaError | None) -> Result:
    return Result(
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
        entity=[
            AlterClientQuotasResponse.EntityData(entity_type=part.entity_type, entity_name=part.entity_name)
            for part in entry.entity
        ],
    )
