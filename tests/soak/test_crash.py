"""kill -9 under load, again and again: what was acknowledged is there, and offsets have no gap."""

from __future__ import annotations

import pytest

from tests.integration.crash import kill_under_load

KILLS = 20


@pytest.mark.soak
def test_twenty_kills_under_load_lose_nothing(tmp_path):
    kill_under_load(tmp_path, kills=KILLS)
