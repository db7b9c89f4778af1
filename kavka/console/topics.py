"""/topics: made, grown, emptied and deleted, by way of the controller and the leaders, wherever they are.

POST   /topics               {"name": "t", "partitions": 3, "replication_factor": 2, "configs": {"retention.ms": "1"}}
DELETE /topics/T
POST   /topics/T/partitions  {"count": 6}
POST   /topics/T/trim        {"before": "end" | {"0": 1200}, "dry_run": true}: what lies before is deleted, everywhere

What there is and how it does, /state/topics shows; that asks nobody. Settings are `configs`, replicas `replicas`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.common.types import NewTopic, TopicPartition
from kavka.console.asking import text_of, texts_of, wanted
from kavka.console.own_client import own_admin, refusals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.admin import Admin as AdminClient


async def handle(request: Request, admin: Admin) -> Response:
    """Creates topics or works on one: the method and the path say what."""
    name = request.params.get("name")
    with refusals():
        async with own_admin(admin) as client:
            if name is None:
                return await _create(client, wanted(request, '{"name": "t", "partitions": 3, …}'))
            if request.method == "DELETE":
                await client.delete_topics([name])
                return json_response({"deleted": name})
            if request.path.endswith("/partitions"):
                return await _grow(client, name, wanted(request, '{"count": 6}'))
            return await _trim(client, name, wanted(request, '{"before": "end" or {"0": 1200}}'))


async def _create(client: AdminClient, body: dict[str, Any]) -> Response:
    name = text_of(body, "name")
    partitions, replicas = body.get("partitions") or -1, body.get("replication_factor") or -1
    if type(partitions) is not int or type(replicas) is not int:
        raise HttpError(HTTPStatus.BAD_REQUEST, "partitions and replication_factor are numbers")
    topic = NewTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=replicas,
        configs={**texts_of(body.get("configs") or {}, "configs")},
    )
    await client.create_topics([topic])
    return json_response({"created": topic.name}, status=HTTPStatus.CREATED)


async def _grow(client: AdminClient, name: str, body: dict[str, Any]) -> Response:
    count = body.get("count")
    if type(count) is not int:
        raise HttpError(HTTPStatus.BAD_REQUEST, "count is how many partitions there shall be")
    await client.create_partitions({name: count})
    return json_response({"topic": name, "partitions": count})


async def _trim(client: AdminClient, name: str, body: dict[str, Any]) -> Response:
    [info] = await client.describe_topics([name])
    marks = await client.watermarks(TopicPartition(name, index) for index in sorted(info.partitions))
    offsets = _offsets(name, body.get("before"), marks)
    rows = [
        {"partition": tp.partition, "begins": marks[tp][0], "ends": marks[tp][1], "would_begin": offset}
        for tp, offset in sorted(offsets.items())
    ]
    if not body.get("dry_run"):
        await client.delete_records(offsets)
    return json_response({"topic": name, "is_dry_run": bool(body.get("dry_run")), "partitions": rows})


def _offsets(name: str, before: Any, marks: Mapping[TopicPartition, tuple[int, int]]) -> dict[TopicPartition, int]:
    """Reads before which offset each partition's records go."""
    if before == "end":
        return {tp: end for tp, (_, end) in marks.items()}
    if not isinstance(before, dict) or not before:
        raise HttpError(HTTPStatus.BAD_REQUEST, 'before is "end", or {"partition": offset}')
    found = {}
    for index, offset in before.items():
        tp = TopicPartition(name, int(index) if index.isdecimal() and len(index) < 10 else -1)
        if tp not in marks or type(offset) is not int:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{index}: {offset} is no partition of {name} with an offset")
        found[tp] = max(marks[tp][0], offset)
    return found
