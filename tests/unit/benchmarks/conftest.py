"""A heap as small as a benchmark's own process has it: each figure begins with a collection of all there is."""

import gc

import pytest


@pytest.fixture
def small_heap():
    """Hides from the collector what earlier tests have left: it took a minute and a half of a run of all tests."""
    gc.collect()
    gc.freeze()
