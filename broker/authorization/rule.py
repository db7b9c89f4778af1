"""What a rule is made of, and how one is applied: the guard that decides before a handler what may be done.

    request ─▶ needs of the whole: one that lacks ─▶ the error, the handler is not called
            ─▶ items, each with a need of its own ─▶ a request of those that may be, and the refused ones' results
            ─▶ `shown` ─▶ what is removed from the response, as its receiver may not see it

What may not be done never reaches a handler, so no response reveals whether it is there. The guard returns a value
(`requests.permitted`), changes nothing, and is None where nothing is checked. What the schema says of an API's errors
makes the responses for what is refused (`requests.error_responses`). Without an authorizer nothing
here runs, and an API without a rule is closed while there is one.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kavka.broker.authorization.questions import ERRORS, REFUSAL, may
from kavka.broker.requests.error_responses import refused_items
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import ClusterAuthorizationFailed

if TYPE_CHECKING:
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.api_keys import ApiKey

Decision = Permitted | Coroutine[Any, Any, Permitted | None] | None
"""What may be done, decided at once or in slices; None: all."""

Guard = Callable[["Authority", Any, "RequestContext"], Decision]
"""Decides what of a request may be done."""

BoundGuard = Callable[[Any, "RequestContext"], Decision]
"""A guard that knows whom to ask."""


class Resource(NamedTuple):
    """A resource that something is to be done with."""

    resource_type: ResourceType
    name: str


CLUSTER = Resource(ResourceType.CLUSTER, CLUSTER_NAME)


def the_cluster(_request: Any, _authority: Authority) -> Resource:
    """Returns the cluster, the resource of requests that name nothing narrower."""
    return CLUSTER


def topic_or_id(item: Any, authority: Authority) -> Resource | None:
    """Returns the topic that an item names, by name or by id; None where no topic has the id, as the handler says."""
    if item.topic_id == ZERO_TOPIC_ID:
        return Resource(ResourceType.TOPIC, item.name)
    name = authority.metadata_cache.snapshot.topic_names.get(item.topic_id)
    return None if name is None else Resource(ResourceType.TOPIC, name)


@dataclass(frozen=True, slots=True)
class Need:
    """A permission that a request, or one of its items, needs.

    Attributes:
        operations: one of these suffices.
        resource: on what, by the request or the item; None: nothing is needed (the handler says what is wrong).
    """

    operations: tuple[AclOperation, ...]
    resource: Callable[[Any, Authority], Resource | None] = the_cluster

    def lacks(self, subject: Any, ctx: RequestContext, authority: Authority) -> ResourceType | None:
        """Returns the type of the resource without authorization, or None when authorized."""
        resource = self.resource(subject, authority)
        if resource is None:
            return None
        *others, last = self.operations
        if any(may(ctx, authority.authorizer, operation, *resource, is_logged=False) for operation in others):
            return None
        return None if may(ctx, authority.authorizer, last, *resource) else resource.resource_type


@dataclass(frozen=True, slots=True)
class Items:
    """A list in a request whose items are judged one by one.

    Attributes:
        field: the list in the request.
        need: what each item needs.
        answers: the list in the response with their results, or a path to it.
        instead: what is enough for all of them.
        is_once: whether items that stand in a request twice are let through: the handler refuses them as repeated.
        of: the API, where the items are not the request's own but of an item in it.
    """

    field: str
    need: Need
    answers: str
    instead: Need | None = None
    is_once: bool = False
    of: ApiKey | None = None

    def split(
        self, request: Any, ctx: RequestContext, authority: Authority
    ) -> tuple[list[Any], dict[ResourceType, list[Any]]]:
        """Returns the permitted items, and the others by the type of resource without authorization."""
        items = getattr(request, self.field)
        if not items or (self.instead is not None and self._is_exempt(request, ctx, authority)):
            return items, {}
        repeated = self._repeated(items, authority) if self.is_once else frozenset()
        refused: dict[ResourceType, list[Any]] = {}
        kept = []
        for item in items:
            lacks = None
            if not repeated or self.need.resource(item, authority) not in repeated:
                lacks = self.need.lacks(item, ctx, authority)
            if lacks is None:
                kept.append(item)
            else:
                refused.setdefault(lacks, []).append(item)
        return kept, refused

    def _repeated(self, items: Iterable[Any], authority: Authority) -> frozenset[Resource | None]:
        counts = Counter(self.need.resource(item, authority) for item in items)
        return frozenset(resource for resource, count in counts.items() if count > 1)

    def _is_exempt(self, request: Any, ctx: RequestContext, authority: Authority) -> bool:
        assert self.instead is not None
        resource = self.instead.resource(request, authority)
        return resource is not None and any(
            may(ctx, authority.authorizer, operation, *resource, is_logged=False)
            for operation in self.instead.operations
        )

    def answers_for(self, request: Any, refused: dict[ResourceType, list[Any]]) -> list[Any]:
        """Returns the response items of the refused items."""
        api = request.API_KEY if self.of is None else self.of
        found: list[Any] = []
        for lacks, items in refused.items():
            found += refused_items(api, self.answers, items, ERRORS[lacks](REFUSAL))
        return found


def with_items(request: Any, field: str, items: list[Any]) -> Any:
    """Returns a request like another, with other items in one of its lists."""
    part = copy.copy(request)
    setattr(part, field, items)
    return part


class Shown(Protocol):
    """Removes from a response, in place, what its receiver may not see."""

    def __call__(self, response: Any, ctx: RequestContext, authority: Authority) -> None:
        """Removes it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What an API asks.

    Attributes:
        whole: what the request needs, in Kafka's order; the first that is lacking gives the error.
        items: what is judged one by one.
        shown: filters the response; called with the response of every request that was let in.
        first: conditions under which the handler returns an error to everybody, as Kafka does (NOT_CONTROLLER).
        decide: decides in place of all the above, where a rule needs more than data.
        needs: what `decide`, or the handler itself, asks: for tables and tests.
    """

    whole: tuple[Need, ...] = ()
    items: tuple[Items, ...] = ()
    shown: Shown | None = None
    first: Callable[[Authority], bool] | None = None
    decide: Guard | None = None
    needs: tuple[tuple[AclOperation, ResourceType], ...] = field(default=())

    @property
    def is_open(self) -> bool:
        """Tells whether the rule checks nothing. Everybody may send the request, or its handler checks by itself."""
        return not (self.whole or self.items or self.shown or self.decide)


def guard(rule: Rule | None, authority: Authority) -> BoundGuard | None:
    """Returns the guard of a rule; None where it checks nothing."""
    if rule is None:
        return _closed
    if rule.is_open:
        return None
    return partial(permit, rule, authority) if rule.decide is None else partial(rule.decide, authority)


def _closed(_request: Any, _ctx: RequestContext) -> Decision:
    raise ClusterAuthorizationFailed("this API has no rule who may use it, and so nobody may")


def check_whole(needs: Iterable[Need], request: Any, ctx: RequestContext, authority: Authority) -> None:
    """Checks the permissions that the request as a whole needs.

    Raises:
        KafkaError: the first that lacks.
    """
    for need in needs:
        lacks = need.lacks(request, ctx, authority)
        if lacks is not None:
            raise ERRORS[lacks](REFUSAL)


def permit(rule: Rule, authority: Authority, request: Any, ctx: RequestContext) -> Permitted | None:
    """Decides what of a request may be done; None: all of it, and all of its response may be seen.

    Raises:
        KafkaError: the whole request is refused.
    """
    if rule.first is not None and rule.first(authority):
        return None
    check_whole(rule.whole, request, ctx, authority)
    permitted = request
    refusals: list[tuple[str, list[Any]]] = []
    for items in rule.items:
        kept, refused = items.split(request, ctx, authority)
        if refused:
            permitted = with_items(permitted, items.field, kept)
            refusals.append((items.answers.rpartition(".")[2], items.answers_for(request, refused)))
    shown = rule.shown
    if not refusals and shown is None:
        return None
    show = None if shown is None else partial(shown, ctx=ctx, authority=authority)
    return Permitted(permitted, RefusedItems(refusals, show=show))


__all__ = [
    "CLUSTER", "BoundGuard", "Decision", "Guard", "Items", "Need", "Resource", "Rule", "check_whole", "guard", "permit",
    "the_cluster", "topic_or_id", "with_items",
]  # fmt: skip
