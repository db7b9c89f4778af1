"""AlterClientQuotas: sets and removes quotas of users, client ids, both, and addresses (KIP-546).

Each entry stands for itself. What else a node holds, a user's secrets above all, stays as it is.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

from kavka.broker.handlers.describe_client_quotas import CLIENT_ID, IP, USER
from kavka.broker.quota.entities import DEFAULT, Name, QuotaEntity
from kavka.broker.quota.limits import check_entity, rendered
from kavka.broker.requests.config_resources import alter_entity
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError
from kavka.protocol.messages import AlterClientQuotasRequest, AlterClientQuotasResponse

API = ApiKey.ALTER_CLIENT_QUOTAS

Entry = AlterClientQuotasRequest.EntryData
Result = AlterClientQuotasResponse.EntryData


def handle(
    request: AlterClientQuotasRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, AlterClientQuotasResponse]:
    """Alters each entity; one that is wrong does not spoil the others."""
    return _alter_all(request, broker)


def error_response(request: AlterClientQuotasRequest, error: KafkaError) -> AlterClientQuotasResponse:
    """Returns the same error for every entity."""
    return AlterClientQuotasResponse(entries=[_result(entry, error) for entry in request.entries])


async def _alter_all(request: AlterClientQuotasRequest, broker: BrokerServices) -> AlterClientQuotasResponse:
    results: dict[frozenset[tuple[str, str | None]], Result] = {}  # one an entity, as in Kafka's response
    for entry in request.entries:
        names = {part.entity_type: part.entity_name for part in entry.entity}
        error: KafkaError | None = None
        try:
            await _alter(names, entry, broker, validate_only=request.validate_only)
        except KafkaError as failure:
            error = failure
        results[frozenset(names.items())] = _result(entry, error)
    return AlterClientQuotasResponse(entries=list(results.values()))


async def _alter(names: Mapping[str, str | None], entry: Entry, broker: BrokerServices, *, validate_only: bool) -> None:
    entity = _entity(names)
    check_entity(entity)
    texts = {op.key: None if op.remove else rendered(entity, op.key, op.value) for op in entry.ops}

    def new_texts(stored: Mapping[str, str]) -> dict[str, str]:
        changed = {**stored, **texts}
        return {key: text for key, text in changed.items() if text is not None}

    await alter_entity(entity.entity_type, entity.path, broker, new_texts, validate_only=validate_only)


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
