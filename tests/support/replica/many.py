"""Requests about many partitions, and the turns of the event loop that others get meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.support.replica.node import Call

DEADLINE = 20


async def turns_of_others(sent: Any) -> tuple[int, Call]:
    """How often another task got the loop before the call was answered; the call."""
    turns = 0
    task = asyncio.ensure_future(sent) if asyncio.iscoroutine(sent) else None
    while task is not None and not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns, (sent if task is None else task.result())


def answered(sent: Any) -> Call:
    """The call, whichever way it went, by a loop of its own."""
    if not asyncio.iscoroutine(sent):
        already: Call = sent
        return already

    async def wait() -> Call:
        async with asyncio.timeout(DEADLINE):
            late: Call = await sent
            return late

    return asyncio.run(wait())
