"""What guards decide by: the authorizer, and what shows which resource an item of a request names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane


@dataclass(frozen=True, slots=True)
class Authority:
    """One broker's authorization, as its rules see it.

    Attributes:
        authorizer: who may do what.
        controller: knows topics by their ids, and whether it is active.
        metadata_cache: knows which partitions there are.
        config: what holds now.
        lane: the turns in which very many names are asked about.
    """

    authorizer: Authorizer
    controller: ControllerApi
    metadata_cache: MetadataCache
    config: Callable[[], BrokerConfig]
    lane: Lane
