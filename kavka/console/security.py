"""/acls, /users, /quotas: who may do what, who logs in by SCRAM, and how much they may use.

GET /acls                every ACL; "is_off" where the brokers have no authorizer
POST, DELETE /acls       {"type": "TOPIC", "name": "pay", "pattern": "PREFIXED", "principal": "User:alice", "host": "*",
                          "operation": "READ", "permission": "ALLOW"}
GET /users               users with their mechanisms and iterations; nobody sees a password
POST /users              {"name": "alice", "password": "…", "mechanisms": ["SCRAM-SHA-256"]}; salted before it goes on
DELETE /users/NAME       all that it has
GET /quotas              every quota
POST /quotas             {"entity": {"user": "alice", "client-id": null}, "set": {"producer_byte_rate": 1000, …: null}}
"""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client import quotas
from kavka.client.scram_users import MECHANISMS
from kavka.common.acls import (
    WILDCARD,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.console.asking import text_of, wanted
from kavka.console.own_client import own_admin, own_cluster, refusals
from kavka.protocol.errors import SecurityDisabled

if TYPE_CHECKING:
    from enum import IntEnum

    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.admin import Admin as AdminClient

Name = TypeVar("Name", bound="IntEnum")

KINDS: Final = (quotas.USER, quotas.CLIENT_ID, quotas.IP)
ROWS_MAX: Final = 5_000
"""ACLs, users or quotas that are shown."""


async def handle(request: Request, admin: Admin) -> Response:
    """Shows or changes ACLs, users or quotas: the path says which."""
    part = request.path.split("/")[1]
    with refusals():
        if part == "quotas":
            return await _quotas(request, admin)
        async with own_admin(admin) as client:
            return await (_acls if part == "acls" else _users)(request, client)


# ---- ACLs ---------------------------------------------------------------------------------------------------------


async def _acls(request: Request, client: AdminClient) -> Response:
    if request.method == "GET":
        try:
            found = await client.describe_acls()
        except SecurityDisabled:
            return json_response({"is_off": True, "count": 0, "acls": []})
        return json_response({"is_off": False, "count": len(found), "acls": [_shown(acl) for acl in found[:ROWS_MAX]]})
    binding = _binding(
        wanted(request, '{"type": "TOPIC", "name": "t", "principal": "User:alice", "operation": "READ"}')
    )
    if request.method == "POST":
        await client.create_acls([binding])
        return json_response({"created": _shown(binding)}, status=HTTPStatus.CREATED)
    pattern, entry = binding
    exactly = AclFilter(
        pattern.resource_type,
        pattern.name,
        pattern.pattern_type,
        entry.principal,
        entry.host,
        entry.operation,
        entry.permission,
    )
    return json_response({"deleted": [_shown(acl) for acl in await client.delete_acls([exactly])]})


def _shown(acl: AclBinding) -> dict[str, str]:
    pattern, entry = acl
    return {
        "type": pattern.resource_type.name,
        "name": pattern.name,
        "pattern": pattern.pattern_type.name,
        "principal": entry.principal,
        "host": entry.host,
        "operation": entry.operation.name,
        "permission": entry.permission.name,
    }


def _binding(body: dict[str, Any]) -> AclBinding:
    binding = AclBinding(
        ResourcePattern(
            _named(ResourceType, body, "type"),
            text_of(body, "name"),
            _named(PatternType, {"pattern": "LITERAL"} | body, "pattern"),
        ),
        AclEntry(
            text_of(body, "principal"),
            text_of(body, "host", WILDCARD),
            _named(AclOperation, body, "operation"),
            _named(PermissionType, {"permission": "ALLOW"} | body, "permission"),
        ),
    )
    problem = binding.problem()
    if problem is not None:
        raise HttpError(HTTPStatus.BAD_REQUEST, problem)
    return binding


def _named(kind: type[Name], body: dict[str, Any], field: str) -> Name:
    name = text_of(body, field)
    if name not in kind.__members__:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"{field} is none of {', '.join(kind.__members__)}: {name}")
    return kind[name]


# ---- users --------------------------------------------------------------------------------------------------------


async def _users(request: Request, client: AdminClient) -> Response:
    if request.method == "GET":
        found = sorted((await client.describe_user_scram_credentials()).items())
        rows = [{"name": name, "mechanisms": dict(mechanisms)} for name, mechanisms in found[:ROWS_MAX]]
        return json_response({"count": len(found), "users": rows})
    if request.method == "DELETE":
        name = request.params["name"]
        mechanisms = (await client.describe_user_scram_credentials([name]))[name]
        await client.delete_user_scram_credentials(name, list(mechanisms))
        return json_response({"deleted": name})
    body = wanted(request, '{"name": "alice", "password": "…"}')
    chosen = body.get("mechanisms") or list(MECHANISMS)
    if not isinstance(chosen, list) or not set(chosen) <= set(MECHANISMS):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"mechanisms are of {', '.join(MECHANISMS)}")
    name = text_of(body, "name")
    await client.upsert_user_scram_credentials(name, text_of(body, "password"), mechanisms=chosen)
    return json_response({"set": name}, status=HTTPStatus.CREATED)


# ---- quotas -------------------------------------------------------------------------------------------------------


async def _quotas(request: Request, admin: Admin) -> Response:
    async with own_cluster(admin) as cluster:
        if request.method == "POST":
            body = wanted(request, '{"entity": {"user": "alice"}, "set": {"producer_byte_rate": 1000000}}')
            entity = _entity(body.get("entity"))
            await quotas.alter(cluster, entity, _values(body.get("set")))
            return json_response({"entity": entity})
        # Names and addresses are never of one entity, and asked for one by one.
        found = await quotas.describe(cluster, {}, kinds=(quotas.USER,), strict=False)
        found += await quotas.describe(cluster, {}, kinds=(quotas.CLIENT_ID,), strict=True)
        found += await quotas.describe(cluster, {}, kinds=(quotas.IP,), strict=True)
    rows = [{"entity": dict(one.entity), "values": dict(one.values)} for one in found[:ROWS_MAX]]
    return json_response({"count": len(found), "quotas": rows})


def _entity(entity: Any) -> dict[str, str | None]:
    if (
        not isinstance(entity, dict)
        or not entity
        or not all(
            kind in KINDS and (name is None or (isinstance(name, str) and name)) for kind, name in entity.items()
        )
    ):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"an entity has names, or null for the default, of {', '.join(KINDS)}")
    return entity


def _values(values: Any) -> dict[str, float | None]:
    if not isinstance(values, dict) or not values:
        raise HttpError(HTTPStatus.BAD_REQUEST, 'set is {"producer_byte_rate": 1000000}, or null to take one away')
    for key, value in values.items():
        if value is not None and (type(value) not in (int, float) or not math.isfinite(value)):
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{key} is a number, or null")
    return values
