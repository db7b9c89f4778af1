"""Calls a handler as the dispatcher does where there is an authorizer: the guard first, then what it permits."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from kavka.broker.authorization.authority import Authority
from kavka.broker.authorization.rule import Rule, guard
from kavka.broker.requests.permitted import Permitted
from tests.support.broker.parts import handling


def authority_of(broker: Any) -> Authority:
    """What the guards of a broker of fakes decide by."""
    return Authority(broker.authorizer, broker.controller, broker.metadata_cache, lambda: broker.config, broker.lane)


def guarded(rule: Rule | None, handler: Any) -> Callable[[Any, Any, Any], Any]:
    """The guard and the handler behind it, as one call; the context merges what was refused."""

    def rest(permitted: Permitted | None, request: Any, ctx: Any, broker: Any) -> Any:
        handle = handling(handler, broker).handle
        if permitted is None:
            return handle(request, ctx)
        ctx.refused = permitted.refused
        if permitted.request is not None:
            return handle(permitted.request, ctx)
        return permitted.response

    async def later(deciding: Any, request: Any, ctx: Any, broker: Any) -> Any:
        result = rest(await deciding, request, ctx, broker)
        return await result if inspect.isawaitable(result) else result

    def handle(request: Any, ctx: Any, broker: Any) -> Any:
        decide = guard(rule, authority_of(broker))
        permitted: Any = None if decide is None else decide(request, ctx)
        if inspect.isawaitable(permitted):
            return later(permitted, request, ctx, broker)
        return rest(permitted, request, ctx, broker)

    return handle
