"""What is behind a broker's edge: every part that requests reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.coordinators import Coordinators
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.security import Security
    from kavka.broker.assembly.storage import Storage


class Inside(NamedTuple):
    """What is behind the edge: every part that requests reach."""

    storage: Storage
    cluster: Cluster
    replication: Replication
    coordinators: Coordinators
    security: Security
