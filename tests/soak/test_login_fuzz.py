"""A million frames before a login: none lets anybody in, none raises anything."""

from __future__ import annotations

import random

import pytest

from tests.support.wire.login_fuzz import fuzz

pytestmark = [pytest.mark.soak]

FRAMES = 1_000_000
PARTS = 10


@pytest.mark.parametrize("seed", range(PARTS))
def test_a_million_frames_let_nobody_in(seed):
    assert sum(fuzz(random.Random(1_000 + seed), FRAMES // PARTS).values()) >= FRAMES // PARTS
