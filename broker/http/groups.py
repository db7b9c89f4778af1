"""/groups: consumer groups of the whole cluster, with their lag; positions moved while nobody is in the group.

GET  /groups?contains=text&limit=100  names and states, asked of every broker: each knows what it coordinates
GET  /groups/G                        members, and per partition the position, the end, and the lag between them
POST /groups/G/offsets                {"topic": "t", "to": "earliest" | "latest" | 42 | "@ms", "partitions": [0],
                                      "dry_run": true}: where the positions are and would be; without dry_run moved

The list has no lags: they cost a question per group, and lists that ask them first are what makes consoles slow.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from broker.http.messages import HttpError, Response, json_response
from broker.http.own_client import CALL_TIMEOUT_MS, CLIENT_ID, REACH_TIMEOUT_MS, bootstrap, refusals
from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.errors import code_name, error_for_code
from kavka.client.offsets import EARLIEST, LATEST, list_offsets
from kavka.common.types import TopicPartition
from protocol.errors import ErrorCode, UnknownTopicOrPartition
from protocol.messages import DescribeGroupsRequest, ListGroupsRequest, OffsetCommitRequest, OffsetFetchRequest

if TYPE_CHECKING:
    from broker.http.admin import Admin
    from broker.http.messages import Request

LIMIT: Final = 100
LIMIT_MAX: Final = 1_000
BROKER_TIMEOUT_MS: Final = 3_000
"""How long the list waits for one broker: one that hangs is named, and the others' groups are shown."""
NO_GENERATION: Final = -1
NO_POSITION: Final = -1
PLACES: Final = {"earliest": EARLIEST, "latest": LATEST}

Positions = dict[TopicPartition, int]


async def handle(request: Request, admin: Admin) -> Response:
    """What method and path ask for."""
    name = request.params.get("name")
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    with refusals():
        async with Cluster(
            bootstrap(admin), client_id=CLIENT_ID, api_timeout_ms=CALL_TIMEOUT_MS, reach_timeout_ms=REACH_TIMEOUT_MS
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
    """What one broker coordinates; None: it did not say."""
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
    link = CoordinatorLink(cluster, CoordinatorKind.GROUP, name)
    described = await _described(cluster, link, name)
    positions = await _positions(cluster, link, name)
    ends = await _offsets(cluster, dict.fromkeys(positions, LATEST))
    partitions = []
    for tp, position in sorted(positions.items()):
        end = ends.get(tp)
        lag = None if end is None else max(0, end - position)
        partitions.append(
            {"topic": tp.topic, "partition": tp.partition, "position": position, "end_offset": end, "lag": lag}
        )
    return {
        "name": name,
        "state": described.group_state,
        "protocol_type": described.protocol_type,
        "protocol": described.protocol_data,
        "members": [
            {
                "id": member.member_id,
                "instance_id": member.group_instance_id,
                "client_id": member.client_id,
                "host": member.client_host,
            }
            for member in described.members
        ],
        "lag": sum(one["lag"] or 0 for one in partitions),
        "partitions": partitions,
    }


async def _described(cluster: Cluster, link: CoordinatorLink, name: str) -> Any:
    async def attempt() -> Any:
        [group] = (await link.ask(DescribeGroupsRequest(groups=[name]))).groups
        _check(link, group.error_code, name)
        return group

    return await cluster.retry(attempt, what=f"describe group {name!r}")


async def _positions(cluster: Cluster, link: CoordinatorLink, name: str) -> Positions:
    async def attempt() -> Positions:
        response = await link.ask(OffsetFetchRequest(group_id=name, topics=None))
        _check(link, response.error_code, name)
        return {
            TopicPartition(topic.name, part.partition_index): part.committed_offset
            for topic in response.topics
            for part in topic.partitions
            if part.error_code == ErrorCode.NONE and part.committed_offset != NO_POSITION
        }

    return await cluster.retry(attempt, what=f"read the positions of group {name!r}")


async def _offsets(cluster: Cluster, wanted: Positions) -> Positions:
    """Offsets by time, of the partitions that there still are."""
    found: Positions = {}
    for topic in sorted({tp.topic for tp in wanted}):
        asked = {tp: time for tp, time in wanted.items() if tp.topic == topic}
        try:
            found |= {tp: item.offset for tp, item in (await list_offsets(cluster, asked)).items()}
        except UnknownTopicOrPartition:
            continue  # deleted since; its positions stay until they expire
    return found


# ---- moving positions ---------------------------------------------------------------------------------------------


async def _reset(cluster: Cluster, name: str, wanted: Any) -> dict[str, Any]:
    topic, to, indexes, is_dry = _understood(wanted)
    link = CoordinatorLink(cluster, CoordinatorKind.GROUP, name)
    described = await _described(cluster, link, name)
    if described.members:
        raise HttpError(
            HTTPStatus.CONFLICT,
            f"group {name} has {len(described.members)} members: stop them, then move its positions",
        )
    if indexes is None:
        indexes = sorted((await cluster.topic(topic)).partitions)
    partitions = [TopicPartition(topic, index) for index in indexes]
    before = await _positions(cluster, link, name)
    after = await _targets(cluster, partitions, to)
    if not is_dry:
        await _commit(cluster, link, name, after)
    return {
        "group": name,
        "is_dry_run": is_dry,
        "partitions": [
            {"topic": topic, "partition": tp.partition, "before": before.get(tp), "after": after[tp]}
            for tp in partitions
        ],
    }


def _understood(wanted: Any) -> tuple[str, str | int, list[int] | None, bool]:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("topic"), str):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'a reset is {"topic": "t", "to": "earliest"}')
    to: Any = wanted.get("to")
    is_time = isinstance(to, str) and to.startswith("@") and to[1:].isdecimal()
    if not (to in PLACES or is_time or (type(to) is int and to >= 0)):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'to is "earliest", "latest", an offset, or "@ms"')
    indexes = wanted.get("partitions")
    if indexes is not None and not (isinstance(indexes, list) and all(type(index) is int for index in indexes)):
        raise HttpError(HTTPStatus.BAD_REQUEST, "partitions is a list of numbers")
    return wanted["topic"], to, indexes, bool(wanted.get("dry_run"))


