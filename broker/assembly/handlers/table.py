"""API → what builds its handler.

    Inside (Storage, Cluster, Replication, Coordinators, Security) ─▶ HandlerParts ─▶ a handler, at its first use

A handler's module is imported then, or while the broker has nothing to do (`requests.idle_loading`): that is why each
import of one stands in a function.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.broker.assembly.handlers import administration, control, coordination, records, security

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import Make
    from kavka.protocol.api_keys import ApiKey

FAMILIES = (records, coordination, administration, security, control)


MAKE: Final[Mapping[ApiKey, Make]] = {api: make for family in FAMILIES for api, make in family.MAKE.items()}
