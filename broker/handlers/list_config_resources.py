"""ListConfigResources: the names of what has a configuration (KIP-1142).

In version 0 of subscriptions of client metrics alone (KIP-1000).
A type that the version does not know is refused, a type of which there is nothing is not.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.config_resources import CLIENT_METRICS
from kavka.common.steps import stretches
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import UnsupportedVersion
from kavka.protocol.messages import ListConfigResourcesRequest, ListConfigResourcesResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.common.steps import Steps

API = ApiKey.LIST_CONFIG_RESOURCES

Names = Callable[[], Iterable[str]]


class ListConfigResourcesHandler:
    """Handles ListConfigResources requests.

    Args:
        lane: the turns of large responses.
        names: by the type of a resource, what lists those there are.
    """

    __slots__ = ("_lane", "_names")

    def __init__(self, *, lane: Lane, names: Mapping[int, Names]) -> None:
        self._lane = lane
        self._names = names

    def handle(
        self, request: ListConfigResourcesRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, ListConfigResourcesResponse]:
        """Lists the resources of the wanted types; of all, where none is named."""
        known: Sequence[int] = (CLIENT_METRICS,) if ctx.api_version == 0 else tuple(self._names)
        wanted = list(dict.fromkeys(request.resource_types)) or known
        unknown = [kind for kind in wanted if kind not in known]
        if unknown:
            raise UnsupportedVersion(f"Unsupported resource types: {', '.join(map(str, unknown))}")
        return self._lane.do(_listed([(kind, self._names[kind]()) for kind in wanted]))


def _listed(found: Iterable[tuple[int, Iterable[str]]]) -> Steps[ListConfigResourcesResponse]:
    listed = []
    for kind, names in found:
        for stretch in stretches(names):
            listed += [ListConfigResourcesResponse.ConfigResource(name, kind) for name in stretch]
            yield
    return ListConfigResourcesResponse(config_resources=listed)
