"""A login takes whatever comes; a million frames more in `make soak`."""

from __future__ import annotations

import random

import pytest

from kavka.broker.security.sasl.authenticator import Act
from tests.support.wire.login_fuzz import fuzz


@pytest.mark.parametrize("seed", range(3))
def test_whatever_comes_a_login_answers_or_ends_and_lets_nobody_in(seed):
    acts = fuzz(random.Random(seed), 4_000)
    assert all(acts[act] > 10 for act in (Act.PASS, Act.ANSWER, Act.REFUSE, Act.CLOSE))
