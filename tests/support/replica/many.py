"""Requests about many partitions, and the turns of the event loop that others get meanwhile."""

from __future__ import annotations

import asyncio

DEADLINE = 20


async def turns_of_others(sent):
    """How often another task got the loop before the call was answered; the call."""
    turns = 0
    task = asyncio.ensure_future(sent) if asyncio.iscoroutine(sent) else None
    while task is not None and not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns, (sent if task is None else task.result())


def answered(sent):
    """The call, whichever way it went, by a loop of its own."""
    if not asyncio.iscoroutine(sent):
        return sent

    async def wait():
        async with asyncio.timeout(DEADLINE):
            return await sent

    return asyncio.run(wait())
