"""For all tests: how hypothesis draws its examples, what asserts of helpers say, and what is never collected."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

from kavka.simulation.heap import without_collections

pytest.register_assert_rewrite("tests.support")

# No absolute times: on a machine that does other things a single example may take long, and so may drawing one.
settings.register_profile("kavka", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kavka")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Takes all tests, which stay, out of the collector's sight: one look at them takes seconds.

    While they are collected everything stays: a third of the time went into looking whether it does.
    """
    with without_collections():
        collected = yield
    gc.freeze()
    return collected
