"""/topics: made, configured and deleted, by way of the controller, wherever it is.

POST   /topics            {"name": "t", "partitions": 3, "replication_factor": 2, "configs": {"retention.ms": "1000"}}
DELETE /topics/T
GET    /topics/T/configs  every setting with its source
POST   /topics/T/configs  {"set": {"retention.ms": "1000"}, "delete": ["cleanup.policy"]}; the rest stays as it is

What there is and how it does, /state/topics shows; that asks nobody.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client.admin import Admin as AdminClient
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import NewTopic
from kavka.console.own_client import CALL_TIMEOUT_MS, CLIENT_ID, REACH_TIMEOUT_MS, refusals, way

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request


async def handle(request: Request, admin: Admin) -> Response:
    """Creates topics or works on one: the method and the path say what."""
    name = request.params.get("name")
    reached = way(admin)
    with refusals():
        async with AdminClient(
            reached.bootstrap,
            security=reached.security,
            client_id=CLIENT_ID,
            api_timeout_ms=CALL_TIMEOUT_MS,
            reach_timeout_ms=REACH_TIMEOUT_MS,
        ) as client:
            if name is None:
                return await _create(client, request.json())
            if request.method == "DELETE":
                await client.delete_topics([name])
                return json_response({"deleted": name})
            if request.method == "POST":
                await client.alter_configs(ConfigResource.topic(name), _changes(request.json()))
            found = await client.describe_topic_configs(name)
            return json_response([entry._asdict() for entry in found])


async def _create(client: AdminClient, wanted: Any) -> Response:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("name"), str) or not wanted["name"]:
        raise HttpError(HTTPStatus.BAD_REQUEST, 'a topic is {"name": "t", "partitions": 3, …}')
    partitions, replicas = wanted.get("partitions") or -1, wanted.get("replication_factor") or -1
    if type(partitions) is not int or type(replicas) is not int:
        raise HttpError(HTTPStatus.BAD_REQUEST, "partitions and replication_factor are numbers")
    topic = NewTopic(
        name=wanted["name"],
        num_partitions=partitions,
        replication_factor=replicas,
        configs={**_texts(wanted.get("configs") or {}, "configs")},
    )
    await client.create_topics([topic])
    return json_response({"created": topic.name}, status=HTTPStatus.CREATED)


def _changes(wanted: Any) -> Changes:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("delete", []), list):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'changes are {"set": {"name": "value"}, "delete": ["name"]}')
    return Changes(set=_texts(wanted.get("set") or {}, "set"), delete=[str(name) for name in wanted.get("delete", [])])


def _texts(values: Any, what: str) -> dict[str, str]:
    if not isinstance(values, dict):
        raise HttpError(HTTPStatus.BAD_REQUEST, f'{what} is {{"name": "value"}}')
    return {str(name): str(value) for name, value in values.items()}
