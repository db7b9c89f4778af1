"""Questions to a cluster by the bundled admin client."""

from __future__ import annotations

import asyncio

from kavka.client.admin import Admin


def asked(bootstrap, question):
    """What the bundled admin client says."""

    async def ask():
        async with Admin(bootstrap) as admin:
            return await question(admin)

    return asyncio.run(ask())
