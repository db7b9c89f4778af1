"""A simulation collects its garbage when it is over: what was imported before is not looked at each time."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True, scope="package")
def frozen():
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
