"""Questions to a cluster by the bundled admin client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kavka.client.admin import Admin


def asked(bootstrap: str, question: Callable[[Admin], Awaitable[Any]]) -> Any:
    """What the bundled admin client says."""

    async def ask() -> Any:
        async with Admin(bootstrap) as admin:
            return await question(admin)

    return asyncio.run(ask())
