"""Where a share-partition begins, as groups are configured."""

from __future__ import annotations

import pytest

from kavka.broker.config.group_configs import offset_reset
from kavka.protocol.errors import InvalidConfig


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("latest", "latest"),
        ("EARLIEST", "earliest"),
        ("by_duration:PT1H", 3_600_000),
        ("by_duration:P3DT3H4M5.5S", ((3 * 24 + 3) * 60 + 4) * 60_000 + 5_500),
        ("by_duration:p1d", 86_400_000),
    ],
)
def test_what_is_configured_is_read(text, read):
    assert offset_reset(text) == read


@pytest.mark.parametrize(
    "text", ["", "none", "by_duration:", "by_duration:P", "by_duration:PT", "by_duration:-PT1H", "PT1H"]
)
def test_anything_else_is_refused(text):
    with pytest.raises(InvalidConfig, match="it must be earliest, latest or by_duration"):
        offset_reset(text)
