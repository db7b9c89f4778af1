"""What a broker relies on where work runs that would hold its loop: threads, and turns of the loop in their place."""

from __future__ import annotations

import pytest

from kavka.broker.log.check_threads import CheckThreads
from kavka.simulation.memory_machine import TurnsOfTheLoop


@pytest.fixture(params=[CheckThreads, TurnsOfTheLoop], ids=["machine", "memory"])
def threads(request):
    made = request.param()
    yield made
    made.close()


async def test_work_returns_and_raises(threads):
    assert await threads.run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0)
    assert await threads.run(lambda: 8) == 8


async def test_closing_twice_or_without_work_is_fine(threads):
    threads.close()
    threads.close()
