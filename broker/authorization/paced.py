"""Asks about very many names without holding the loop: `questions`, in slices of time.

For who authorizes by itself because a row of `rules` cannot: a fetch, whose partitions stand in its session, and lists
of everything there is, of which each receiver sees a part.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.authorization.questions import may

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.acls import AclOperation, ResourceType
    from kavka.common.pace import Pace

_log = logging.getLogger(__name__)

NAMES_AT_ONCE: Final = 64
"""Names between two looks at the time."""

REFUSALS_LOGGED_MAX: Final = 20
"""Names that one request's refusals put into the log; of the others the number. A line each would be the log."""


async def refused_names(
    ctx: RequestContext,
    authorizer: Authorizer | None,
    operation: AclOperation,
    resource_type: ResourceType,
    names: Iterable[str],
    pace: Pace,
    *,
    is_logged: bool = True,
) -> frozenset[str]:
    """Returns the names on which the sender is not authorized for an operation.

    Args:
        ctx: the request.
        authorizer: who decides; None: everybody is authorized for everything.
        operation: what is to be done.
        resource_type: what the names are of.
        names: any of them may come several times.
        pace: the work's.
        is_logged: whether refusals are worth a line: not where a list is only filtered.
    """
    refused: set[str] = set()
    if authorizer is None:
        return frozenset()
    last: str | None = None
    for count, name in enumerate(names):
        if name != last:
            last = name
            is_named = is_logged and len(refused) < REFUSALS_LOGGED_MAX
            if name not in refused and not may(ctx, authorizer, operation, resource_type, name, is_logged=is_named):
                refused.add(name)
        if count % NAMES_AT_ONCE == 0 and pace.is_due():
            await pace.breathe()
    if is_logged and len(refused) > REFUSALS_LOGGED_MAX:
        _log.info("%s: %d more refusals of that kind", ctx, len(refused) - REFUSALS_LOGGED_MAX)
    return frozenset(refused)