async def _targets(cluster: Cluster, partitions: list[TopicPartition], to: str | int) -> Positions:
    """Where each partition's position shall be: within what the log has."""
    first = await _offsets(cluster, dict.fromkeys(partitions, EARLIEST))
    last = await _offsets(cluster, dict.fromkeys(partitions, LATEST))
    if len(last) < len(partitions):
        raise HttpError(HTTPStatus.NOT_FOUND, f"there is no topic {partitions[0].topic}")
    if to == "earliest":
        return first
    if to == "latest":
        return last
    if isinstance(to, int):
        return {tp: min(max(to, first[tp]), last[tp]) for tp in partitions}
    by_time = await _offsets(cluster, dict.fromkeys(partitions, int(to[1:])))
    return {tp: by_time[tp] if by_time[tp] >= 0 else last[tp] for tp in partitions}


async def _commit(cluster: Cluster, link: CoordinatorLink, name: str, positions: Positions) -> None:
    part = OffsetCommitRequest.OffsetCommitRequestPartition
    topics: dict[str, list[OffsetCommitRequest.OffsetCommitRequestPartition]] = {}
    for tp, offset in positions.items():
        topics.setdefault(tp.topic, []).append(part(partition_index=tp.partition, committed_offset=offset))
    request = OffsetCommitRequest(
        group_id=name,
        generation_id_or_member_epoch=NO_GENERATION,
        member_id="",
        topics=[OffsetCommitRequest.OffsetCommitRequestTopic(name=t, partitions=parts) for t, parts in topics.items()],
    )

    async def attempt() -> None:
        response = await link.ask(request)
        for topic in response.topics:
            for answer in topic.partitions:
                _check(link, answer.error_code, name)

    await cluster.retry(attempt, what=f"move the positions of group {name!r}")


def _check(link: CoordinatorLink, code: int, name: str) -> None:
    if code != ErrorCode.NONE:
        if code in (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE):
            link.forget()
        raise error_for_code(code, f"group {name}: {code_name(code)}")
