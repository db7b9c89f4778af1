"""What a rule is made of, and how one is applied: the guard that decides before a handler what may be done.

    request ─▶ needs of the whole: one that lacks ─▶ the error, the handler is not called
            ─▶ items, each with a need of its own ─▶ a request of those that may be, and the refused ones' results
            ─▶ `shown` ─▶ what is removed from the response, as its receiver may not see it

What may not be done never reaches a handler, so no response reveals whether it is there. The guard returns a value
(`requests.permitted`), changes nothing, and is None where nothing is checked. The handler's own `error_response` makes
the responses for what is refused: an API that can say an error at all can say this one. Without an authorizer nothing
here runs, and an API without a rule is closed while there is one.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kavka.broker.authorization.questions import ERRORS, REFUSAL, may
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.protocol.errors import ClusterAuthorizationFailed, KafkaError

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices

Decision = Permitted | Coroutine[Any, Any, Permitted | None] | None
"""What may be done, decided at once or in slices; None: all."""

Guard = Callable[[Any, "RequestContext", "BrokerServices"], Decision]
"""Decides what of a request may be done."""


class Handler(Protocol):
    """What a guard needs of a handler's module."""

    def handle(self, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
        """Handles a request, as the dispatcher's `Handler` does."""


class Resource(NamedTuple):
    """A resource that something is to be done with."""

    resource_type: ResourceType
    name: str


CLUSTER = Resource(ResourceType.CLUSTER, CLUSTER_NAME)


def the_cluster(_request: Any, _broker: BrokerServices) -> Resource:
    """Returns the cluster, the resource of requests that name nothing narrower."""
    return CLUSTER


@dataclass(frozen=True, slots=True)
class Need:
    """A permission that a request, or one of its items, needs.

    Attributes:
        operations: one of these suffices.
        resource: on what, by the request or the item; None: nothing is needed (the handler says what is wrong).
    """

    operations: tuple[AclOperation, ...]
    resource: Callable[[Any, BrokerServices], Resource | None] = the_cluster

    def lacks(self, subject: Any, ctx: RequestContext, broker: BrokerServices) -> ResourceType | None:
        """Returns the type of the resource without authorization, or None when authorized."""
        resource = self.resource(subject, broker)
        if resource is None:
            return None
        *others, last = self.operations
        if any(may(ctx, broker, operation, *resource, is_logged=False) for operation in others):
            return None
        return None if may(ctx, broker, last, *resource) else resource.resource_type


@dataclass(frozen=True, slots=True)
class Items:
    """A list in a request whose items are judged one by one.

    Attributes:
        field: the list in the request.
        need: what each item needs.
        answers: the list in the response with their results.
        instead: what is enough for all of them.
        is_once: whether items that stand in a request twice are let through: the handler refuses them as repeated.
        refuse: results for refused items, where the handler's `error_response` cannot say it.
    """

    field: str
    need: Need
    answers: str
    instead: Need | None = None
    is_once: bool = False
    refuse: Callable[[list[Any], KafkaError], Iterable[Any]] | None = None

    def split(
        self, request: Any, ctx: RequestContext, broker: BrokerServices
    ) -> tuple[list[Any], dict[ResourceType, list[Any]]]:
        """Returns the permitted items, and the others by the type of resource without authorization."""
        items = getattr(request, self.field)
        if not items or (self.instead is not None and self._is_exempt(request, ctx, broker)):
            return items, {}
        repeated = self._repeated(items, broker) if self.is_once else frozenset()
        refused: dict[ResourceType, list[Any]] = {}
        kept = []
        for item in items:
            lacks = None
            if not repeated or self.need.resource(item, broker) not in repeated:
                lacks = self.need.lacks(item, ctx, broker)
            if lacks is None:
                kept.append(item)
            else:
                refused.setdefault(lacks, []).append(item)
        return kept, refused

    def _repeated(self, items: Iterable[Any], broker: BrokerServices) -> frozenset[Resource | None]:
        counts = Counter(self.need.resource(item, broker) for item in items)
        return frozenset(resource for resource, count in counts.items() if count > 1)

    def _is_exempt(self, request: Any, ctx: RequestContext, broker: BrokerServices) -> bool:
        assert self.instead is not None
        resource = self.instead.resource(request, broker)
        return resource is not None and any(
            may(ctx, broker, operation, *resource, is_logged=False) for operation in self.instead.operations
        )

    def answers_for(self, handler: Handler, request: Any, refused: dict[ResourceType, list[Any]]) -> Iterator[Any]:
        """Yields the response items of the refused items."""
        for lacks, items in refused.items():
            error = ERRORS[lacks](REFUSAL)
            if self.refuse is not None:
                yield from self.refuse(items, error)
                continue
            part = with_items(request, self.field, items)
            yield from getattr(handler.error_response(part, error), self.answers)  # type: ignore[attr-defined]


def with_items(request: Any, field: str, items: list[Any]) -> Any:
    """Returns a request like another, with other items in one of its lists."""
    part = copy.copy(request)
    setattr(part, field, items)
    return part


class Shown(Protocol):
    """Removes from a response, in place, what its receiver may not see."""

    def __call__(self, response: Any, ctx: RequestContext, broker: BrokerServices) -> None:
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
    first: Callable[[BrokerServices], bool] | None = None
    decide: Callable[[Handler, Any, RequestContext, BrokerServices], Decision] | None = None
    needs: tuple[tuple[AclOperation, ResourceType], ...] = field(default=())

    @property
    def is_open(self) -> bool:
        """Tells whether the rule checks nothing. Everybody may send the request, or its handler checks by itself."""
        return not (self.whole or self.items or self.shown or self.decide)


def guard(rule: Rule | None, handler: Handler) -> Guard | None:
    """Returns the guard of a handler; None where its rule checks nothing."""
    if rule is None:
        return _closed
    if rule.is_open:
        return None
    decide = rule.decide
    if decide is not None:
        return partial(decide, handler)
    return partial(permit, rule, handler)


def _closed(_request: Any, _ctx: RequestContext, _broker: BrokerServices) -> Decision:
    raise ClusterAuthorizationFailed("this API has no rule who may use it, and so nobody may")


def check_whole(needs: Iterable[Need], request: Any, ctx: RequestContext, broker: BrokerServices) -> None:
    """Checks the permissions that the request as a whole needs.

    Raises:
        KafkaError: the first that lacks.
    """
    for need in needs:
        lacks = need.lacks(request, ctx, broker)
        if lacks is not None:
            raise ERRORS[lacks](REFUSAL)


def permit(rule: Rule, handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Permitted | None:
    """Decides what of a request may be done; None: all of it, and all of its response may be seen.

    Raises:
        KafkaError: the whole request is refused.
    """
    if rule.first is not None and rule.first(broker):
        return None
    check_whole(rule.whole, request, ctx, broker)
    permitted = request
    refusals: list[tuple[str, list[Any]]] = []
    for items in rule.items:
        kept, refused = items.split(request, ctx, broker)
        if refused:
            permitted = with_items(permitted, items.field, kept)
            refusals.append((items.answers, list(items.answers_for(handler, request, refused))))
    shown = rule.shown
    if not refusals and shown is None:
        return None
    show = None if shown is None else partial(shown, ctx=ctx, broker=broker)
    return Permitted(permitted, RefusedItems(refusals, show=show))


__all__ = [
    "CLUSTER", "Decision", "Guard", "Handler", "Items", "Need", "Resource", "Rule", "check_whole", "guard", "permit",
    "the_cluster", "with_items",
]  # fmt: skip
