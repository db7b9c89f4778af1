"""The end of a client's task group, where the client is itself an async context manager.

Producer and Consumer enter their group in `__aenter__` and leave it here, in `__aexit__`; what ended the block is
raised by whoever called that, not by the group.
"""

from __future__ import annotations

import asyncio


async def leave_task_group(tasks: asyncio.TaskGroup, error: BaseException | None) -> None:
    """Waits for the last tasks. A defect in one of them comes out as itself, not wrapped in a group.

    Args:
        tasks: The group.
        error: What ended the block, if it did not end by itself.
    """
    was_cancelled = isinstance(error, asyncio.CancelledError)
    try:
        if error is not None and was_cancelled:
            await tasks.__aexit__(type(error), error, None)
        else:
            await tasks.__aexit__(None, None, None)
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise
    except asyncio.CancelledError:
        if not was_cancelled:
            raise
