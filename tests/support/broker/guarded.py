"""Calls a handler as the dispatcher does where there is an authorizer: the guard first, then what it permits."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from kavka.broker.authorization.rule import Handler, Rule, guard
from kavka.broker.requests.permitted import Permitted


def guarded(rule: Rule | None, handler: Handler) -> Callable[[Any, Any, Any], Any]:
    """The guard and the handler behind it, as one call; the context merges what was refused."""
    decide = guard(rule, handler)

    def rest(permitted: Permitted | None, request: Any, ctx: Any, broker: Any) -> Any:
        if permitted is None:
            return handler.handle(request, ctx, broker)
        ctx.refused = permitted.refused
        if permitted.request is not None:
            return handler.handle(permitted.request, ctx, broker)
        return permitted.response

    async def later(deciding: Any, request: Any, ctx: Any, broker: Any) -> Any:
        result = rest(await deciding, request, ctx, broker)
        return await result if inspect.isawaitable(result) else result

    def handle(request: Any, ctx: Any, broker: Any) -> Any:
        permitted: Any = None if decide is None else decide(request, ctx, broker)
        if inspect.isawaitable(permitted):
            return later(permitted, request, ctx, broker)
        return rest(permitted, request, ctx, broker)

    return handle
