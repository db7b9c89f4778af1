"""Settings of a topic, a broker, or all brokers: shown with what they mean, changed one or several at a time.

GET  /topics/T/configs    every setting: value, source, what holds without it, type, what it is for
POST /topics/T/configs    {"set": {"retention.ms": "1000"}, "delete": ["cleanup.policy"]}; the rest stays as it is
GET, POST /brokers/1/configs, /brokers/all/configs   of one broker, and of every broker that has none of its own
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client import configs
from kavka.client.configs import CONFIG_SOURCES, Changes, ConfigResource
from kavka.console.asking import texts_of, wanted
from kavka.console.own_client import own_cluster, refusals
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.protocol.messages import DescribeConfigsRequest
from kavka.wire.errors import raise_first

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.cluster import Cluster

ALL_BROKERS: Final = "all"
DEFAULT: Final = 5
"""DescribeConfigs' source of what holds where nobody has set anything."""
OWN_SOURCES: Final = frozenset({1, 2, 3})
"""Of what was set for this resource while it ran, and can be taken back."""
_TYPES: Final = ("", "boolean", "string", "int", "short", "long", "double", "list", "class", "password")
"""DescribeConfigs' `ConfigType`."""


async def handle(request: Request, admin: Admin) -> Response:
    """Shows settings, or changes some of them and shows them then."""
    resource = _resource(request)
    with refusals():
        async with own_cluster(admin) as cluster:
            if request.method == "POST":
                await configs.alter(cluster, resource, _changes(request))
            return json_response(await _described(cluster, resource))


def _resource(request: Request) -> ConfigResource:
    name = request.params["name"]
    if request.path.startswith("/topics/"):
        return ConfigResource.topic(name)
    if name != ALL_BROKERS and not name.isdecimal():
        raise HttpError(HTTPStatus.NOT_FOUND, f"{name} is no broker's id, nor {ALL_BROKERS}")
    return ConfigResource.broker(None if name == ALL_BROKERS else int(name))


def _changes(request: Request) -> Changes:
    form = '{"set": {"name": "value"}, "delete": ["name"]}'
    body = wanted(request, form)
    gone = body.get("delete", [])
    if not isinstance(gone, list):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"expected is {form}")
    return Changes(set=texts_of(body.get("set") or {}, "set"), delete=[str(name) for name in gone])


async def _described(cluster: Cluster, resource: ConfigResource) -> list[dict[str, Any]]:
    request = DescribeConfigsRequest(
        resources=[
            DescribeConfigsRequest.DescribeConfigsResource(
                resource_type=resource.kind, resource_name=resource.name, configuration_keys=None
            )
        ],
        include_synonyms=True,
        include_documentation=True,
    )

    async def attempt() -> list[dict[str, Any]]:
        response = await cluster.ask(resource.asked_of, request)
        raise_first((result.resource_name, result.error_code, result.error_message) for result in response.results)
        return [_shown(item) for result in response.results for item in result.configs]

    return await cluster.retry(attempt, what="describe configs", unless=UnknownTopicOrPartition)


def _shown(item: Any) -> dict[str, Any]:
    behind = [synonym for synonym in item.synonyms if synonym.source not in OWN_SOURCES]
    return {
        "name": item.name,
        "value": item.value,
        "source": CONFIG_SOURCES.get(item.config_source, "unknown"),
        "is_default": item.config_source == DEFAULT,
        "is_own": item.config_source in OWN_SOURCES,
        "is_read_only": item.read_only,
        "is_sensitive": item.is_sensitive,
        "type": _TYPES[item.config_type] if 0 <= item.config_type < len(_TYPES) else "",
        "doc": item.documentation,
        "behind": [
            {"name": one.name, "value": one.value, "source": CONFIG_SOURCES.get(one.source, "unknown")}
            for one in behind
        ],
    }
