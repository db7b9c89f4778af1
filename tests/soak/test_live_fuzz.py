"""The fuzz of all APIs against a live broker, for minutes; KAVKA_FUZZ_SECONDS makes it longer, SEED repeats one."""

from __future__ import annotations

import os
import random

import pytest

from kavka import LocalCluster
from tests.support.wire.fuzzing import LiveFuzz

pytestmark = pytest.mark.soak

SECONDS = int(os.environ.get("KAVKA_FUZZ_SECONDS", "300"))


async def test_all_apis_for_long(capsys):
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(2**32))
    async with LocalCluster(in_loop=True, config={"kavka.admin.listener": ""}) as cluster:
        fuzz = LiveFuzz(cluster, seed)
        await fuzz.run(seconds=SECONDS)
    with capsys.disabled():
        print(f"\nseed {seed}: {fuzz.frames} frames; the client beside them: p99 {fuzz.p99_ms:.1f} ms")
