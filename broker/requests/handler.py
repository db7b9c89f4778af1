"""What handles the requests of one API, as the dispatcher calls it; `assembly.handlers` builds it of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext


class Handler(Protocol):
    """Handles the requests of one API, with the parts that it was built of.

    One that can say an error of very many items in steps has an `error_steps(request, error)` as well.
    One whose requests may go a short way has a `shape_of(frame, route, long_way)`, which learns what they look like.
    """

    def handle(self, request: Any, ctx: RequestContext) -> Any:
        """Handles a request.

        Returns the response; or DEFERRED, and `ctx.respond` is called later; or a coroutine that returns the response.
        """


MakeHandler = Callable[[ApiKey], Handler]
"""Builds an API's handler, when it is first used: startup pays only for the APIs that somebody uses."""
