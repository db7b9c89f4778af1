"""A part that is built by the first who asks, and only then."""

from __future__ import annotations

import asyncio

from kavka.common.on_demand import OnDemand


async def test_a_part_is_built_once_by_the_first_who_asks():
    built = []
    part = OnDemand(lambda: built.append("part") or built)
    assert (part.built, built) == (None, [])
    assert part.get() is part.get() is part.built
    assert built == ["part"]


async def test_who_waits_for_a_part_does_not_build_it():
    part = OnDemand(lambda: "part")
    waiting = asyncio.create_task(part.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    part.get()
    assert await waiting == "part"
