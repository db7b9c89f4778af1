"""/groups: groups of the whole cluster, with their lag; their offsets reset while nobody is in the group.

GET    /groups?contains=text&limit=100  names and states, asked of every broker: each knows what it coordinates
GET    /groups?…&details=1              with members and lag, of fifty at most; what is not known in time is null
GET    /groups/G                        members with their partitions, with epochs and targets where they have them;
                                        per partition the committed offset, the end, and the lag between them; of a
                                        share group its start offset, and how much is left (`share_groups`); of a
                                        streams group the tasks of its members (`streams_groups`)
DELETE /groups/G                        while nobody is in it
POST   /groups/G/offsets                {"topic": "t", "to": "earliest" | "latest" | 42 | "@ms" | "+10" | "-10",
                                        "partitions": [0], "dry_run": true}: where the offsets are and would be;
                                        without dry_run reset; of a share group its start offsets
DELETE /groups/G/offsets?topic=t        the committed offsets of a topic, which nobody of the group reads; of a share
                                        group where it is in the topic

Lag costs requests per group, and lists that ask for it first make consoles slow: a page shows the list, and then that.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client import share_groups as client_share_groups
from kavka.client import streams_groups as client_streams_groups
from kavka.client.group_kinds import SHARE
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.groups import Place, committed, delete_group, describe_group, forget, lags, move, targets, type_name
from kavka.client.offsets import LATEST, list_offsets
from kavka.common.types import TopicPartition
from kavka.console import share_groups, streams_groups
from kavka.console.asking import ask_each
from kavka.console.own_client import own_cluster, refusals
from kavka.protocol.errors import GroupIdNotFound, KafkaError, UnknownTopicOrPartition
from kavka.protocol.messages import ListGroupsRequest
from kavka.wire.errors import UnsupportedByBroker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.cluster import Cluster
    from kavka.client.groups import GroupInfo, PartitionLag
    from kavka.timer.clock import Clock

LIMIT: Final = 100
LIMIT_MAX: Final = 1_000
DETAILED_MAX: Final = 50
"""Groups of one list whose lag is asked for."""
AT_ONCE: Final = 10
"""Of those so many at a time."""
DETAILS_WAIT_MS: Final = 4_000
"""How long a list waits for their lag: a partition without a leader has no end that anybody knows."""
PARTITIONS_MAX: Final = 10_000
"""Partitions of all those groups whose ends are asked for."""


async def handle(request: Request, admin: Admin) -> Response:
    """Lists groups, or works on one: the method and the path say what."""
    name = request.params.get("name")
    with refusals():
        async with own_cluster(admin) as cluster:
            if name is None:
                return json_response(await _list(cluster, request, admin.services.machine_clock))
            if request.method == "POST":
                return json_response(await _reset(cluster, name, request.json()))
            if request.method == "DELETE":
                return json_response(await _delete(cluster, name, request))
            return json_response(await _describe(cluster, name))


# ---- the list -----------------------------------------------------------------------------------------------------


async def _list(cluster: Cluster, request: Request, clock: Clock) -> dict[str, Any]:
    contains = request.query.get("contains", "")
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    offset = request.integer("offset", 0)
    answers = await ask_each(cluster, ListGroupsRequest())
    groups = sorted(
        (
            {
                "name": group.group_id,
                "type": type_name(group.group_type),
                "state": group.group_state,
                "protocol_type": group.protocol_type,
                "coordinator": broker_id,
            }
            for broker_id, answer in answers.items()
            if answer is not None and not answer.error_code
            for group in answer.groups
            if contains in group.group_id
        ),
        key=lambda group: str(group["name"]),
    )
    silent = [broker_id for broker_id, answer in answers.items() if answer is None or answer.error_code]
    shown = groups[offset : offset + limit]
    if "details" in request.query:
        await _add_details(cluster, shown[:DETAILED_MAX], clock)
    return {"count": len(groups), "offset": offset, "groups": shown, "silent_brokers": silent}


async def _add_details(cluster: Cluster, groups: list[dict[str, Any]], clock: Clock) -> None:
    """Adds to each group how many members it has, and its lag; None: it was not to be had in time."""
    positions: dict[str, dict[TopicPartition, int]] = {}
    for group in groups:
        group |= {"members": None, "topics": None, "lag": None}

    async def look(group: dict[str, Any]) -> None:
        name = group["name"]
        try:
            if group["type"] == SHARE.type_name:
                group["members"] = await share_groups.count_members(cluster, name)
                offsets = await client_share_groups.offsets(cluster, name)
                group["topics"] = sorted({tp.topic for tp in offsets})
                group["lag"] = share_groups.total_lag(offsets)
                return
            group["members"] = await _count_members(cluster, name)
            positions[name] = {tp: at.offset for tp, at in (await committed(cluster, name)).items()}
            group["topics"] = sorted({tp.topic for tp in positions[name]})
        except (KafkaError, OSError):
            return  # deleted since, or its coordinator is moving

    try:
        async with clock.timeout(DETAILS_WAIT_MS):
            for first in range(0, len(groups), AT_ONCE):
                await asyncio.gather(*map(look, groups[first : first + AT_ONCE]))
            ends = await _ends(cluster, {tp for offsets in positions.values() for tp in offsets})
    except TimeoutError:
        return
    for group in groups:
        offsets = positions.get(group["name"])
        if offsets is not None:
            group["lag"] = sum(max(0, ends[tp] - offset) for tp, offset in offsets.items() if tp in ends)


async def _count_members(cluster: Cluster, name: str) -> int:
    """Counts the members of a group that commits offsets: any but a share group."""
    try:
        return len((await describe_group(cluster, name)).members)
    except GroupIdNotFound as absent:
        with suppress(GroupIdNotFound, UnsupportedByBroker):
            return len((await client_streams_groups.describe(cluster, name)).members)
        raise absent


async def _ends(cluster: Cluster, partitions: set[TopicPartition]) -> dict[TopicPartition, int]:
    """Asks for high watermarks, all in one go, of the partitions that there still are and that have a leader."""
    asked: dict[TopicPartition, int] = {}
    for topic in sorted({tp.topic for tp in partitions}):
        try:
            led = {index for index, part in (await cluster.topic(topic)).partitions.items() if part.leader >= 0}
        except UnknownTopicOrPartition:
            continue  # deleted since; a group's offsets outlive topics until somebody looks after them
        asked |= {tp: LATEST for tp in partitions if tp.topic == topic and tp.partition in led}
    some = dict(sorted(asked.items())[:PARTITIONS_MAX])
    return {tp: found.offset for tp, found in (await list_offsets(cluster, some)).items()}


# ---- one group ----------------------------------------------------------------------------------------------------


async def _describe(cluster: Cluster, name: str) -> dict[str, Any]:
    try:
        group = await describe_group(cluster, name)
    except GroupIdNotFound as absent:
        return await _describe_of_its_own_type(cluster, name, absent)
    shown = {
        "name": name,
        "type": group.group_type,
        "state": group.state,
        "protocol_type": group.protocol_type,
        "protocol": group.protocol,
        "coordinator": group.coordinator,
        "epoch": group.epoch,
        "target_epoch": group.target_epoch,
        "members": [
            {
                "id": member.member_id,
                "instance_id": member.group_instance_id,
                "client_id": member.client_id,
                "host": member.host,
                "partitions": [str(tp) for tp in member.partitions],
                "epoch": member.epoch,
                "target": None if member.target is None else [str(tp) for tp in member.target],
                "regex": member.regex,
                "type": member.member_type,
            }
            for member in group.members
        ],
    }
    return shown | _committed(await lags(cluster, name), _owners(group))


async def _describe_of_its_own_type(cluster: Cluster, name: str, absent: GroupIdNotFound) -> dict[str, Any]:
    """Describes a group that has an API of its own: a share group, or a streams group."""
    with suppress(GroupIdNotFound, UnsupportedByBroker):
        return await share_groups.describe(cluster, name)
    with suppress(GroupIdNotFound, UnsupportedByBroker):
        shown, owners = await streams_groups.describe(cluster, name)
        return shown | _committed(await lags(cluster, name), owners)
    raise absent


def _committed(partitions: list[PartitionLag], owners: Mapping[TopicPartition, str]) -> dict[str, Any]:
    """Shows the committed offsets, and who reads on from them."""
    return {
        "lag": sum(one.lag or 0 for one in partitions),
        "partitions": [
            {
                "topic": one.partition.topic,
                "partition": one.partition.partition,
                "position": one.offset,
                "end_offset": one.end_offset,
                "lag": one.lag,
                "member": owners.get(one.partition),
            }
            for one in partitions
        ],
    }


def _owners(group: GroupInfo) -> dict[TopicPartition, str]:
    """Maps partitions to the member that reads them."""
    return {tp: member.member_id for member in group.members for tp in member.partitions}


async def _delete(cluster: Cluster, name: str, request: Request) -> dict[str, Any]:
    """Deletes a group, or its committed offsets of a topic."""
    if not request.path.endswith("/offsets"):
        await delete_group(cluster, name)
        return {"deleted": name}
    topic = request.query.get("topic", "")
    if await share_groups.start_offsets(cluster, name) is not None:
        return {"deleted": await share_groups.forget(cluster, name, topic)}
    partitions = [tp for tp in await committed(cluster, name) if tp.topic == topic]
    if not partitions:
        raise HttpError(HTTPStatus.NOT_FOUND, f"group {name} has committed nothing in topic {topic!r}")
    for error in (await forget(cluster, name, partitions)).values():
        if error is not None:
            raise error
    return {"deleted": [str(tp) for tp in sorted(partitions)]}


# ---- resetting offsets -------------------------------------------------------------------------------------------


async def _reset(cluster: Cluster, name: str, wanted: Any) -> dict[str, Any]:
    topic, (place, number), indexes, is_dry = _understood(wanted)
    started = await share_groups.start_offsets(cluster, name)
    before = {tp: at.offset for tp, at in (await committed(cluster, name)).items()} if started is None else started
    info = await cluster.topic(topic)
    partitions = [TopicPartition(topic, index) for index in (sorted(info.partitions) if indexes is None else indexes)]
    after = await targets(cluster, {tp: before.get(tp) for tp in partitions}, place, number)
    if not is_dry:
        await _move(cluster, name, after, is_share=started is not None)
    return {
        "group": name,
        "is_dry_run": is_dry,
        "partitions": [
            {"topic": topic, "partition": tp.partition, "before": before.get(tp), "after": offset}
            for tp, offset in sorted(after.items())
        ],
    }


async def _move(cluster: Cluster, name: str, after: Mapping[TopicPartition, int], *, is_share: bool) -> None:
    members = await (share_groups.count_members if is_share else _count_members)(cluster, name)
    if members:
        offsets = "start offsets" if is_share else "committed offsets"
        raise HttpError(HTTPStatus.CONFLICT, f"group {name} has {members} members: stop them, then move its {offsets}")
    if is_share:
        await share_groups.move(cluster, name, after)
    else:
        await move(cluster, name, {tp: OffsetAndMetadata(offset) for tp, offset in after.items()})


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
    if isinstance(to, str) and to.startswith("@") and to[1:].isdecimal() and len(to) < 19:
        return Place.TIMESTAMP, int(to[1:])
    if isinstance(to, str) and to[:1] in ("+", "-") and to[1:].isdecimal() and len(to) < 19:
        return Place.SHIFT, int(to)
    raise HttpError(HTTPStatus.BAD_REQUEST, 'to is "earliest", "latest", an offset, "@ms", "+10" or "-10"')
