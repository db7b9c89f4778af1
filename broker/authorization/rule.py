"""What a rule is made of, and how one is applied: the guard that stands before a handler when there is an authorizer.

    request ─▶ needs of the whole: one that lacks ─▶ the error, the handler is not called
            ─▶ items, each with a need of its own ─▶ those that may not be are taken out of the request
            ─▶ handler ─▶ response ─▶ the refused items are put in, with their errors
                                   ─▶ `shown` takes out what the sender may not see

What may not be done never reaches a handler, so no response reveals whether it is there. The handler's own
`error_response` makes the responses for what is refused: an API that can say an error at all can say this one. Without
an authorizer nothing here runs, and an API without a rule is closed while there is one.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kavka.broker.authorization.questions import ERRORS, REFUSAL, may
from kavka.broker.requests.context import DEFERRED
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.protocol.errors import ClusterAuthorizationFailed, KafkaError

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo, RequestContext, ResponseChannel
    from kavka.broker.requests.services import BrokerServices

_log = logging.getLogger(__name__)

Handle = Callable[[Any, "RequestContext", "BrokerServices"], Any]
"""A handler's `handle`, or something that stands before it."""


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
        refuse: results for refused items, where the handler's `error_response` cannot say it.
    """

    field: str
    need: Need
    answers: str
    instead: Need | None = None
    refuse: Callable[[Any, list[Any], KafkaError], list[Any]] | None = None

    def split(self, request: Any, ctx: RequestContext, broker: BrokerServices) -> dict[ResourceType, list[Any]]:
        """Removes the unauthorized items from the request; returns them by resource type."""
        items = getattr(request, self.field)
        if not items or (self.instead is not None and self._is_exempt(request, ctx, broker)):
            return {}
        refused: dict[ResourceType, list[Any]] = {}
        kept = []
        for item in items:
            lacks = self.need.lacks(item, ctx, broker)
            if lacks is None:
                kept.append(item)
            else:
                refused.setdefault(lacks, []).append(item)
        if refused:
            setattr(request, self.field, kept)
        return refused

    def _is_exempt(self, request: Any, ctx: RequestContext, broker: BrokerServices) -> bool:
        assert self.instead is not None
        resource = self.instead.resource(request, broker)
        return resource is not None and any(
            may(ctx, broker, operation, *resource, is_logged=False) for operation in self.instead.operations
        )

    def answers_for(self, handler: Handler, request: Any, refused: dict[ResourceType, list[Any]]) -> Iterator[Any]:
        """Yields the responses to the refused items."""
        for lacks, items in refused.items():
            error = ERRORS[lacks](REFUSAL)
            if self.refuse is not None:
                yield from self.refuse(request, items, error)
                continue
            part = copy.copy(request)
            setattr(part, self.field, items)
            yield from getattr(handler.error_response(part, error), self.answers)  # type: ignore[attr-defined]


Shown = Callable[[Any, "RequestContext", "BrokerServices"], None]
"""Takes out of a response, in place, what its receiver may not see."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What an API asks.

    Attributes:
        whole: what the request needs, in Kafka's order; the first that is lacking gives the error.
        items: what is judged one by one.
        shown: filters the response; called with the response of every request that was let in.
        first: conditions under which the handler returns an error to everybody, as Kafka does (NOT_CONTROLLER).
        around: stands before the handler in place of all the above, where a rule needs more than data.
        needs: what `around`, or the handler itself, asks: for tables and tests.
    """

    whole: tuple[Need, ...] = ()
    items: tuple[Items, ...] = ()
    shown: Shown | None = None
    first: Callable[[BrokerServices], bool] | None = None
    around: Callable[[Handler, Any, RequestContext, BrokerServices], Any] | None = None
    needs: tuple[tuple[AclOperation, ResourceType], ...] = field(default=())

    @property
    def is_open(self) -> bool:
        """Tells whether the rule checks nothing. Everybody may send the request, or its handler checks by itself."""
        return not (self.whole or self.items or self.shown or self.around)


def guard(rule: Rule | None, handler: Handler) -> Handle:
    """Returns the guarded `handle` that the dispatcher calls instead of the handler's own."""
    if rule is None:
        return _closed
    if rule.is_open:
        return handler.handle
    around = rule.around
    if around is not None:
        return lambda request, ctx, broker: around(handler, request, ctx, broker)
    return lambda request, ctx, broker: apply(rule, handler, request, ctx, broker)


def _closed(_request: Any, _ctx: RequestContext, _broker: BrokerServices) -> Any:
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


def apply(rule: Rule, handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Removes a request's unauthorized items, handles the rest, and filters the response.

    Raises:
        KafkaError: the whole request is refused.
    """
    if rule.first is not None and rule.first(broker):
        return handler.handle(request, ctx, broker)
    check_whole(rule.whole, request, ctx, broker)
    refusals: list[tuple[str, list[Any]]] = []
    for items in rule.items:
        refused = items.split(request, ctx, broker)
        if refused:
            refusals.append((items.answers, list(items.answers_for(handler, request, refused))))
    shown = rule.shown
    if not refusals and shown is None:
        return handler.handle(request, ctx, broker)

    def amend(response: Any) -> None:
        if shown is not None:
            shown(response, ctx, broker)
        if getattr(response, "error_code", 0):
            return  # the whole request has failed, which is all that Kafka says then
        for answers, refused_answers in refusals:
            setattr(response, answers, [*getattr(response, answers), *refused_answers])

    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


class AmendingChannel:
    """Changes a response before it leaves, whichever way the handler came to it: at once, later, or by failing.

    Args:
        channel: the connection's.
        amend: changes a response in place.
        silence: what closes the connection where the handler has no response (acks=0) and something was refused.
    """

    __slots__ = ("_amend", "_channel", "_silence")

    def __init__(self, channel: ResponseChannel, amend: Callable[[Any], None], *, silence: str = "") -> None:
        self._channel = channel
        self._amend = amend
        self._silence = silence

    @property
    def info(self) -> ConnectionInfo:
        """Returns the connection's information."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the amended response."""
        if response is not None:
            self._amend(response)
        elif self._silence:
            self._channel.abort(ctx, self._silence)
            return
        self._channel.finish(ctx, response)

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the amended response and closes."""
        if response is not None:
            self._amend(response)
        self._channel.finish_half(ctx, response)

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection."""
        self._channel.abort(ctx, reason)

    def close_when_answered(self) -> None:
        """Closes the connection after the response in progress."""
        self._channel.close_when_answered()

    def is_open(self) -> bool:
        """Tells whether a response could still reach the client."""
        return self._channel.is_open()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Calls back when the client is gone."""
        self._channel.when_lost(callback)


__all__ = [
    "CLUSTER", "DEFERRED", "AmendingChannel", "Handle", "Handler", "Items", "Need", "Resource", "Rule", "apply",
    "check_whole", "guard", "the_cluster",
]  # fmt: skip
