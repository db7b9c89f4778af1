"""A controller that dies at any moment of anything it does: the next one goes on, and ends in the same state.

How it dies is in `tests/support/controller/crashes.py`. Here it does so at every `STRIDE`th turn of the event loop;
`tests/soak/test_controller.py` takes all. Reassignments have the same in `test_reassignment_crashes`.
"""

from __future__ import annotations

import pytest

from tests.support.controller.crashes import STEPS, crash_everywhere
from tests.support.controller.harness import PROFILES

STRIDE = 7


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
async def test_a_controller_dies_while_it_has_to(step, profile):
    await crash_everywhere(step, profile, STRIDE)
