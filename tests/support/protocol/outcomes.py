"""What properties of codecs are checked with: Hypothesis's settings, and what an action gives if it may fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, settings

quick: Final = settings(
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def outcome(action: Callable[..., Any], *arguments: object, failure: type[Exception]) -> Any:
    """Returns what an action gives, or None if it fails as it may."""
    try:
        return action(*arguments)
    except failure:
        return None
