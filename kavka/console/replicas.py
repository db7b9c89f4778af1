"""/topics/T/replicas and /topics/T/election: where replicas are and shall be, and who leads.

GET    /topics/T/replicas    where each partition's replicas are, and which move: how far, by the leaders' and the
                             new replicas' sizes
POST   /topics/T/replicas    {"brokers": [0, 1, 2], "replication_factor": 2}: a plan, as topics are spread; not begun
                             {"plan": {"0": [1, 2]}}: begins
DELETE /topics/T/replicas    cancels what moves; replicas are where they were
POST   /topics/T/election    {"kind": "preferred" | "unclean", "partitions": [0]}: without partitions, all
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client.reassignments import PREFERRED, UNCLEAN
from kavka.common.types import TopicPartition
from kavka.console.asking import BROKER_TIMEOUT_MS, numbers_of, wanted
from kavka.console.own_client import own_admin, own_cluster, refusals
from kavka.controller.placement import place
from kavka.protocol.messages import DescribeLogDirsRequest

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.admin import Admin as AdminClient
    from kavka.client.cluster import Cluster
    from kavka.common.types import OngoingReassignment
    from kavka.wire.metadata import TopicInfo

KINDS: Final = {"preferred": PREFERRED, "unclean": UNCLEAN}


async def handle(request: Request, admin: Admin) -> Response:
    """Shows, plans, begins or cancels moves of a topic's replicas, or elects its leaders."""
    name = request.params["name"]
    with refusals():
        async with own_admin(admin) as client:
            [info] = await client.describe_topics([name])
            if request.path.endswith("/election"):
                return await _elect(client, info, wanted(request, '{"kind": "preferred"}'))
            if request.method == "POST":
                return await _plan_or_begin(client, info, wanted(request, '{"brokers": [0]} or {"plan": {"0": [1]}}'))
            ongoing = await client.list_partition_reassignments(_partitions(info))
            if request.method == "DELETE":
                await client.alter_partition_reassignments(dict.fromkeys(ongoing))
                return json_response({"cancelled": [tp.partition for tp in ongoing]})
        async with own_cluster(admin) as cluster:
            sizes = await _sizes(cluster, ongoing, info)
    return json_response(_shown(info, ongoing, sizes))


def _partitions(info: TopicInfo) -> list[TopicPartition]:
    return [TopicPartition(info.name, index) for index in sorted(info.partitions)]


# ---- what there is ------------------------------------------------------------------------------------------------


async def _sizes(
    cluster: Cluster, ongoing: dict[TopicPartition, OngoingReassignment], info: TopicInfo
) -> dict[int, dict[int, int]]:
    """Asks the brokers concerned how large the moving replicas are; one that does not say in time is left out."""
    brokers = {broker_id for move in ongoing.values() for broker_id in move.adding}
    brokers |= {info.partitions[tp.partition].leader for tp in ongoing}
    known = sorted(brokers & set(cluster.metadata.brokers))

    request = DescribeLogDirsRequest(
        topics=[
            DescribeLogDirsRequest.DescribableLogDirTopic(
                topic=info.name, partitions=sorted(tp.partition for tp in ongoing)
            )
        ]
    )

    async def sizes(broker_id: int) -> dict[int, int]:
        try:
            response = await cluster.ask(broker_id, request, timeout_ms=BROKER_TIMEOUT_MS)
        except (OSError, TimeoutError):
            return {}
        parts = [part for one in response.results for topic in one.topics for part in topic.partitions]
        return {part.partition_index: part.partition_size for part in parts if not part.is_future_key}

    return dict(zip(known, await asyncio.gather(*map(sizes, known)), strict=True))


def _shown(
    info: TopicInfo, ongoing: dict[TopicPartition, OngoingReassignment], sizes: dict[int, dict[int, int]]
) -> dict[str, Any]:
    rows = []
    for tp in _partitions(info):
        part, move = info.partitions[tp.partition], ongoing.get(tp)
        row: dict[str, Any] = {
            "partition": tp.partition,
            "leader": part.leader,
            "replicas": list(part.replicas),
            "isr": list(part.isr),
            "is_preferred": bool(part.replicas) and part.leader == part.replicas[0],
            "moves": None,
        }
        if move is not None:
            row["moves"] = {
                "adding": list(move.adding),
                "removing": list(move.removing),
                "bytes": sizes.get(part.leader, {}).get(tp.partition),
                "bytes_there": {
                    str(broker_id): sizes.get(broker_id, {}).get(tp.partition) for broker_id in move.adding
                },
            }
        rows.append(row)
    return {"topic": info.name, "moving": len(ongoing), "partitions": rows}


# ---- what shall be ------------------------------------------------------------------------------------------------


async def _plan_or_begin(client: AdminClient, info: TopicInfo, body: dict[str, Any]) -> Response:
    if "plan" in body:
        plan = _read_plan(info, body["plan"])
        await client.alter_partition_reassignments(plan)
        return json_response({"begun": len(plan)})
    brokers = numbers_of(body.get("brokers"), "brokers")
    known = {one.broker_id: one.rack for one in (await client.describe_cluster()).brokers}
    if not brokers or not set(brokers) <= set(known):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"brokers are some of {sorted(known)}, which are alive")
    now = max((len(part.replicas) for part in info.partitions.values()), default=1)
    factor = body.get("replication_factor") or now
    if type(factor) is not int:
        raise HttpError(HTTPStatus.BAD_REQUEST, "replication_factor is a number")
    placed = place(
        {broker_id: known[broker_id] for broker_id in brokers},
        partition_count=len(info.partitions),
        replication_factor=factor,
        start_index=0,
        start_shift=0,
    )
    rows = [
        {"partition": index, "before": list(info.partitions[index].replicas), "after": placed[index]}
        for index in sorted(info.partitions)
    ]
    return json_response({"topic": info.name, "partitions": rows})


def _read_plan(info: TopicInfo, plan: Any) -> dict[TopicPartition, list[int]]:
    if not isinstance(plan, dict) or not plan:
        raise HttpError(HTTPStatus.BAD_REQUEST, 'a plan is {"partition": [broker, …]}')
    found = {}
    for index, replicas in plan.items():
        if not index.isdecimal() or len(index) > 9 or int(index) not in info.partitions:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{info.name} has no partition {index}")
        found[TopicPartition(info.name, int(index))] = numbers_of(replicas, f"replicas of partition {index}")
    return found


async def _elect(client: AdminClient, info: TopicInfo, body: dict[str, Any]) -> Response:
    kind = KINDS.get(body.get("kind", ""))
    if kind is None:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"kind is one of {', '.join(KINDS)}")
    asked = body.get("partitions")
    partitions = (
        _partitions(info)
        if asked is None
        else [TopicPartition(info.name, index) for index in numbers_of(asked, "partitions")]
    )
    results = await client.elect_leaders(kind, partitions)
    return json_response(
        {
            "elected": sorted(tp.partition for tp, error in results.items() if error is None),
            "refused": {str(tp.partition): str(error) for tp, error in results.items() if error is not None},
        }
    )
