"""For all tests: how hypothesis draws its examples, and that asserts of helpers say what they compared."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.support")

# No absolute times: on a machine that does other things a single example may take long, and so may drawing one.
settings.register_profile("kavka", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kavka")
