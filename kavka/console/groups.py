"""/groups: consumer groups of the whole cluster, with their lag; committed offsets reset while nobody is in the group.

GET  /groups?contains=text&limit=100  names and states, asked of every broker: each knows what it coordinates
GET  /groups/G                        members, and per partition the committed offset, the end, and the lag between them
POST /groups/G/offsets                {"topic": "t", "to": "earliest" | "latest" | 42 | "@ms", "partitions": [0],
                                      "dry_run": true}: where the offsets are and would be; without dry_run reset

The list has no lags: they cost a request per group, and lists that ask them first are what makes consoles slow.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client.cluster import Cluster
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.groups import Place, committed, describe_group, lags, move, targets
from kavka.common.types import TopicPartition
from kavka.console.own_client import CALL_TIMEOUT_MS, CLIENT_ID, REACH_TIMEOUT_MS, refusals, way
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ListGroupsRequest

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request

LIMIT: Final = 100
LIMIT_MAX: Final = 1_000
BROKER_TIMEOUT_MS: Final = 3_000
"""How long the list waits for one broker: one that hangs is named, and the others' groups are shown."""


async def handle(request: Request, admin: Admin) -> Response:
    """Lists groups, or works on one: the method and the path say what."""
    name = request.params.get("name")
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    reached = way(admin)
    with refusals():
        async with Cluster(
            reached.bootstrap,
            security=reached.security,
            client_id=CLIENT_ID,
            api_timeout_ms=CALL_TIMEOUT_MS,
            reach_timeout_ms=REACH_TIMEOUT_MS,
        ) as cluster:
            if name is None:
                return json_response(await _list(cluster, request.query.get("contains", ""), limit))
            if request.method == "POST":
                return json_response(await _reset(cluster, name, request.json()))
            return json_response(await _describe(cluster, name))


# ---- the list -----------------------------------------------------------------------------------------------------


async def _list(cluster: Cluster, contains: str, limit: int) -> dict[str, Any]:
    brokers = sorted(cluster.metadata.brokers)
    answers = await asyncio.gather(*(_listed(cluster, broker_id) for broker_id in brokers))
    groups = sorted(
        (group for answer in answers for group in answer or () if contains in group["name"]),
        key=lambda group: str(group["name"]),
    )
    silent = [broker_id for broker_id, answer in zip(brokers, answers, strict=True) if answer is None]
    return {"count": len(groups), "groups": groups[:limit], "silent_brokers": silent}


async def _listed(cluster: Cluster, broker_id: int) -> list[dict[str, Any]] | None:
    """Lists what one broker coordinates; None: it did not say."""
    try:
        response = await cluster.ask(broker_id, ListGroupsRequest(), timeout_ms=BROKER_TIMEOUT_MS)
    except (OSError, TimeoutError):
        return None
    if response.error_code != ErrorCode.NONE:
        return None
    return [
        {
            "name": group.group_id,
            "state": group.group_state,
            "protocol_type": group.protocol_type,
            "coordinator": broker_id,
        }
        for group in response.groups
    ]


# ---- one group ----------------------------------------------------------------------------------------------------


async def _describe(cluster: Cluster, name: str) -> dict[str, Any]:
    group = await describe_group(cluster, name)
    partitions = await lags(cluster, name)
    return {
        "name": name,
        "state": group.state,
        "protocol_type": group.protocol_type,
        "protocol": group.protocol,
        "coordinator": group.coordinator,
        "members": [
            {
                "id": member.member_id,
                "instance_id": member.group_instance_id,
                "client_id": member.client_id,
                "host": member.host,
                "partitions": [str(tp) for tp in member.partitions],
            }
            for member in group.members
        ],
        "lag": sum(one.lag or 0 for one in partitions),
        "partitions": [
            {
                "topic": one.partition.topic,
                "partition": one.partition.partition,
                "position": one.offset,
                "end_offset": one.end_offset,
                "lag": one.lag,
            }
            for one in partitions
        ],
    }


# ---- resetting offsets -------------------------------------------------------------------------------------------


async def _reset(cluster: Cluster, name: str, wanted: Any) -> dict[str, Any]:
    topic, (place, number), indexes, is_dry = _understood(wanted)
    before = {tp: at.offset for tp, at in (await committed(cluster, name)).items()}
    info = await cluster.topic(topic)
    partitions = [TopicPartition(topic, index) for index in (sorted(info.partitions) if indexes is None else indexes)]
    after = await targets(cluster, {tp: before.get(tp) for tp in partitions}, place, number)
    if not is_dry:
        members = (await describe_group(cluster, name)).members
        if members:
            raise HttpError(
                HTTPStatus.CONFLICT,
                f"group {name} has {len(members)} members: stop them, then move its committed offsets",
            )
        await move(cluster, name, {tp: OffsetAndMetadata(offset) for tp, offset in after.items()})
    return {
        "group": name,
        "is_dry_run": is_dry,
        "partitions": [
            {"topic": topic, "partition": tp.partition, "before": before.get(tp), "after": offset}
            for tp, offset in sorted(after.items())
        ],
    }


def _understood(wanted: Any) -> tuple[str, tuple[Place, int], list[int] | None, bool]:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("topic"), str):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'a reset is {"topic": "t", "to": "earliest"}')
    indexes = wanted.get("partitions")
    if indexes is not None and not (isinstance(indexes, list) and all(type(index) is int for index in indexes)):
        raise HttpError(HTTPStatus.BAD_REQUEST, "partitions is a list of numbers")
    return wanted["topic"], _place(wanted.get("to")), indexes, bool(wanted.get("dry_run"))


def _place(to: Any) -> tuple[Place, int]:
    if to in ("earliest", "latest"):
        return Place(to), 0
    if type(to) is int and to >= 0:
        return Place.OFFSET, to
    if isinstance(to, str) and to.startswith("@") and to[1:].isdecimal():
        return Place.TIMESTAMP, int(to[1:])
    raise HttpError(HTTPStatus.BAD_REQUEST, 'to is "earliest", "latest", an offset, or "@ms"')
