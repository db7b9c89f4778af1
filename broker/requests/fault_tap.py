"""Carries faults out: what a rule of `broker.requests.faults` does to the request that it strikes.

    dispatcher ─▶ FaultTap.take ─▶ ERROR  refused with the code, the handler is not called
                                   DELAY  carried out after a while
                                   DROP   never answered: the connection waits, as behind a broker that hangs
                                   HALF   carried out; half of the response leaves, then the connection is closed
                                   CLOSE  the connection is closed

The dispatcher has a tap only while there are rules, so that a broker without faults pays one look at None a request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.requests.faults import Action, FaultRule, FaultRules
from kavka.protocol.errors import error_for_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.requests.context import ConnectionInfo, RequestContext, ResponseChannel
    from kavka.broker.requests.dispatcher import Dispatcher, Route
    from kavka.common.types import Feed
    from kavka.timer.clock import Clock


class FaultTap:
    """The rules of one broker, at its dispatcher.

    Args:
        dispatcher: carries on with what is only delayed.
        feed: notified of every strike.
        clock: what delays go by.
    """

    __slots__ = ("_clock", "_dispatcher", "_feed", "rules")

    def __init__(self, dispatcher: Dispatcher, feed: Feed, clock: Clock) -> None:
        self._clock = clock
        self._dispatcher = dispatcher
        self._feed = feed
        self.rules = FaultRules()

    def rules_changed(self) -> None:
        """Installs the tap before the handlers while there are rules."""
        self._dispatcher.tap = self if len(self.rules) else None

    def take(self, route: Route, request: Any, ctx: RequestContext) -> bool:
        """Applies the fault rule that matches the request; without one the request passes."""
        rule = self.rules.take(ctx.api_key, ctx.api_version, ctx.client_id, request)
        if rule is None:
            return False
        self._feed.publish(
            "fault",
            rule=rule.rule_id,
            action=rule.action.value,
            api=route.api.name,
            version=ctx.api_version,
            client_id=ctx.client_id,
        )
        return self._strike(rule, route, request, ctx)

    def _strike(self, rule: FaultRule, route: Route, request: Any, ctx: RequestContext) -> bool:
        if rule.action is Action.ERROR:
            error = error_for_code(int(rule.error), f"a fault on purpose, rule {rule.rule_id}")
            self._dispatcher.refuse(route, request, ctx, error)
        elif rule.action is Action.DELAY:
            self._dispatcher.later(self._carry_out_later(rule.delay_ms, route, request, ctx))
        elif rule.action is Action.CLOSE:
            ctx.close_connection(f"a fault on purpose, rule {rule.rule_id}")
        elif rule.action is Action.HALF:
            ctx.answer_through(HalfChannel(ctx.channel))
            return False
        return True

    async def _carry_out_later(self, delay_ms: int, route: Route, request: Any, ctx: RequestContext) -> None:
        await self._clock.sleep(delay_ms)
        if not ctx.is_client_gone:
            self._dispatcher.carry_out(route, request, ctx)


class HalfChannel:
    """Passes half of a response on, and closes."""

    __slots__ = ("_channel",)

    def __init__(self, channel: ResponseChannel) -> None:
        self._channel = channel

    @property
    def info(self) -> ConnectionInfo:
        """Returns the connection's description."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the frame, its length prefix included, which promises the whole."""
        self._channel.finish_half(ctx, response)

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the response, as `finish` does."""
        self._channel.finish_half(ctx, response)

    def let_next_in(self) -> HalfChannel:
        """Lets nobody in, for the connection closes behind this request."""
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection."""
        self._channel.abort(ctx, reason)

    def close_when_answered(self) -> None:
        """Closes the connection once the request in progress has been answered."""
        self._channel.close_when_answered()

    def is_open(self) -> bool:
        """Tells whether a response could still reach the client."""
        return self._channel.is_open()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Sets the connection's callback for a lost peer."""
        self._channel.when_lost(callback)
