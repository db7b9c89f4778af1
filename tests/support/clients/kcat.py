"""What kcat's listing of metadata shows."""

from __future__ import annotations

import json
from typing import Any

from tests.support.clients.foreign import KCAT


def kcat_topics(bootstrap: str) -> dict[str, list[dict[str, Any]]]:
    """Topic → partitions, as kcat's metadata listing shows them: what others see of what an admin did."""
    listing = json.loads(KCAT.run("-L", "-J", "-b", bootstrap))
    return {topic["topic"]: topic["partitions"] for topic in listing["topics"]}
