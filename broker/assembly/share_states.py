"""Gives a broker what keeps the states of share groups. A part of the composition root (`broker.app`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kavka.broker.share.state.memory import MemoryPersister

if TYPE_CHECKING:
    from kavka.broker.share.persister import Persister


@dataclass(frozen=True, slots=True)
class ShareStates:
    """What share groups have done with partitions, kept for those who ask."""

    persister: Persister
    """Wherever a state is kept: here, or at another broker."""


def assemble_share_states() -> ShareStates:
    """Builds the persister."""
    return ShareStates(persister=MemoryPersister())
