"""The rules that are more than a row: permissions that depend on a request's content.

Each decision is one API's (`rule.Rule.decide`). Permissions and errors are those of KafkaApis. Not here: Produce
(`producing`), and what responses may show (`showing`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.rule import Items, Need, Resource, Rule, check_whole, permit, topic_or_id, with_items
from kavka.broker.authorization.showing import show_cluster
from kavka.broker.requests.error_responses import failed_as_a_whole, refused_items
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ClusterAuthorizationFailed, ErrorCode, GroupAuthorizationFailed
from kavka.protocol.messages import FindCoordinatorResponse, MetadataResponse, OffsetFetchResponse

if TYPE_CHECKING:
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import (
        ConsumerGroupHeartbeatRequest,
        ElectLeadersRequest,
        FindCoordinatorRequest,
        MetadataRequest,
        OffsetFetchRequest,
        StreamsGroupHeartbeatRequest,
    )

_WRITE: Final = AclOperation.WRITE
_TOPIC_ERROR: Final = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
_ALTER_CLUSTER: Final = (Need((AclOperation.ALTER,)),)


def _describe(kind: ResourceType, name: Callable[[Any], str | None]) -> Need:
    """Returns the need of DESCRIBE on what a request, or an item of one, names; null names need nothing."""

    def resource(subject: Any, _authority: Authority) -> Resource | None:
        found = name(subject)
        return None if found is None else Resource(kind, found)

    return Need((AclOperation.DESCRIBE,), resource)


_TOPIC: Final = _describe(ResourceType.TOPIC, lambda topic: topic.name)
_TOPIC_NAME: Final = _describe(ResourceType.TOPIC, lambda name: name)
_HEARTBEAT: Final = (
    Need((AclOperation.READ,), lambda request, _authority: Resource(ResourceType.GROUP, request.group_id)),
)
_GROUP: Final = _describe(ResourceType.GROUP, lambda asked: asked.group_id)


def _metadata_topic(topic: MetadataRequest.MetadataRequestTopic, authority: Authority) -> Resource | None:
    """Returns the topic that is asked for, by id from version 12 on; an id that nobody knows needs nothing."""
    return None if topic.topic_id == ZERO_TOPIC_ID and topic.name is None else topic_or_id(topic, authority)


_METADATA_TOPICS: Final = Items("topics", Need((AclOperation.DESCRIBE,), _metadata_topic), "topics")
_OFFSETS: Final = Rule(whole=(_GROUP,), items=(Items("topics", _TOPIC, "topics"),))
_OFFSETS_OF_GROUP: Final = Rule(
    whole=(_GROUP,),
    items=(Items("topics", Need((AclOperation.DESCRIBE,), topic_or_id), "groups.topics", of=ApiKey.OFFSET_FETCH),),
)
_COORDINATED: Final = {
    number: (
        Rule(whole=(_describe(kind, lambda request: request.key),)),
        Rule(items=(Items("coordinator_keys", _describe(kind, lambda key: key), "coordinators"),)),
    )
    for number, kind in enumerate((ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID))
}
"""Key type → the rule of versions with one key, and of those with several."""
_SHARES: Final = Rule(items=(Items("coordinator_keys", Need((AclOperation.CLUSTER_ACTION,)), "coordinators"),))
_SHARE: Final = 2


def metadata(authority: Authority, request: MetadataRequest, ctx: RequestContext) -> Permitted | None:
    """Requires DESCRIBE on each named topic.

    Without it the sender learns nothing of a topic, not even its absence.

    A topic that the request would create needs CREATE; its handler checks that, as it knows what is absent. A request
    for all topics shows the visible ones: they may be very many, and the handler leaves the others out as it goes.
    """
    kept, refused = _METADATA_TOPICS.split(request, ctx, authority)
    if not (refused or request.include_cluster_authorized_operations):
        return None
    # An empty list asks for all in version 0, and then nothing of the response may be shown.
    shows_none = bool(refused) and not kept

    def show(response: MetadataResponse) -> None:
        if shows_none:
            response.topics = []
        show_cluster(response, ctx, authority)

    asked = [topic for topics in refused.values() for topic in topics]
    by_name = {topic.name: topic for topic in asked if topic.topic_id == ZERO_TOPIC_ID}
    hidden = _METADATA_TOPICS.answers_for(
        request, {ResourceType.TOPIC: [by_name[name] for name in sorted(by_name)]} if by_name else {}
    )
    for topic_id in dict.fromkeys(topic.topic_id for topic in asked if topic.topic_id != ZERO_TOPIC_ID):
        # Ids are no secret, names are.
        hidden.append(MetadataResponse.MetadataResponseTopic(error_code=_TOPIC_ERROR, name=None, topic_id=topic_id))
    return Permitted(with_items(request, "topics", kept), RefusedItems([("topics", hidden)], show=show))


def find_coordinator(authority: Authority, request: FindCoordinatorRequest, ctx: RequestContext) -> Permitted | None:
    """Requires DESCRIBE on each group or transactional id. From version 4 on each key is checked by itself.

    The coordinators of share groups are for brokers, from version 6 on.
    """
    rules = _COORDINATED.get(request.key_type)
    if request.key_type == _SHARE and ctx.api_version >= 6:
        permitted = permit(_SHARES, authority, request, ctx)
    elif rules is None:
        return None  # the handler says that there is no such type
    else:
        permitted = permit(rules[ctx.api_version >= 4], authority, request, ctx)
    if permitted is None or (permitted.request is not None and permitted.request.coordinator_keys):
        return permitted
    return Permitted(None, permitted.refused, FindCoordinatorResponse())


def offset_fetch(authority: Authority, request: OffsetFetchRequest, ctx: RequestContext) -> Permitted | None:
    """Requires DESCRIBE on each group, and on each named topic. For all topics the handler checks as it goes."""
    if not request.groups:
        return permit(_OFFSETS, authority, request, ctx)
    kept: list[OffsetFetchRequest.OffsetFetchRequestGroup] = []
    layout: list[Any] = []
    for group in request.groups:
        try:
            permitted = permit(_OFFSETS_OF_GROUP, authority, group, ctx)
        except GroupAuthorizationFailed as error:
            layout += refused_items(ApiKey.OFFSET_FETCH, "groups", (group,), error)
            continue
        layout.append(None if permitted is None else permitted.refused)
        kept.append(group if permitted is None or permitted.request is None else permitted.request)
    places = RefusedItems(places=("groups", layout))
    if not kept:
        return Permitted(None, places, OffsetFetchResponse())
    return Permitted(with_items(request, "groups", kept), places) if any(layout) else None


def consumer_group_heartbeat(
    authority: Authority, request: ConsumerGroupHeartbeatRequest, ctx: RequestContext
) -> Permitted | None:
    """Requires READ on the group, and DESCRIBE on every topic that the member names.

    Of the topics that an expression matches it gets those that it may see: the handler leaves the others out.
    """
    check_whole(_HEARTBEAT, request, ctx, authority)
    for name in request.subscribed_topic_names or ():
        check_whole((_TOPIC_NAME,), name, ctx, authority)
    return None


def streams_group_heartbeat(
    authority: Authority, request: StreamsGroupHeartbeatRequest, ctx: RequestContext
) -> Permitted | None:
    """Requires READ on the group, and DESCRIBE on every topic of the member's topology."""
    check_whole(_HEARTBEAT, request, ctx, authority)
    for part in () if request.topology is None else request.topology.subtopologies:
        internal = (*part.repartition_source_topics, *part.state_changelog_topics)
        for name in (*part.source_topics, *part.repartition_sink_topics, *(info.name for info in internal)):
            check_whole((_TOPIC_NAME,), name, ctx, authority)
    return None


def elect_leaders(authority: Authority, request: ElectLeadersRequest, ctx: RequestContext) -> Permitted | None:
    """Requires ALTER on the cluster. The error stands at the top from version 1 on, which only the version shows."""
    try:
        check_whole(_ALTER_CLUSTER, request, ctx, authority)
    except ClusterAuthorizationFailed as error:
        return Permitted(None, response=failed_as_a_whole(request, error, ctx.api_version))
    return None
